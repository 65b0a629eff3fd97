internal import CLibAV
package import OutputKinds

/// An encoder of sound of libavcodec, for 32-bit float samples.
///
/// Timestamps count samples; the first packet's is `-initialPadding`.
package struct AudioEncoder: ~Copyable, Sendable {
  /// How this encoder encodes.
  package let settings: AudioEncoderSettings
  private var context: EncoderContext
  private var sentCount: Int64 = 0

  /// Opens an encoder.
  ///
  /// - Throws: `LibAVError` when libav refuses the rate or the number of channels.
  package init(_ settings: AudioEncoderSettings) throws(LibAVError) {
    context = try Self.open(settings)
    self.settings = settings
  }

  private static func open(
    _ settings: AudioEncoderSettings
  ) throws(LibAVError) -> EncoderContext {
    let format = unsafe av_get_sample_fmt(settings.codec.sampleFormat)
    guard let sampleRate = Int32(exactly: settings.sampleRate), sampleRate > 0,
      (1...8).contains(settings.channels), settings.bitRate > 0,
      format != AV_SAMPLE_FMT_NONE, let length = Int32(exactly: settings.codec.packetLength)
    else { throw .unusable(for: "describe sound to the encoder") }
    var context = try EncoderContext(named: settings.codec.encoder)
    let raw = unsafe context.raw
    unsafe raw.pointee.sample_fmt = format
    unsafe raw.pointee.frame_size = length
    if settings.codec.sampleFormat.hasPrefix("s32") { unsafe raw.pointee.bits_per_raw_sample = 24 }
    unsafe raw.pointee.sample_rate = sampleRate
    unsafe raw.pointee.time_base = AVRational(num: 1, den: sampleRate)
    unsafe av_channel_layout_default(&raw.pointee.ch_layout, Int32(settings.channels))
    try context.set(settings.codec.options(settings))
    try context.open()
    return context
  }
}

extension AudioEncoder {
  /// Samples in each channel that a packet holds; every block sent but the last has as many.
  package var frameSize: Int {
    let size = unsafe Int(context.raw.pointee.frame_size)
    return size > 0 ? size : Int(settings.codec.packetLength)
  }

  /// Samples the encoder puts before the first one it is given.
  package var initialPadding: Int { unsafe max(0, Int(context.raw.pointee.initial_padding)) }

  /// How the stream is described to a muxer.
  package var parameters: StreamParameters {
    StreamParameters(
      content: .sound(
        codec: settings.codec.name, format: settings.codec.sampleFormat,
        sampleRate: settings.sampleRate, channels: settings.channels,
        frameSize: frameSize, initialPadding: initialPadding),
      extradata: context.extradata, bitRate: settings.bitRate)
  }

  /// Gives the next samples of each channel.
  ///
  /// Receive packets until the encoder needs input before sending again.
  /// - Parameters:
  ///   - channels: as many as the settings say.
  ///   - range: of the samples that are given, at most `frameSize`.
  ///   - word: a sample in 24 bits, for codecs that keep those.
  /// - Throws: `LibAVError`, also for samples that are not finite numbers.
  package mutating func send(
    _ channels: [[Float]], _ range: Range<Int>, word: (Float) -> Int32
  ) throws(LibAVError) {
    guard (1...frameSize).contains(range.count), channels.count == settings.channels,
      channels.allSatisfy({ $0.indices.contains(range.upperBound - 1) })
    else { throw .unusable(for: "encode sound of another kind") }
    var frame = try AudioFrame(
      format: settings.codec.sampleFormat,
      layout: unsafe describeLayout(&context.raw.pointee.ch_layout),
      sampleRate: settings.sampleRate, sampleCount: frameSize)
    frame.truncate(to: range.count)
    for (number, channel) in channels.enumerated() {
      frame.write(channel[range], channel: number, of: channels.count, word)
    }
    frame.timestamp = sentCount
    sentCount += Int64(range.count)
    try unsafe context.send(frame.raw)
  }

  /// Says that no samples follow.
  package mutating func sendEnd() throws(LibAVError) { try unsafe context.send(nil) }

  /// The next packet; its times count samples.
  package mutating func receive() throws(LibAVError) -> EncoderOutput { try context.receive() }
}

extension AudioFrame {
  /// Fills a channel of a block, in planes or beside each other.
  fileprivate mutating func write(
    _ samples: ArraySlice<Float>, channel: Int, of count: Int, _ word: (Float) -> Int32
  ) {
    if formatName == "fltp" {
      var plane = mutableChannel(channel)
      for (index, sample) in samples.prefix(plane.count).enumerated() { plane[index] = sample }
      return
    }
    let isPlanar = formatName.hasSuffix("p")
    guard samples.count <= sampleCount, channel < channelCount,
      let planes = unsafe raw.pointee.extended_data,
      let memory = unsafe planes[isPlanar ? channel : 0]
    else { return }
    let (first, stride) = isPlanar ? (0, 1) : (channel, count)
    // Safe: a block holds four bytes for each sample of each channel.
    if formatName == "flt" {
      unsafe memory.withMemoryRebound(to: Float.self, capacity: sampleCount * stride) { floats in
        for (index, sample) in samples.enumerated() {
          unsafe floats[index * stride + first] = sample
        }
      }
    } else {
      unsafe memory.withMemoryRebound(to: Int32.self, capacity: sampleCount * stride) { words in
        for (index, sample) in samples.enumerated() {
          unsafe words[index * stride + first] = word(sample) &<< 8
        }
      }
    }
  }
}
