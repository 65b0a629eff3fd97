internal import CLibAV

/// What a container says of one of its streams, before anything is decoded.
///
/// Times are in `timeBase` units. What is not known is `nil`, 0 or empty as noted.
package struct StreamDescription: Sendable {
  /// What is in a stream, as far as Cutlist uses it.
  package enum Kind: Sendable, Hashable {
    case video
    case audio
    /// Subtitles, data, attachments.
    case other
  }

  /// Position in the container, from 0.
  package let index: Int
  /// The container's own number for it.
  package let id: Int
  /// By `mediaType`.
  package let kind: Kind
  /// libav's word for what it holds: `video`, `audio`, `data`, `subtitle`, `attachment`; empty when
  /// unknown.
  package let mediaType: String
  /// libav's name, for example `h264`; `none` when it does not know the codec.
  package let codecName: String
  /// libav's name of the profile, for example `High`.
  package let profileName: String?
  /// Codec level as the codec writes it; negative when unknown.
  package let level: Int
  /// Bits a second; 0 when unknown.
  package let bitRate: Int64

  /// Seconds of one unit of time.
  package let timeBase: Fraction
  /// Presentation time of the first frame; `nil` when the container does not say.
  package let startTime: Int64?
  /// As the container says; `nil` when it does not. May be wrong.
  package let duration: Int64?
  /// Frames by the container's header; 0 when it does not say. May be wrong.
  package let frameCount: Int64

  /// What applies to moving and still pictures; unspecified for other kinds.
  package let video: Video
  /// What applies to sound; unspecified for other kinds.
  package let audio: Audio

  /// Whether this is one picture that belongs to the file, such as an album cover.
  package let isAttachedPicture: Bool
  /// Whether the container marks it to be played when nobody chooses.
  package let isDefault: Bool
  /// What it is beside the usual, as the container marks it, in libav's words: `forced`, `comment`, `dub`.
  package let roles: [String]
  /// Whether the container tells how to get keys for it. It may be readable without them all the
  /// same.
  package let announcesEncryption: Bool
  /// Language tag as written, for example `eng`.
  package let language: String?
  /// In the container's order.
  package let metadata: [Metadata]

  /// Pictures.
  package struct Video: Sendable {
    /// Pixels of the coded picture after cropping, before rotation and pixel shape.
    package let width: Int
    /// Rows of the coded picture after cropping, before rotation and pixel shape.
    package let height: Int
    /// Frames a second on average; 0/0 or 0/1 when unknown.
    package let averageFrameRate: Fraction
    /// Lowest rate that can hold every timestamp exactly, as guessed; for VFR it may be large.
    package let realFrameRate: Fraction
    /// The container's pixel shape, or else the codec's; 0/1 when unknown.
    package let sampleAspect: Fraction
    /// libav's name; empty when unknown.
    package let pixelFormat: String
    /// Bits of the deepest component; 0 when unknown.
    package let bitDepth: Int
    /// Whether the pixel format has alpha or the container announces an alpha plane that a
    /// decoder may leave out (WebM's `alpha_mode`).
    package let hasAlpha: Bool
    /// As the container or the codec's headers say; decoded pictures may say more.
    package let colour: ColorTags
    /// As the container or the codec's headers say; single pictures may differ.
    package let fieldOrder: FieldOrder
    /// 3 × 3, row by row, 16.16 fixed point with 2.30 in the last column; as `tkhd` of ISO/IEC
    /// 14496-12 8.3.
    package let displayMatrix: [Int32]?
    /// Frames that may be held back for reordering.
    package let reorderDepth: Int
  }

  /// Sound.
  package struct Audio: Sendable {
    /// Samples a second; 0 when unknown.
    package let sampleRate: Int
    /// 0 when unknown.
    package let channelCount: Int
    /// libav's text, for example `stereo` or `5.1(side)`.
    package let layout: String
    /// libav's name, for example `fltp`; empty when unknown.
    package let sampleFormat: String
    /// Significant bits of a sample in lossless codecs; 0 when unknown.
    package let bitsPerSample: Int
    /// Samples a packet; 0 when it varies.
    package let samplesPerFrame: Int
    /// Samples an encoder put before the sound.
    package let initialPadding: Int
    /// Samples an encoder put after the sound.
    package let trailingPadding: Int
    /// Samples to decode before a seek target for the decoder to settle.
    package let seekPreroll: Int
    /// Whether the codec gives exactly what was encoded, so that a packet depends on no other.
    package let isLossless: Bool
  }

  /// How fields are coded and shown.
  package enum FieldOrder: String, Sendable {
    case unknown
    case progressive
    /// Coded and shown top first.
    case topTop
    /// Coded and shown bottom first.
    case bottomBottom
    /// Coded top first, shown bottom first.
    case topBottom
    /// Coded bottom first, shown top first.
    case bottomTop
  }
}

// MARK: - Reading

