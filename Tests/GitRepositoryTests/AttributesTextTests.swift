import GitRepository
import Testing

@Suite("Attributes")
struct AttributesTextTests {
  @Test(
    "our block comes and goes, and what others wrote stays as it is",
    arguments: ["", "*.png binary\n", "*.png binary", "\r\n# mine\r\n\n", "# cutlist\n"])
  func block(_ others: String) {
    var text = AttributesText(others)
    text.set(["*.json merge=cutlist"])
    #expect(text.lines == ["*.json merge=cutlist"])
    #expect(text.text.hasPrefix(others))
    let once = text
    text.set(["*.json merge=cutlist"])
    #expect(text == once)
    text.set(["a", "b"])
    #expect(AttributesText(text.text).lines == ["a", "b"])
    text.set([])
    #expect(text.lines == nil)
    #expect(text.text == others || text.text == others + "\n")
  }

  @Test("what stands after our block stays")
  func after() {
    var text = AttributesText("x\n")
    text.set(["a"])
    var longer = AttributesText(text.text + "y -diff\n")
    longer.set(["b"])
    #expect(longer.text.hasSuffix("y -diff\n"))
    longer.set([])
    #expect(longer.text == "x\ny -diff\n")
  }

  @Test(
    "patterns are quoted as git reads them",
    arguments: [
      ("edits/*.json", "edits/*.json"), ("a b.json", "\"a b.json\""), ("#a", "\"#a\""),
      ("tab\t\"\\.json", #""tab\011\"\\.json""#),
    ])
  func quoting(_ pattern: String, _ written: String) {
    #expect(AttributesText.quoted(pattern) == written)
  }

  @Test("a pattern that git applies to no file is refused, and no other")
  func objections() throws {
    let folder = try GitFolder()
    let patterns = [
      "*.json", "edits/*.json", "/a b.json", "#a.json", "\\*.json", "edits/**", "[ab].json",
      "[[]attr]x.json", "...json", "", "!a.json", "[attr]x", "edits/", "./a.json", "../a.json",
      "edits/../a.json", "a\\",
    ]
    let names = [
      "a.json", "edits/b.json", "a b.json", "#a.json", "*.json", "[attr]x.json", "...json", "a\\",
      "!a.json", "[attr]x",
    ]
    for pattern in patterns {
      try folder.write(".gitattributes", AttributesText.quoted(pattern) + " merge=cutlist\n")
      let matches = try names.contains {
        try folder.git("-c", "core.quotePath=false", "check-attr", "merge", "--", $0)
          .hasSuffix(": cutlist")
      }
      #expect(matches == (AttributesText.objection(to: pattern) == nil), "\(pattern)")
    }
  }

  @Test("git applies the pattern of a path to that path alone")
  func pathPatterns() throws {
    let folder = try GitFolder()
    let names = ["a*b.json", "a[1].json", "cut of a day.json", "back\\slash.json", "plain.json"]
    for name in names {
      let line = AttributesText.quoted(AttributesText.pattern(ofPath: name)) + " merge=cutlist\n"
      try folder.write(".gitattributes", line)
      let found = try names.filter {
        try folder.git("-c", "core.quotePath=false", "check-attr", "merge", "--", $0)
          .hasSuffix(": cutlist")
      }
      #expect(found == [name])
    }
  }
}
