/// One encoded picture or block of sound, as a plain value.
///
/// Times are in the time base of the encoder that made it, or of the track it is written to: frames or
/// samples, from the start of the encoder, chunk or movie.
package struct EncodedPacket: Hashable, Sendable {
  /// One access unit in the codec's bitstream form, without the parameters that the chunk has.
  package var data: [UInt8]
  /// The access unit of the pictures' alpha, where that is a stream of its own beside the pictures'; else empty.
  package var alpha: [UInt8]
  /// When the packet is shown or heard.
  package var presentation: Int64
  /// When the packet is decoded, not after `presentation`; rises from packet to packet, and may begin
  /// below 0.
  package var decoding: Int64
  /// How long the packet is shown or heard; 0 when unknown.
  package var duration: Int64
  /// Whether decoding can begin here; true of every packet of sound.
  package var isKey: Bool

  /// A packet of the given bytes and times.
  package init(
    data: [UInt8], alpha: [UInt8] = [], presentation: Int64, decoding: Int64, duration: Int64,
    isKey: Bool
  ) {
    self.data = data
    self.alpha = alpha
    self.presentation = presentation
    self.decoding = decoding
    self.duration = duration
    self.isKey = isKey
  }
}
