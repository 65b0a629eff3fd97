import Diagnostics
import Foundation
import Testing

@Suite("Ids that can be silenced")
struct SilenceableTests {
  @Test("they are those of the warnings that the sources make")
  func warnings() throws {
    let sources = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources").standardizedFileURL
    let files = try #require(FileManager.default.enumerator(atPath: sources.path))
    var names: Set<String> = []
    for case let path as String in files where path.hasSuffix(".swift") {
      let text = try String(contentsOf: sources.appending(path: path), encoding: .utf8)
      // Of a table, or made where it is found; some are errors elsewhere.
      for match in text.matches(of: #/\bwarning\(\s*\.(\w+)/#) { names.insert(String(match.1)) }
      for match in text.matches(of: #/id: \.(\w+),\s*severity: [^,]*\.warning\b/#) {
        names.insert(String(match.1))
      }
    }
    #expect(names.count > 50)
    let ids = Set(MessageID.allCases.filter { names.contains("\($0.caseName)") })
    #expect(ids.count == names.count, "a warning has no id of its name")
    // A note that stands by itself.
    #expect(MessageID.silenceable == ids.union([.soundNotHeard]))
  }
}

extension MessageID {
  /// `sound-clips` as `soundClips`.
  fileprivate var caseName: String {
    let words = rawValue.split(separator: "-")
    return words.dropFirst().reduce(String(words[0])) {
      $0 + $1.prefix(1).uppercased() + $1.dropFirst()
    }
  }
}
