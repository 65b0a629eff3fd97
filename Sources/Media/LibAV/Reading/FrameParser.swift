internal import CLibAV

// Safe: one owner; the parser keeps copies of what it needs of packets.
/// Tells how pictures are coded, without decoding them.
@safe package struct FrameParser: ~Copyable, @unchecked Sendable {
  private let parser: UnsafeMutablePointer<AVCodecParserContext>
  private let context: UnsafeMutablePointer<AVCodecContext>
  private let isH264: Bool

  /// How the first picture of a packet is coded.
  package struct Coding: Sendable, Hashable {
    /// Whether a picture is a whole one or a single field.
    package enum Structure: Sendable {
      /// A whole picture, or one whose structure is not known. Fields of HEVC are pictures of
      /// their own.
      case frame
      case topField
      case bottomField
    }
    /// A field where the codec stores them apart.
    package var structure = Structure.frame
    /// Whether it may be made from pictures that are shown after it.
    package var isBidirectional = false
  }

  /// Codecs whose pictures may be stored in another order than they are shown.
  private static let codecs = [
    AV_CODEC_ID_H264, AV_CODEC_ID_HEVC, AV_CODEC_ID_MPEG1VIDEO, AV_CODEC_ID_MPEG2VIDEO,
    AV_CODEC_ID_MPEG4, AV_CODEC_ID_VC1,
  ]

  /// `nil` for codecs that cannot be told of.
  package init?(_ input: borrowing InputFile, stream index: Int) {
    guard let stream = unsafe input.rawStream(index),
      let parameters = unsafe stream.pointee.codecpar,
      unsafe Self.codecs.contains(parameters.pointee.codec_id),
      let context = unsafe avcodec_alloc_context3(nil)
    else { return nil }
    guard unsafe avcodec_parameters_to_context(context, parameters) >= 0,
      let parser = unsafe av_parser_init(Int32(bitPattern: parameters.pointee.codec_id.rawValue))
    else {
      var unused: UnsafeMutablePointer<AVCodecContext>? = unsafe context
      unsafe avcodec_free_context(&unused)
      return nil
    }
    unsafe parser.pointee.flags |= PARSER_FLAG_COMPLETE_FRAMES
    unsafe (self.parser, self.context) = (parser, context)
    isH264 = unsafe parameters.pointee.codec_id == AV_CODEC_ID_H264
  }

  deinit {
    unsafe av_parser_close(parser)
    var context: UnsafeMutablePointer<AVCodecContext>? = unsafe context
    unsafe avcodec_free_context(&context)
  }

  /// Takes the next packet of the stream.
  package mutating func coding(of packet: borrowing Packet) -> Coding {
    var data: UnsafeMutablePointer<UInt8>?
    var size: Int32 = 0
    let payload = unsafe packet.raw.pointee
    unsafe parser.pointee.pict_type = Int32(AV_PICTURE_TYPE_NONE.rawValue)
    unsafe parser.pointee.picture_structure = AV_PICTURE_STRUCTURE_UNKNOWN
    _ = unsafe av_parser_parse2(
      parser, context, &data, &size, payload.data, payload.size, payload.pts, payload.dts,
      payload.pos)
    var coding = Coding()
    coding.isBidirectional = unsafe parser.pointee.pict_type == Int32(AV_PICTURE_TYPE_B.rawValue)
    guard isH264 else { return coding }
    switch unsafe parser.pointee.picture_structure {
    case AV_PICTURE_STRUCTURE_TOP_FIELD: coding.structure = .topField
    case AV_PICTURE_STRUCTURE_BOTTOM_FIELD: coding.structure = .bottomField
    default: break
    }
    return coding
  }
}
