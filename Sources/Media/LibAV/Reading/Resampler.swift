internal import CLibAV

/// What the samples of a block of sound are.
package struct AudioFormat: Sendable, Hashable {
  /// libav's name of a sample format, for example `s16` or `fltp`.
  package var sampleFormat: String
  /// libav's text for the channels, for example `stereo` or `5.1(side)`.
  package var layout: String
  /// Samples a second in each channel.
  package var sampleRate: Int

  /// A format by libav's names.
  ///
  /// - Parameter sampleRate: samples a second in each channel.
  package init(sampleFormat: String, layout: String, sampleRate: Int) {
    self.sampleFormat = sampleFormat
    self.layout = layout
    self.sampleRate = sampleRate
  }

  /// Channels of a layout of libav, for example 6 of `5.1(side)`; `nil` for what is none.
  package static func channelCount(ofLayout layout: String) -> Int? {
    var parsed = unsafe AVChannelLayout()
    guard unsafe av_channel_layout_from_string(&parsed, layout) >= 0 else { return nil }
    let count = unsafe Int(parsed.nb_channels)
    unsafe av_channel_layout_uninit(&parsed)
    return count
  }

  /// libav's usual layout for a number of channels, for example `stereo` for 2 and `5.1` for 6.
  package static func usualLayout(channels: Int) -> String {
    var layout = unsafe AVChannelLayout()
    unsafe av_channel_layout_default(&layout, Int32(clamping: max(1, channels)))
    let text = unsafe describeLayout(&layout)
    unsafe av_channel_layout_uninit(&layout)
    return text
  }
}

extension AudioFrame {
  /// Format, channels and rate of this block.
  package var audioFormat: AudioFormat {
    AudioFormat(sampleFormat: formatName, layout: layout, sampleRate: sampleRate)
  }
}

// Safe: one owner; swresample keeps copies of samples, never references to frames.
/// Converts sound to planar 32-bit float at a rate and channel layout.
///
/// The same blocks give the same samples on every run. Where the rate stays, nothing is filtered
/// or delayed.
@safe package struct Resampler: ~Copyable, @unchecked Sendable {
  private let handle: Handle
  /// What `convert` takes.
  package let source: AudioFormat
  /// What `convert` and `drain` give; the sample format is `fltp`.
  package let destination: AudioFormat

  /// How the rate is changed.
  package enum Arithmetic: Sendable {
    /// 32-bit float: keeps peaks over full scale; the last bits depend on the processor.
    case float
    /// 32-bit integers: the same bits on any processor; clips what is over full scale.
    case integer
  }

  /// - Parameters:
  ///   - sampleRate: Samples a second wanted.
  ///   - layout: Channels wanted; `nil` keeps the source's. Down-mixing is libav's.
  ///   - arithmetic: How rates are converted.
  /// - Throws: `LibAVError` for formats libav does not know and conversions it cannot do.
  package init(
    from source: AudioFormat, sampleRate: Int, layout: String? = nil,
    arithmetic: Arithmetic = .float
  ) throws(LibAVError) {
    LibrarySetup.prepare()
    let format = unsafe av_get_sample_fmt(source.sampleFormat)
    guard format != AV_SAMPLE_FMT_NONE, let sourceRate = Int32(exactly: source.sampleRate),
      sourceRate > 0, let rate = Int32(exactly: sampleRate), rate > 0
    else { throw .unusable(for: "describe sound conversion") }
    var input = try ChannelLayout(source.layout)
    var output = try ChannelLayout(layout ?? source.layout)
    var allocated: OpaquePointer?
    let status = unsafe input.withRaw { input in
      unsafe output.withRaw { output in
        unsafe swr_alloc_set_opts2(
          &allocated, output, AV_SAMPLE_FMT_FLTP, rate, input, format, sourceRate, 0, nil)
      }
    }
    guard status >= 0, let allocated = unsafe allocated else {
      throw status < 0
        ? LibAVError.library(status: status, doing: "allocate sound conversion")
        : outOfMemory("allocate sound conversion")
    }
    let handle = unsafe Handle(context: allocated)
    // The exact ratio, or long movies would drift by the rounding of the filter's phase.
    try handle.set("exact_rational", 1)
    try handle.set("filter_size", 32)
    if arithmetic == .integer {
      try handle.set("internal_sample_fmt", Int64(AV_SAMPLE_FMT_S32P.rawValue))
    }
    try check(unsafe swr_init(handle.context), "prepare sound conversion")
    self.handle = handle
    self.source = source
    destination = AudioFormat(
      sampleFormat: "fltp", layout: layout ?? source.layout, sampleRate: sampleRate)
  }

  /// Frees the context.
  @safe private struct Handle: ~Copyable {
    let context: OpaquePointer

    func set(_ name: String, _ value: Int64) throws(LibAVError) {
      try check(
        unsafe av_opt_set_int(UnsafeMutableRawPointer(context), name, value, 0),
        "set sound conversion option")
    }

    deinit {
      var context: OpaquePointer? = unsafe context
      unsafe swr_free(&context)
    }
  }

  private var context: OpaquePointer { unsafe handle.context }

}

// MARK: - Converting

extension Resampler {
  /// Feeds a block and takes what is ready.
  /// - Returns: Converted samples without a timestamp; `nil` when all are still held back.
  /// - Throws: `LibAVError` when the block is not of the `source` format.
  package mutating func convert(
    _ block: borrowing AudioFrame
  ) throws(LibAVError) -> AudioFrame? {
    guard block.audioFormat == source else { throw .unusable(for: "convert sound") }
    let count = block.sampleCount
    guard count > 0 else { return nil }
    return try unsafe run(block.raw.pointee.extended_data, Int32(truncatingIfNeeded: count))
  }

  /// Takes what is held back after the last block; call until `nil`.
  package mutating func drain() throws(LibAVError) -> AudioFrame? {
    try unsafe run(nil, 0)
  }

  private mutating func run(
    _ input: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?, _ count: Int32
  ) throws(LibAVError) -> AudioFrame? {
    let room = try check(unsafe swr_get_out_samples(context, count), "convert sound")
    guard room > 0 else { return nil }
    var block = try AudioFrame(
      layout: destination.layout, sampleRate: destination.sampleRate, sampleCount: Int(room))
    // libav takes pointers to constant bytes; the planes are not written through `input`.
    let planes = unsafe UnsafeMutableRawPointer(input)?.assumingMemoryBound(
      to: UnsafePointer<UInt8>?.self)
    let made = try check(
      unsafe swr_convert(context, block.raw.pointee.extended_data, room, planes, count),
      "convert sound")
    guard made > 0 else { return nil }
    block.truncate(to: Int(made))
    return block
  }

  /// Samples at the destination rate that went in and have not come out, rounded up.
  package var delay: Int {
    unsafe max(0, Int(swr_get_delay(context, Int64(destination.sampleRate))))
  }
}

/// Owns a channel layout made from text.
@safe struct ChannelLayout: ~Copyable {
  private var raw = unsafe AVChannelLayout()

  init(_ text: String) throws(LibAVError) {
    try check(unsafe av_channel_layout_from_string(&raw, text), "read channel layout")
  }

  mutating func withRaw<Result>(
    _ body: (UnsafeMutablePointer<AVChannelLayout>) -> Result
  ) -> Result {
    unsafe withUnsafeMutablePointer(to: &raw) { unsafe body($0) }
  }

  deinit {
    var layout = unsafe raw
    unsafe av_channel_layout_uninit(&layout)
  }
}
