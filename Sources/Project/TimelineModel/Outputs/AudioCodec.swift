/// What reading projects, planning, scheduling and writing must know of a way to encode sound.
///
/// There is one value a codec, in a file of its own. Another codec is such a file and its encoder,
/// which `MovieWriting` finds by the value.
///
/// A chunk of sound is encoded from `prerollPackets` early, at most a fifth of it, which are thrown
/// away, so that it can follow any other with the same decoder's parameters.
public struct AudioCodec: Hashable, Sendable {
  /// libav's name, `aac` for example; part of the keys of chunks.
  public var name: String
  /// What people call it.
  public var title: String
  /// Samples in each channel that a packet holds.
  public var packetLength: Int64
  /// Packets by which the encoder delays the sound: the first sample is in the packet of this
  /// number.
  public var leadingPackets: Int64
  /// Packets whose samples must be in before the last one that is wanted comes out.
  public var lookaheadPackets: Int64
  /// Packets encoded and thrown away before a chunk at most.
  public var prerollPackets: Int64
  /// Samples a second.
  public var sampleRates: [Int]
  /// Samples a second where a project says nothing; one of `sampleRates`.
  public var defaultSampleRate: Int
  /// Numbers of channels that it encodes.
  public var channels: [Int]
  /// Channels where a project says nothing.
  public var defaultChannels: Int
  /// Bits a second of all channels together.
  public var bitRates: ClosedRange<Int>
  /// Bits a second of each channel where a project says nothing.
  public var defaultBitRatePerChannel: Int

  /// Samples a second in which sound can be mixed: its own, and two for files of sound alone.
  public var mixingRates: [Int] { sampleRates + [176_400, 192_000] }

  /// The samples of the sound that packets hold; those of the leading packets are before 0.
  public func samples(in packets: Range<Int64>) -> Range<Int64> {
    func start(_ packet: Int64) -> Int64 { (packet - leadingPackets) * packetLength }
    return start(packets.lowerBound)..<start(packets.upperBound)
  }
}

extension AudioCodec: CustomStringConvertible {
  /// The title.
  public var description: String { title }
}
