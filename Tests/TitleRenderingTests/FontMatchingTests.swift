import Testing

@testable import TitleRendering

@Suite struct FontMatchingTests {
  private static func record(
    _ path: String, _ family: String, _ full: String, _ weight: ClosedRange<Int>,
    italic: Bool = false, width: Int = 100
  ) -> FontRecord {
    FontRecord(
      path: path, index: 0, families: [family], fullNames: [full], weight: weight,
      isItalic: italic, width: width)
  }

  private let matching = FontMatching(records: [
    record("a", "Alpha Sans", "Alpha Sans", 400...400),
    record("b", "Alpha Sans", "Alpha Sans Bold", 700...700),
    record("c", "Alpha Sans", "Alpha Sans Bold Oblique", 700...700, italic: true),
    record("d", "Alpha Sans", "Alpha Sans Narrow", 400...400, width: 75),
    record("e", "Beta", "Beta Display Fat", 900...900),
    record("f", "Beta", "Beta Light", 300...300),
    record("g", "Gamma Bold", "Gamma Bold", 400...400),
    record("h", "Variable", "Variable", 100...900),
  ])

  private func path(_ name: String, _ weight: Int = 400, italic: Bool = false) -> String? {
    matching.match(name, weight: weight, italic: italic)?.record.path
  }

  @Test("a family is found whatever its case, spaces and hyphens")
  func spelling() {
    #expect(path("Alpha Sans") == "a")
    #expect(path("alpha-sans") == "a")
    #expect(path("AlphaSans") == "a")
    #expect(path("Alpha") == nil)
    #expect(path("") == nil)
    #expect(path(" ") == nil)
  }

  @Test("words at the end of a name choose the face")
  func styleWords() {
    #expect(path("Alpha Sans Bold") == "b")
    #expect(path("Alpha Sans Heavy") == "b")
    #expect(path("Alpha Sans Bold Italic") == "c")
    #expect(path("Alpha Sans Condensed") == "d")
    #expect(path("Alpha Sans Semi Bold") == "b")
    #expect(path("Alpha Sans Sans") == nil)
    #expect(matching.match("Variable Extra Light", weight: 400, italic: false)?.style.weight == 200)
  }

  @Test("a full name is found although its words say no style")
  func fullName() {
    #expect(path("Beta Display Fat") == "e")
    #expect(matching.match("Beta Display Fat", weight: 400, italic: false)?.style.weight == 900)
  }

  @Test("a family whose own name ends in a style word is taken as it is")
  func familyNamedBold() {
    #expect(path("Gamma Bold") == "g")
  }

  @Test("an asked weight or slant wins over the words of the name")
  func explicitStyle() {
    #expect(path("Alpha Sans", 700) == "b")
    #expect(path("Alpha Sans Bold", italic: true) == "c")
    #expect(path("Beta Light", 900) == "e")
  }

  @Test(
    "a missing weight is replaced as in CSS",
    arguments: [(100, "f"), (400, "f"), (500, "f"), (600, "e"), (800, "e")])
  func nearestWeight(weight: Int, expected: String) {
    #expect(path("Beta", weight) == expected)
  }

  @Test("an unknown name gets near names")
  func suggestions() {
    #expect(matching.suggestions(for: "Alfa Sans") == ["Alpha Sans"])
    #expect(matching.suggestions(for: "Alpha") == ["Alpha Sans"])
    #expect(matching.suggestions(for: "Wingdings").isEmpty)
  }
}
