import Foundation
import LibAV
import Testing

struct ReadingResamplerTests {
  /// Runs a WAV file through a resampler and gives each channel's samples.
  private func convert(
    _ file: [UInt8], sampleRate: Int, layout: String? = nil,
    arithmetic: Resampler.Arithmetic = .float
  ) throws -> [[Float]] {
    let folder = try TemporaryFolder()
    let path = try folder.write("a.wav", file)
    var input = try InputFile(path: path)
    let described = input.stream(0)
    let stream = try #require(described)
    var resampler = try Resampler(
      from: AudioFormat(
        sampleFormat: stream.audio.sampleFormat, layout: stream.audio.layout,
        sampleRate: stream.audio.sampleRate),
      sampleRate: sampleRate, layout: layout, arithmetic: arithmetic)
    var channels: [[Float]] = []
    func keep(_ block: borrowing AudioFrame) {
      while channels.count < block.channelCount { channels.append([]) }
      for index in channels.indices {
        let samples = block.channel(index)
        for sample in samples.indices { channels[index].append(samples[sample]) }
      }
    }
    _ = try decodeAudio(&input, stream: 0) { block in
      if let made = try resampler.convert(block) { keep(made) }
    }
    while let made = try resampler.drain() { keep(made) }
    return channels
  }

  @Test("at the same rate every sample is the exact fraction of full scale")
  func exact() throws {
    let channels = try convert(waveFile(frames: 3000), sampleRate: 48_000)
    #expect(channels.count == 2)
    #expect(channels.allSatisfy { $0.count == 3000 })
    for frame in 0..<3000 {
      #expect(channels[0][frame] == Float(frame) / 32768)
      #expect(channels[1][frame] == -Float(frame) / 32768)
    }
  }

  @Test(
    "another rate gives the length of the sound, in time with the source, each time the same",
    arguments: [44_100, 96_000, 8_000, 47_999], [Resampler.Arithmetic.float, .integer])
  func rates(rate: Int, arithmetic: Resampler.Arithmetic) throws {
    let file = waveFile(frames: 12_000)
    let once = try convert(file, sampleRate: rate, arithmetic: arithmetic)
    let again = try convert(file, sampleRate: rate, arithmetic: arithmetic)
    #expect(once == again)
    let expected = 12_000 * rate / 48_000
    #expect(abs(once[0].count - expected) <= 1)
    // The source is a straight line, so a shift of the sound shows as an offset of its value.
    for quarter in 1...3 {
      let position = expected * quarter / 4
      let value = Float(position) * 48_000 / Float(rate) / 32768
      #expect(abs(once[0][position] - value) < 0.1 / 32768 * 48_000 / Float(rate))
    }
  }

  @Test("the delay is what went in and has not come out")
  func delay() throws {
    var resampler = try Resampler(
      from: AudioFormat(sampleFormat: "fltp", layout: "mono", sampleRate: 48_000),
      sampleRate: 44_100)
    #expect(resampler.delay == 0)
    let block = try AudioFrame(layout: "mono", sampleRate: 48_000, sampleCount: 4800)
    let made = try resampler.convert(block)?.sampleCount ?? 0
    #expect(abs(made + resampler.delay - 4410) <= 1)
    #expect(resampler.delay > 0)
  }

  @Test(
    "channels that no layout names are kept, and are mixed when a layout is asked for",
    arguments: [1, 2, 6, 11])
  func channels(count: Int) throws {
    let file = waveFile(frames: 64, channels: count)
    let kept = try convert(file, sampleRate: 48_000)
    #expect(kept.count == count)
    #expect(kept[0][63] == 63.0 / 32768)
    guard count <= 8 else { return }
    let mixed = try convert(file, sampleRate: 48_000, layout: "stereo")
    #expect(mixed.count == 2)
    #expect(mixed[0].count == 64)
  }

  @Test("formats that do not exist and blocks of another format are errors")
  func misuse() throws {
    let mono = AudioFormat(sampleFormat: "fltp", layout: "mono", sampleRate: 48_000)
    for format in [
      AudioFormat(sampleFormat: "no", layout: "mono", sampleRate: 48_000),
      AudioFormat(sampleFormat: "s16", layout: "no", sampleRate: 48_000),
      AudioFormat(sampleFormat: "s16", layout: "mono", sampleRate: 0),
      AudioFormat(sampleFormat: "s16", layout: "mono", sampleRate: -5),
    ] {
      #expect(throws: LibAVError.self) { _ = try Resampler(from: format, sampleRate: 48_000) }
    }
    #expect(throws: LibAVError.self) { _ = try Resampler(from: mono, sampleRate: 0) }
    #expect(throws: LibAVError.self) {
      _ = try Resampler(from: mono, sampleRate: 48_000, layout: "")
    }
    var resampler = try Resampler(from: mono, sampleRate: 44_100)
    let block = try AudioFrame(layout: "stereo", sampleRate: 48_000, sampleCount: 10)
    #expect(throws: LibAVError.self) { _ = try resampler.convert(block) }
    #expect(throws: LibAVError.self) {
      _ = try AudioFrame(layout: "mono", sampleRate: 48_000, sampleCount: 0)
    }
  }

  @Test("a block made here holds what is written and can be shortened")
  func madeBlocks() throws {
    var block = try AudioFrame(layout: "stereo", sampleRate: 48_000, sampleCount: 10)
    var samples = block.mutableChannel(1)
    for index in samples.indices { samples[index] = Float(index) }
    block.truncate(to: 4)
    block.truncate(to: 9)
    #expect(block.sampleCount == 4)
    #expect(block.channel(1)[3] == 3)
    let counts = [block.channel(0).count, block.channel(1).count, block.channel(2).count]
    #expect(counts == [4, 4, 0])
    #expect(block.layout == "stereo")
    #expect(AudioFormat.usualLayout(channels: 6) == "5.1")
  }
}
