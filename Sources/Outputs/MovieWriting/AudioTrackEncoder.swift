package import AudioMixing
package import FileSystem
package import LibAV
package import OutputKinds

/// Encodes a movie's sound, from its first sample to its last, to packets.
///
/// Times count samples. The encoder begins with samples of its own, so the first packets' times
/// are negative: the movie's edit list takes them away. The last packet's duration is cut so that
/// the track ends exactly at the last sample.
package struct AudioTrackEncoder: ~Copyable {
  private static let activity = "encode sound"

  /// How the track is described to a `MovieWriter`.
  package let parameters: StreamParameters
  /// Samples appended so far, in each channel.
  package private(set) var sampleCount: Int64 = 0

  private var encoder: AudioEncoder
  private var pending: [[Float]]

  /// Opens an encoder.
  ///
  /// - Throws: `MovieWriteError` when the encoder refuses the settings.
  package init(_ settings: AudioEncoderSettings) throws(MovieWriteError) {
    let opened = try Self.open(settings)
    parameters = opened.parameters
    pending = Array(repeating: [], count: settings.channels)
    encoder = opened
  }

  private static func open(
    _ settings: AudioEncoderSettings
  ) throws(MovieWriteError) -> AudioEncoder {
    do throws(LibAVError) {
      return try AudioEncoder(settings)
    } catch {
      throw MovieWriteError(activity, error)
    }
  }

  /// Encodes the samples that follow.
  ///
  /// - Returns: the packets that are complete, in order; often fewer than the samples make.
  /// - Throws: `MovieWriteError`, also for another number of channels and for samples that are not
  ///   finite numbers.
  package mutating func append(_ block: AudioBuffer) throws(MovieWriteError) -> [EncodedPacket] {
    guard block.channelCount == pending.count else {
      throw MovieWriteError(
        Self.activity, .refused("\(block.channelCount) channels, not \(pending.count)"))
    }
    for channel in pending.indices { pending[channel] += block.channels[channel] }
    sampleCount += Int64(block.frameCount)
    return try send(whole: true)
  }

  /// Ends the track.
  ///
  /// - Returns: the remaining packets.
  /// - Throws: `MovieWriteError`.
  package mutating func finish() throws(MovieWriteError) -> [EncodedPacket] {
    if !encoder.settings.codec.isFlushed { fillUp() }
    var packets = try send(whole: false)
    do throws(LibAVError) {
      try pushOut(&packets)
      try encoder.sendEnd()
      try drain(into: &packets)
    } catch {
      throw MovieWriteError(Self.activity, error)
    }
    // What begins after the last sample holds only the encoder's own tail.
    packets.removeAll { $0.presentation >= sampleCount }
    if let last = packets.indices.last {
      packets[last].duration = sampleCount - packets[last].presentation
    }
    return packets
  }

  /// Makes the last block whole: an encoder takes a shorter one for its last.
  private mutating func fillUp() {
    let rest = (pending.first?.count ?? 0) % encoder.frameSize
    guard rest > 0 else { return }
    for channel in pending.indices {
      pending[channel] += [Float](repeating: 0, count: encoder.frameSize - rest)
    }
  }

  /// Sends silence after the sound where the encoder needs it to give all packets.
  private mutating func pushOut(_ packets: inout [EncodedPacket]) throws(LibAVError) {
    let codec = encoder.settings.codec
    guard !codec.isFlushed, sampleCount > 0 else { return }
    let size = Int64(encoder.frameSize)
    let sent = (sampleCount + size - 1) / size
    let silence = [[Float]](
      repeating: [Float](repeating: 0, count: Int(size)), count: pending.count)
    for _ in 0..<max(0, codec.packetCount(samples: sampleCount) - sent) {
      try encoder.send(silence, 0..<Int(size), word: SampleWords.word)
      try drain(into: &packets)
    }
  }

  /// Sends whole blocks of pending samples, or everything.
  private mutating func send(whole: Bool) throws(MovieWriteError) -> [EncodedPacket] {
    var packets: [EncodedPacket] = []
    let available = pending.first?.count ?? 0
    var sent = 0
    do throws(LibAVError) {
      while sent < available, !whole || available - sent >= encoder.frameSize {
        let count = min(encoder.frameSize, available - sent)
        try encoder.send(pending, sent..<sent + count, word: SampleWords.word)
        sent += count
        try drain(into: &packets)
      }
    } catch {
      throw MovieWriteError(Self.activity, error)
    }
    for channel in pending.indices { pending[channel].removeFirst(sent) }
    return packets
  }

  private mutating func drain(into packets: inout [EncodedPacket]) throws(LibAVError) {
    while case .packet(let packet) = try encoder.receive() {
      var packet = packet
      packet.decoding = packet.presentation
      packet.isKey = true
      packets.append(packet)
    }
  }
}
