/// How sound is to be encoded.
package struct AudioEncoding: Hashable, Sendable {
  /// Decides which rates and channels there are.
  package var codec: AudioCodec
  /// Bits a second of all channels together.
  package var bitRate: Int
  /// Samples a second and channel: one of the codec's rates.
  package var sampleRate: Int
  /// 1 or more, as many as the codec has.
  package var channels: Int

  /// An encoding with the codec's defaults where nothing is said.
  package init(
    _ codec: AudioCodec = .usual, bitRate: Int? = nil, sampleRate: Int? = nil, channels: Int? = nil
  ) {
    self.codec = codec
    self.sampleRate = sampleRate ?? codec.defaultSampleRate
    self.channels = channels ?? codec.defaultChannels
    self.bitRate = bitRate ?? codec.defaultBitRatePerChannel * self.channels
  }
}
