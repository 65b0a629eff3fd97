import LibAV
import MediaSources
import MediaTime

/// The packets of one stream of sound: when they are presented and how long they are.
struct AudioScan {
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
  /// Whether the container says when a packet is presented; elsewhere libav adds up lengths.
  private let hasClock: Bool
  /// Time of the packet that `end` is the end of.
  private var lastTime: Int64 = 0
  /// Samples dropped from that packet's decoded block.
  private var droppedFromLast = 0
  /// What a tag says of encoder delay and padding, where the container has no other word for it.
  private(set) var padding: AudioPadding?
  private var saidPadding: AudioPadding?

  init(_ stream: StreamDescription, format: String = "") {
    self.stream = stream
    hasClock = !Self.formatsWithoutClock.contains(format)
    isVorbis = stream.codecName == "vorbis"
    skipsPacket = isVorbis
  }

  /// Uses what a tag says of encoder delay, unless an edit list says it as well.
  mutating func takePadding(_ said: AudioPadding?) { saidPadding = said }

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
    // An edit list moves the first packet to before 0, and is the better word.
    if times.isEmpty, discarded == 0, time == 0 { padding = saidPadding }
    times.append(time)
    if let length, lengths.count == times.count - 1 { lengths.append(Int32(clamping: length)) }
    let dropped = droppedAtEnd(of: packet, length: length)
    // Padding may fill the last packet and reach into the one before it.
    if dropped > 0, dropped >= samples(packet.duration) { return }
    let packetEnd = time &+ packet.duration
    if packetEnd >= end ?? packetEnd {
      end = packetEnd
      skippedAtEnd = dropped
      lastTime = time
      droppedFromLast = packet.skip?.atEnd ?? 0
    }
  }

  /// Formats in which blocks of sound have no times, or one for many of them.
  private static let formatsWithoutClock: Set<String> = [
    "aac", "ac3", "avi", "eac3", "mp3",
  ]

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
    let skipped = padding?.atStart ?? skippedAtStart
    return try Rational(first) * base + Rational(Int64(skipped)) * sampleLength
  }

  /// Samples before the first that is heard: what an encoder put there, or an edit list cuts.
  var droppedSamples: Int64 {
    if let padding { return Int64(padding.atStart) }
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
      var last = try Rational(end) * base - Rational(Int64(skippedAtEnd)) * sampleLength
      if let exact = heardEnd(origin) { last = try origin + Rational(exact) * sampleLength }
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

  func index(origin: Rational) -> AudioIndex? {
    guard let clock = clock(origin) else { return nil }
    let skipped = padding?.atStart ?? skippedAtStart
    let known = !times.isEmpty && lengths.count == times.count
    let blocks: AudioIndex.Blocks =
      known && !hasEqualLengths ? .lengths(lengths) : .equal(blockLength(clock.timeBase))
    var index = AudioIndex(times: times, clock: clock, blocks: blocks, skipped: skipped)
    // A clock that was made up from lengths cannot tell of gaps between them.
    if known, !hasClock, !isVorbis, index.runs.count > 1 {
      index = AudioIndex(
        times: times, clock: clock, blocks: .lengths(lengths), skipped: skipped, isContiguous: true)
    }
    if let padding { index.heardEnd = index.firstHeard &+ padding.count }
    return index
  }

  private func clock(_ origin: Rational) -> AudioClock? {
    guard let base = stream.timeBase.rational, stream.audio.sampleRate > 0 else { return nil }
    return AudioClock(timeBase: base, sampleRate: stream.audio.sampleRate, origin: origin)
  }

  /// The source sample after the last one that is heard, where blocks say it better than the clock.
  private func heardEnd(_ origin: Rational) -> Int64? {
    guard let index = index(origin: origin), let clock = clock(origin),
      let last = clock.sample(lastTime)
    else { return nil }
    if let end = index.heardEnd {
      let packets = self.end.flatMap(clock.sample) ?? .max
      return min(end, packets)
    }
    let length: Int64
    if index.isContiguous {
      length = Int64(lengths.last ?? 0)
    } else {
      guard !clock.isExact, hasEqualLengths, lengths.count == times.count else { return nil }
      length = index.blockLength
    }
    return index.snapped(last) &+ max(0, length &- Int64(droppedFromLast))
  }

  private var hasEqualLengths: Bool {
    guard let first = lengths.first, first > 0, !isVorbis else { return false }
    return lengths.allSatisfy { $0 == first }
  }

  /// Samples in each packet; 0 where they differ.
  private func blockLength(_ timeBase: Rational) -> Int {
    if hasEqualLengths, lengths.count == times.count, let first = lengths.first {
      return Int(first)
    }
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
