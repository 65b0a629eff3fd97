import LibAV
import MediaTime

/// The packets of one stream of sound: when they are presented and how long they are.
struct SoundScan {
  let stream: StreamDescription
  private var times: [Int64] = []
  /// Samples of each packet, where a codec with packets of different lengths tells them.
  private var lengths: [Int32] = []
  private var end: Int64?
  /// Duration that all packets but the last have.
  private var duration: Int64?
  private var durationVaries = false
  private var lastDuration: Int64 = 0
  private var skippedAtStart = 0
  private var skippedAtEnd = 0
  /// Time before the first packet that an edit list leaves out.
  private var discarded: Int64 = 0
  /// Some codecs overlap blocks, so that the first packet gives no samples.
  private var skipsPacket: Bool
  private let isVorbis: Bool

  init(_ stream: StreamDescription) {
    self.stream = stream
    isVorbis = stream.codecName == "vorbis"
    skipsPacket = isVorbis
  }

  /// - Parameter length: samples that the codec says the packet gives; `nil` where it does not.
  mutating func add(_ packet: borrowing Packet, length: Int?) {
    if packet.isDiscard, times.isEmpty { discarded = discarded &+ packet.duration }
    guard !packet.isDiscard,
      let time = packet.presentationTimestamp ?? packet.decodingTimestamp
    else { return }
    if skipsPacket {
      skipsPacket = false
      return
    }
    if times.isEmpty { skippedAtStart = packet.skip?.atStart ?? codecDelay }
    if let known = duration {
      durationVaries = durationVaries || known != lastDuration
    }
    if !times.isEmpty, duration == nil { duration = lastDuration }
    lastDuration = packet.duration
    times.append(time)
    if let length, lengths.count == times.count - 1 { lengths.append(Int32(clamping: length)) }
    let dropped = droppedAtEnd(of: packet, length: length)
    // Padding may fill the last packet and reach into the one before it.
    if dropped > 0, dropped >= samples(packet.duration) { return }
    let packetEnd = time &+ packet.duration
    if packetEnd >= end ?? packetEnd {
      end = packetEnd
      skippedAtEnd = dropped
    }
  }

  /// Samples to drop from a packet's end that its duration counts. Ogg's durations do not: there
  /// both together make a whole packet.
  private func droppedAtEnd(of packet: borrowing Packet, length: Int?) -> Int {
    guard let dropped = packet.skip?.atEnd, dropped > 0 else { return 0 }
    let block = stream.audio.samplesPerFrame
    let whole = length ?? (block > 0 ? block : samples(duration ?? packet.duration))
    return samples(packet.duration) <= whole &- dropped ? 0 : dropped
  }

  private func samples(_ duration: Int64) -> Int {
    guard let base = stream.timeBase.rational, let seconds = try? Rational(duration) * base,
      let samples = try? seconds * Rational(Int64(stream.audio.sampleRate))
    else { return 0 }
    return Int(samples.floor())
  }

  /// What the codec's own header says of samples to drop; counts where the container says nothing.
  private var codecDelay: Int { stream.codecName == "opus" ? stream.audio.initialPadding : 0 }

  // MARK: - Results

  /// Where the sound begins on the container's clock; `nil` where there is none.
  func start() throws(TimeOverflow) -> Rational? {
    guard let first = times.first, let base = stream.timeBase.rational else { return nil }
    return try Rational(first) * base + Rational(Int64(skippedAtStart)) * sampleLength
  }

  /// Samples before the first that is heard: what an encoder put there, or an edit list cuts.
  var droppedSamples: Int64 {
    guard let base = stream.timeBase.rational, let seconds = try? Rational(discarded) * base,
      let samples = try? seconds * Rational(Int64(stream.audio.sampleRate))
    else { return Int64(skippedAtStart) }
    return min(max(0, samples.rounded()), 1 << 40) + Int64(skippedAtStart)
  }

  /// The part of source time that has sound.
  func range(origin: Rational) -> TimeRange? {
    guard let base = stream.timeBase.rational, let end else {
      return try? TimeRange(start: .zero, duration: .zero)
    }
    do throws(TimeOverflow) {
      let last = try Rational(end) * base - Rational(Int64(skippedAtEnd)) * sampleLength
      var first = try max(.zero, (try start() ?? .zero) - origin)
      if first <= base, base <= .millisecond { first = .zero }
      return TimeRange(start: first, end: max(first, try last - origin))
    } catch {
      return nil
    }
  }

  private var sampleLength: Rational {
    Rational(1, Int64(max(1, stream.audio.sampleRate))) ?? .one
  }

  func index(origin: Rational) -> SoundIndex? {
    guard let base = stream.timeBase.rational, stream.audio.sampleRate > 0 else { return nil }
    let clock = SoundClock(timeBase: base, sampleRate: stream.audio.sampleRate, origin: origin)
    let blocks: SoundIndex.Blocks =
      !times.isEmpty && lengths.count == times.count
      ? .lengths(lengths) : .equal(blockLength(base))
    return SoundIndex(times: times, clock: clock, blocks: blocks, skipped: skippedAtStart)
  }

  /// Samples in each packet; 0 where they differ.
  private func blockLength(_ timeBase: Rational) -> Int {
    if stream.audio.samplesPerFrame > 0 { return stream.audio.samplesPerFrame }
    guard let duration, duration > 0, !durationVaries, !isVorbis,
      let seconds = try? Rational(duration) * timeBase,
      let samples = try? seconds * Rational(Int64(stream.audio.sampleRate)), samples.isWhole
    else { return 0 }
    return Int(samples.numerator)
  }
}

extension Rational {
  /// The coarsest clock whose ticks are taken for rounding, not for meaning.
  static let millisecond = Rational(1, 1000) ?? .zero
}
