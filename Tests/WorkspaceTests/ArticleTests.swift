import Diagnostics
import Foundation
import BaseValues
import PlanModel
import ProjectFormat
import Testing
import TimelineModel
import Workspace

@Suite("Texts about the sources")
struct ArticleTests {
  private static let walk = "Sources/Workspace/Workspace/Workspace.docc/FromTextToPacket.md"

  private static let costs = "Sources/Workspace/Workspace/Workspace.docc/PlanningLargeRenders.md"

  private static let map =
    "Sources/cutlist/CommandLineInterface/Manual.docc/WhereThingsAre.md"

  @Test("files, modules, types and members that are named exist", arguments: [walk, costs, map])
  func names(_ path: String) throws {
    let names = try Article(path).names.filter(Declarations.isName)
    let declarations = try Declarations()
    #expect(names.count > (path == Self.costs ? 6 : 40))
    #expect(try names.filter { try !declarations.has($0) } == [])
  }

  @Test("a name that does not exist is noticed")
  func unknown() throws {
    let declarations = try Declarations()
    for name in [
      "Sources/Nowhere.swift", "NoSuchType", "FrameGrid.noSuchMember",
      "FrameGrid.nearestFrame(of:)",
    ] {
      #expect(Declarations.isName(name))
      #expect(try !declarations.has(name))
    }
    for word in ["cross-fade", "beach.mp4", "\"2s\"", "make test", "CI"] {
      #expect(!Declarations.isName(word))
    }
  }

  @Test("the project of the walk has the plan that is quoted")
  func plan() throws {
    let walk = try Article(Self.walk)
    func pictures(_ width: Int, _ height: Int, rate: Int64, count: Int) throws -> MediaFacts {
      let times = FrameTimes.regular(
        start: .zero, rate: try #require(FrameRate(rate)), count: count)
      let size = Size(width: width, height: height)
      return MediaFacts(
        video: VideoFacts(codedSize: size, frames: times), audio: nil, contentHash: "")
    }
    let song = AudioFacts(
      sampleRate: 48_000, channels: 2, range: TimeRange(start: .zero, end: Rational(12)))
    let facts = [
      try pictures(1280, 720, rate: 25, count: 250), try pictures(640, 360, rate: 30, count: 240),
      MediaFacts(video: nil, audio: song, contentHash: ""),
    ]
    let file = SourceFile(path: "/nowhere/day.json", text: try walk.example("json"))
    let project = ProjectLoader().load(file) { document in
      var catalog = MediaCatalog(count: document.mediaItems.count)
      for (item, facts) in zip(document.mediaItems, facts) { catalog[item.id] = facts }
      return OpenedMedia(catalog: catalog)
    }
    #expect(project.diagnostics == [])
    let plan = PlanDump.text(try #require(project.plan), contentHashes: false)
    let lines = Set(plan.split(separator: "\n"))
    let quoted = try walk.example("plan").split(separator: "\n")
    #expect(quoted.count > 10)
    #expect(quoted.filter { !lines.contains($0) } == [])
  }
}

/// A text in Markdown.
private struct Article {
  /// Prose and examples in turn, as fences separate them; an example begins with its language.
  private let parts: [String]

  /// - Parameter path: from the package's folder.
  init(_ path: String) throws {
    parts = try String(contentsOf: Declarations.package.appending(path: path), encoding: .utf8)
      .components(separatedBy: "```")
  }

  /// What stands in backticks, each once.
  var names: [String] {
    let prose = stride(from: 0, to: parts.count, by: 2).map { parts[$0] }.joined()
    let spans = prose.components(separatedBy: "`").enumerated()
    return Set(spans.filter { $0.offset % 2 == 1 }.map(\.element)).sorted()
  }

  /// The first example in a language.
  func example(_ language: String) throws -> String {
    let example = parts.first { $0.hasPrefix("\(language)\n") }
    return String(try #require(example).dropFirst(language.count + 1))
  }
}

/// What the package's sources declare.
private struct Declarations {
  static let package = gallery.deletingLastPathComponent()

  /// The files that declare or extend a type, by its name.
  private var files: [String: [String]] = [:]
  private let modules: Set<String>

  init() throws {
    let folder = Self.package.appending(path: "Sources").path
    modules = Set(
      try FileManager.default.contentsOfDirectory(atPath: folder).flatMap {
        try FileManager.default.contentsOfDirectory(atPath: "\(folder)/\($0)")
      })
    let pattern = try NSRegularExpression(
      pattern: #"\b(?:struct|class|enum|protocol|typealias|extension)\s+([A-Z]\w*)"#)
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder)
    where path.hasSuffix(".swift") {
      let text = try String(contentsOfFile: "\(folder)/\(path)", encoding: .utf8)
      let all = NSRange(text.startIndex..., in: text)
      let types = pattern.matches(in: text, range: all).compactMap {
        Range($0.range(at: 1), in: text).map { String(text[$0]) }
      }
      for type in Set(types) { files[type, default: []].append(text) }
    }
  }

  /// Whether a word is a path below `Sources`, or looks like `FrameGrid` or `FrameGrid.time(of:)`.
  static func isName(_ word: String) -> Bool {
    word.hasPrefix("Sources/")
      || word.matches(#"^[A-Z]\w*[a-z]\w*(\.[a-z]\w*(\([A-Za-z_:]*\))?)?$"#)
  }

  func has(_ name: String) throws -> Bool {
    if name.hasPrefix("Sources/") {
      return FileManager.default.fileExists(atPath: Self.package.appending(path: name).path)
    }
    let words = name.split { ".():".contains($0) }.map(String.init)
    guard words.count > 1 else { return files[name] != nil || modules.contains(name) }
    // A parameter without a label may have any name.
    let labels = words.dropFirst(2).filter { $0 != "_" }.map { "\\b\($0)[ :]" }
    let pattern =
      labels.isEmpty
      ? "\\b(func|var|let|case)\\s+([\\w, ]*\\b)?\(words[1])\\b"
      : "\\bfunc\\s+\(words[1])\\b[^(]*\\([^{]*?" + labels.joined(separator: "[^{]*?")
    return files[words[0], default: []].contains { $0.matches(pattern) }
  }
}

extension String {
  fileprivate func matches(_ pattern: String) -> Bool {
    range(of: pattern, options: .regularExpression) != nil
  }
}
