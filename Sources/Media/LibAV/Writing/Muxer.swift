package import BaseValues
internal import CLibAV
internal import Diagnostics
package import OutputKinds

// Safe: one owner, and every call that changes it is mutating.
/// A container file being written.
///
/// Add streams, write the header, then packets in the order they are to lie in the file, then
/// finish. The bytes depend on what is written alone: no date, no version, no random numbers.
///
/// A muxer that is dropped before it has finished leaves an incomplete file; removing that is its
/// owner's business.
@safe package struct Muxer: ~Copyable, @unchecked Sendable {
  private enum State {
    case declaring
    case writing
    case finished
  }

  private let raw: UnsafeMutablePointer<AVFormatContext>
  private let log: LogRing
  private let options: [LibraryOption]
  private let tags: [LibraryOption]
  private var timeBases: [AVRational] = []
  /// Of each stream, the samples that a packet is decoded to, whatever of them is heard; 0 for other streams.
  private var paddedLengths: [Int64] = []
  /// Of each stream, the samples that come before the sound.
  private var leadingLengths: [Int64] = []
  private var state = State.declaring

  /// Creates the file, or empties it.
  ///
  /// - Parameters:
  ///   - path: path of a file, taken as it is, never as a URL; `nil` for standard output, which has to be a format
  ///     that never goes back.
  ///   - format: libav's name of a container: `mp4`, `mov`, `matroska`.
  ///   - options: of the container's own.
  ///   - tags: of the whole file, by libav's names.
  /// - Throws: `LibAVError` when the container is unknown or the file cannot be made.
  package init(
    path: String?, format: String, options: [LibraryOption] = [], tags: [LibraryOption] = []
  ) throws(LibAVError) {
    LibrarySetup.prepare()
    var made: UnsafeMutablePointer<AVFormatContext>?
    // The protocol's name keeps a path such as `a:b.mp4` from being taken for a URL.
    let url = ("file:" + (path ?? "standard output")).fileName
    try check(unsafe avformat_alloc_output_context2(&made, nil, format, url), "make container")
    guard let context = unsafe made else { throw outOfMemory("make container") }
    do throws(LibAVError) {
      if let path {
        unsafe context.pointee.pb = try WrittenFile.open(path)
      } else {
        unsafe context.pointee.pb = try WrittenFile.openStandardOutput()
      }
    } catch {
      unsafe avformat_free_context(context)
      throw error
    }
    unsafe raw = context
    log = LogRing(level: .warning)
    self.options = options
    self.tags = tags
    unsafe context.pointee.opaque = log.opaque
    unsafe context.pointee.flags |= AVFMT_FLAG_BITEXACT
  }

  deinit {
    // Closing writes what is buffered; a failure of that has no one to go to, and the file is
    // incomplete anyway unless `finish` has closed it.
    unsafe WrittenFile.close(raw.pointee.pb)
    unsafe raw.pointee.pb = nil
    unsafe avformat_free_context(raw)
  }
}

// MARK: - Writing

extension Muxer {
  /// Declares a stream.
  ///
  /// - Parameters:
  ///   - timeBase: seconds a unit of the times of its packets.
  ///   - tags: of the stream, by libav's names.
  ///   - isDefault: whether it is played where nobody chooses, for containers that say so.
  /// - Returns: the stream's number, from 0.
  /// - Throws: `LibAVError` for parameters libav cannot hold, and after the header.
  package mutating func addStream(
    _ parameters: StreamParameters, timeBase: Fraction, tags: [LibraryOption] = [],
    roles: Set<TrackRole> = [], isDefault: Bool = false
  ) throws(LibAVError) -> Int {
    guard state == .declaring, timeBase.isPositive else { throw .unusable(for: "add stream") }
    guard let stream = unsafe avformat_new_stream(raw, nil),
      let codec = unsafe stream.pointee.codecpar
    else { throw outOfMemory("add stream") }
    unsafe stream.pointee.disposition = roles.reduce(isDefault ? AV_DISPOSITION_DEFAULT : 0) {
      $0 | $1.disposition
    }
    for tag in tags {
      try check(
        unsafe av_dict_set(&stream.pointee.metadata, tag.name, tag.value, 0),
        "set a tag of a stream")
    }
    try unsafe parameters.apply(to: codec)
    unsafe stream.pointee.time_base = timeBase.raw
    if case .pictures = parameters.content {
      unsafe stream.pointee.sample_aspect_ratio = AVRational(num: 1, den: 1)
      unsafe stream.pointee.avg_frame_rate = AVRational(
        num: timeBase.denominator, den: timeBase.numerator)
    }
    if case .pictures(_, _, _, _, _, _, let display?) = parameters.content {
      try unsafe Self.say(display, of: stream)
    }
    timeBases.append(timeBase.raw)
    paddedLengths.append(parameters.paddedLength)
    leadingLengths.append(parameters.leadingLength)
    return timeBases.count - 1
  }

