import Diagnostics
import Foundation
import ProjectFormat
import TimelineModel

/// A folder of projects beside the tests, each with a file that says what is expected of it.
struct ProjectFolder {
  static let tests = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent()
  static let package = tests.deletingLastPathComponent().deletingLastPathComponent()

  let url: URL

  init(_ name: String) { url = Self.tests.appending(path: name) }

  /// The names of its projects, without `.json`, sorted.
  var names: [String] {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
    return files.filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }.sorted()
  }

  func source(_ name: String) throws -> SourceFile {
    let data = try Data(contentsOf: url.appending(path: name + ".json"))
    return SourceFile(path: name + ".json", bytes: [UInt8](data))
  }

  /// What is expected, or what is there now when snapshots are being updated.
  func expected(_ name: String, now actual: String) throws -> String {
    let file = url.appending(path: name + ".expected")
    if ProcessInfo.processInfo.environment["CUTLIST_UPDATE_SNAPSHOTS"] == "1" {
      try Data(actual.utf8).write(to: file)
    }
    return try String(decoding: Data(contentsOf: file), as: UTF8.self)
  }
}

/// What the steps of compiling make of a project.
struct Compilation {
  /// `nil` where there is an error among the findings.
  var timeline: Timeline?
  var catalog = MediaCatalog(count: 0)
  /// In the order of their places.
  var diagnostics: [Diagnostic]
}

/// Compiles a project with made-up media.
///
/// - Parameter probing: what is found about them.
func compile(
  _ source: SourceFile, probing: [Diagnostic] = [], settings: [String: String] = [:]
) -> Compilation {
  let (document, reading) = ProjectCompiler.document(from: source, settings: settings)
  guard let document else { return Compilation(diagnostics: reading) }
  let catalog = FakeMedia.catalog(for: document.mediaItems)
  let (timeline, resolving) = ProjectCompiler.timeline(from: document, catalog: catalog)
  let checking = timeline.map { TimelineRules.check($0, catalog: catalog) } ?? []
  let findings = (reading + probing + resolving + checking).sortedByLocation()
  return Compilation(
    timeline: findings.containsErrors ? nil : timeline, catalog: catalog, diagnostics: findings)
}

func compile(_ text: String) -> Compilation {
  compile(SourceFile(path: "project.json", text: text))
}
