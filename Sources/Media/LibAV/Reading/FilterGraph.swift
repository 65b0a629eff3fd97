internal import CLibAV

// Safe: one owner; a graph with one thread has no thread of its own.
/// A graph of libav's filters with one output, and one input or none.
///
/// Graphs without an input generate: `mandelbrot=size=320x180:rate=30`, `sine=frequency=440`.
/// Filters work on one thread and scalers among them use bit-exact code.
@safe package struct FilterGraph: ~Copyable, @unchecked Sendable {
  let handle: Handle
  private let source: UnsafeMutablePointer<AVFilterContext>?
  private let sink: UnsafeMutablePointer<AVFilterContext>
  private let input: Input?
  private let log: LogRing?

  /// What comes out.
  package let output: Output

  /// The frames that will be sent.
  package enum Input: Sendable, Hashable {
    /// `frameRate` and `sampleAspect` may be 0/1 for unknown.
    case video(Scaler.Picture, timeBase: Fraction, frameRate: Fraction, sampleAspect: Fraction)
    case audio(AudioFormat, timeBase: Fraction)
  }

  /// The frames that will be received.
  package struct Output: Sendable, Hashable {
    /// Video or audio.
    package let kind: StreamDescription.Kind
    /// Seconds of one unit of the frames' timestamps.
    package let timeBase: Fraction
    /// 0/1 for sound, and for pictures without a rate.
    package let frameRate: Fraction
    /// libav's name of the pixel or sample format.
    package let format: String
    /// Pixels in a row; 0 for sound.
    package let width: Int
    /// Rows; 0 for sound.
    package let height: Int
    /// Width of a pixel divided by its height; 0/1 for sound, and where it is not known.
    package let sampleAspect: Fraction
    /// Samples a second in each channel; 0 for pictures.
    package let sampleRate: Int
    /// libav's text for the channels; empty for pictures.
    package let layout: String

    /// An output that was described elsewhere, as by a graph in another process.
    package init(
      kind: StreamDescription.Kind, timeBase: Fraction, frameRate: Fraction, format: String,
      width: Int, height: Int, sampleAspect: Fraction, sampleRate: Int, layout: String
    ) {
      (self.kind, self.timeBase, self.frameRate) = (kind, timeBase, frameRate)
      (self.format, self.width, self.height) = (format, width, height)
      (self.sampleAspect, self.sampleRate) = (sampleAspect, sampleRate)
      self.layout = layout
    }
  }

  /// What may come out of a graph, and where it speaks.
  package struct Options: Sendable {
    /// libav's names of the pixel formats that may come out; empty for any.
    package var pixelFormats: [String] = []
    /// libav's names of the sample formats that may come out; empty for any.
    package var sampleFormats: [String] = []
    /// Where messages go.
    package var log: LogRing?

    /// Any format, and no messages.
    package init() {}
  }

  /// Makes a graph from libav's text for it.
  ///
  /// Making filters may already open files: ask `filters(in:)` first where that matters.
  /// - Throws: `LibAVError` when the text cannot be read, names unknown filters or options, or
  ///   has other open ends than `input` and one output.
  package init(
    _ text: String, input: Input? = nil, options: Options = Options()
  ) throws(LibAVError) {
    LibrarySetup.prepare()
    guard !text.utf8.contains(0) else { throw .unusable(for: "read filter graph") }
    let handle = try Handle(options.log)
    var ends = OpenEnds()
    try check(
      unsafe avfilter_graph_parse2(handle.graph, text, &ends.inputs, &ends.outputs),
      "read filter graph")
    guard let end = unsafe ends.outputs, unsafe end.pointee.next == nil,
      unsafe (ends.inputs == nil) == (input == nil), unsafe ends.inputs?.pointee.next == nil
    else { throw Self.otherEnds }

    var source: UnsafeMutablePointer<AVFilterContext>?
    if let input, let start = unsafe ends.inputs {
      let made = try unsafe handle.makeSource(input)
      try check(
        unsafe avfilter_link(
          made, 0, start.pointee.filter_ctx, UInt32(bitPattern: start.pointee.pad_idx)),
        "connect filter graph")
      unsafe source = made
    }
    let sink = try unsafe handle.makeSink(
      unsafe avfilter_pad_get_type(
        end.pointee.filter_ctx.pointee.output_pads, end.pointee.pad_idx), options)
    try check(
      unsafe avfilter_link(
        end.pointee.filter_ctx, UInt32(bitPattern: end.pointee.pad_idx), sink, 0),
      "connect filter graph")
    try check(unsafe avfilter_graph_config(handle.graph, nil), "configure filter graph")

    output = unsafe Output(sink)
    unsafe self.source = source
    unsafe self.sink = sink
    self.input = input
    self.handle = handle
    log = options.log
  }

  /// What is thrown for a text with other open ends than the input and one output.
  package static let otherEnds = LibAVError.unusable(
    for: "use filter graph with other inputs and outputs")

  /// libav's names of all filters made, with those it inserted itself.
  package var filterNames: [String] {
    let graph = unsafe handle.graph
    return (0..<Int(unsafe graph.pointee.nb_filters)).compactMap {
      unsafe string(graph.pointee.filters[$0]?.pointee.filter.pointee.name)
    }
  }
}