  /// Declares a part of the file with a title.
  ///
  /// - Throws: `LibAVError` for times that nanoseconds cannot count, and after the header.
  package mutating func addChapter(_ chapter: Chapter) throws(LibAVError) {
    let start = try? chapter.start.scaled(by: 1_000_000_000, rounding: .nearest)
    let end = try? chapter.end.scaled(by: 1_000_000_000, rounding: .nearest)
    guard state == .declaring, let start, let end else { throw .unusable(for: "add chapter") }
    let count = Int(unsafe raw.pointee.nb_chapters)
    let size = unsafe MemoryLayout<UnsafeMutablePointer<AVChapter>?>.stride
    // Safe: the list belongs to the context, which frees it with all chapters in it; it is replaced before
    // it counts more.
    guard let list = unsafe av_realloc_array(raw.pointee.chapters, count + 1, size) else {
      throw outOfMemory("add chapter")
    }
    let chapters = unsafe list.assumingMemoryBound(to: UnsafeMutablePointer<AVChapter>?.self)
    unsafe raw.pointee.chapters = unsafe chapters
    guard let memory = unsafe av_mallocz(MemoryLayout<AVChapter>.size) else {
      throw outOfMemory("add chapter")
    }
    let made = unsafe memory.assumingMemoryBound(to: AVChapter.self)
    unsafe chapters[count] = unsafe made
    unsafe raw.pointee.nb_chapters += 1
    unsafe made.pointee.id = Int64(count)
    unsafe made.pointee.time_base = AVRational(num: 1, den: 1_000_000_000)
    unsafe made.pointee.start = start
    unsafe made.pointee.end = end
    try check(
      unsafe av_dict_set(&made.pointee.metadata, "title", chapter.title, 0), "set a chapter's title"
    )
  }

  /// Declares a file that lies in this one, where the container can hold some. Done after all streams.
  ///
  /// - Throws: `LibAVError` when memory runs out, and after the header.
  package mutating func addAttachment(
    _ bytes: [UInt8], name: String, mimeType: String
  ) throws(LibAVError) {
    guard state == .declaring else { throw .unusable(for: "add attachment") }
    guard let stream = unsafe avformat_new_stream(raw, nil),
      let codec = unsafe stream.pointee.codecpar
    else { throw outOfMemory("add attachment") }
    unsafe codec.pointee.codec_type = AVMEDIA_TYPE_ATTACHMENT
    try unsafe StreamParameters.setExtradata(bytes, of: codec)
    for (tag, value) in [("filename", name), ("mimetype", mimeType)] {
      try check(
        unsafe av_dict_set(&stream.pointee.metadata, tag, value, 0), "set a tag of an attachment")
    }
  }

  /// Declares a picture that belongs to the file, as containers have it that take such pictures for streams.
  ///
  /// - Returns: the stream's number; the picture is its only packet.
  /// - Throws: `LibAVError` when memory runs out, and after the header.
  package mutating func addPicture(_ picture: Artwork) throws(LibAVError) -> Int {
    // Nothing of such a picture is written but its bytes; libav wants a size all the same.
    let parameters = StreamParameters(
      content: .pictures(
        codec: picture.format == .jpeg ? "mjpeg" : "png", format: "rgb24", width: 1, height: 1),
      extradata: [])
    let number = try addStream(parameters, timeBase: Fraction(1, 1))
    guard let stream = unsafe raw.pointee.streams?[number] else {
      throw .unusable(for: "add picture")
    }
    unsafe stream.pointee.disposition = AV_DISPOSITION_ATTACHED_PIC
    // By this text ID3's and Vorbis' kind of the picture is found.
    try check(
      unsafe av_dict_set(&stream.pointee.metadata, "comment", "Cover (front)", 0),
      "describe a picture")
    return number
  }

