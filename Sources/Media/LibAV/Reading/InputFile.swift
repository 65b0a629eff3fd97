internal import CLibAV
internal import Diagnostics
import Glibc

// Safe: one owner; libav keeps no thread of its own for a container.
/// An open container.
///
/// Opening a stranger's file touches that file alone: it is opened by us and lent to libav, which may
/// open nothing itself, and only formats are read that are known to be containers or pictures.
@safe package struct InputFile: ~Copyable, @unchecked Sendable {
  var handle: Handle

  /// How a container is opened and read; the defaults are for media files of any origin.
  package struct Options: Sendable {
    /// libav's names of the protocols that may be used for addresses; files need none.
    package var allowedProtocols: [String] = []
    /// Is given the path of the file that was really opened, free of links; `false` refuses it.
    package var accepts: (@Sendable (String) -> Bool)?
    /// The part of the file that is read like a whole file; `nil` for all of it. Addresses have none.
    package var bytes: Range<Int64>?
    /// libav's name of the format, whether it is one that is read or not; `nil` to recognise it.
    package var formatName: String?
    /// Bytes read to recognise the format and describe the streams.
    package var probeBytes: Int64 = 5_000_000
    /// Microseconds of media read to describe the streams; 0 for libav's own choice.
    package var analyzeMicroseconds: Int64 = 0
    /// Whether packets are read and decoded to fill in what headers leave out.
    package var findsStreamInformation = true
    /// Whether packets have the times that are stored, and no others; else libav fills some in.
    package var keepsMissingTimes = false
    /// Whether a movie's packets have the times of its media, whatever its edit lists say.
    package var ignoresEditLists = false
    /// Further options of the demuxer.
    package var settings: [Setting] = []
    /// Asked often while libav reads; `true` makes the operation fail with `isInterrupted`.
    package var shouldStop: (@Sendable () -> Bool)?
    /// Where messages go.
    package var log: LogRing?

    /// The defaults above.
    package init() {}
  }

  /// Opens a file by its path, which may hold any characters.
  /// - Throws: `LibAVError`: what the system says of the path, `isInvalidData` when no format is
  ///   recognised, `refusedFormat` for one that is not read, `refusedFile` for what is no regular
  ///   file.
  package init(path: String, options: Options = Options()) throws(LibAVError) {
    let file = try OpenedFile(
      path: path, part: options.bytes, accepts: options.accepts)
    // With the protocol spelled out a colon or dash in the name means nothing.
    try self.init(opening: "file:" + path, file, options)
  }

  /// Opens what a libav address names, `https://…` for example, if its protocol is allowed.
  package init(address: String, options: Options = Options()) throws(LibAVError) {
    // A name cannot hold a zero byte; C would silently open a different file.
    guard !address.utf8.contains(0) else { throw .unusable(for: "open input") }
    try self.init(opening: address, nil, options)
  }

  private init(
    opening address: String, _ file: OpenedFile?, _ options: Options
  ) throws(LibAVError) {
    var handle = try Handle(file, options)
    try handle.open(address, options)
    if options.findsStreamInformation { try handle.findStreamInformation() }
    self.handle = handle
  }

  /// Frees what libav allocated, in the order libav needs.
  @safe struct Handle: ~Copyable {
    let context: UnsafeMutablePointer<AVFormatContext>
    /// `context`, or `nil` once libav freed it because opening failed.
    private var owned: UnsafeMutablePointer<AVFormatContext>?
    private(set) var stream: UnsafeMutablePointer<AVIOContext>?
    let hook: InterruptHook
    private let log: LogRing?
    /// What is read in place of libav's streams; its packet is made here.
    var photo: Photo?
    /// Whether its packet was read.
    var isPhotoRead = false

    deinit {
      var context = unsafe owned
      unsafe avformat_close_input(&context)
      if hook.file != nil {
        unsafe FileStream.close(stream)
      } else {
        var stream = unsafe stream
        unsafe avio_closep(&stream)
      }
    }
  }
}

// MARK: - Opening

/// Lends a Swift closure to libav's interrupt callback, and holds the file that is read.
final class InterruptHook: Sendable {
  let shouldStop: (@Sendable () -> Bool)?
  /// `nil` for addresses.
  let file: OpenedFile?

  init(_ shouldStop: (@Sendable () -> Bool)?, file: OpenedFile? = nil) {
    self.shouldStop = shouldStop
    self.file = file
  }

  /// The callback; valid while this object lives.
  var callback: AVIOInterruptCB {
    unsafe AVIOInterruptCB(
      callback: { opaque in
        guard let opaque = unsafe opaque else { return 0 }
        let hook = unsafe Unmanaged<InterruptHook>.fromOpaque(opaque).takeUnretainedValue()
        return hook.shouldStop?() == true ? 1 : 0
      }, opaque: Unmanaged.passUnretained(self).toOpaque())
  }
}

