import Diagnostics
import Foundation
import ProjectFormat
import SeededNumbers
import Testing
import TimelineModel

@Suite("parts of projects in files of their own")
struct PartTests {
  private static let head =
    #""cutlist": 1, "output": { "size": "320x180", "frameRate": 30 }"#

  /// Compiles a project whose parts are texts by their paths.
  private func compile(
    _ text: String, _ parts: [String: String], limits: ProjectLimits = ProjectLimits()
  ) -> (dump: String?, findings: String, ids: [String]) {
    var file = SourceFile(path: "project.json", text: text)
    let whole = file
    let source = ProjectSource { path in
      let plain = Self.plain(path)
      if plain == "project.json" { return .success(.init(file: whole, identity: "")) }
      guard let text = parts[plain] else { return .failure(.init("there is no '\(path)'")) }
      return .success(.init(file: SourceFile(path: path, text: text), identity: plain))
    }
    let (document, reading) = ProjectCompiler.document(
      from: &file, limits: limits, projects: source)
    var findings = reading
    var dump: String?
    if let document {
      let catalog = FakeMedia.catalog(for: document.mediaItems)
      let (timeline, resolving) = ProjectCompiler.timeline(from: document, catalog: catalog)
      findings += resolving
      dump = timeline.map(TimelineDump.text)
    }
    return (
      dump, DiagnosticRenderer.text(findings.sortedByLocation(), in: file, color: false),
      findings.map(\.id.rawValue)
    )
  }

  private static func plain(_ path: String) -> String {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return parts.joined(separator: "/")
  }

  @Test("tracks and items of parts stand where they are included, and names count everywhere")
  func assembly() {
    let whole = """
      { \(Self.head),
        "media": { "a": "a.mov", "red": { "color": "red" }, "logo": "acts/logo.png" },
        "styles": { "big": { "size": 90 } },
        "tracks": [
          { "video": [
            { "clip": "a", "duration": "1s" },
            { "clip": "red", "id": "first", "duration": "2s" },
            { "clip": "logo", "duration": "1s" },
            { "clip": "a", "in": "2s", "duration": "1s" } ] },
          { "id": "names", "titles": [
            { "text": "One", "style": "big", "at": "{first.start}", "duration": "1s", "font": "acts/f.ttf" } ] } ],
        "markers": [ { "at": "1s", "name": "m" }, { "at": "2s", "name": "n" } ] }
      """
    let split = compile(
      """
      { \(Self.head),
        "include": "lib/media.json",
        "media": { "a": "a.mov" },
        "tracks": [
          { "video": [
            { "clip": "a", "duration": "1s" },
            { "include": "acts/one.json" },
            { "clip": "a", "in": "2s", "duration": "1s" } ] },
          { "include": "acts/one.json", "track": "names" } ],
        "markers": [ { "at": "1s", "name": "m" } ] }
      """,
      [
        "lib/media.json": """
        { "cutlistPart": 1, "media": { "red": { "color": "red" } } }
        """,
        "acts/one.json": """
        { "cutlistPart": 1, "include": ["styles.json", "../lib/media.json"],
          "media": { "logo": "logo.png" },
          "tracks": [
            { "video": [ { "clip": "red", "id": "first", "duration": "2s" }, { "clip": "logo", "duration": "1s" } ] },
            { "id": "names", "titles": [
              { "text": "One", "style": "big", "at": "{first.start}", "duration": "1s", "font": "f.ttf" } ] } ] }
        """,
        "acts/styles.json": """
        { "cutlistPart": 1, "styles": { "big": { "size": 90 } }, "markers": [ { "at": "2s", "name": "n" } ] }
        """,
      ])
    #expect(split.findings == "")
    #expect(split.dump?.sorted() == compile(whole, [:]).dump?.sorted())
    #expect(split.dump?.contains("acts/logo.png") == true)
  }