  /// Says how bright the pictures of a stream are. Containers whose description lies at their end, MP4 and QuickTime,
  /// can be told until `finish`, others before the header alone.
  package mutating func setLight(_ levels: LightLevels, stream number: Int) throws(LibAVError) {
    guard state != .finished, timeBases.indices.contains(number),
      let stream = unsafe raw.pointee.streams?[number]
    else { throw .unusable(for: "describe light") }
    var size = 0
    guard let light = unsafe av_content_light_metadata_alloc(&size) else {
      throw outOfMemory("describe light")
    }
    unsafe light.pointee.MaxCLL = UInt32(clamping: levels.content)
    unsafe light.pointee.MaxFALL = UInt32(clamping: levels.frameAverage)
    try unsafe Self.add(
      AV_PKT_DATA_CONTENT_LIGHT_LEVEL, UnsafeMutableRawPointer(light), size, to: stream)
  }

  /// Says on which display the pictures of a stream were made.
  private static func say(
    _ display: MasteringDisplay, of stream: UnsafeMutablePointer<AVStream>
  ) throws(LibAVError) {
    guard let metadata = unsafe av_mastering_display_metadata_alloc() else {
      throw outOfMemory("describe display")
    }
    func fraction(_ number: Int, _ unit: Int32) -> AVRational {
      AVRational(num: Int32(clamping: number), den: unit)
    }
    let points = display.primaries.points.map { point in point.map { fraction($0, 50_000) } }
    unsafe metadata.pointee.display_primaries = (
      (points[0][0], points[0][1]), (points[1][0], points[1][1]), (points[2][0], points[2][1])
    )
    unsafe metadata.pointee.white_point = (points[3][0], points[3][1])
    unsafe metadata.pointee.max_luminance = fraction(display.peak, 10_000)
    unsafe metadata.pointee.min_luminance = fraction(display.black, 10_000)
    unsafe metadata.pointee.has_primaries = 1
    unsafe metadata.pointee.has_luminance = 1
    try unsafe add(
      AV_PKT_DATA_MASTERING_DISPLAY_METADATA, UnsafeMutableRawPointer(metadata),
      MemoryLayout<AVMasteringDisplayMetadata>.size, to: stream)
  }

  /// Gives memory of libav's to a stream, which frees it.
  private static func add(
    _ type: AVPacketSideDataType, _ memory: UnsafeMutableRawPointer, _ size: Int,
    to stream: UnsafeMutablePointer<AVStream>
  ) throws(LibAVError) {
    let bytes = unsafe memory.assumingMemoryBound(to: UInt8.self)
    let status = unsafe av_stream_add_side_data(stream, type, bytes, size)
    if status < 0 { unsafe av_free(memory) }
    try check(status, "describe pictures to the muxer")
  }

  /// Ends declaring and begins the file.
  package mutating func writeHeader() throws(LibAVError) {
    guard state == .declaring else { throw .unusable(for: "write header") }
    var dictionary = try OptionDictionary()
    for tag in tags {
      try check(
        unsafe av_dict_set(&raw.pointee.metadata, tag.name, tag.value, 0), "set a tag of the file")
    }
    for option in options { try dictionary.set(option.name, option.value) }
    try check(unsafe avformat_write_header(raw, &dictionary.raw), "write header")
    try dictionary.checkAllUsed("set options of the container")
    state = .writing
  }

  /// Writes the next packet. Packets of one stream are in decoding order; packets of different
  /// streams are put into the file in the order they come.
  ///
  /// - Throws: `LibAVError`, with `systemErrorNumber` when the file could not be written.
  package mutating func write(_ packet: EncodedPacket, stream: Int) throws(LibAVError) {
    guard state == .writing, timeBases.indices.contains(stream),
      let size = Int32(exactly: packet.data.count),
      let declared = unsafe raw.pointee.streams?[stream]
    else { throw .unusable(for: "write packet") }
    let coded = try Packet()
    try check(unsafe av_new_packet(coded.raw, size), "allocate packet")
    if let memory = unsafe coded.raw.pointee.data {
      unsafe packet.data.withUnsafeBufferPointer { bytes in
        // Safe: `av_new_packet` has made room for as many bytes.
        if let start = bytes.baseAddress { unsafe memory.update(from: start, count: bytes.count) }
      }
    }
    if !packet.alpha.isEmpty { try coded.add(Self.additionHead + packet.alpha) }
    unsafe coded.raw.pointee.stream_index = Int32(truncatingIfNeeded: stream)
    unsafe coded.raw.pointee.pts = packet.presentation
    unsafe coded.raw.pointee.dts = packet.decoding
    unsafe coded.raw.pointee.duration = packet.duration
    if packet.isKey { unsafe coded.raw.pointee.flags |= AV_PKT_FLAG_KEY }
    if packet.duration > 0, packet.duration < paddedLengths[stream] {
      try coded.discard(
        paddedLengths[stream] - packet.duration, leading: leadingLengths[stream])
    }
    unsafe av_packet_rescale_ts(coded.raw, timeBases[stream], declared.pointee.time_base)
    try check(unsafe av_write_frame(raw, coded.raw), "write packet")
  }

