import Foundation
import LibAV
import BaseValues
import MovieWriting
import OutputKinds
import PlanModel
import Rendering
import Testing

@Suite("The movie as a render's sink")
struct WritingSinkTests {
  private func output(audio: AudioEncoding?) throws -> PlannedOutput {
    PlannedOutput(
      size: Size(width: 320, height: 180), rate: try #require(FrameRate(25)),
      frameCount: 50, background: YCbCr(y: 16, cb: 128, cr: 128),
      video: VideoEncoding(preset: "veryfast"), audio: audio)
  }

  @Test("the index of a movie whose length is known comes first without copying it")
  func index() throws {
    let folder = try WritingFolder()
    let plan = try output(audio: nil)
    let sink = try MovieFileSink(path: folder.file("a.mp4"), output: plan)
    try sink.append(Synthetic.chunk(0..<50, VideoEncoderSettings(plan)), to: 0)
    try sink.finish()
    let kinds = try boxes(folder.bytes("a.mp4"))
    #expect(kinds == ["ftyp", "moov", "free", "free", "mdat"])
    #expect(try ReadBack(folder.file("a.mp4")).levels.count == 50)
  }

  /// Kinds of the outermost boxes of a movie, in order.
  private func boxes(_ bytes: [UInt8]) throws -> [String] {
    var kinds: [String] = []
    var place = 0
    while place + 8 <= bytes.count {
      let size = bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
      kinds.append(String(decoding: bytes[place + 4..<place + 8], as: UTF8.self))
      try #require(size >= 8)
      place += size
    }
    #expect(place == bytes.count)
    return kinds
  }

  @Test("pictures and sound given in turns make one movie")
  func turns() throws {
    let folder = try WritingFolder()
    let plan = try output(audio: AudioEncoding(bitRate: 96_000, sampleRate: 48_000, channels: 2))
    let sink = try MovieFileSink(path: folder.file("a.mp4"), output: plan)
    let chunks = RenderPlan(
      output: plan, sources: [], conforms: [], rasters: [], segments: [],
      audio: AudioPlan(sampleRate: 48_000, channels: 2, sampleCount: 96_000, spans: []),
      chunks: [], ledger: []
    ).audioChunks
    for start in [0, 25] {
      try sink.append(Synthetic.chunk(start..<start + 25, VideoEncoderSettings(plan)), to: 0)
    }
    for chunk in chunks {
      let encoder = try SoundChunkEncoder(
        AudioEncoderSettings(try #require(plan.audio)), chunk: chunk)
      try encoder.encode(
        Synthetic.sound(
          from: Int(chunk.samples.lowerBound), count: chunk.samples.count, rate: 48_000))
      try sink.append(try encoder.finish(), to: 1)
    }
    #expect(try folder.names.contains("a.mp4") == false)
    try sink.finish()
    #expect(try folder.names == ["a.mp4"])
    let movie = try ReadBack(folder.file("a.mp4"))
    #expect(movie.levels.count == 50)
    #expect(movie.stream(.video)?.exactDuration == Rational(2))
    #expect(movie.stream(.audio)?.exactDuration == Rational(2))
    #expect(movie.samples.count >= 96_000)
  }

  @Test("a cancelled movie leaves nothing behind")
  func cancelled() throws {
    let folder = try WritingFolder()
    let plan = try output(audio: nil)
    let sink = try MovieFileSink(path: folder.file("a.mp4"), output: plan)
    try sink.append(Synthetic.chunk(0..<25, VideoEncoderSettings(plan)), to: 0)
    sink.cancel()
    #expect(try folder.names.isEmpty)
  }

  @Test("a failure is told as a failure of the disk or of the encoder")
  func kinds() throws {
    let folder = try WritingFolder()
    let silent = try output(audio: nil)
    let missing = #expect(throws: RenderError.self) {
      _ = try MovieFileSink(path: folder.file("none/a.mp4"), output: silent)
    }
    #expect(missing?.kind == .disk)
    #expect(missing?.message.contains("none/a.mp4") == true)
    let odd = try output(audio: AudioEncoding(bitRate: 96_000, sampleRate: 1, channels: 2))
    let refused = #expect(throws: RenderError.self) {
      _ = try MovieFileSink(path: folder.file("a.mp4"), output: odd)
    }
    #expect(refused?.kind == .encoder)
    #expect(try folder.names.isEmpty)
  }

  @Test("without a group length key frames are two seconds apart")
  func groupLength() throws {
    #expect(try VideoEncoderSettings(output(audio: nil)).gopFrames == 50)
  }
}
