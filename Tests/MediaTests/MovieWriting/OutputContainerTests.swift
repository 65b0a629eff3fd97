import BaseValues
import FileSystem
import Foundation
import LibAV
import OutputKinds
import PlanModel
import Raster
import Rendering
import Testing

@testable import MovieWriting

/// A container with one of the pairs of codecs that it holds.
struct ContainedCodecs: Sendable, CustomTestStringConvertible {
  var container: MovieContainer
  var video: VideoCodec
  var audio: AudioCodec

  var testDescription: String { "\(video) and \(audio) in \(container)" }

  static let all = MovieContainer.all.flatMap { container in
    container.videoCodecs.flatMap { video in
      container.audioCodecs.map { ContainedCodecs(container: container, video: video, audio: $0) }
    }
  }
}

@Suite("Every container with every codec that it holds")
struct OutputContainerTests {
  @Test(
    "a movie is written, is known again by its mark, and reads back", arguments: ContainedCodecs.all
  )
  func movie(_ kinds: ContainedCodecs) throws {
    let folder = try WritingFolder()
    let path = folder.file("a" + kinds.container.ending)
    var output = PlannedOutput(
      size: Synthetic.size, rate: try #require(FrameRate(25)), frameCount: 20,
      background: YCbCr(y: 16, cb: 128, cr: 128),
      video: VideoEncoding(kinds.video, preset: kinds.video.fastPreset),
      audio: AudioEncoding(kinds.audio))
    output.container = kinds.container
    let rate = try #require(output.audio?.sampleRate)
    var plan = RenderPlan(
      output: output, sources: [], conforms: [], rasters: [], segments: [],
      audio: AudioPlan(
        sampleRate: rate, channels: 2, sampleCount: output.sample(ofFrame: 20, sampleRate: rate),
        spans: []), chunks: [], ledger: [])
    plan.chunks = [Chunk(index: 0, frames: 0..<10), Chunk(index: 1, frames: 10..<20)]

    let sink = try MovieFileSink(path: path, output: output)
    for chunk in plan.chunks {
      try sink.append(Synthetic.chunk(chunk.frames, VideoEncoderSettings(output)), to: 0)
    }
    for chunk in plan.audioChunks {
      let encoder = try SoundChunkEncoder(
        AudioEncoderSettings(AudioEncoding(kinds.audio)), chunk: chunk)
      try encoder.encode(
        Synthetic.sound(
          from: Int(chunk.samples.lowerBound), count: chunk.samples.count, rate: rate))
      try sink.append(try encoder.finish(), to: 1)
    }
    try sink.finish()

    #expect(MovieContainer.isOurs(path))
    #expect(!SoundFormat.isOurs(path) && !PictureFormat.isOurs(path))
    let movie = try ReadBack(path)
    #expect(movie.stream(.video)?.codecName == kinds.video.name)
    #expect(movie.stream(.audio)?.codecName == kinds.audio.name)
    #expect(movie.pictures.count == 20 && movie.levels.count == 20)
    let most = plan.audio.map(\.sampleCount) ?? 0
    #expect(movie.samples.count >= Int(most))
    #expect(
      movie.samples.count < Int(most + kinds.audio.packetLength + kinds.audio.leadingSamples))
  }

  @Test(
    "what the codec says of its encoder's delay and packets is what the encoder does",
    arguments: AudioCodec.all)
  func sound(_ codec: AudioCodec) throws {
    for rate in codec.sampleRates {
      var encoding = AudioEncoding(codec, sampleRate: rate, channels: 1)
      encoding.bitRate = min(encoding.bitRate, codec.defaultBitRatePerChannel)
      let encoder = try AudioEncoder(AudioEncoderSettings(encoding))
      #expect(Int64(encoder.frameSize) == codec.packetLength, "\(rate)")
      #expect(Int64(encoder.initialPadding) == codec.leadingSamples, "\(rate)")
    }
  }

  @Test("every preset, profile and tuning is one of the encoder's", arguments: VideoCodec.all)
  func pictures(_ codec: VideoCodec) throws {
    let rate = try #require(FrameRate(25))
    func open(_ change: (inout VideoEncoderSettings) -> Void) throws {
      var settings = VideoEncoderSettings(VideoEncoding(codec), size: Synthetic.size, rate: rate)
      change(&settings)
      _ = try VideoChunkEncoder(settings)
    }
    for preset in codec.presets { try open { $0.preset = preset.name } }
    for format in codec.formats {
      try open { $0.bitDepth = format.bitDepth }
      for profile in format.profiles {
        try open { ($0.bitDepth, $0.profile) = (format.bitDepth, profile) }
      }
    }
    for tuning in codec.tunings { try open { $0.tune = tuning } }
    for tenths in [codec.quality.tenths.lowerBound, codec.quality.tenths.upperBound] {
      try open { $0.rateControl = .crf(tenths: tenths) }
    }
  }

  @Test("a file of sound or a picture has its kind's mark, and no other kind's")
  func marks() throws {
    let folder = try WritingFolder()
    func write<Sink: SoundFileSink & ~Copyable>(_: Sink.Type, _ path: String) throws {
      var sink = try Sink(
        to: Destination(path), sampleRate: 48_000, channels: 2, frameCount: 5000)
      try sink.append(Synthetic.sound(from: 0, count: 5000, rate: 48_000))
      try sink.finish()
    }
    try write(WaveFileSink.self, folder.file("a.wav"))
    try write(FLACFileSink.self, folder.file("a.flac"))
    for kind in SoundFormat.all {
      let path = folder.file("a" + kind.ending)
      #expect(SoundFormat.isOurs(path), "\(kind)")
      #expect(!MovieContainer.isOurs(path) && !PictureFormat.isOurs(path), "\(kind)")
    }
    try StillWriter.write(try StillWriter.png(Synthetic.frame(0)), to: folder.file("a.png"))
    #expect(PictureFormat.isOurs(folder.file("a.png")) && !SoundFormat.isOurs(folder.file("a.png")))
  }
}