extension InputFile.Handle {
  fileprivate init(_ file: OpenedFile?, _ options: InputFile.Options) throws(LibAVError) {
    LibrarySetup.prepare()
    let hook = InterruptHook(options.shouldStop, file: file)
    guard let allocated = unsafe avformat_alloc_context() else {
      throw outOfMemory("allocate input")
    }
    unsafe (context, owned, stream) = (allocated, allocated, nil)
    (self.hook, self.log) = (hook, options.log)
    unsafe allocated.pointee.interrupt_callback = unsafe hook.callback
    unsafe allocated.pointee.opaque = unsafe options.log?.opaque
    if options.keepsMissingTimes { unsafe allocated.pointee.flags |= AVFMT_FLAG_NOFILLIN }
    // The only thing that a format may open is the file itself, once more.
    unsafe allocated.pointee.io_open = { context, stream, address, flags, _ in
      guard let context = unsafe context, let stream = unsafe stream,
        let address = unsafe address, flags & AVIO_FLAG_WRITE == 0,
        let own = unsafe context.pointee.url, unsafe strcmp(own, address) == 0,
        let opaque = unsafe context.pointee.interrupt_callback.opaque
      else { return cutlist_averror(1) }
      let hook = unsafe Unmanaged<InterruptHook>.fromOpaque(opaque).takeUnretainedValue()
      guard let file = hook.file, let made = try? unsafe FileStream.open(file, hook) else {
        return cutlist_averror(1)
      }
      unsafe stream.pointee = unsafe made
      return 0
    }
    unsafe allocated.pointee.io_close2 = { _, stream in
      unsafe FileStream.close(stream)
      return 0
    }
  }

  fileprivate mutating func open(
    _ address: String, _ options: InputFile.Options
  ) throws(LibAVError) {
    let protocols = ProtocolLayers.all(below: options.allowedProtocols).joined(separator: ",")
    if let file = hook.file {
      unsafe stream = try unsafe FileStream.open(file, hook)
    } else {
      var ioOptions = try OptionDictionary()
      try ioOptions.set("protocol_whitelist", protocols)
      var callback = unsafe hook.callback
      try check(
        unsafe avio_open2(&stream, address.fileName, AVIO_FLAG_READ, &callback, &ioOptions.raw),
        "open input")
    }

    let format = try unsafe recognise(address, options)
    let name = unsafe string(format.pointee.name) ?? ""
    if options.formatName == nil,
      let refusal = ContainerFormats.refusal(
        of: name, ending: InputFile.nameEnding(of: address))
    {
      throw .refusedFormat(refusal)
    }

    let head = unsafe Self.head(stream)
    if options.formatName == nil, Photo.isPhoto(head) { return try openPhoto(options.log) }

    var settings = try OptionDictionary(options.settings)
    try settings.set("protocol_whitelist", protocols)
    try settings.set("probesize", "\(max(32, options.probeBytes))")
    if options.analyzeMicroseconds > 0 {
      try settings.set("analyzeduration", "\(options.analyzeMicroseconds)")
    }
    if name == "image2" {
      // A percent sign in the name of a picture is not a pattern for a series of them.
      try settings.set("pattern_type", "none")
    }
    if options.ignoresEditLists, name.hasPrefix("mov") { try settings.set("ignore_editlist", "1") }
    if unsafe format.pointee.flags & AVFMT_NOFILE == 0 {
      unsafe context.pointee.pb = stream
    }
    do throws(LibAVError) {
      try unsafe openDemuxer(address, format, &settings.raw)
    } catch {
      // To libav a movie without its index.
      throw Photo.hasPhotos(head) && error.isInvalidData ? .refusedFormat(.photo) : error
    }
  }

  /// What was read first.
  private static func head(_ stream: UnsafeMutablePointer<AVIOContext>?) -> [UInt8] {
    guard let stream = unsafe stream, let start = unsafe stream.pointee.buf_ptr,
      let end = unsafe stream.pointee.buf_end, case let count = unsafe end - start, count > 0
    else { return [] }
    // Safe: the buffer has so many bytes that were read.
    return unsafe Array(UnsafeBufferPointer(start: start, count: min(count, 128)))
  }

