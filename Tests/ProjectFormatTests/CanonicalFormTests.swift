import Diagnostics
import Foundation
import ProjectFormat
import Testing
import TimelineModel
import SeededNumbers

@Suite("The canonical form")
struct CanonicalFormTests {
  private func form(_ text: String) throws -> String {
    let file = SourceFile(path: "a.json", text: text)
    let (bytes, findings) = CanonicalForm.bytes(of: file)
    return String(
      decoding: try #require(bytes, "\(findings.map(\.message))"), as: UTF8.self)
  }

  /// A list of clips in the form, each a line.
  private func track(_ lines: String...) -> String {
    let items = lines.map { "        " + $0 }.joined(separator: "\n")
    return """
      {
        "cutlist": 1,
        "tracks": [
          {
            "video": [
      \(items)
            ]
          }
        ]
      }

      """
  }

  @Test("keys stand in the order of the schema, items on one line, all else on lines of its own")
  func layout() throws {
    let text = """
      { "expect": {"texts": [{"text": "Day", "at": "1s"}], "cuts": ["5s", 10]},
        "tracks": [{"duck": {"to": 0.2, "under": "voice"}, "audio": [], "id": "music"},
          {"titles": [{"fade": {"out": "1s", "in": "1s"}, "text": "Day", "duration": "3s",
            "animate": [{"values": [0, 1], "property": "opacity"}], "at": 0}]}],
        "media": {"b": {"color": "red"}, "a": "a.mp4"}, "output": {"frameRate": 30.0},
        "cutlist": 1, "mine": [1, {}], "$schema": "s.json" }
      """
    let expected = """
      {
        "$schema": "s.json",
        "cutlist": 1,
        "output": {
          "frameRate": 30.0
        },
        "media": {
          "b": { "color": "red" },
          "a": "a.mp4"
        },
        "tracks": [
          {
            "id": "music",
            "audio": [],
            "duck": { "under": "voice", "to": 0.2 }
          },
          {
            "titles": [
              {
                "at": 0,
                "duration": "3s",
                "fade": { "in": "1s", "out": "1s" },
                "text": "Day",
                "animate": [
                  { "property": "opacity", "values": [0, 1] }
                ]
              }
            ]
          }
        ],
        "expect": {
          "cuts": ["5s", 10],
          "texts": [
            { "at": "1s", "text": "Day" }
          ]
        },
        "mine": [
          1,
          {}
        ]
      }

      """
    #expect(try form(text) == expected)
  }

  @Test("a line has up to 100 columns, its comma counted, of which wide characters take two")
  func width() throws {
    // Eight of indentation, and 21 around the text.
    func item(_ text: String) -> String { "{ \"clip\": \"\(text)\", \"in\": 0 }" }
    for (text, isInline) in [
      (String(repeating: "a", count: 68), true), (String(repeating: "a", count: 69), false),
      (String(repeating: "界", count: 34), true), (String(repeating: "界", count: 35), false),
      (String(repeating: "e\u{301}", count: 68), true),
    ] {
      let broken = track("{", "  \"clip\": \"\(text)\",", "  \"in\": 0", "}")
      let line = track(item(text))
      #expect(try form(broken) == (isInline ? line : broken), "\(text)")
      #expect(try form(line) == (isInline ? line : broken), "\(text)")
    }
    let longest = item(String(repeating: "a", count: 68))
    #expect("        \(longest),".count == CanonicalForm.width)
    let two = track(longest + ",", longest)
    #expect(try form(two) == two)
  }

  @Test("numbers and characters stay; what acts instead of being seen is an escape")
  func scalars() throws {
    let text = #"""
      {"cutlist": 1.0e0, "tracks": [{"video": [{"clip": "\u0041\/\u00e9\ud83c\udfac\"\\\n\u0001",
       "in": -0.50, "x": 1E+3, "y": "a‮b\u2028\udce9"}]}]}
      """#
    let expected = track(
      #"{ "clip": "A/é🎬\"\\\n\u0001", "in": -0.50, "x": 1E+3, "y": "a\u202eb\u2028\udce9" }"#
    )
    #expect(try form(text) == expected.replacing("\"cutlist\": 1,", with: "\"cutlist\": 1.0e0,"))
  }

  @Test("a byte order mark and other line ends do not stay")
  func lineEnds() throws {
    let text = track("{ \"clip\": \"a\" }")
    #expect(try form("\u{FEFF}" + text.replacing("\n", with: "\r\n")) == text)
    #expect(try form(String(text.dropLast())) == text)
  }

  @Test(
    "of what something would be lost there is no form",
    arguments: [
      ("{\"cutlist\": 1 // why\n}", .jsonSyntax),
      ("{\"cutlist\": 1, \"cutlist\": 1}", .jsonDuplicateKey),
      ("{\"cutlist\": 1,}", .jsonSyntax), ("", .jsonSyntax),
      ("<<<<<<< a\n{\"cutlist\": 1}\n=======\n{}\n>>>>>>> b\n", .unfinishedMerge),
      ("{\"name\": \"package\"}", .noProject), ("[1]", .noProject),
    ] as [(String, MessageID)])
  func refused(text: String, id: MessageID) {
    let (bytes, findings) = CanonicalForm.bytes(of: SourceFile(path: "a.json", text: text))
    #expect(bytes == nil)
    #expect(findings.map(\.id).contains(id))
  }

  @Test(
    "files whose meaning is wrong have a form, too", arguments: ["GoodProjects", "WrongProjects"])
  func records(folder: String) throws {
    let folder = ProjectFolder(folder)
    var count = 0
    for name in folder.names {
      let source = try folder.source(name)
      guard let bytes = CanonicalForm.bytes(of: source).bytes else { continue }
      count += 1
      let formed = SourceFile(path: source.path, bytes: bytes)
      #expect(CanonicalForm.holds(formed), "\(name)")
      #expect(Tree(formed) == Tree(source), "\(name)")
      let (before, after) = (compile(source), compile(formed))
      #expect(
        before.diagnostics.map(\.id).sorted() == after.diagnostics.map(\.id).sorted(), "\(name)")
      #expect(
        before.timeline.map(TimelineDump.text) == after.timeline.map(TimelineDump.text), "\(name)")
    }
    #expect(count > folder.names.count / 2)
  }

  @Test("any tree keeps what it holds, has one form, and no line that could be broken is too long")
  func random() throws {
    var random = Lottery(seed: 7)
    for round in 0..<400 {
      let tree = random.tree(depth: 5)
      let text = "{\"cutlist\": 1, \"tracks\": \(tree)}"
      let file = SourceFile(path: "a.json", text: text)
      let bytes = try #require(CanonicalForm.bytes(of: file).bytes, "round \(round): \(text)")
      let formed = SourceFile(path: "a.json", bytes: bytes)
      #expect(CanonicalForm.holds(formed), "round \(round): \(text)")
      #expect(Tree(formed) == Tree(file), "round \(round): \(text)")
      for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
        guard TerminalText.width(String(line)) > CanonicalForm.width else { continue }
        // A text alone, or after its key.
        #expect(line.wholeMatch(of: #/ *("[^"]*": )?".*",?/#) != nil, "round \(round): \(line)")
      }
    }
  }

  @Test("every project of the repository stands in the form")
  func repository() throws {
    let folder = ProjectFolder.package.appending(path: "Projects")
    let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
    // What editors read is no project.
    let projects = (paths ?? []).filter { $0.hasSuffix(".json") && !$0.hasPrefix("editors/") }
      .sorted()
    #expect(projects.count > 50)
    for path in projects {
      let bytes = [UInt8](try Data(contentsOf: folder.appending(path: path)))
      let file = SourceFile(path: path, bytes: bytes)
      #expect(CanonicalForm.holds(file), "cutlist format Projects/\(path)")
    }
  }

  @Test("so do the examples of the documentation, whole and in part")
  func documentation() throws {
    let manual = "Sources/cutlist/CommandLineInterface/Manual.docc"
    let rules = "Sources/Project/ProjectFormat/ProjectFormat.docc"
    let chapters = try [manual, rules].flatMap { folder in
      try FileManager.default.contentsOfDirectory(
        atPath: ProjectFolder.package.appending(path: folder).path
      ).filter { $0.hasSuffix(".md") }.sorted().map { "\(folder)/\($0)" }
    }
    #expect(chapters.count > 35)
    for name in [
      "README.md", "Sources/Workspace/Workspace/Workspace.docc/FromTextToPacket.md",
    ] + chapters {
      let text = try String(
        contentsOf: ProjectFolder.package.appending(path: name), encoding: .utf8)
      let examples = text.components(separatedBy: "```json\n").dropFirst().map {
        $0.components(separatedBy: "```")[0]
      }
      for example in examples {
        guard !example.hasPrefix("{") else {
          #expect(try form(example) == example, "\(name)")
          continue
        }
        // Members of a project, without its braces.
        let members = try form("{ \"cutlist\": 1, \(example) }").split(separator: "\n")
          .dropFirst(2).dropLast().map { $0.dropFirst(2) + "\n" }.joined()
        #expect(members == example, "\(name)")
      }
    }
  }
}

/// What a JSON text holds, wherever it stands; the order of members does not count.
private indirect enum Tree: Equatable {
  case object([String: Tree])
  case array([Tree])
  case scalar(JSONValue.Kind)

  init(_ file: SourceFile) { self = JSONParser.parse(file).value.map(Tree.init) ?? .array([]) }

  init(_ value: JSONValue) {
    switch value.kind {
    case .object(let members):
      self = .object(
        Dictionary(uniqueKeysWithValues: members.map { ($0.key, Tree($0.value)) }))
    case .array(let items): self = .array(items.map(Tree.init))
    default: self = .scalar(value.kind)
    }
  }
}

/// Makes trees of keys that projects have and of others.
private struct Lottery {
  private var numbers: SeededGenerator

  init(seed: UInt64) { numbers = SeededGenerator(seed: seed) }

  private mutating func next(below limit: Int) -> Int { .random(in: 0..<limit, using: &numbers) }

  private static let keys = [
    "video", "titles", "clip", "transition", "gap", "id", "layers", "animate", "values", "text",
    "mine", "Ω", "duration", "effects", "at", "generate", "tracks",
  ]
  private static let texts = [
    "", "bridge", "1s", "a \"b\" \\c", "界界界界界界界界界界", "\u{202E}x\n", "bars", "dissolve",
    "a longer text that takes some room on its line, as texts of titles do",
  ]

  mutating func tree(depth: Int) -> String {
    let count = depth > 0 ? next(below: 5) : 0
    switch next(below: depth > 0 ? 5 : 3) {
    case 0: return ["1", "-0.50", "2e3", "true", "false", "null"][next(below: 6)]
    case 1, 2: return JSONText.quoted(Self.texts[next(below: Self.texts.count)])
    case 3:
      return "[" + (0..<count).map { _ in tree(depth: depth - 1) }.joined(separator: ",") + "]"
    default:
      var keys = Self.keys
      let members = (0..<count).map { _ in
        let key = keys.remove(at: next(below: keys.count))
        return "\(JSONText.quoted(key)): \(tree(depth: depth - 1))"
      }
      return "{" + members.joined(separator: ",") + "}"
    }
  }
}
