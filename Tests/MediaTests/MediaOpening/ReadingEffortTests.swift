import Diagnostics
import Foundation
import LibAV
import Testing

@testable import FileSystem
@testable import MediaOpening

@Suite struct ReadingEffortTests {
  @Test("a file is read as often as it is long, and no more often without end")
  func counting() {
    let effort = ReadingEffort(forBytes: 6400)
    var reads = 0
    while !effort.isExhausted() { reads += 1 }
    #expect(reads == (1 << 20) + 100)
  }

  @Test("a file that takes too much effort is refused in words")
  func words() throws {
    let folder = try WritingFolder()
    let path = folder.file("a.wav")
    let wave = Media.wave(Array(repeating: 7, count: 4800), rate: 48_000)
    try Data(wave).write(to: URL(fileURLWithPath: path))
    let effort = ReadingEffort(forBytes: -64 << 20)
    do throws(LibAVError) {
      _ = try InputFile(.file(path: path), protocols: [], effort: effort)
      Issue.record("it was opened")
    } catch {
      let problem = MediaProblem(opening: error, path: path, item: Media.item(path))
      #expect(problem.diagnostic.message.contains("leads in circles"))
    }
    _ = try InputFile(
      .file(path: path), protocols: [], effort: ReadingEffort(forBytes: Int64(wave.count)))
  }

  @Test("where memory is short the file is not blamed")
  func memory() {
    let error = LibAVError.library(status: -ENOMEM, doing: "open input")
    let problem = MediaProblem(opening: error, path: "a.wav", item: Media.item("a.wav"))
    #expect(problem.diagnostic.id == .mediaUnreadable)
    #expect(
      problem.diagnostic.fixes.map(\.message) == ["make memory free, or allow more (ulimit -v)"])
  }
}