// MARK: - Running

extension FilterGraph {
  /// Sends a picture; the graph keeps a reference to it.
  ///
  /// - Parameter timestamp: in units of the input's time base; `nil` for the picture's own.
  /// - Throws: `LibAVError` when it is not what `Input` announced.
  package mutating func send(
    _ frame: borrowing VideoFrame, at timestamp: Int64? = nil
  ) throws(LibAVError) {
    guard case .video(let picture, _, _, _)? = input, frame.formatName == picture.format,
      frame.width == picture.width, frame.height == picture.height
    else { throw .unusable(for: "filter picture") }
    let reference = try frame.newReference()
    unsafe reference.raw.pointee.pts = timestamp ?? frame.timestamp ?? cutlist_no_pts
    try check(unsafe av_buffersrc_add_frame(source, reference.raw), "filter picture")
  }

  /// Sends a block of sound; the graph keeps a reference to it.
  /// - Throws: `LibAVError` when it is not what `Input` announced.
  package mutating func send(_ block: borrowing AudioFrame) throws(LibAVError) {
    guard case .audio(let format, _)? = input, block.audioFormat == format else {
      throw .unusable(for: "filter sound")
    }
    let reference = try block.newReference()
    unsafe reference.raw.pointee.pts = block.timestamp ?? cutlist_no_pts
    try check(unsafe av_buffersrc_add_frame(source, reference.raw), "filter sound")
  }

  /// Says that nothing more is sent, so that what is held back comes out.
  package mutating func sendEnd() throws(LibAVError) {
    guard let source = unsafe source else { throw .unusable(for: "end filter graph") }
    try check(unsafe av_buffersrc_add_frame(source, nil), "end filter graph")
  }

  /// The next picture.
  /// - Throws: `LibAVError` when a filter fails, and when the output is sound.
  package mutating func receiveVideo() throws(LibAVError) -> Received<VideoFrame> {
    guard output.kind == .video else { throw .unusable(for: "receive picture") }
    guard let frame = unsafe av_frame_alloc() else { throw outOfMemory("receive picture") }
    let picture = unsafe VideoFrame(adopting: frame)
    let status = unsafe av_buffersink_get_frame(sink, frame)
    if status == cutlist_averror(11) { return .needsInput }
    if status == cutlist_averror_eof { return .endOfStream }
    try check(status, "filter picture")
    // What a decoder guessed was for the time base and the rate before filtering.
    unsafe frame.pointee.best_effort_timestamp = unsafe frame.pointee.pts
    return .frame(picture)
  }

  /// The next block of sound.
  /// - Throws: `LibAVError` when a filter fails, and when the output is pictures.
  package mutating func receiveAudio() throws(LibAVError) -> Received<AudioFrame> {
    guard output.kind == .audio else { throw .unusable(for: "receive sound") }
    guard let frame = unsafe av_frame_alloc() else { throw outOfMemory("receive sound") }
    let sound = unsafe AudioFrame(adopting: frame)
    let status = unsafe av_buffersink_get_frame(sink, frame)
    if status == cutlist_averror(11) { return .needsInput }
    if status == cutlist_averror_eof { return .endOfStream }
    try check(status, "filter sound")
    unsafe frame.pointee.best_effort_timestamp = unsafe frame.pointee.pts
    return .frame(sound)
  }
}

// MARK: - Making

extension FilterGraph.Output {
  fileprivate init(_ sink: UnsafeMutablePointer<AVFilterContext>) {
    let type = unsafe av_buffersink_get_type(sink)
    let rawFormat = unsafe av_buffersink_get_format(sink)
    kind = type == AVMEDIA_TYPE_AUDIO ? .audio : .video
    timeBase = unsafe Fraction(av_buffersink_get_time_base(sink))
    if kind == .video {
      let rate = unsafe Fraction(av_buffersink_get_frame_rate(sink))
      frameRate = rate.isPositive ? rate : Fraction(0, 1)
      format = StoredPixelFormat.name(rawFormat)
      width = unsafe Int(av_buffersink_get_w(sink))
      height = unsafe Int(av_buffersink_get_h(sink))
      sampleAspect = unsafe Fraction(av_buffersink_get_sample_aspect_ratio(sink))
      (sampleRate, layout) = (0, "")
    } else {
      (frameRate, sampleAspect, width, height) = (Fraction(0, 1), Fraction(0, 1), 0, 0)
      format = sampleFormatName(rawFormat)
      sampleRate = unsafe Int(av_buffersink_get_sample_rate(sink))
      var raw = unsafe AVChannelLayout()
      let status = unsafe av_buffersink_get_ch_layout(sink, &raw)
      layout = status >= 0 ? unsafe describeLayout(&raw) : ""
      unsafe av_channel_layout_uninit(&raw)
    }
  }
}

