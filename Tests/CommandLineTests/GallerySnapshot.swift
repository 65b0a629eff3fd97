import Foundation
import Testing

/// Text that is compared with a golden file, or written to it.
enum GallerySnapshot {
  /// Whether golden files are to be written: with `CUTLIST_UPDATE_SNAPSHOTS=1`, never under CI.
  static func isUpdating(_ environment: [String: String]) throws -> Bool {
    guard environment["CUTLIST_UPDATE_SNAPSHOTS"] == "1" else { return false }
    if let ci = environment["CI"], !ci.isEmpty { throw Refusal() }
    return true
  }

  struct Refusal: Error, CustomStringConvertible {
    var description: String { "golden files are not updated under CI" }
  }

  /// Compares `text` with the golden file, or writes it there.
  static func expect(
    _ text: String, like golden: URL, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    if try isUpdating(ProcessInfo.processInfo.environment) {
      try FileManager.default.createDirectory(
        at: golden.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: golden, atomically: true, encoding: .utf8)
      return
    }
    guard let expected = try? String(contentsOf: golden, encoding: .utf8) else {
      Issue.record(
        "\(golden.path) is missing; write it with CUTLIST_UPDATE_SNAPSHOTS=1",
        sourceLocation: sourceLocation)
      return
    }
    if let difference = difference(text, expected) {
      Issue.record("\(golden.path): \(difference)", sourceLocation: sourceLocation)
    }
  }

  /// The first lines that differ and how many do, or nil.
  static func difference(_ actual: String, _ expected: String) -> String? {
    guard actual != expected else { return nil }
    let actual = actual.split(separator: "\n", omittingEmptySubsequences: false)
    let expected = expected.split(separator: "\n", omittingEmptySubsequences: false)
    var count = 0
    var shown: [String] = []
    for index in 0..<max(actual.count, expected.count) {
      let new = index < actual.count ? actual[index] : "nothing"
      let old = index < expected.count ? expected[index] : "nothing"
      guard new != old else { continue }
      count += 1
      if count <= 5 { shown.append("line \(index + 1) was '\(old)', is '\(new)'") }
    }
    return (["\(count) lines differ"] + shown).joined(separator: "\n")
  }
}
