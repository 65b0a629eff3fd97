import Foundation
import BaseValues
import OutputKinds
import Raster
import Rendering
import Testing
import TimelineModel

@testable import FileSystem
@testable import MovieWriting

@Suite("Failing to write movies")
struct WritingFailureTests {
  private let settings = Synthetic.settings(
    rate: FrameRate(30) ?? Self.fallback, size: Size(width: 64, height: 36))
  private static let fallback = FrameRate(rational: .one)!

  private func chunk(_ range: Range<Int> = 0..<6) throws -> EncodedChunk {
    try Synthetic.chunk(range, settings)
  }

  /// The error of `body`, `nil` when there was none.
  private func failure(_ body: () throws -> Void) -> MovieWriteError? {
    do {
      try body()
      return nil
    } catch {
      return error as? MovieWriteError
    }
  }

  @Test("a movie that is dropped leaves nothing behind and what was there as it was")
  func dropped() throws {
    let folder = try WritingFolder()
    try Data("old".utf8).write(to: URL(fileURLWithPath: folder.file("a.mp4")))
    do {
      var writer = try MovieWriter(path: folder.file("a.mp4"), video: settings, sound: nil)
      try writer.append(chunk())
      #expect(try folder.names == ["a.mp4"])
    }
    #expect(try folder.names == ["a.mp4"])
    #expect(try folder.bytes("a.mp4") == Array("old".utf8))
  }

  @Test("a finished movie takes the place of what was there")
  func replaced() throws {
    let folder = try WritingFolder()
    try Data("old".utf8).write(to: URL(fileURLWithPath: folder.file("a.mp4")))
    var writer = try MovieWriter(path: folder.file("a.mp4"), video: settings, sound: nil)
    try writer.append(chunk())
    try writer.finish()
    #expect(try folder.names == ["a.mp4"])
    #expect(try ReadBack(folder.file("a.mp4")).levels.count == 6)
  }

  @Test("names that need care are taken as they are")
  func names() throws {
    let folder = try WritingFolder()
    let long = String(repeating: "é", count: 120) + ".mp4"
    for name in ["a:b.mp4", "http:x", "%d.mp4", "with space", "pipe:1", long] {
      var writer = try MovieWriter(path: folder.file(name), video: settings, sound: nil)
      try writer.append(chunk())
      try writer.finish()
    }
    #expect(try folder.names.count == 6)
    #expect(try folder.names.contains("pipe:1"))
  }

