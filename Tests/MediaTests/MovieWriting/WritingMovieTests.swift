import Foundation
import LibAV
import BaseValues
import Rendering
import Testing
@testable import OutputKinds

@testable import MovieWriting

@Suite("Writing movies")
struct WritingMovieTests {
  static let rates: [FrameRate] = [
    (24, 1), (25, 1), (30, 1), (50, 1), (60, 1), (24_000, 1001), (30_000, 1001), (60_000, 1001),
    (12, 1), (25, 2), (1000, 7), (999_983, 1000),
  ].compactMap { FrameRate($0.0, per: $0.1) }

  @Test("every picture of a movie is at k/rate exactly", arguments: rates)
  func pictureTimes(_ rate: FrameRate) throws {
    let folder = try WritingFolder()
    try writeMovie(folder.file("a.mp4"), rate: rate, chunks: [13, 1, 11])
    let movie = try ReadBack(folder.file("a.mp4"))
    let grid = FrameGrid(rate)
    #expect(
      try movie.pictures.map(\.presentation)
        == (0..<25).map { try grid.time(of: FrameIndex($0)) })
    let video = try #require(movie.stream(.video))
    let audio = try #require(movie.stream(.audio))
    let end = try grid.time(of: FrameIndex(25))
    #expect(video.exactStart == .zero)
    #expect(audio.exactStart == .zero)
    #expect(video.exactDuration == end)
    let sampleEnd = SampleGrid(rate: 48_000).nearestSample(to: end)
    let heard = try SampleGrid(rate: 48_000).time(of: sampleEnd)
    let difference = try (#require(audio.exactDuration) - heard).magnitude()
    // Where no movie scale suits both rates, the sound's end is rounded up to a picture's unit.
    let isExact = MP4Timescale(rate: rate, sampleRate: 48_000).movie % 48_000 == 0
    #expect(isExact ? difference == .zero : difference < Rational(1, 40_000) ?? .zero)
    #expect(
      video.video.averageFrameRate
        == Fraction(Int32(rate.frames), Int32(rate.seconds)))
  }

  @Test(
    "any cutting into chunks shows every frame once, in order",
    arguments: [[48], [24, 24], [7, 7, 7, 7, 7, 7, 6], [1, 1, 2, 3, 41], [16, 32]])
  func chunkings(_ chunks: [Int]) throws {
    let folder = try WritingFolder()
    let rate = try #require(FrameRate(24))
    let settings = Synthetic.settings(rate: rate, preset: "medium")
    try writeMovie(
      folder.file("a.mp4"), rate: rate, chunks: chunks, sampleRate: nil, settings: settings)
    let movie = try ReadBack(folder.file("a.mp4"))
    #expect(movie.levels.count == 48)
    for (number, level) in movie.levels.enumerated() {
      #expect(abs(Int(level) - Int(Synthetic.level(number))) <= 2, "frame \(number)")
    }
    var starts: Set<Int> = []
    var start = 0
    for count in chunks {
      starts.insert(start)
      start += count
    }
    let keys = movie.pictures.indices.filter { movie.pictures[$0].isKey }
    #expect(Set(keys) == starts)
  }

  @Test("key frames inside a chunk are at most the group's length apart, and where asked for")
  func groups() throws {
    let rate = try #require(FrameRate(30))
    let encoder = try VideoChunkEncoder(
      Synthetic.settings(rate: rate, gopFrames: 10, preset: "medium"))
    for number in 0..<36 {
      try encoder.encode(Synthetic.frame(number), startsGroup: number == 17)
    }
    let chunk = try encoder.finish()
    let keys = chunk.packets.filter(\.isKey).map(\.presentation).sorted()
    // x264 may choose an earlier place, where the picture changes.
    #expect(keys.first == 0)
    #expect(keys.contains(17))
    #expect(zip(keys, keys.dropFirst() + [36]).allSatisfy { $1 - $0 <= 10 })
  }

  @Test("the bytes of a movie do not depend on the run or on which track comes first")
  func sameBytes() throws {
    let folder = try WritingFolder()
    let rate = try #require(FrameRate(30_000, per: 1001))
    for (name, soundFirst) in [("a.mp4", false), ("b.mp4", false), ("c.mp4", true)] {
      try writeMovie(folder.file(name), rate: rate, chunks: [30, 30, 5], soundFirst: soundFirst)
    }
    let first = try folder.bytes("a.mp4")
    #expect(first.count > 10_000)
    #expect(try folder.bytes("b.mp4") == first)
    #expect(try folder.bytes("c.mp4") == first)
    #expect(try folder.names == ["a.mp4", "b.mp4", "c.mp4"])
  }

  @Test("pictures alone and sound alone make a movie")
  func singleTracks() throws {
    let folder = try WritingFolder()
    let rate = try #require(FrameRate(25))
    try writeMovie(folder.file("v.mp4"), rate: rate, chunks: [10], sampleRate: nil)
    let pictures = try ReadBack(folder.file("v.mp4"))
    #expect(pictures.streams.map(\.kind) == [.video])
    #expect(pictures.levels.count == 10)

    var encoder = try AudioTrackEncoder(AudioEncoderSettings(sampleRate: 44_100, channels: 1))
    var writer = try MovieWriter(
      path: folder.file("s.mp4"), video: nil, sound: encoder.parameters)
    let block = Synthetic.sound(from: 0, count: 30_000, rate: 44_100, channels: 1)
    try writer.append(sound: encoder.append(block))
    try writer.append(sound: encoder.finish())
    try writer.finish()
    let sound = try ReadBack(folder.file("s.mp4"))
    #expect(sound.streams.map(\.kind) == [.audio])
    #expect(sound.streams.first?.exactStart == .zero)
    #expect(sound.streams.first?.exactDuration == Rational(30_000, 44_100))
  }

  @Test("the movie is tagged BT.709, limited range, square pixels, and begins with its index")
  func tags() throws {
    let folder = try WritingFolder()
    let rate = try #require(FrameRate(30))
    try writeMovie(folder.file("a.mp4"), rate: rate, chunks: [5])
    let video = try #require(try ReadBack(folder.file("a.mp4")).stream(.video)).video
    #expect(
      video.colour
        == ColorTags(
          range: .limited, matrix: .bt709, primaries: .bt709, transfer: .bt709,
          chromaLocation: .left))
    #expect(video.sampleAspect == Fraction(1, 1))
    let text = String(decoding: try folder.bytes("a.mp4"), as: Unicode.ASCII.self)
    let index = try #require(text.range(of: "moov"))
    let data = try #require(text.range(of: "mdat"))
    #expect(index.lowerBound < data.lowerBound)
    #expect(text.contains("colrnclx"))
  }

  @Test(
    "a 450 frame movie of 15 s is what ffprobe says it is",
    .enabled(if: Tool.isInstalled("ffprobe"), "ffprobe is not installed"))
  func probe() throws {
    let folder = try WritingFolder()
    let rate = try #require(FrameRate(30))
    try writeMovie(
      folder.file("a.mp4"), rate: rate, chunks: Array(repeating: 60, count: 7) + [30])
    let facts = try Tool.run(
      "ffprobe",
      [
        "-v", "error", "-count_packets", "-show_entries",
        "stream=codec_name,r_frame_rate,avg_frame_rate,start_time,duration,nb_frames,"
          + "nb_read_packets,color_range,color_space,color_transfer,color_primaries"
          + ":format=start_time,duration", "-of", "default=nw=1", folder.file("a.mp4"),
      ])
    #expect(
      facts == """
        codec_name=h264
        color_range=tv
        color_space=bt709
        color_transfer=bt709
        color_primaries=bt709
        r_frame_rate=30/1
        avg_frame_rate=30/1
        start_time=0.000000
        duration=15.000000
        nb_frames=450
        nb_read_packets=450
        codec_name=aac
        r_frame_rate=0/0
        avg_frame_rate=0/0
        start_time=0.000000
        duration=15.000000
        nb_frames=705
        nb_read_packets=705
        start_time=0.000000
        duration=15.000000

        """)
  }
}
