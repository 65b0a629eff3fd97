package import BaseValues
internal import CLibAV

/// What a muxer and a decoder must know of an encoded stream: a plain value that outlives the
/// encoder, so that parts encoded elsewhere or earlier can be joined.
package struct StreamParameters: Hashable, Sendable {
  /// The kind of stream with the facts only that kind has.
  package enum Content: Hashable, Sendable {
    /// Square pixels, progressive, limited range; `codec` and `format` are libav's names.
    /// `sampleEntry` is how MP4 and QuickTime call the track where that is not what libav says: four characters.
    case pictures(
      codec: String, format: String, width: Int, height: Int, sampleEntry: String? = nil,
      color: PictureColor = .sdr, masteringDisplay: MasteringDisplay? = nil)
    /// `codec` is libav's name; `frameSize` and `initialPadding` count samples in each channel; the
    /// padding is what the encoder puts before the first real sample.
    /// `format` is libav's name of the samples' format.
    case sound(
      codec: String, format: String = "fltp", sampleRate: Int, channels: Int, frameSize: Int,
      initialPadding: Int)
    /// Texts; `codec` is libav's name.
    case texts(codec: String)
  }

  /// What the stream holds.
  package var content: Content
  /// The decoder's set-up, in the codec's bitstream form.
  package var extradata: [UInt8]
  /// Average bits a second as asked for; 0 when it was not asked for.
  package var bitRate: Int

  /// Parameters of a stream that some encoder has made or will make.
  package init(content: Content, extradata: [UInt8], bitRate: Int = 0) {
    self.content = content
    self.extradata = extradata
    self.bitRate = bitRate
  }
}

extension StreamParameters {
  /// Fills a muxer's stream.
  /// - Throws: `LibAVError` for numbers libav cannot hold, and when memory runs out.
  func apply(to parameters: UnsafeMutablePointer<AVCodecParameters>) throws(LibAVError) {
    switch content {
    case .pictures(let codec, let name, let width, let height, let sampleEntry, let color, _):
      let format = unsafe av_get_pix_fmt(name)
      guard let width = Int32(exactly: width), let height = Int32(exactly: height), width > 0,
        height > 0, let codec = unsafe avcodec_descriptor_get_by_name(codec),
        format != AV_PIX_FMT_NONE
      else { throw .unusable(for: "describe pictures to the muxer") }
      unsafe parameters.pointee.codec_type = AVMEDIA_TYPE_VIDEO
      unsafe parameters.pointee.codec_id = codec.pointee.id
      unsafe parameters.pointee.format = format.rawValue
      unsafe parameters.pointee.width = width
      unsafe parameters.pointee.height = height
      unsafe parameters.pointee.sample_aspect_ratio = AVRational(num: 1, den: 1)
      unsafe parameters.pointee.field_order = AV_FIELD_PROGRESSIVE
      if let sampleEntry {
        unsafe parameters.pointee.codec_tag = sampleEntry.utf8.reversed().reduce(0) {
          $0 << 8 | UInt32($1)
        }
      }
      // libav chooses between DNxHD's entry and DNxHR's by the profile alone.
      if sampleEntry == "AVdh" { unsafe parameters.pointee.profile = FF_PROFILE_DNXHR_HQ }
      unsafe parameters.pointee.color_range =
        name.hasPrefix("yuvj") ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG
      unsafe parameters.pointee.color_primaries = color.primariesCode
      unsafe parameters.pointee.color_trc = color.transferCode
      unsafe parameters.pointee.color_space = color.matrixCode(in: name)
      unsafe parameters.pointee.chroma_location = AVCHROMA_LOC_LEFT
    case .sound(
      let codec, let name, let sampleRate, let channels, let frameSize, let initialPadding):
      guard let sampleRate = Int32(exactly: sampleRate), sampleRate > 0,
        let channels = Int32(exactly: channels), channels > 0,
        let frameSize = Int32(exactly: frameSize), frameSize > 0,
        let initialPadding = Int32(exactly: initialPadding), initialPadding >= 0,
        let codec = unsafe avcodec_descriptor_get_by_name(codec)
      else { throw .unusable(for: "describe sound to the muxer") }
      unsafe parameters.pointee.codec_type = AVMEDIA_TYPE_AUDIO
      unsafe parameters.pointee.codec_id = codec.pointee.id
      unsafe parameters.pointee.format = av_get_sample_fmt(name).rawValue
      unsafe parameters.pointee.bits_per_coded_sample = av_get_bits_per_sample(codec.pointee.id)
      if name.hasPrefix("s32") { unsafe parameters.pointee.bits_per_raw_sample = 24 }
      unsafe parameters.pointee.sample_rate = sampleRate
      unsafe parameters.pointee.frame_size = frameSize
      unsafe parameters.pointee.initial_padding = initialPadding
      // After a jump 80 ms are decoded before what comes out is right (RFC 7845, 4.6), which Matroska says.
      if unsafe codec.pointee.id == AV_CODEC_ID_OPUS {
        unsafe parameters.pointee.seek_preroll = sampleRate / 1000 * 80
      }
      unsafe av_channel_layout_default(&parameters.pointee.ch_layout, channels)
    case .texts(let codec):
      guard let codec = unsafe avcodec_descriptor_get_by_name(codec) else {
        throw .unusable(for: "describe texts to the muxer")
      }
      unsafe parameters.pointee.codec_type = AVMEDIA_TYPE_SUBTITLE
      unsafe parameters.pointee.codec_id = codec.pointee.id
    }
    unsafe parameters.pointee.bit_rate = Int64(bitRate)
    try unsafe Self.setExtradata(extradata, of: parameters)
  }

  /// Gives a stream bytes that it frees.
  static func setExtradata(
    _ extradata: [UInt8], of parameters: UnsafeMutablePointer<AVCodecParameters>
  ) throws(LibAVError) {
    guard !extradata.isEmpty else { return }
    let padding = Int(AV_INPUT_BUFFER_PADDING_SIZE)
    guard let size = Int32(exactly: extradata.count),
      let memory = unsafe av_mallocz(extradata.count + padding)
    else { throw outOfMemory("keep decoder set-up") }
    // Safe: the memory holds `count` bytes and the padding; the parameters free it.
    let bytes = unsafe memory.assumingMemoryBound(to: UInt8.self)
    for index in extradata.indices { unsafe bytes[index] = extradata[index] }
    unsafe parameters.pointee.extradata = unsafe bytes
    unsafe parameters.pointee.extradata_size = size
  }
}
