/// All that others must know of a way to encode a movie's sound: reading projects, planning, scheduling, writing.
///
/// A chunk of sound is encoded from `prerollPackets` early, at most a fifth of it, which are thrown
/// away, so that it can follow any other with the same decoder's parameters.
package struct AudioCodec: OutputKind {
  /// A codec of sound, for people.
  package static let noun = "a codec of sound"

  /// libav's name of what comes out, `aac` for example; part of the keys of chunks.
  package var name: String
  /// What people call it.
  package var title: String
  /// What other programs call it.
  package var otherNames: [String] = []
  /// libav's name of the encoder.
  package var encoder: String
  /// libav's name of the format in which samples are encoded: floats in planes (`fltp`) or beside each other
  /// (`flt`), or 24 bits in words of 32 (`s32p`, `s32`).
  package var sampleFormat: String
  /// Samples in each channel that a packet holds.
  package var packetLength: Int64
  /// Samples by which the encoder delays the sound: the first packet begins so far before it.
  package var leadingSamples: Int64
  /// Packets whose samples must be in before the last one that is wanted comes out.
  package var lookaheadPackets: Int64
  /// Packets encoded and thrown away before a chunk at most.
  package var prerollPackets: Int64
  /// Samples a second.
  package var sampleRates: [Int]
  /// Samples a second where a project says nothing; one of `sampleRates`.
  package var defaultSampleRate: Int
  /// Numbers of channels that it encodes.
  package var channels: [Int]
  /// Channels where a project says nothing.
  package var defaultChannels: Int
  /// Bits a second of all channels together.
  package var bitRates: ClosedRange<Int>
  /// Bits a second of each channel where a project says nothing.
  package var defaultBitRatePerChannel: Int
  /// The rates in bits a second that there are; empty where any may be asked for.
  package var rates: [Int] = []
  /// Whether it keeps every sample, so that no rate is chosen.
  package var isLossless = false
  /// Whether the encoder gives all that it holds back at the end; else silence has to follow the sound.
  package var isFlushed = true
  /// The encoder's options for settings.
  package var options: @Sendable (AudioEncoderSettings) -> [LibraryOption]
  /// A packet that says its number in the movie; `nil` for what cannot be one. Left out where packets say no number.
  package var numbered: (@Sendable (_ packet: [UInt8], _ number: Int64) -> [UInt8]?)?

  /// Samples a second in which sound can be mixed: its own, and those for files of sound alone.
  package var mixingRates: [Int] { sampleRates + SoundFormat.ratesAlone }

  /// The samples of the sound that packets hold; those that the encoder puts before it are before 0.
  package func samples(in packets: Range<Int64>) -> Range<Int64> {
    func start(_ packet: Int64) -> Int64 { packet * packetLength - leadingSamples }
    return start(packets.lowerBound)..<start(packets.upperBound)
  }

  /// Packets that hold all of so many samples.
  package func packetCount(samples: Int64) -> Int64 {
    (samples + leadingSamples + packetLength - 1) / packetLength
  }
}