  private func recognise(
    _ address: String, _ options: InputFile.Options
  ) throws(LibAVError) -> UnsafePointer<AVInputFormat> {
    if let name = options.formatName {
      guard let format = unsafe av_find_input_format(name) else {
        throw .unusable(for: "find format")
      }
      return unsafe format
    }
    // Recognition looks at the extension alone; the rest of the name could read as a pattern.
    let neutralName = "media" + InputFile.nameEnding(of: address)
    var format: UnsafePointer<AVInputFormat>?
    // Libav itself never looks at more: past that, chance likeness beats the extension.
    let limit = UInt32(clamping: min(1 << 20, max(2048, options.probeBytes)))
    let status = unsafe av_probe_input_buffer2(stream, &format, neutralName, context, 0, limit)
    try check(status, "recognise format")
    guard let found = unsafe format else {
      throw .library(status: cutlist_averror_invaliddata, doing: "recognise format")
    }
    return unsafe found
  }

  private mutating func openDemuxer(
    _ address: String, _ format: UnsafePointer<AVInputFormat>, _ settings: inout OpaquePointer?
  ) throws(LibAVError) {
    // On failure libav frees the context and clears `owned`.
    let status = unsafe avformat_open_input(&owned, address.fileName, format, &settings)
    try check(status, "open input")
  }
}

// MARK: - Facts

extension InputFile {
  /// What a name ends with, `.mp4` for example; empty without a dot in the last part of the path.
  /// No more of a name is looked at to recognise the format.
  package static func nameEnding(of address: String) -> String {
    let lastName = address.split(separator: "/").last ?? ""
    let parts = lastName.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count > 1 ? "." + (parts.last ?? "") : ""
  }

  private var context: UnsafeMutablePointer<AVFormatContext> { unsafe handle.context }

  /// libav's name of the format; several with commas where one demuxer reads them all.
  package var formatName: String {
    handle.photo != nil ? "heic" : unsafe string(context.pointee.iformat?.pointee.name) ?? ""
  }

  /// libav's name of the format for people, `QuickTime / MOV` for example; empty when it has none.
  package var formatTitle: String {
    handle.photo != nil
      ? "High Efficiency Image File Format"
      : unsafe string(context.pointee.iformat?.pointee.long_name) ?? ""
  }

  /// Beginning of the earliest stream in microseconds.
  package var startMicroseconds: Int64? {
    let time = unsafe context.pointee.start_time
    return time == cutlist_no_pts ? nil : time
  }

  /// Duration of the longest stream in microseconds, as the container says or as estimated.
  package var durationMicroseconds: Int64? {
    let time = unsafe context.pointee.duration
    return time == cutlist_no_pts ? nil : time
  }

  /// Whether the duration is a guess from the bit rate.
  package var isDurationEstimated: Bool {
    unsafe context.pointee.duration_estimation_method == AVFMT_DURATION_FROM_BITRATE
  }

  /// Bits a second of the whole file; 0 when unknown.
  package var bitRate: Int64 { unsafe max(0, context.pointee.bit_rate) }

  /// In the container's order.
  package var metadata: [Metadata] { unsafe readMetadata(context.pointee.metadata) }

  /// Streams known so far; some formats announce more while packets are read.
  package var streamCount: Int { unsafe Int(context.pointee.nb_streams) }

  /// What is known now of stream `index`; `nil` when there is none.
  package func stream(_ index: Int) -> StreamDescription? {
    guard let stream = unsafe rawStream(index) else { return nil }
    return unsafe StreamDescription(stream, in: context)
  }

  /// What the container says of a stream's codec, in the codec's own form; empty where it says
  /// nothing.
  package func codecConfiguration(_ index: Int) -> [UInt8] {
    guard let parameters = unsafe rawStream(index)?.pointee.codecpar,
      let bytes = unsafe parameters.pointee.extradata, unsafe parameters.pointee.extradata_size > 0
    else { return [] }
    // Safe: libav keeps so many bytes there as long as the stream.
    return unsafe Array(
      UnsafeBufferPointer(start: bytes, count: Int(parameters.pointee.extradata_size)))
  }

  /// What is known now of all streams, in order.
  package var streams: [StreamDescription] { (0..<streamCount).compactMap { stream($0) } }

  func rawStream(_ index: Int) -> UnsafeMutablePointer<AVStream>? {
    guard index >= 0, index < streamCount else { return nil }
    return unsafe context.pointee.streams?[index]
  }

  /// The stream libav holds for the main one of a kind; `nil` when there is none.
  package func bestStream(_ kind: StreamDescription.Kind) -> Int? {
    let type: AVMediaType
    switch kind {
    case .video: type = AVMEDIA_TYPE_VIDEO
    case .audio: type = AVMEDIA_TYPE_AUDIO
    case .other: return nil
    }
    let index = unsafe av_find_best_stream(context, type, -1, -1, nil, 0)
    return index >= 0 ? Int(index) : nil
  }
}

// MARK: - Reading

