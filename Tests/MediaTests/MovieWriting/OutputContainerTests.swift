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

/// A container with codecs that it holds.
struct ContainedCodecs: Sendable, CustomTestStringConvertible {
  var container: MovieContainer
  var video: VideoCodec
  var audio: AudioCodec

  var testDescription: String { "\(video) and \(audio) in \(container)" }

  /// Each codec once in each container.
  static let all = MovieContainer.all.flatMap { container -> [ContainedCodecs] in
    guard let video = container.videoCodecs.first, let audio = container.audioCodecs.first else {
      return []
    }
    return container.videoCodecs.map {
      ContainedCodecs(container: container, video: $0, audio: audio)
    }
      + container.audioCodecs.dropFirst().map {
        ContainedCodecs(container: container, video: video, audio: $0)
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
    // Without edit lists decoders hand over what comes before the sound, too.
    let leading = kinds.container.descriptionForm.hasBoxes ? 0 : kinds.audio.leadingSamples
    #expect(movie.samples.count < Int(most + kinds.audio.packetLength + leading))
  }

  @Test(
    "what the codec says of its encoder's delay and packets is what the encoder does",
    arguments: AudioCodec.all)
  func sound(_ codec: AudioCodec) throws {
    for rate in codec.sampleRates {
      var encoding = AudioEncoding(codec, sampleRate: rate, channels: 1)
      encoding.bitRate = min(encoding.bitRate, codec.defaultBitRatePerChannel)
      if !codec.rates.isEmpty { #expect(codec.rates.contains(encoding.bitRate)) }
      let encoder = try AudioEncoder(AudioEncoderSettings(encoding))
      #expect(Int64(encoder.frameSize) == codec.packetLength, "\(rate)")
      #expect(Int64(encoder.initialPadding) == codec.leadingSamples, "\(rate)")
    }
  }

  @Test("every preset, profile and tuning is one of the encoder's", arguments: VideoCodec.all)
  func pictures(_ codec: VideoCodec) throws {
    let rate = try #require(FrameRate(25))
    func open(_ change: (inout VideoEncoderSettings) -> Void) throws {
      let least = codec.leastSize
      let size = Size(
        width: max(Synthetic.size.width, least.width),
        height: max(Synthetic.size.height, least.height))
      var settings = VideoEncoderSettings(VideoEncoding(codec), size: size, rate: rate)
      change(&settings)
      _ = try VideoChunkEncoder(settings)
    }
    for preset in codec.presets { try open { $0.preset = preset.name } }
    for format in codec.formats {
      try open { $0.bitDepth = format.bitDepth }
      for profile in format.allProfiles {
        try open { ($0.bitDepth, $0.profile) = (format.bitDepth, profile) }
      }
    }
    for tuning in codec.tunings { try open { $0.tune = tuning } }
    for tenths in [codec.quality.tenths.lowerBound, codec.quality.tenths.upperBound] {
      try open { $0.rateControl = .crf(tenths: tenths) }
    }
  }

  @Test(
    "an encoder that is let go of before its end keeps nobody waiting", .timeLimit(.minutes(60)),
    arguments: VideoCodec.all)
  func abandoned(_ codec: VideoCodec) throws {
    let rate = try #require(FrameRate(25))
    for count in [0, 0, 1, 5, 40] {
      let encoder = try VideoChunkEncoder(
        VideoEncoderSettings(
          VideoEncoding(codec, preset: codec.fastPreset), size: Synthetic.size, rate: rate))
      for number in 0..<count {
        try encoder.encode(Synthetic.frame(number, bitDepth: codec.usualBitDepth))
      }
    }
  }

  @Test(
    "encoders of one codec give the same packets alone and beside others, alike and not",
    .timeLimit(.minutes(60)), arguments: VideoCodec.all)
  func together(_ codec: VideoCodec) async throws {
    let rate = try #require(FrameRate(25))
    @Sendable func chunk(_ preset: String, frames: Int) throws -> EncodedChunk? {
      let encoder = try VideoChunkEncoder(
        VideoEncoderSettings(
          VideoEncoding(codec, preset: preset), size: Synthetic.size, rate: rate))
      for number in 0..<frames {
        try encoder.encode(Synthetic.frame(number, bitDepth: codec.usualBitDepth))
      }
      return try frames == 0 ? nil : encoder.finish()
    }
    let presets = [codec.fastPreset, codec.defaultPreset]
    let alone = try presets.map { try chunk($0, frames: 12) }
    try await withThrowingTaskGroup { group in
      for number in 0..<24 {
        group.addTask {
          let kind = number / 3 % 2
          #expect(try chunk(presets[kind], frames: 12) == alone[kind])
          if number % 4 == 0 { _ = try chunk(presets[kind], frames: 0) }
        }
      }
      try await group.waitForAll()
    }
  }

  @Test("a file of sound or a picture has its kind's mark, and no other kind's")
  func marks() throws {
    let folder = try WritingFolder()
    func write<Sink: SoundFileSink & ~Copyable>(_: Sink.Type, _ path: String) throws {
      var sink = try Sink(
        to: Destination(path), sampleRate: 48_000, channels: 2, frameCount: 5000,
        description: MovieDescription())
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
