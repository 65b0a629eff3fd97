import Foundation
import Testing

@testable import ChunkStorage

@Suite("What is known of versions")
struct VersionRecordTests {
  @Test("a record is found under its key alone, wherever its file was put")
  func keys() throws {
    let folder = try WritingFolder()
    let records = VersionRecords(folder: folder.file("cache"))
    records.keep([1, 2], ["a", ""], for: "one")
    let first = try #require(try files(folder).first)
    records.keep([3], [], for: "two")
    let second = try #require(try files(folder).first { $0 != first })
    let kept = try #require(records.record(for: "one"))
    #expect(kept.numbers == [1, 2] && kept.words == ["a", ""])
    let bytes = try Data(contentsOf: URL(fileURLWithPath: first))
    try bytes.write(to: URL(fileURLWithPath: second))
    #expect(records.record(for: "two") == nil)
    #expect(records.record(for: "one") != nil)
  }

  private func files(_ folder: WritingFolder) throws -> [String] {
    let top = folder.file("cache/versions")
    return try FileManager.default.subpathsOfDirectory(atPath: top)
      .filter { $0.hasSuffix(".version") }.map { "\(top)/\($0)" }.sorted()
  }
}
