import Diagnostics
import ScratchFolders
import Testing
import Workspace

@Suite("Mistakes that are mended by the first fix alone") struct FirstFixTests {
  private static let project = """
    {
      "cutlist": 1,
      "parameters": {
        "guest": { "type": "text", "default": "Ann" },
        "tint": { "type": "color", "default": "#ff8040" }
      },
      "output": { "size": "640x360", "frameRate": 25, "audio": false },
      "include": "looks.json",
      "media": {
        "red": { "color": "red" },
        "blue": { "color": "blue" }
      },
      "tracks": [
        {
          "id": "picture",
          "video": [
            { "clip": "red", "id": "s1", "duration": "3s" },
            { "transition": "dip", "duration": "10f" },
            { "clip": "blue", "id": "s2", "duration": "2s" },
            { "clip": "red", "id": "last", "duration": "00:00:02:10" }
          ]
        },
        {
          "titles": [
            { "text": "Hello {guest}", "style": "lower", "at": "{s2.start}", "duration": "2s" },
            { "text": "Bye", "size": "8%", "at": "{last.start}", "duration": "1s",
              "color": { "use": "tint" } }
          ]
        }
      ],
      "markers": [{ "name": "chorus", "at": "{s2.end}" }]
    }
    """

  private static let looks = """
    {
      "cutlistPart": 1,
      "styles": { "lower": { "font": "sans-serif", "size": "8%", "color": "#ffe0a0" } }
    }
    """

  @Test(
    "until nothing is wrong",
    arguments: [
      (#""duration": "3s" }"#, #""duraton": "3s" }"#),
      (#""color": { "use": "tint" }"#, #""colour": { "use": "tint" }"#),
      (#""use": "tint""#, #""use": "tnit""#),
      (#""duration": "10f" }"#, #""duration": "10 frames" }"#),
      (#""duration": "10f" }"#, #""duration": "9s" }"#),
      (#""duration": "10f" }"#, #""duration": "9s", "mode": "overlap" }"#),
      (#""duration": "3s" },"#, #""duration": "3s","#),
      (#""duration": "3s" },"#, #""duration": "3s""#),
      (#""duration": "3s" },"#, #""duration": "3s" }"#),
      (#""frameRate": 25, "audio": false },"#, #""frameRate": 25, "audio": False },"#),
      (#""blue": { "color": "blue" }"#, #""blue": { "color": "bleu" }"#),
      (#""id": "s2""#, #""id": "s1""#),
      (#""id": "s2","#, #""id": "s2", "id": "s2b","#),
      (#""duration": "2s" },"#, #""duration": "2s", "out": "2s" },"#),
      ("{guest}", "{gest}"),
      ("{s2.start}", "{s3.start}"),
      ("{s2.end}", "{s2.ende}"),
      ("{last.start}", "{lost.start}"),
      ("00:00:02:10", "00:00:02:30"),
      (#""style": "lower""#, #""style": "lowr""#),
      ("looks.json", "look.json"),
      (
        #"{ "transition": "dip", "duration": "10f" },"#,
        #"{ "transition": "dip", "duration": "10f" }, { "transition": "push", "duration": "5f" },"#
      ),
      (#""transition": "dip""#, #""transition": "dipp""#),
      (#""clip": "blue""#, #""clip": "bleu""#),
      (#""size": "8%""#, #""size": "8 %""#),
      (#""include": "looks.json""#, #"'include': 'looks.json'"#),
      ("\"cutlist\": 1,\n", "\"cutlist\": 1, // mine\n"),
    ])
  func mends(_ right: String, _ wrong: String) throws {
    let folder = try ScratchFolder()
    try folder.write("looks.json", Self.looks)
    try expectMended(folder, Self.project, right, wrong, "main.json")
  }

  @Test(
    "in a part, too",
    arguments: [
      (##""#ffe0a0""##, #""lightyelow""#), (##""#ffe0a0""##, #""ffe0a0""#),
      (#""sans-serif""#, #""sans-srif""#), (#""font":"#, #""fnt":"#),
    ])
  func mendsParts(_ right: String, _ wrong: String) throws {
    let folder = try ScratchFolder()
    try folder.write("main.json", Self.project)
    try expectMended(folder, Self.looks, right, wrong, "looks.json")
  }

  private func expectMended(
    _ folder: ScratchFolder, _ text: String, _ right: String, _ wrong: String,
    _ name: String
  ) throws {
    let changed = text.replacing(right, with: wrong, maxReplacements: 1)
    try #require(changed != text)
    try folder.write(name, changed)
    if name != "main.json" { try #require(!findings(folder).1.isEmpty) }
    for _ in 0..<4 {
      let (file, found) = findings(folder)
      if found.isEmpty { return }
      var edits: [Fix.Edit] = []
      for fix in found.compactMap({ $0.fixes.first { !$0.edits.isEmpty } })
      where !edits.contains(where: { old in fix.edits.contains { overlaps(old, $0) } }) {
        edits += fix.edits
      }
      try #require(!edits.isEmpty, "\(found.map(\.message)) has no fix")
      for (_, new) in try #require(file.edited(by: edits)) {
        let name = new.path.split(separator: "/").last.map(String.init) ?? ""
        try folder.write(name, String(decoding: new.bytes, as: UTF8.self))
      }
    }
    let left = findings(folder).1
    #expect(left.isEmpty, "\(left.map(\.message))")
  }

  private func overlaps(_ a: Fix.Edit, _ b: Fix.Edit) -> Bool {
    a == b || a.range.lower < b.range.upper && b.range.lower < a.range.upper
  }

  /// The project, and what is wrong with it.
  private func findings(_ folder: ScratchFolder) -> (SourceFile, [Diagnostic]) {
    let loader = ProjectLoader()
    guard let file = try? loader.read(folder.file("main.json")) else {
      return (SourceFile(path: "", text: ""), [])
    }
    let project = loader.load(file)
    return (project.file, project.diagnostics.filter { $0.severity == .error })
  }
}