extension FilterGraph {
  /// Lists of unconnected ends, freed whatever happens.
  @safe fileprivate struct OpenEnds: ~Copyable {
    var inputs: UnsafeMutablePointer<AVFilterInOut>?
    var outputs: UnsafeMutablePointer<AVFilterInOut>?

    deinit {
      var (inputs, outputs) = unsafe (inputs, outputs)
      unsafe avfilter_inout_free(&inputs)
      unsafe avfilter_inout_free(&outputs)
    }
  }

  /// Frees the graph and with it every filter.
  @safe struct Handle: ~Copyable {
    let graph: UnsafeMutablePointer<AVFilterGraph>

    init(_ log: LogRing?) throws(LibAVError) {
      guard let graph = unsafe avfilter_graph_alloc() else {
        throw outOfMemory("allocate filter graph")
      }
      unsafe graph.pointee.nb_threads = 1
      unsafe graph.pointee.opaque = unsafe log?.opaque
      // The graph frees this text.
      unsafe graph.pointee.scale_sws_opts = unsafe av_strdup(
        "flags=lanczos+accurate_rnd+full_chroma_int+bitexact")
      unsafe self.graph = graph
    }

    deinit {
      var graph: UnsafeMutablePointer<AVFilterGraph>? = unsafe graph
      unsafe avfilter_graph_free(&graph)
    }

    func makeSource(_ input: Input) throws(LibAVError) -> UnsafeMutablePointer<AVFilterContext> {
      let name: String
      var arguments: String
      switch input {
      case .video(let picture, let timeBase, let frameRate, let sampleAspect):
        name = "buffer"
        arguments =
          "video_size=\(picture.width)x\(picture.height):pix_fmt=\(picture.format)"
          + ":time_base=\(timeBase):pixel_aspect=\(sampleAspect)"
        if frameRate.isPositive { arguments += ":frame_rate=\(frameRate)" }
      case .audio(let format, let timeBase):
        name = "abuffer"
        arguments =
          "sample_rate=\(format.sampleRate):sample_fmt=\(format.sampleFormat)"
          + ":channel_layout='\(format.layout)':time_base=\(timeBase)"
      }
      var made: UnsafeMutablePointer<AVFilterContext>?
      try check(
        unsafe avfilter_graph_create_filter(
          &made, avfilter_get_by_name(name), "in", arguments, nil, graph),
        "make input of filter graph")
      guard let made = unsafe made else { throw outOfMemory("make input of filter graph") }
      return unsafe made
    }

    func makeSink(
      _ type: AVMediaType, _ options: Options
    ) throws(LibAVError) -> UnsafeMutablePointer<AVFilterContext> {
      guard type == AVMEDIA_TYPE_VIDEO || type == AVMEDIA_TYPE_AUDIO else {
        throw .unusable(for: "make output of filter graph")
      }
      let isVideo = type == AVMEDIA_TYPE_VIDEO
      var made: UnsafeMutablePointer<AVFilterContext>?
      try check(
        unsafe avfilter_graph_create_filter(
          &made, avfilter_get_by_name(isVideo ? "buffersink" : "abuffersink"), "out", nil, nil,
          graph),
        "make output of filter graph")
      guard let made = unsafe made else { throw outOfMemory("make output of filter graph") }
      let names = isVideo ? options.pixelFormats : options.sampleFormats
      let formats: [Int32] = names.map {
        isVideo ? unsafe av_get_pix_fmt($0).rawValue : unsafe av_get_sample_fmt($0).rawValue
      }
      if formats.contains(-1) { throw .unusable(for: "choose output format of filter graph") }
      if !formats.isEmpty {
        let status = unsafe formats.withUnsafeBytes { bytes in
          unsafe av_opt_set_bin(
            made, isVideo ? "pix_fmts" : "sample_fmts",
            bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), Int32(bytes.count),
            AV_OPT_SEARCH_CHILDREN)
        }
        try check(status, "choose output format of filter graph")
      }
      return unsafe made
    }
  }
}
