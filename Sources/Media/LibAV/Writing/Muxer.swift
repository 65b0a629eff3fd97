public import BaseValues
internal import CLibAV
internal import Diagnostics
public import OutputKinds

// Safe: one owner, and every call that changes it is mutating.
/// A container file being written.
///
/// Add streams, write the header, then packets in the order they are to lie in the file, then
/// finish. The bytes depend on what is written alone: no date, no version, no random numbers.
///
/// A muxer that is dropped before it has finished leaves an incomplete file; removing that is its
/// owner's business.
@safe public struct Muxer: ~Copyable, @unchecked Sendable {
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
  private var state = State.declaring

  /// Creates the file, or empties it.
  ///
  /// - Parameters:
  ///   - path: path of a file, taken as it is, never as a URL.
  ///   - format: libav's name of a container: `mp4`, `mov`, `matroska`.
  ///   - options: of the container's own.
  ///   - tags: of the whole file, by libav's names.
  /// - Throws: `LibAVError` when the container is unknown or the file cannot be made.
  public init(
    path: String, format: String, options: [LibraryOption] = [], tags: [LibraryOption] = []
  ) throws(LibAVError) {
    LibrarySetup.prepare()
    var made: UnsafeMutablePointer<AVFormatContext>?
    // The protocol's name keeps a path such as `a:b.mp4` from being taken for a URL.
    let url = ("file:" + path).fileName
    try check(unsafe avformat_alloc_output_context2(&made, nil, format, url), "make container")
    guard let context = unsafe made else { throw outOfMemory("make container") }
    do throws(LibAVError) {
      unsafe context.pointee.pb = try WrittenFile.open(path)
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
  /// - Parameter timeBase: seconds a unit of the times of its packets.
  /// - Returns: the stream's number, from 0.
  /// - Throws: `LibAVError` for parameters libav cannot hold, and after the header.
  public mutating func addStream(
    _ parameters: StreamParameters, timeBase: Fraction
  ) throws(LibAVError) -> Int {
    guard state == .declaring, timeBase.isPositive else { throw .unusable(for: "add stream") }
    guard let stream = unsafe avformat_new_stream(raw, nil),
      let codec = unsafe stream.pointee.codecpar
    else { throw outOfMemory("add stream") }
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
    return timeBases.count - 1
  }

  /// Says how bright the pictures of a stream are. Containers whose description lies at their end, MP4 and QuickTime,
  /// can be told until `finish`, others before the header alone.
  public mutating func setLight(_ levels: LightLevels, stream number: Int) throws(LibAVError) {
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
  public mutating func writeHeader() throws(LibAVError) {
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
  public mutating func write(_ packet: EncodedPacket, stream: Int) throws(LibAVError) {
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
    unsafe coded.raw.pointee.stream_index = Int32(truncatingIfNeeded: stream)
    unsafe coded.raw.pointee.pts = packet.presentation
    unsafe coded.raw.pointee.dts = packet.decoding
    unsafe coded.raw.pointee.duration = packet.duration
    if packet.isKey { unsafe coded.raw.pointee.flags |= AV_PKT_FLAG_KEY }
    unsafe av_packet_rescale_ts(coded.raw, timeBases[stream], declared.pointee.time_base)
    try check(unsafe av_write_frame(raw, coded.raw), "write packet")
  }

  /// Ends the file and closes it.
  ///
  /// - Throws: `LibAVError`, with `systemErrorNumber` when the file could not be written.
  public mutating func finish() throws(LibAVError) {
    guard state == .writing else { throw .unusable(for: "finish file") }
    state = .finished
    let ended = unsafe av_write_trailer(raw)
    let closed = unsafe WrittenFile.close(raw.pointee.pb)
    unsafe raw.pointee.pb = nil
    try check(ended, "finish file")
    try check(closed, "close file")
  }

  /// What the container had to say, oldest first; then forgotten.
  public mutating func takeLog() -> [LogLine] { log.take() }
}
