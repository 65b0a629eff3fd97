import Diagnostics
import Glibc
import Testing
import TimelineModel

@testable import MediaOpening

private let film = MediaItem(
  id: MediaID(0), name: "film", nameRange: .none, valueRange: .none,
  content: .file(path: "film.mp4", videoStream: nil, audioStream: nil))

@Suite struct OpeningWatchTests {
  @Test("a library that is busy without reading on ends the process, which names the file")
  func busy() async throws {
    let result = await #expect(
      processExitsWith: .exitCode(3), observing: [\.standardErrorContent]
    ) {
      let watch = OpeningWatch(OpeningLimits(seconds: 1))
      try watch.during(film, path: "film.mp4", effort: ReadingEffort(forBytes: 1)) {
        while true { usleep(1000) }
      }
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(text.contains("'film' (film.mp4) keeps libav busy for 1 s"))
    #expect(text.contains("--open-seconds 4"))
  }

  @Test("a file that takes more memory than allowed ends the process")
  func memory() async throws {
    let result = await #expect(
      processExitsWith: .exitCode(3), observing: [\.standardErrorContent]
    ) {
      let watch = OpeningWatch(OpeningLimits(memory: 64 << 20))
      try watch.during(film, path: "film.mp4", effort: ReadingEffort(forBytes: 1)) {
        var held: [[UInt8]] = []
        while held.count < 200 { held.append([UInt8](repeating: 1, count: 1 << 20)) }
        while !held.isEmpty { usleep(1000) }
      }
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(text.contains("needs more than 64 MiB of memory"))
  }

  @Test("a file that is being read from may take as long as it takes")
  func reading() async {
    await #expect(processExitsWith: .exitCode(7)) {
      let watch = OpeningWatch(OpeningLimits(seconds: 1))
      let effort = ReadingEffort(forBytes: 1)
      try watch.during(film, path: "film.mp4", effort: effort) {
        for _ in 0..<25 {
          usleep(100_000)
          _ = effort.isExhausted()
        }
      }
      exit(7)
    }
  }
}
