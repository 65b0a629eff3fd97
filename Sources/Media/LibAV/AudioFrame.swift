internal import CLibAV

// Safe: one owner; libav reads but never writes a frame's memory once it was handed out.
/// A block of sound owned by libav: decoded, resampled, or made here to be filled and encoded.
@safe package struct AudioFrame: ~Copyable, @unchecked Sendable {
  let raw: UnsafeMutablePointer<AVFrame>

  /// Takes over a frame that nobody else frees.
  init(adopting raw: UnsafeMutablePointer<AVFrame>) {
    unsafe self.raw = raw
  }

  /// Makes a block with memory of its own; the samples are undefined.
  ///
  /// - Parameters:
  ///   - format: libav's name of a sample format; `fltp` is 32-bit float, one plane a channel.
  ///   - layout: libav's text for the channels, for example `stereo`, `5.1(side)`, `3 channels`.
  ///   - sampleRate: Samples a second in each channel.
  ///   - sampleCount: Samples in each channel, more than 0.
  /// - Throws: `LibAVError` for names libav does not know and sizes it cannot allocate.
  package init(
    format: String = "fltp", layout: String, sampleRate: Int, sampleCount: Int
  ) throws(LibAVError) {
    let sampleFormat = unsafe av_get_sample_fmt(format)
    guard sampleFormat != AV_SAMPLE_FMT_NONE, let rate = Int32(exactly: sampleRate), rate > 0,
      let count = Int32(exactly: sampleCount), count > 0
    else { throw .unusable(for: "describe sound") }
    guard let frame = unsafe av_frame_alloc() else { throw outOfMemory("allocate frame") }
    unsafe frame.pointee.format = sampleFormat.rawValue
    unsafe frame.pointee.sample_rate = rate
    unsafe frame.pointee.nb_samples = count
    var status = unsafe av_channel_layout_from_string(&frame.pointee.ch_layout, layout)
    if status >= 0 { status = unsafe av_frame_get_buffer(frame, 0) }
    guard status >= 0 else {
      var unused: UnsafeMutablePointer<AVFrame>? = unsafe frame
      unsafe av_frame_free(&unused)
      throw .library(status: status, doing: "allocate sound")
    }
    unsafe self.raw = frame
  }

  deinit {
    var frame: UnsafeMutablePointer<AVFrame>? = unsafe raw
    unsafe av_frame_free(&frame)
  }

  /// A second owner of the same memory; timestamps are copied.
  package func newReference() throws(LibAVError) -> AudioFrame {
    guard let copy = unsafe av_frame_clone(raw) else { throw outOfMemory("reference frame") }
    return unsafe AudioFrame(adopting: copy)
  }
}

// MARK: - Shape and time

extension AudioFrame {
  /// Samples in each channel. May be lowered to use only the beginning of the memory.
  package var sampleCount: Int { unsafe max(0, Int(raw.pointee.nb_samples)) }

  /// Uses only the first `count` samples of each channel; no effect when there are not so many.
  package mutating func truncate(to count: Int) {
    guard count >= 0, count < sampleCount else { return }
    unsafe raw.pointee.nb_samples = Int32(truncatingIfNeeded: count)
  }

  /// Samples a second in each channel.
  package var sampleRate: Int { unsafe Int(raw.pointee.sample_rate) }

  /// Channels of the layout, whether they are known by name or not; 0 for an empty block.
  package var channelCount: Int { unsafe max(0, Int(raw.pointee.ch_layout.nb_channels)) }

  /// libav's text for the channels, for example `stereo`, `5.1(side)`, `3 channels`.
  package var layout: String { unsafe describeLayout(&raw.pointee.ch_layout) }

  /// libav's name of the sample format, for example `s16` (interleaved) or `fltp` (planar).
  package var formatName: String { unsafe sampleFormatName(raw.pointee.format) }

  /// Presentation time of the first sample in time base units; `nil` where there is none.
  package var timestamp: Int64? {
    get {
      let guessed = unsafe raw.pointee.best_effort_timestamp
      let own = unsafe raw.pointee.pts
      let time = guessed != cutlist_no_pts ? guessed : own
      return time == cutlist_no_pts ? nil : time
    }
    set {
      unsafe raw.pointee.pts = newValue ?? cutlist_no_pts
      unsafe raw.pointee.best_effort_timestamp = newValue ?? cutlist_no_pts
    }
  }

  /// Duration of the packet this came from in time base units; 0 when unknown.
  package var duration: Int64 { unsafe raw.pointee.pkt_duration }

  /// Whether the decoder concealed errors.
  package var isDamaged: Bool {
    unsafe raw.pointee.flags & AV_FRAME_FLAG_CORRUPT != 0
      || raw.pointee.decode_error_flags != 0
  }

  /// Samples the container says are not part of the sound; only with
  /// `Decoder.Options.keepsSkippedSamples`, otherwise the decoder has taken them away already.
  package var skip: SkippedSamples? {
    guard let side = unsafe av_frame_get_side_data(raw, AV_FRAME_DATA_SKIP_SAMPLES) else {
      return nil
    }
    return unsafe SkippedSamples(side.pointee.data, size: side.pointee.size)
  }

  /// Text attached by filters (loudness measurements), in libav's order.
  package var metadata: [Metadata] { unsafe readMetadata(raw.pointee.metadata) }
}

// MARK: - Samples

extension AudioFrame {
  /// One channel's samples; empty unless the format is `fltp` and the channel exists.
  @_lifetime(borrow self)
  package func channel(_ index: Int) -> Span<Float> {
    guard let start = unsafe floatPlane(index) else {
      return unsafe _overrideLifetime(Span<Float>(), borrowing: self)
    }
    // Safe: a plane of `fltp` holds `nb_samples` floats and lives as long as the frame.
    let samples = unsafe Span<Float>(_unsafeStart: UnsafePointer(start), count: sampleCount)
    return unsafe _overrideLifetime(samples, borrowing: self)
  }

  /// One channel's samples, to be written. Only for blocks made by `init` or a resampler; empty
  /// unless the format is `fltp`, the channel exists and the memory is not shared.
  @_lifetime(&self)
  package mutating func mutableChannel(_ index: Int) -> MutableSpan<Float> {
    guard let start = unsafe floatPlane(index), unsafe av_frame_is_writable(raw) > 0 else {
      return unsafe _overrideLifetime(MutableSpan<Float>(), mutating: &self)
    }
    // Safe: as in `channel`, and no other reference to the memory exists.
    let samples = unsafe MutableSpan<Float>(_unsafeStart: start, count: sampleCount)
    return unsafe _overrideLifetime(samples, mutating: &self)
  }

  private func floatPlane(_ index: Int) -> UnsafeMutablePointer<Float>? {
    guard unsafe raw.pointee.format == AV_SAMPLE_FMT_FLTP.rawValue, index >= 0,
      index < channelCount, let planes = unsafe raw.pointee.extended_data,
      let plane = unsafe planes[index]
    else { return nil }
    return unsafe UnsafeMutableRawPointer(plane).assumingMemoryBound(to: Float.self)
  }
}
