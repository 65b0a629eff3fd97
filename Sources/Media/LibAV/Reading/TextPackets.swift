/// Texts of a stream of subtitles, as the container holds them.
package struct TextPacket: Sendable {
  /// In the stream's time base.
  package let start: Int64
  /// In the stream's time base; 0 where the container does not say.
  package let duration: Int64
  /// In the codec's own form.
  package let bytes: [UInt8]
}

extension InputFile {
  /// libav's names of the codecs of subtitles that are text.
  package static let textCodecs: Set<String> = [
    "subrip", "srt", "text", "webvtt", "ass", "ssa", "mov_text",
  ]

  /// All packets of a stream that have a time, read from where the file stands to its end.
  ///
  /// - Parameter limit: bytes of all of them together; what is beyond is left out.
  /// - Returns: whether that was all.
  /// - Throws: `LibAVError` when the file cannot be read.
  package mutating func readTexts(
    stream index: Int, limit: Int
  ) throws(LibAVError) -> (packets: [TextPacket], isWhole: Bool) {
    for other in 0..<streamCount { setDiscarded(other != index, stream: other) }
    var packets: [TextPacket] = []
    var size = 0
    while let packet = try readPacket() {
      guard packet.streamIndex == index,
        let start = packet.presentationTimestamp ?? packet.decodingTimestamp
      else { continue }
      size += packet.size
      if size > limit { return (packets, false) }
      let payload = packet.payload
      packets.append(
        TextPacket(
          start: start, duration: max(0, packet.duration),
          bytes: payload.indices.map { payload[$0] }))
    }
    return (packets, true)
  }
}
