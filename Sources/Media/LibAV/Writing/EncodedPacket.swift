/// One encoded picture or block of sound, as a plain value.
///
/// Times are in the time base of the encoder that made it, or of the stream it is written to.
public struct EncodedPacket: Hashable, Sendable {
  /// The coded bytes. H.264 is in the byte stream format (start codes).
  public var data: [UInt8]
  /// When the packet is shown or heard.
  public var presentation: Int64
  /// When the packet is decoded; not after `presentation`.
  public var decoding: Int64
  /// How long the packet is shown or heard; 0 when unknown.
  public var duration: Int64
  /// Whether decoding can begin here.
  public var isKey: Bool

  /// A packet of the given bytes and times.
  public init(
    data: [UInt8], presentation: Int64, decoding: Int64, duration: Int64, isKey: Bool
  ) {
    self.data = data
    self.presentation = presentation
    self.decoding = decoding
    self.duration = duration
    self.isKey = isKey
  }
}

/// What an encoder had when it was asked for its next packet.
public enum EncoderOutput: Hashable, Sendable {
  /// The next packet, in decoding order.
  case packet(EncodedPacket)
  /// Nothing until more input is given.
  case needsInput
  /// Nothing ever again: the encoder was told to end and has given everything.
  case endOfStream
}
