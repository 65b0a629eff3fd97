internal import CLibAV

// Safe: one owner; libav keeps no reference to headers or packets.
/// Tells how many samples each packet of a Vorbis stream gives.
///
/// Vorbis has blocks of two lengths, and a packet gives a quarter of the sum of its own and of the
/// one before it (Vorbis I specification, 1.3.2). Containers that count milliseconds do not say.
@safe package struct VorbisPackets: ~Copyable, @unchecked Sendable {
  private let context: OpaquePointer?

  /// For a stream that is not Vorbis, or whose headers are damaged, no packet's duration is known.
  package init(_ input: borrowing InputFile, stream index: Int) {
    guard let stream = unsafe input.rawStream(index),
      let parameters = unsafe stream.pointee.codecpar,
      unsafe parameters.pointee.codec_id == AV_CODEC_ID_VORBIS
    else {
      unsafe context = nil
      return
    }
    unsafe context = unsafe av_vorbis_parse_init(
      parameters.pointee.extradata, parameters.pointee.extradata_size)
  }

  deinit {
    guard unsafe context != nil else { return }
    var context = unsafe context
    unsafe av_vorbis_parse_free(&context)
  }

  /// Samples between the presentation of a packet and of the next one, packets in order; `nil` where
  /// that is not known.
  package mutating func duration(of packet: borrowing Packet) -> Int? {
    guard let context = unsafe context else { return nil }
    let size = Int32(clamping: packet.size)
    let duration = unsafe av_vorbis_parse_frame(context, packet.raw.pointee.data, size)
    return duration < 0 ? nil : Int(duration)
  }
}
