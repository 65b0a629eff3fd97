internal import CLibAV

// Safe: used by one thread; the parser keeps copies of what it needs of packets.
/// Tells how many samples each packet of a stream gives, by what the codec writes in it.
///
/// Containers that count milliseconds round a packet's duration, and some that count samples are
/// wrong: 1,024 samples of 48 kHz are neither 21 ms nor 22.
@safe package final class SoundPackets: @unchecked Sendable {
  private let kind: Kind
  private var vorbis: VorbisPackets
  private var parser: UnsafeMutablePointer<AVCodecParserContext>?
  private var context: UnsafeMutablePointer<AVCodecContext>?
  private var parameters: UnsafeMutablePointer<AVCodecParameters>?
  /// Bytes of uncompressed sound that do not yet make a block.
  private var rest = 0
  /// Samples that a header announces and no packet has given yet.
  private var announced = 0

  private enum Kind {
    case unknown
    case vorbis
    case opus
    case wavPack
    /// Uncompressed sound of DVDs and of Blu-ray discs, after a header in each packet.
    case dvd
    case bluRay
    /// Blocks of so many bytes and samples.
    case blocks(bytes: Int, samples: Int)
    /// Windows Media Audio, frames of so many samples and bytes.
    case windowsMedia(frame: Int, bytes: Int)
    /// Apple Lossless, of so many samples where a packet does not say otherwise.
    case appleLossless(frame: Int)
    /// True Audio: all packets have so many samples, the last what is left of all.
    case trueAudio(frame: Int)
    /// Every packet has so many samples.
    case steady(Int)
    /// libav's parser says it.
    case parsed
    /// The number of bytes says it.
    case sized
  }

  /// For a codec that does not say it, no packet's samples are known.
  package init(_ input: borrowing InputFile, stream index: Int) {
    vorbis = VorbisPackets(input, stream: index)
    guard let stream = unsafe input.rawStream(index), let found = unsafe stream.pointee.codecpar,
      let copy = unsafe avcodec_parameters_alloc()
    else {
      kind = .unknown
      return
    }
    guard unsafe avcodec_parameters_copy(copy, found) >= 0 else {
      var unused: UnsafeMutablePointer<AVCodecParameters>? = unsafe copy
      unsafe avcodec_parameters_free(&unused)
      kind = .unknown
      return
    }
    unsafe parameters = copy
    let wanted = unsafe Self.kind(copy)
    if case .trueAudio = wanted { announced = unsafe Self.number(copy, at: 14, .little) ?? 0 }
    guard case .parsed = wanted else {
      kind = wanted
      return
    }
    let made = unsafe avcodec_alloc_context3(nil)
    if let made = unsafe made, unsafe avcodec_parameters_to_context(made, copy) >= 0,
      let opened = unsafe av_parser_init(Int32(bitPattern: copy.pointee.codec_id.rawValue))
    {
      unsafe opened.pointee.flags |= PARSER_FLAG_COMPLETE_FRAMES
      unsafe (parser, context) = (opened, made)
      kind = .parsed
    } else {
      var unused = unsafe made
      unsafe avcodec_free_context(&unused)
      kind = .unknown
    }
  }

  deinit {
    if let parser = unsafe parser { unsafe av_parser_close(parser) }
    var context = unsafe context
    unsafe avcodec_free_context(&context)
    var parameters = unsafe parameters
    unsafe avcodec_parameters_free(&parameters)
  }

  private static func kind(_ parameters: UnsafeMutablePointer<AVCodecParameters>) -> Kind {
    let channels = unsafe Int(parameters.pointee.ch_layout.nb_channels)
    guard (1...64).contains(channels) else { return .unknown }
    let id = unsafe parameters.pointee.codec_id
    switch id {
    case AV_CODEC_ID_VORBIS: return .vorbis
    case AV_CODEC_ID_OPUS: return .opus
    case AV_CODEC_ID_WAVPACK: return .wavPack
    case AV_CODEC_ID_FLAC, AV_CODEC_ID_DTS: return .parsed
    case AV_CODEC_ID_PCM_DVD: return .dvd
    case AV_CODEC_ID_PCM_BLURAY: return .bluRay
    case AV_CODEC_ID_ADPCM_IMA_QT:
      return .blocks(bytes: 34 * channels, samples: 64)
    case AV_CODEC_ID_WMAV1, AV_CODEC_ID_WMAV2: return unsafe windowsMedia(parameters)
    case AV_CODEC_ID_ALAC:
      // After the atom's own head: version and flags, then the samples of a packet.
      guard let frame = unsafe number(parameters, at: 12, .big), (1...1 << 24).contains(frame)
      else { return .unknown }
      return .appleLossless(frame: frame)
    case AV_CODEC_ID_TTA:
      guard let rate = unsafe number(parameters, at: 10, .little), (1...1 << 24).contains(rate),
        case let frame = 256 * rate / 245, frame > 0
      else { return .unknown }
      return .trueAudio(frame: frame)
    case AV_CODEC_ID_MLP, AV_CODEC_ID_TRUEHD:
      // Access units of 1/1200 s at 48 kHz, and as many for twice and four times the rate.
      switch unsafe parameters.pointee.sample_rate {
      case 44_100, 48_000: return .steady(40)
      case 88_200, 96_000: return .steady(80)
      case 176_400, 192_000: return .steady(160)
      default: return .unknown
      }
    case AV_CODEC_ID_AC3, AV_CODEC_ID_GSM, AV_CODEC_ID_TRUESPEECH, AV_CODEC_ID_NELLYMOSER,
      AV_CODEC_ID_RA_144:
      return .sized
    default:
      let name = unsafe string(avcodec_get_name(id)) ?? ""
      let isSized =
        av_get_exact_bits_per_sample(id) > 0 || name.hasPrefix("adpcm_") || name == "gsm_ms"
      return isSized ? .sized : .unknown
    }
  }

  private enum ByteOrder { case little, big }

  /// A number of 32 bits in a codec's own header; `nil` where that is too short.
  private static func number(
    _ parameters: UnsafeMutablePointer<AVCodecParameters>, at offset: Int, _ order: ByteOrder
  ) -> Int? {
    guard let data = unsafe parameters.pointee.extradata,
      unsafe Int(parameters.pointee.extradata_size) >= offset + 4
    else { return nil }
    return (0..<4).reduce(0) { sum, place in
      let byte = unsafe Int(data[offset + place])
      return sum | byte << (8 * (order == .little ? place : 3 - place))
    }
  }

  /// Frames of Windows Media Audio 1 and 2 are as long as about 0.05 s, in a power of two.
  private static func windowsMedia(
    _ parameters: UnsafeMutablePointer<AVCodecParameters>
  ) -> Kind {
    let isFirst = unsafe parameters.pointee.codec_id == AV_CODEC_ID_WMAV1
    let (size, place) = isFirst ? (4, 2) : (6, 4)
    guard let data = unsafe parameters.pointee.extradata,
      unsafe parameters.pointee.extradata_size >= size
    else { return .unknown }
    // Frames that reach from one packet into the next are counted by the decoder alone.
    guard unsafe data[place] & 2 == 0 else { return .unknown }
    let rate = unsafe parameters.pointee.sample_rate
    let frame = rate <= 16_000 ? 512 : rate <= 22_050 || rate <= 32_000 && isFirst ? 1024 : 2048
    let bytes = unsafe max(0, Int(parameters.pointee.block_align))
    return .windowsMedia(frame: frame, bytes: bytes)
  }

  /// Samples that a packet gives, packets in order; `nil` where that is not known.
  package func samples(in packet: borrowing Packet) -> Int? {
    switch kind {
    case .unknown: return nil
    case .vorbis: return vorbis.duration(of: packet)
    case .opus: return Self.opus(packet.payload)
    case .wavPack: return Self.wavPack(packet.payload)
    case .appleLossless(let frame): return Self.appleLossless(packet.payload, frame: frame)
    case .trueAudio(let frame):
      guard announced > 0 else { return frame }
      defer { announced = max(0, announced - frame) }
      return min(frame, announced)
    case .steady(let samples): return samples
    case .windowsMedia(let frame, let bytes):
      return bytes > 0 ? packet.size / bytes * frame : frame
    case .dvd:
      guard packet.size > 3 else { return nil }
      let head = Int(packet.payload[1])
      let (bits, channels) = (16 + 4 * (head >> 6), 1 + (head & 7))
      // Longer samples are stored in groups of two of each channel.
      return bits == 16
        ? blocks(of: 2 * channels, in: packet.size - 3)
        : 2 * blocks(of: channels * bits / 4, in: packet.size - 3)
    case .bluRay:
      guard packet.size > 4 else { return nil }
      let layout = Int(packet.payload[2] >> 4)
      let channels = [0, 2, 0, 2, 4, 4, 4, 4, 6, 6, 8, 8, 0, 0, 0, 0][layout]
      let bytes = packet.payload[3] >> 6 == 1 ? 2 : 3
      return channels > 0 ? (packet.size - 4) / (channels * bytes) : nil
    case .blocks(let bytes, let samples): return packet.size / bytes * samples
    case .sized:
      let count = unsafe av_get_audio_frame_duration2(parameters, Int32(clamping: packet.size))
      return count > 0 ? Int(count) : nil
    case .parsed:
      guard let parser = unsafe parser else { return nil }
      var data: UnsafeMutablePointer<UInt8>?
      var size: Int32 = 0
      let raw = unsafe packet.raw.pointee
      unsafe parser.pointee.duration = 0
      _ = unsafe av_parser_parse2(
        parser, context, &data, &size, raw.data, raw.size, raw.pts, raw.dts, raw.pos)
      let count = unsafe parser.pointee.duration
      return count > 0 ? Int(count) : nil
    }
  }

  /// Whole blocks, of those too that the packet before began.
  private func blocks(of bytes: Int, in size: Int) -> Int {
    defer { rest = (rest + size) % bytes }
    return (rest + size) / bytes
  }

  /// Frames of a packet of Opus at 48 kHz (RFC 6716, 3.1 and 3.2).
  static func opus(_ payload: Span<UInt8>) -> Int? {
    guard payload.count > 0 else { return nil }
    let head = Int(payload[0])
    let configuration = head >> 3
    let length =
      switch configuration {
      case 0..<12: [480, 960, 1920, 2880][configuration & 3]
      case 12..<16: [480, 960][configuration & 1]
      default: 120 << (configuration & 3)
      }
    var count = head & 3 == 0 ? 1 : 2
    if head & 3 == 3 {
      guard payload.count > 1 else { return nil }
      count = Int(payload[1] & 63)
    }
    // A packet holds 120 ms at most.
    return count > 0 && count * length <= 5760 ? count * length : nil
  }

  /// A packet of Apple Lossless begins with the head of its first element: kind (3 bits), number
  /// (4), unused (12), whether it says its samples (1), bytes apart (2), whether it is uncompressed
  /// (1); then its samples (32), of the last packet alone.
  static func appleLossless(_ payload: Span<UInt8>, frame: Int) -> Int? {
    guard payload.count > 2, payload[2] & 0x10 != 0 else { return frame }
    guard payload.count >= 7 else { return nil }
    // The samples' first bit is the last of the third byte.
    let bits = (2..<7).reduce(0) { $0 << 8 | Int(payload[$1]) }
    let samples = bits >> 1 & 0xFFFF_FFFF
    return (1...frame).contains(samples) ? samples : nil
  }

  /// The blocks of a packet of WavPack: of those of one place, one for each pair of channels, the
  /// first counts.
  static func wavPack(_ payload: Span<UInt8>) -> Int? {
    func number(_ place: Int) -> Int {
      (0..<4).reduce(0) { $0 | Int(payload[place + $1]) << (8 * $1) }
    }
    var (position, samples) = (0, 0)
    while position + 32 <= payload.count {
      guard number(position) == 0x6B70_7677 else { return nil }
      if number(position + 24) & 0x800 != 0 { samples += number(position + 20) }
      position += 8 + max(24, number(position + 4))
    }
    return (1...1 << 24).contains(samples) ? samples : nil
  }
}
