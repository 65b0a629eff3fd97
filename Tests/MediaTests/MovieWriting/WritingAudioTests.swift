import AudioMixing
import LibAV
import OutputKinds
import Rendering
import Testing

@testable import FileSystem
@testable import MovieWriting

@Suite("Encoding sound")
struct WritingAudioTests {
  /// All packets of `blocks`, and the encoder's padding.
  private func encode(
    _ blocks: [AudioBuffer], rate: Int = 48_000
  ) throws -> (packets: [EncodedPacket], padding: Int64) {
    let channels = blocks.first?.channelCount ?? 2
    var encoder = try AudioTrackEncoder(
      AudioEncoderSettings(bitRate: 128_000, sampleRate: rate, channels: channels))
    var packets: [EncodedPacket] = []
    for block in blocks { packets += try encoder.append(block) }
    packets += try encoder.finish()
    guard case .sound("aac", _, _, _, 1024, let padding) = encoder.parameters.content else {
      throw MovieWriteError("encode sound", .refused("not AAC"))
    }
    return (packets, Int64(padding))
  }

  @Test(
    "the packets cover the padding and every sample, and no more",
    arguments: [1, 2, 1023, 1024, 1025, 2047, 2048, 2049, 10_000])
  func coverage(_ count: Int) throws {
    let (packets, padding) = try encode([
      Synthetic.sound(from: 0, count: count, rate: 48_000)
    ])
    #expect(padding == 1024)
    var next = -padding
    for packet in packets {
      #expect(packet.presentation == next)
      #expect(packet.decoding == next)
      #expect((1...1024).contains(packet.duration))
      #expect(packet.isKey)
      next += packet.duration
    }
    #expect(next == Int64(count))
    #expect(packets.dropLast().allSatisfy { $0.duration == 1024 })
  }

  @Test("the packets do not depend on how the samples are cut into blocks")
  func blocks() throws {
    let whole = try encode([Synthetic.sound(from: 0, count: 9_000, rate: 44_100)], rate: 44_100)
    var parts: [AudioBuffer] = []
    var start = 0
    for count in [1, 1023, 1024, 1025, 0, 3000, 2927] {
      parts.append(Synthetic.sound(from: start, count: count, rate: 44_100))
      start += count
    }
    #expect(start == 9_000)
    #expect(try encode(parts, rate: 44_100).packets == whole.packets)
  }

  @Test("a click is heard where it was put", arguments: [44_100, 48_000])
  func position(_ rate: Int) throws {
    let folder = try WritingFolder()
    var block = AudioBuffer(channelCount: 1, frameCount: 20_000)
    block.withChannel(0) { samples in
      for index in 7_000..<7_020 { samples[index] = index % 2 == 0 ? 0.9 : -0.9 }
    }
    var encoder = try AudioTrackEncoder(AudioEncoderSettings(sampleRate: rate, channels: 1))
    var writer = try MovieWriter(
      path: folder.file("a.mp4"), video: nil, sound: encoder.parameters)
    try writer.append(sound: encoder.append(block))
    try writer.append(sound: encoder.finish())
    try writer.finish()
    let samples = try ReadBack(folder.file("a.mp4")).samples
    // The container says where the sound ends; a decoder may give the last packet whole.
    #expect((20_000..<21_024).contains(samples.count))
    // The energy's centre stays although the code spreads the click.
    var energy = 0.0
    var moment = 0.0
    for (index, sample) in samples.enumerated() {
      energy += Double(sample * sample)
      moment += Double(sample * sample) * Double(index)
    }
    #expect(abs(moment / energy - 7_009.5) < 40)
  }

  @Test("up to eight channels are encoded", arguments: [1, 2, 6, 8])
  func channels(_ count: Int) throws {
    let block = Synthetic.sound(from: 0, count: 4_096, rate: 48_000, channels: count)
    #expect(try encode([block]).packets.count == 5)
  }

  @Test("samples that are not numbers are an error, not a movie")
  func notANumber() throws {
    var block = AudioBuffer(channelCount: 2, frameCount: 4_096)
    block.withChannel(1) { $0[100] = .nan }
    #expect(throws: MovieWriteError.self) { try encode([block]) }
  }

  @Test("what AAC cannot hold is refused")
  func refusals() {
    for settings in [
      AudioEncoderSettings(sampleRate: 12_345), AudioEncoderSettings(channels: 0),
      AudioEncoderSettings(channels: 9), AudioEncoderSettings(bitRate: 0),
      AudioEncoderSettings(sampleRate: .max), AudioEncoderSettings(bitRate: .min),
      AudioEncoderSettings(channels: -1),
    ] {
      #expect(throws: MovieWriteError.self, "\(settings)") {
        _ = try AudioTrackEncoder(settings)
      }
    }
    #expect(throws: MovieWriteError.self) {
      var encoder = try AudioTrackEncoder(AudioEncoderSettings(channels: 2))
      _ = try encoder.append(AudioBuffer(channelCount: 1, frameCount: 10))
    }
  }
}
