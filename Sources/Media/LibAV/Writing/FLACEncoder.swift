internal import CLibAV

/// libavcodec's encoder of FLAC (RFC 9639) for samples of 24 bits.
///
/// What comes out are FLAC's frames; whoever writes a file puts its head before them.
package struct FLACEncoder: ~Copyable, Sendable {
  private var context: EncoderContext
  private let sampleRate: Int
  private let channels: Int
  private var sentCount: Int64 = 0

  /// Opens an encoder.
  ///
  /// - Parameters:
  ///   - sampleRate: samples a second in each channel.
  ///   - channels: 1…8, in libav's default layout for the number.
  /// - Throws: `LibAVError` when libav refuses the rate or the number of channels.
  package init(sampleRate: Int, channels: Int) throws(LibAVError) {
    guard let rate = Int32(exactly: sampleRate), rate > 0, (1...8).contains(channels) else {
      throw .unusable(for: "describe sound to the encoder")
    }
    context = try Self.open(rate: rate, channels: Int32(channels))
    self.sampleRate = sampleRate
    self.channels = channels
  }

  private static func open(rate: Int32, channels: Int32) throws(LibAVError) -> EncoderContext {
    var context = try EncoderContext(named: "flac")
    let raw = unsafe context.raw
    unsafe raw.pointee.sample_fmt = AV_SAMPLE_FMT_S32
    unsafe raw.pointee.bits_per_raw_sample = 24
    unsafe raw.pointee.sample_rate = rate
    unsafe raw.pointee.time_base = AVRational(num: 1, den: rate)
    unsafe av_channel_layout_default(&raw.pointee.ch_layout, channels)
    try context.open()
    return context
  }

  /// Samples in each channel of every frame but the last.
  package var frameSize: Int { unsafe max(1, Int(context.raw.pointee.frame_size)) }

  /// The stream's description, 34 bytes (STREAMINFO; RFC 9639, 8.2): complete with the number of samples
  /// and their MD5 when everything has been received.
  package var streamInfo: [UInt8] { context.extradata }

  /// Gives the next samples, those of all channels beside each other, each within 24 bits: those of a
  /// frame, fewer only at the end. Receive frames until the encoder needs input before sending again.
  ///
  /// - Throws: `LibAVError`.
  package mutating func send(_ samples: Span<Int32>) throws(LibAVError) {
    let count = samples.count / channels
    guard (1...frameSize).contains(count), samples.count == count * channels else {
      throw .unusable(for: "encode sound of another kind")
    }
    var frame = try AudioFrame(
      format: "s32", layout: unsafe describeLayout(&context.raw.pointee.ch_layout),
      sampleRate: sampleRate, sampleCount: count)
    guard let memory = unsafe frame.raw.pointee.data.0 else {
      throw .unusable(for: "encode sound")
    }
    // Safe: a block of interleaved `s32` holds a word for each sample of each channel.
    unsafe memory.withMemoryRebound(to: Int32.self, capacity: samples.count) { words in
      for index in samples.indices { unsafe words[index] = samples[index] &<< 8 }
    }
    frame.timestamp = sentCount
    sentCount += Int64(count)
    try unsafe context.send(frame.raw)
  }

  /// Says that no samples follow.
  package mutating func sendEnd() throws(LibAVError) { try unsafe context.send(nil) }

  /// The next frame.
  package mutating func receive() throws(LibAVError) -> EncoderOutput { try context.receive() }
}