extension StreamDescription {
  init(
    _ stream: UnsafeMutablePointer<AVStream>, in context: UnsafeMutablePointer<AVFormatContext>
  ) {
    func time(_ value: Int64) -> Int64? { value == cutlist_no_pts ? nil : value }

    let metadata = unsafe readMetadata(stream.pointee.metadata)
    index = unsafe Int(stream.pointee.index)
    id = unsafe Int(stream.pointee.id)
    timeBase = unsafe Fraction(stream.pointee.time_base)
    startTime = unsafe time(stream.pointee.start_time)
    duration = unsafe time(stream.pointee.duration)
    frameCount = unsafe max(0, stream.pointee.nb_frames)
    isAttachedPicture =
      unsafe stream.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC != 0
    isDefault = unsafe stream.pointee.disposition & AV_DISPOSITION_DEFAULT != 0
    roles = unsafe Self.roles(stream.pointee.disposition)
    language = metadata.first { $0.key == "language" }?.value
    var size = 0
    announcesEncryption =
      unsafe av_stream_get_side_data(stream, AV_PKT_DATA_ENCRYPTION_INIT_INFO, &size) != nil
    self.metadata = metadata

    guard let parameters = unsafe stream.pointee.codecpar else {
      // libav always allocates it; an empty description is still better than a trap.
      (kind, mediaType) = (.other, "")
      (codecName, profileName, level, bitRate) = ("none", nil, -1, 0)
      (video, audio) = (.none, .none)
      return
    }
    switch unsafe parameters.pointee.codec_type {
    case AVMEDIA_TYPE_VIDEO: kind = .video
    case AVMEDIA_TYPE_AUDIO: kind = .audio
    default: kind = .other
    }
    mediaType = unsafe string(av_get_media_type_string(parameters.pointee.codec_type)) ?? ""
    codecName = unsafe string(avcodec_get_name(parameters.pointee.codec_id)) ?? "none"
    profileName = unsafe string(
      avcodec_profile_name(parameters.pointee.codec_id, parameters.pointee.profile))
    level = unsafe Int(parameters.pointee.level)
    bitRate = unsafe max(0, parameters.pointee.bit_rate)
    video =
      kind == .video
      ? unsafe Video(stream, parameters, in: context, metadata: metadata) : .none
    audio = kind == .audio ? unsafe Audio(parameters) : .none
  }
}

extension StreamDescription.Video {
  static var none: Self { Self() }

  private init() {
    (width, height, bitDepth, reorderDepth) = (0, 0, 0, 0)
    averageFrameRate = Fraction(0, 1)
    realFrameRate = Fraction(0, 1)
    sampleAspect = Fraction(0, 1)
    pixelFormat = ""
    hasAlpha = false
    colour = ColorTags()
    fieldOrder = .unknown
    displayMatrix = nil
  }

  fileprivate init(
    _ stream: UnsafeMutablePointer<AVStream>, _ parameters: UnsafeMutablePointer<AVCodecParameters>,
    in context: UnsafeMutablePointer<AVFormatContext>, metadata: [Metadata]
  ) {
    width = unsafe max(0, Int(parameters.pointee.width))
    height = unsafe max(0, Int(parameters.pointee.height))
    averageFrameRate = unsafe Fraction(stream.pointee.avg_frame_rate)
    realFrameRate = unsafe Fraction(stream.pointee.r_frame_rate)
    sampleAspect = unsafe Fraction(av_guess_sample_aspect_ratio(context, stream, nil))
    pixelFormat = unsafe StoredPixelFormat.name(parameters.pointee.format)
    let format = StoredPixelFormat(named: pixelFormat)
    bitDepth = format?.bitDepth ?? 0
    hasAlpha =
      format?.hasAlpha == true
      || metadata.contains { $0.key.lowercased() == "alpha_mode" && $0.value == "1" }
    colour = unsafe ColorTags(
      parameters.pointee.color_range, parameters.pointee.color_space,
      parameters.pointee.color_primaries, parameters.pointee.color_trc,
      parameters.pointee.chroma_location)
    switch unsafe parameters.pointee.field_order {
    case AV_FIELD_PROGRESSIVE: fieldOrder = .progressive
    case AV_FIELD_TT: fieldOrder = .topTop
    case AV_FIELD_BB: fieldOrder = .bottomBottom
    case AV_FIELD_TB: fieldOrder = .topBottom
    case AV_FIELD_BT: fieldOrder = .bottomTop
    default: fieldOrder = .unknown
    }
    var size = 0
    let matrix = unsafe av_stream_get_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, &size)
    displayMatrix = unsafe readDisplayMatrix(matrix, size: size)
    reorderDepth = unsafe max(0, Int(parameters.pointee.video_delay))
  }
}

extension StreamDescription.Audio {
  static var none: Self { Self() }

  private init() {
    (sampleRate, channelCount, bitsPerSample, samplesPerFrame) = (0, 0, 0, 0)
    (initialPadding, trailingPadding, seekPreroll) = (0, 0, 0)
    (layout, sampleFormat) = ("", "")
    isLossless = false
  }

  fileprivate init(_ parameters: UnsafeMutablePointer<AVCodecParameters>) {
    sampleRate = unsafe max(0, Int(parameters.pointee.sample_rate))
    channelCount = unsafe max(0, Int(parameters.pointee.ch_layout.nb_channels))
    layout = unsafe describeLayout(&parameters.pointee.ch_layout)
    sampleFormat = unsafe sampleFormatName(parameters.pointee.format)
    bitsPerSample = unsafe max(0, Int(parameters.pointee.bits_per_raw_sample))
    samplesPerFrame = unsafe max(0, Int(parameters.pointee.frame_size))
    initialPadding = unsafe max(0, Int(parameters.pointee.initial_padding))
    trailingPadding = unsafe max(0, Int(parameters.pointee.trailing_padding))
    seekPreroll = unsafe max(0, Int(parameters.pointee.seek_preroll))
    let properties = unsafe avcodec_descriptor_get(parameters.pointee.codec_id)?.pointee.props ?? 0
    isLossless =
      properties & AV_CODEC_PROP_LOSSLESS != 0 && properties & AV_CODEC_PROP_LOSSY == 0
  }
}