  @Test("a place where no movie can appear is refused before anything is rendered")
  func places() throws {
    let folder = try WritingFolder()
    func open(_ path: String) -> MovieWriteError? {
      failure { _ = try MovieWriter(path: path, video: settings, sound: nil) }
    }
    #expect(open(folder.path)?.systemErrorNumber == EISDIR)
    #expect(open(folder.file("none/a.mp4"))?.systemErrorNumber == ENOENT)
    let device = open("/dev/null")
    #expect(
      device?.description
        == "cannot write movie '/dev/null': that is there and is not an ordinary file")
    let text = failure { _ = try PartialFile(destination: "/dev/null", activity: "write") }
    #expect(
      text?.description == "cannot write '/dev/null': that is there and is not an ordinary file")
    #expect(open("")?.reason == .refused("that is no file name"))
    #expect(open(folder.path + "/")?.reason == .refused("that is no file name"))
    #expect(open("a\0b") != nil)
    #expect(try folder.names.isEmpty)
  }

  @Test("a chunk of other settings is refused by its number")
  func mismatch() throws {
    let folder = try WritingFolder()
    var writer = try MovieWriter(path: folder.file("a.mp4"), video: settings, sound: nil)
    try writer.append(chunk())
    var other = settings
    other.preset = "medium"
    let error = #expect(throws: MovieWriteError.self) {
      try writer.append(Synthetic.chunk(0..<6, other))
    }
    #expect(
      error?.reason == .refused("chunk 1 was encoded with other settings than the first"))
    #expect(error?.renderError.kind == .disk)
  }

  @Test("a damaged chunk is refused, whatever is wrong with it")
  func damaged() throws {
    let good = try chunk()
    let faults: [(String, (inout EncodedChunk) -> Void)] = [
      ("no frames", { $0 = EncodedChunk(parameters: $0.parameters, packets: [], frameCount: 0) }),
      ("negative count", { $0.frameCount = -1 }),
      ("missing packet", { $0.packets.removeLast() }),
      ("huge count", { $0.frameCount = .max }),
      ("no key frame", { $0.packets[0].isKey = false }),
      ("shown twice", { $0.packets[1].presentation = 0 }),
      ("shown too late", { $0.packets[5].presentation = 6 }),
      ("shown at the end of time", { $0.packets[5].presentation = .max }),
      ("shown at the beginning of time", { $0.packets[5].presentation = .min }),
      ("decoded at the beginning of time", { $0.packets[0].decoding = .min }),
      ("decoded out of order", { $0.packets[3].decoding = 2 }),
      ("decoded too late", { $0.packets.swapAt(1, 2) }),
    ]
    #expect(good.fault(of: .h264) == nil)
    for (name, damage) in faults {
      var bad = good
      damage(&bad)
      #expect(bad.fault(of: .h264) != nil, "\(name)")
    }
  }

  @Test("a movie without frames or without its sound does not appear")
  func empty() throws {
    let folder = try WritingFolder()
    let encoder = try AudioTrackEncoder(AudioEncoderSettings())
    #expect(throws: MovieWriteError.self) {
      _ = try MovieWriter(path: folder.file("a.mp4"), video: nil, sound: nil)
    }
    #expect(throws: MovieWriteError.self) {
      var writer = try MovieWriter(path: folder.file("a.mp4"), video: settings, sound: nil)
      try writer.finish()
    }
    #expect(throws: MovieWriteError.self) {
      var writer = try MovieWriter(
        path: folder.file("a.mp4"), video: settings, sound: encoder.parameters)
      try writer.append(chunk())
      try writer.finish()
    }
    #expect(try folder.names.isEmpty)
  }

  @Test("sound that goes back in time is refused")
  func soundOrder() throws {
    let folder = try WritingFolder()
    var encoder = try AudioTrackEncoder(AudioEncoderSettings())
    var packets = try encoder.append(Synthetic.sound(from: 0, count: 9_000, rate: 48_000))
    packets.swapAt(1, 2)
    var writer = try MovieWriter(
      path: folder.file("a.mp4"), video: nil, sound: encoder.parameters)
    #expect(throws: MovieWriteError.self) { try writer.append(sound: packets) }
  }

  @Test("settings that x264 would refuse are refused with the reason")
  func encoderRefusals() throws {
    func message(_ change: (inout VideoEncoderSettings) -> Void) -> String? {
      var changed = settings
      change(&changed)
      do {
        _ = try VideoChunkEncoder(changed)
        return nil
      } catch {
        #expect(error.kind == .encoder)
        return error.message
      }
    }
    #expect(message { $0.preset = "quick" }?.contains("quick") == true)
    #expect(message { $0.tune = "loud" }?.contains("loud") == true)
    #expect(
      message { $0.profile = "low" }?.contains(
        "no profile is called 'low'; there are baseline, main, high") == true)
    #expect(message { $0.rateControl = .crf(tenths: 511) } != nil)
    #expect(message { $0.rateControl = .crf(tenths: -1) } != nil)
    #expect(message { $0.rateControl = .bitRate(0) } != nil)
    #expect(message { $0.gopFrames = 0 } != nil)
    #expect(message { $0.gopFrames = .max } != nil)
    #expect(message { $0.size.width = 0 } != nil)
    #expect(message { $0.size.width = .max } != nil)
    #expect(message { $0.size.height = 37 }?.contains("even width and height") == true)
    #expect(message { $0.tune = "film" } == nil)
    #expect(message { $0.rateControl = .bitRate(500_000) } == nil)
  }

  @Test("a codec without an encoder is refused, and one that the container does not hold")
  func otherCodecs() throws {
    var other = settings
    other.codec.name = "other"
    other.codec.title = "Other"
    other.codec.encoder = "no such encoder"
    let missing = #expect(throws: RenderError.self) { _ = try VideoChunkEncoder(other) }
    #expect(missing?.kind == .encoder)
    let folder = try WritingFolder()
    let error = #expect(throws: MovieWriteError.self) {
      _ = try MovieWriter(path: folder.file("a.mp4"), video: other, sound: nil)
    }
    #expect(error?.reason == .refused("MP4 holds no Other"))
  }

  @Test("a picture of another size or format is refused")
  func otherPictures() throws {
    let encoder = try VideoChunkEncoder(settings)
    #expect(throws: RenderError.self) {
      try encoder.encode(Synthetic.frame(0, size: Size(width: 64, height: 38)))
    }
    #expect(throws: RenderError.self) {
      var picture = MutableImage(format: .yuva420p8, size: settings.size)
      picture.fill(y: 16, u: 128, v: 128)
      try encoder.encode(picture.freeze())
    }
  }

  @Test("a full disk is told apart from other failures, and the partial movie is removed")
  func outOfSpace() async {
    // A limit on file sizes is the whole process's: hence a process of its own.
    await #expect(processExitsWith: .success) { exit(try WritingFailureTests.writeWithLimit()) }
  }

  /// 0 when writing fails as it should at any limit of file sizes that is less than the movie.
  private static func writeWithLimit() throws -> Int32 {
    signal(SIGXFSZ, SIG_IGN)
    let folder = try WritingFolder()
    let rate = try #require(FrameRate(30))
    func write(_ name: String) throws {
      try writeMovie(folder.file(name), rate: rate, chunks: [30, 30])
    }
    try write("whole.mp4")
    let size = try folder.bytes("whole.mp4").count
    for limit in [0, 1, 5_000, size / 2, size - 3_000, size - 1, size] {
      var limits = rlimit(rlim_cur: rlim_t(limit), rlim_max: rlim_t(size))
      guard unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limits) == 0 else {
        return 1
      }
      do {
        try write("a.mp4")
        return try limit == size && folder.bytes("a.mp4").count == size ? 0 : 2
      } catch let error as MovieWriteError {
        let isRight =
          error.isOutOfSpace && error.systemErrorNumber == EFBIG
          && error.renderError.kind == .disk
        guard try isRight && folder.names == ["whole.mp4"] else { return 3 }
      }
    }
    return 4
  }

  private static let smallFolder = ProcessInfo.processInfo.environment["CUTLIST_SMALL_FOLDER"]

  @Test(
    "a full file system is out of space",
    .enabled(if: smallFolder != nil, "CUTLIST_SMALL_FOLDER names no folder on a small disk"))
  func smallDisk() throws {
    let folder = try #require(Self.smallFolder)
    let rate = try #require(FrameRate(30))
    let error = failure {
      try writeMovie(folder + "/a.mp4", rate: rate, chunks: Array(repeating: 30, count: 20))
    }
    #expect(error?.isOutOfSpace == true)
    #expect(error?.systemErrorNumber == ENOSPC)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
  }

  @Test("numbers of the system that mean a full disk")
  func spaceNumbers() {
    let full = MovieWriteError("write movie", path: "a.mp4", .system(ENOSPC))
    #expect(full.isOutOfSpace)
    #expect(full.description == "cannot write movie 'a.mp4': no space left on device")
    #expect(!MovieWriteError("write movie", path: "a.mp4", .system(EACCES)).isOutOfSpace)
  }
}