extension InputFile {
  /// Reads the next packet of any stream that is not discarded.
  /// - Returns: `nil` at the end of the file.
  /// - Throws: `LibAVError` when the file cannot be read or is damaged beyond this point.
  package mutating func readPacket() throws(LibAVError) -> Packet? {
    if let photo = handle.photo { return try readPacket(of: photo) }
    let packet = try Packet()
    var status = unsafe av_read_frame(context, packet.raw)
    // A demuxer may give up a call after skipping a lot; files never need waiting for. Packets
    // that were queued while describing the streams come whether discarded or not.
    var attempts = 0
    while status == cutlist_averror(11) && attempts < 1000 || status >= 0 && isDiscarded(packet) {
      unsafe av_packet_unref(packet.raw)
      attempts = status >= 0 ? 0 : attempts + 1
      status = unsafe av_read_frame(context, packet.raw)
    }
    // Some demuxers (GXF, for one) call it "not permitted" where there is no further packet.
    if status == cutlist_averror(1), let stream = unsafe context.pointee.pb,
      unsafe stream.pointee.error >= 0
    {
      guard unsafe stream.pointee.eof_reached == 0 else { return nil }
      status = cutlist_averror_invaliddata
    }
    if status == cutlist_averror_eof {
      // libav calls an unreadable disk an end of file as well.
      if let stream = unsafe context.pointee.pb, unsafe stream.pointee.error < 0,
        unsafe stream.pointee.error != cutlist_averror_eof
      {
        throw unsafe LibAVError.library(status: stream.pointee.error, doing: "read packet")
      }
      return nil
    }
    try check(status, "read packet")
    return packet
  }

  func isDiscarded(_ packet: borrowing Packet) -> Bool {
    guard let stream = unsafe rawStream(packet.streamIndex) else { return false }
    return unsafe stream.pointee.discard.rawValue >= AVDISCARD_ALL.rawValue
  }

  /// Leaves out a stream's packets, or gives them again.
  package mutating func setDiscarded(_ isDiscarded: Bool, stream index: Int) {
    guard let stream = unsafe rawStream(index) else { return }
    unsafe stream.pointee.discard = isDiscarded ? AVDISCARD_ALL : AVDISCARD_DEFAULT
  }

  /// Moves to a key packet of a stream: the last at or before `timestamp`, or the first after it
  /// when `backward` is false. Decoders must be reset by the caller.
  ///
  /// Times are decoding or presentation times as the format's index has them: what is read next
  /// may lie past the target by the reordering depth, so check it.
  package mutating func seek(
    stream index: Int, to timestamp: Int64, backward: Bool = true
  ) throws(LibAVError) {
    guard unsafe rawStream(index) != nil else {
      throw .library(status: cutlist_averror_stream_not_found, doing: "seek")
    }
    if handle.photo != nil {
      handle.isPhotoRead = false
      return
    }
    let flags = backward ? AVSEEK_FLAG_BACKWARD : 0
    try check(unsafe av_seek_frame(context, Int32(index), timestamp, flags), "seek")
  }

  /// Moves to a byte offset, for formats without timestamps to seek by.
  package mutating func seek(toByte position: Int64) throws(LibAVError) {
    if handle.photo != nil {
      handle.isPhotoRead = false
      return
    }
    try check(unsafe av_seek_frame(context, -1, position, AVSEEK_FLAG_BYTE), "seek")
  }

  /// An entry of the index a container carries or that was built while reading.
  package struct IndexEntry: Sendable, Hashable {
    /// In the stream's time base; decoding time in most formats.
    package let timestamp: Int64
    /// Bytes from the start of the file.
    package let position: Int64
    /// Bytes of the packet; 0 where the index does not say.
    package let size: Int
    /// Whether decoding can begin there.
    package let isKey: Bool
    /// Whether the entry lies outside the edit list.
    package let isDiscard: Bool
  }

  /// Entries in the index of a stream; 0 when there is none.
  package func indexCount(stream index: Int) -> Int {
    guard let stream = unsafe rawStream(index) else { return 0 }
    return unsafe max(0, Int(avformat_index_get_entries_count(stream)))
  }

  /// Entry `entry` of the index of a stream; `nil` when there is none.
  package func indexEntry(_ entry: Int, stream index: Int) -> IndexEntry? {
    guard let stream = unsafe rawStream(index), let number = Int32(exactly: entry),
      let found = unsafe avformat_index_get_entry(stream, number)
    else { return nil }
    let flags = unsafe Int32(found.pointee.flags)
    return unsafe IndexEntry(
      timestamp: found.pointee.timestamp, position: found.pointee.pos,
      size: Int(found.pointee.size), isKey: flags & AVINDEX_KEYFRAME != 0,
      isDiscard: flags & AVINDEX_DISCARD_FRAME != 0)
  }
}