  /// Ends the file and closes it.
  ///
  /// - Throws: `LibAVError`, with `systemErrorNumber` when the file could not be written.
  package mutating func finish() throws(LibAVError) {
    guard state == .writing else { throw .unusable(for: "finish file") }
    state = .finished
    let ended = unsafe av_write_trailer(raw)
    let closed = unsafe WrittenFile.close(raw.pointee.pb)
    unsafe raw.pointee.pb = nil
    try check(ended, "finish file")
    try check(closed, "close file")
  }

  /// What the container had to say, oldest first; then forgotten.
  package mutating func takeLog() -> [LogLine] { log.take() }
}

extension Muxer {
  /// Before what belongs to a packet of Matroska and is alpha of its pictures: the number of the addition (RFC 9559,
  /// `BlockAddID` 1), the highest byte first.
  static let additionHead: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 1]
}

extension Packet {
  /// Adds what stands beside the packet's data.
  fileprivate func add(_ addition: [UInt8]) throws(LibAVError) {
    guard
      let memory = unsafe av_packet_new_side_data(
        raw, AV_PKT_DATA_MATROSKA_BLOCKADDITIONAL, addition.count)
    else { throw outOfMemory("add alpha to a packet") }
    unsafe addition.withUnsafeBufferPointer { bytes in
      // Safe: the memory holds as many bytes.
      if let start = bytes.baseAddress { unsafe memory.update(from: start, count: bytes.count) }
    }
  }

  /// Says that so many samples at the end are decoded and not heard. Containers that have edit lists pay no heed.
  ///
  /// - Parameter leading: the same of the stream's beginning, which MP3's muxer takes from its last packet.
  fileprivate func discard(_ samples: Int64, leading: Int64) throws(LibAVError) {
    // Samples left out at the beginning and at the end, 32 bits each, the lowest byte first, and two reasons.
    guard let count = UInt32(exactly: samples), let first = UInt32(exactly: leading),
      let memory = unsafe av_packet_new_side_data(raw, AV_PKT_DATA_SKIP_SAMPLES, 10)
    else { throw outOfMemory("mark the end of sound") }
    // Safe: the memory holds ten bytes.
    for place in 0..<10 {
      let number = place < 4 ? first : place < 8 ? count : 0
      unsafe memory[place] = UInt8(truncatingIfNeeded: number >> UInt32(8 * (place % 4)))
    }
  }
}

extension TrackRole {
  fileprivate var disposition: Int32 {
    switch self {
    case .commentary: AV_DISPOSITION_COMMENT
    case .forced: AV_DISPOSITION_FORCED
    case .hearingImpaired: AV_DISPOSITION_HEARING_IMPAIRED
    case .visualImpaired: AV_DISPOSITION_VISUAL_IMPAIRED
    case .original: AV_DISPOSITION_ORIGINAL
    case .dub: AV_DISPOSITION_DUB
    }
  }
}

extension StreamParameters {
  fileprivate var leadingLength: Int64 {
    if case .sound(_, _, _, _, _, let padding) = content { Int64(padding) } else { 0 }
  }

  /// Samples that every packet is decoded to, the last one too; 0 where the last one is as long as it says.
  fileprivate var paddedLength: Int64 {
    guard case .sound(let name, _, _, _, let length, _) = content,
      AudioCodec.all.contains(where: { $0.name == name && !$0.isLossless })
    else { return 0 }
    return Int64(length)
  }
}