  @Test("grids of beats of parts go on with those of the project, each with its own mistakes")
  func beats() {
    let project = """
      { \(Self.head), "include": "b.json", "beats": { "id": "own", "tempo": 60 },
        "media": { "a": "a.mov" },
        "tracks": [ { "video": [ { "clip": "a", "at": "{x.beat(2)}", "duration": "{own.beats(1)}" } ] } ] }
      """
    let right = compile(
      project, ["b.json": #"{ "cutlistPart": 1, "beats": [ { "id": "x", "tempo": 120 } ] }"#])
    #expect(right.findings == "")
    #expect(right.dump?.contains("1/2") == true, "\(right.dump ?? "")")
    let wrong = compile(
      project, ["b.json": #"{ "cutlistPart": 1, "beats": { "id": "x", "offset": "1s" } }"#])
    #expect(
      wrong.findings.contains("b.json:1:30: error: a grid of beats needs \"tempo\""),
      "\(wrong.findings)")
  }

  @Test("what may be in a part that is missing is not missed")
  func missing() {
    let text = """
      { \(Self.head), "include": "gone.json", "media": { "a": "a.mov" },
        "tracks": [ { "video": [ { "clip": "a", "duration": "1s", "style": "far" } ] } ] }
      """
    #expect(compile(text, [:]).ids == ["part-not-found"], "\(compile(text, [:]).findings)")
    // What is no text at all is told of the file that is none.
    let binary = compile(text, ["gone.json": "\u{0}\u{1}\u{2}"])
    #expect(binary.findings.contains("gone.json:1:1"), "\(binary.findings)")
  }

  @Test("a project that is cut into parts at random places is the same project")
  func randomCuts() {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<60 {
      let items = (0..<Int.random(in: 1...12, using: &random)).map {
        #"{ "clip": "a", "in": "\#($0 % 9)s", "duration": "0.5s" }"#
      }
      var parts: [String: String] = [:]
      /// A list with some of its items in a part, and some of those in another one.
      func list(_ items: [String], _ folder: String) -> String {
        guard items.count > 1, Bool.random(using: &random) else {
          return items.joined(separator: ", ")
        }
        let start = Int.random(in: 0..<items.count, using: &random)
        let end = Int.random(in: start...items.count, using: &random)
        if start == end { return items.joined(separator: ", ") }
        let name = "p\(parts.count)\(folder.count).json"
        let inner = folder + "d/"
        parts[inner + name] = ""
        parts[inner + name] =
          #"{ "cutlistPart": 1, "tracks": [ { "video": [ \#(list(Array(items[start..<end]), inner)) ] } ] }"#
        return (items[..<start] + [#"{ "include": "d/\#(name)" }"#] + items[end...])
          .joined(separator: ", ")
      }
      let split = list(items, "")
      func project(_ list: String) -> String {
        #"{ \#(Self.head), "media": { "a": "a.mov" }, "tracks": [ { "video": [ \#(list) ] } ] }"#
      }
      let one = compile(project(items.joined(separator: ", ")), [:])
      let several = compile(project(split), parts)
      #expect(several.findings == "", "\(split)\n\(parts)")
      #expect(several.dump == one.dump, "\(split)\n\(parts)")
    }
  }

  struct Mistake: CustomTestStringConvertible {
    var id: MessageID
    var project: String
    var parts: [String: String] = [:]
    /// What the finding says, with its place.
    var says: String

    var testDescription: String { "\(id)" }
  }

  private static let act =
    #"{ "cutlistPart": 1, "tracks": [ { "video": [ { "gap": "1s" } ] } ] }"#

  private static let mistakes = [
    Mistake(
      id: .partAmbiguous,
      project: #""tracks": [ { "video": [ { "include": "a.json" } ] } ]"#,
      parts: [
        "a.json":
          #"{ "cutlistPart": 1, "tracks": [ { "video": [] }, { "id": "b", "video": [] } ] }"#
      ], says: "'a.json' has 2 video tracks"),
    Mistake(
      id: .partKeyOfTrack,
      project: #""tracks": [ { "video": [ { "include": "a.json" } ] } ]"#,
      parts: [
        "a.json":
          #"{ "cutlistPart": 1, "tracks": [ { "video": [ { "gap": "1s" } ], "gain": 2 } ] }"#
      ], says: "a.json:1:65: error: \"gain\" says something of a whole track"),
    Mistake(
      id: .partNameTaken,
      project: #""media": { "m": "a.mov" }, "include": "a.json", "tracks": []"#,
      parts: ["a.json": #"{ "cutlistPart": 1, "media": { "m": "b.mov" } }"#],
      says: "a.json:1:32: error: \"media\" has a 'm' already"),
    Mistake(
      id: .partNotFound, project: #""include": ["x.json"], "tracks": []"#,
      says: "project.json:1:79: error: there is no 'x.json'"),
    Mistake(
      id: .partNotRead, project: #""include": "a.json", "tracks": []"#,
      parts: ["a.json": #"{ "cutlist": 1, "tracks": [] }"#],
      says: "'a.json' is a whole project, not a part"),
    Mistake(
      id: .circularParts, project: #""include": "a.json", "tracks": []"#,
      parts: [
        "a.json": #"{ "cutlistPart": 1, "include": "b.json" }"#,
        "b.json": #"{ "cutlistPart": 1, "include": "a.json" }"#,
      ],
      says:
        "b.json:1:32: error: circular reference: 'a.json' includes itself: 'a.json' → 'b.json' → 'a.json'"
    ),
    Mistake(
      id: .circularParts, project: #""tracks": [ { "include": "a.json" } ]"#,
      parts: ["a.json": #"{ "cutlistPart": 1, "tracks": [ { "include": "project.json" } ] }"#],
      says: "a.json:1:46: error: circular reference: 'project.json' includes itself"),
    Mistake(
      id: .partTrackTaken,
      project: #""tracks": [ { "include": "a.json" }, { "video": [ { "include": "a.json" } ] } ]"#,
      parts: ["a.json": act], says: "this track of 'a.json' is included already"),
    Mistake(
      id: .partTrackUnused, project: #""include": "a.json", "tracks": []"#,
      parts: ["a.json": act], says: "a.json:1:33: warning: nothing includes this track of 'a.json'"),
    Mistake(
      id: .partWithoutTrack,
      project: #""tracks": [ { "audio": [ { "include": "a.json" } ] } ]"#,
      parts: ["a.json": act], says: "'a.json' has no audio track"),
    Mistake(
      id: .partWithoutTrack,
      project: #""tracks": [ { "include": "a.json", "track": "x" } ]"#,
      parts: ["a.json": act], says: "'a.json' has no track 'x'"),
    Mistake(
      id: .unknownKey, project: #""include": "a.json", "tracks": []"#,
      parts: ["a.json": #"{ "cutlistPart": 1, "output": {} }"#],
      says: "a.json:1:21: error: a part has no key \"output\""),
    Mistake(
      id: .wrongType, project: #""include": 5, "tracks": []"#,
      says: "project.json:1:78: error: expected the path of a part, found the number 5"),
    Mistake(
      id: .wrongType, project: #""include": "a.json", "tracks": []"#,
      parts: ["a.json": #"{ "cutlistPart": 2, "media": [] }"#],
      says: "a.json:1:30: error: expected an object with names, found an array"),
    Mistake(
      id: .jsonSyntax, project: #""include": "a.json", "tracks": []"#,
      parts: ["a.json": #"{ "cutlistPart": 1, "media": }"#],
      says: "a.json:1:28: error: 'media' has no value"),
  ]

  @Test("what is wrong with parts is told where it stands", arguments: mistakes)
  func wrong(_ mistake: Mistake) {
    let (_, findings, ids) = compile("{ \(Self.head), \(mistake.project) }", mistake.parts)
    #expect(ids.contains(mistake.id.rawValue), "\(findings)")
    #expect(findings.contains(mistake.says), "\(findings)")
  }

  @Test("every message about parts is made by a test")
  func coverage() throws {
    let url = ProjectFolder.package.appending(
      path: "Sources/Project/ProjectFormat/Parts/PartMessages.swift")
    let names = try String(decoding: Data(contentsOf: url), as: UTF8.self)
      .matches(of: /\n  static func (\w+)/).map { String($0.1) }
    #expect(names == names.sorted())
    let others: Set<MessageID> = [.partGiven, .partBytes, .partOfParts]
    let tried = Set(Self.mistakes.map(\.id)).union(others)
    let made = tried.map { "\($0.function)" }
      .filter { $0.hasPrefix("part") || $0 == "circularParts" }
    #expect(Set(names) == Set(made))
  }

  @Test("parts are bound: in bytes together, and in how deep they include each other")
  func limits() {
    var deep: [String: String] = [:]
    for level in 0..<20 {
      deep["p\(level).json"] = #"{ "cutlistPart": 1, "include": "p\#(level + 1).json" }"#
    }
    let project = #"{ \#(Self.head), "include": "p0.json", "tracks": [] }"#
    #expect(compile(project, deep).ids.contains("part-of-parts"))
    var limits = ProjectLimits()
    _ = limits.set(.fileBytes, to: 2000)
    let padding = String(repeating: " ", count: 2000)
    let long = compile(
      project, ["p0.json": #"{ "cutlistPart": 1\#(padding) }"#], limits: limits)
    #expect(long.ids == ["part-bytes"], "\(long.findings)")
  }

  @Test("a part is no project by itself")
  func given() {
    let alone = compile(Self.act, [:])
    #expect(alone.ids == ["part-given"], "\(alone.findings)")
  }

  @Test("the schema of parts on record is the one the readers' tables give")
  func schema() throws {
    let file = ProjectFolder.package.appending(path: "Schemas/cutlist-part-1.schema.json")
    if ProcessInfo.processInfo.environment["CUTLIST_UPDATE_SNAPSHOTS"] == "1" {
      try Data(ProjectSchema.partText.utf8).write(to: file)
    }
    let recorded = try String(decoding: Data(contentsOf: file), as: UTF8.self)
    #expect(recorded == ProjectSchema.partText)
  }
}
