import FileSystem
import Testing

@testable import Workspace

/// Room is asked for where something is written, once for each file system.
@Suite("Free space")
struct SpaceEstimateTests {
  /// The movie's folder is on one file system, the cache on another.
  private func warnings(
    _ movie: Int, _ cache: Int, chunks: String? = "/cache", missing: Double = 100
  ) -> [String] {
    SpaceEstimate.warnings(bytes: 100, missing: missing, movie: "/a/b.mp4", chunks: chunks) {
      $0.hasPrefix("/cache/")
        ? FreeSpace(device: 2, bytes: cache) : FreeSpace(device: 1, bytes: movie)
    }
  }

  @Test("what fits is not told")
  func fits() {
    #expect(warnings(100, 100).isEmpty)
    #expect(warnings(200, 0, chunks: nil).isEmpty)
    #expect(warnings(100, 0, missing: 0).isEmpty)
  }

  @Test("what does not fit is told for each place")
  func full() {
    #expect(
      warnings(99, 99) == [
        "the movie takes about 100 bytes, and 99 bytes are free at '/a/b.mp4'",
        "the movie's chunks take about 100 bytes, and 99 bytes are free at '/cache'",
      ])
    #expect(
      warnings(199, 0, chunks: nil) == [
        "the movie and its chunks take about 200 bytes, and 199 bytes are free at '/a/b.mp4'"
      ])
  }

  @Test("nothing is said where nobody knows")
  func unknown() {
    #expect(
      SpaceEstimate.warnings(bytes: 1e30, missing: 1e30, movie: "a", chunks: nil) { _ in nil }
        .isEmpty)
    #expect(
      SpaceEstimate.warnings(bytes: 1e30, missing: 1e30, movie: "a", chunks: nil) { _ in
        FreeSpace(device: 1, bytes: .max)
      }.count == 1)
  }

  @Test("the system tells it of a folder that is there, and of one that will be")
  func system() throws {
    let there = try #require(FileAccess.freeSpace(at: "/tmp/a.mp4"))
    let later = try #require(FileAccess.freeSpace(at: "/tmp/no/such/folder/a.mp4"))
    #expect(there.device == later.device)
    #expect(FileAccess.freeSpace(at: "a.mp4") != nil)
  }
}
