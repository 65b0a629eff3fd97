import LibAV
import MediaSources
import BaseValues

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
  /// Number of the last packet of which something is heard.
  private var lastHeard = 0
  /// Samples dropped from that packet's decoded block.
  private var droppedFromLast = 0
  private let format: String
  /// What a tag says of encoder delay and padding, where the container has no other word for it.
  private(set) var padding: AudioPadding?
  private var saidPadding: AudioPadding?

  init(_ stream: StreamDescription, format: String = "") {
    self.stream = stream
    self.format = format
    hasClock =
      !Self.formatsWithoutClock.contains(format)
      && !(Self.formatsOfBytes.contains(format) && !stream.codecName.hasPrefix("pcm_"))
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
    let lasts = packet.duration > 0 ? packet.duration : ticks(length ?? 0)
    lastDuration = lasts
    // An edit list moves the first packet to before 0, and is the better word.
    if times.isEmpty, discarded == 0, time == 0 { padding = saidPadding }
    times.append(time)
    if let length, lengths.count == times.count - 1 { lengths.append(Int32(clamping: length)) }
    let dropped = droppedAtEnd(of: packet, length: length)
    // Padding may fill the last packet and reach into the one before it.
    if dropped > 0, dropped >= samples(lasts) { return }
    lastHeard = times.count - 1
    droppedFromLast = packet.skip?.atEnd ?? 0
    let packetEnd = time &+ lasts
    if packetEnd >= end ?? packetEnd {
      end = packetEnd
      skippedAtEnd = dropped
    }
  }

  /// Formats in which blocks of sound have no times, or one for many of them.
  private static let formatsWithoutClock: Set<String> = [
    "aac", "ac3", "avi", "dts", "dtshd", "eac3", "g722", "g726", "g726le", "gsm", "loas", "mlp",
    "mp3", "truehd",
  ]

  /// Formats in which times are counts of bytes. That is exact for uncompressed sound, which can be
  /// entered anywhere; for other codecs they go by a number of bytes a second that may be wrong.
  private static let formatsOfBytes: Set<String> = ["aiff", "caf", "w64", "wav"]

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

  /// How long samples last on the container's clock, where it does not say it itself.
  private func ticks(_ samples: Int) -> Int64 {
    guard samples > 0, let base = stream.timeBase.rational, stream.audio.sampleRate > 0,
      let ticks = try? Rational(Int64(samples)) * sampleLength / base
    else { return 0 }
    return ticks.rounded()
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
    let isContiguous = !hasClock && !isVorbis || isClockFalse(clock)
    var index = AudioIndex(
      times: times, clock: clock, blocks: blocks(clock),
      skipped: padding?.atStart ?? skippedAtStart, isContiguous: isContiguous)
    if let padding { index.heardEnd = index.firstHeard &+ padding.count }
    return index
  }

  private func blocks(_ clock: AudioClock) -> AudioIndex.Blocks {
    if Self.formatsOfBytes.contains(format), hasClock, clock.isExact { return .equal(0) }
    if knowsLengths, !hasEqualLengths { return .lengths(lengths) }
    return .equal(blockLength(clock))
  }

  /// Where sound is missing, or where it overlaps: from the end of what is heard before to where it
  /// goes on, which lies before that for an overlap.
  func steps(_ index: AudioIndex) -> [(from: Int64, to: Int64)] {
    index.runBlocks.dropFirst().compactMap { block in
      guard let before = index.place(ofBlock: Int(block) - 1),
        let next = index.place(ofBlock: Int(block))
      else { return nil }
      let length =
        knowsLengths ? Int64(lengths[min(Int(block), lengths.count) - 1]) : index.blockLength
      return (before &+ length, next)
    }
  }

  /// Seconds from the first to the last packet by the clock, and by what is in the packets.
  func spans(_ clock: AudioClock) -> (clock: Rational, sound: Rational)? {
    guard knowsLengths, let first = times.first.flatMap(clock.sample),
      let last = times.last.flatMap(clock.sample),
      let said = Rational(last &- first, Int64(clock.sampleRate)),
      let sound = Rational(
        lengths.dropLast().reduce(0) { $0 &+ Int64($1) }, Int64(clock.sampleRate))
    else { return nil }
    return (said, sound)
  }

  /// Whether each packet says how long it is.
  private var knowsLengths: Bool { !times.isEmpty && lengths.count == times.count }

  /// Whether the clock does not measure sound: its packets are as far from each other as none of them
  /// is long. Codecs that leave out silence have gaps between their packets.
  func isClockFalse(_ clock: AudioClock) -> Bool {
    guard knowsLengths, times.count > 4, !Self.codecsWithSilence.contains(stream.codecName),
      let first = times.first.flatMap(clock.sample), let last = times.last.flatMap(clock.sample)
    else { return false }
    let step = (last &- first) / Int64(times.count - 1)
    var (wrong, even) = (0, 0)
    var before = first
    for (time, length) in zip(times.dropFirst(), lengths) {
      guard let next = clock.sample(time) else { continue }
      let distance = next &- before
      before = next
      if (distance &- Int64(length)).magnitude > UInt64(max(2, length / 4)) { wrong += 1 }
      if (distance &- step).magnitude <= UInt64(clock.tickSamples &+ 2) { even += 1 }
    }
    return 10 * min(wrong, even) >= 9 * (times.count - 1)
  }

  private static let codecsWithSilence: Set<String> = [
    "amr_nb", "amr_wb", "evrc", "opus", "qcelp", "speex", "vorbis",
  ]

  func clock(_ origin: Rational) -> AudioClock? {
    guard let base = stream.timeBase.rational, stream.audio.sampleRate > 0 else { return nil }
    return AudioClock(timeBase: base, sampleRate: stream.audio.sampleRate, origin: origin)
  }

  /// The source sample after the last one that is heard, where blocks say it better than the clock.
  private func heardEnd(_ origin: Rational) -> Int64? {
    guard let index = index(origin: origin), let clock = clock(origin), !times.isEmpty else {
      return nil
    }
    if let end = index.heardEnd {
      let packets = self.end.flatMap(clock.sample) ?? .max
      return min(end, packets)
    }
    guard index.isContiguous || knowsLengths && (!clock.isExact || index.tolerance > clock.jitter),
      let place = index.place(ofBlock: lastHeard)
    else { return nil }
    let length = knowsLengths ? Int64(lengths[lastHeard]) : index.blockLength
    return place &+ max(0, length &- Int64(droppedFromLast))
  }

  /// Whether all blocks are as long as the first, but perhaps the last, which may be shorter.
  private var hasEqualLengths: Bool {
    guard let first = lengths.first, let last = lengths.last, first > 0, last <= first, !isVorbis
    else { return false }
    return lengths.dropLast().allSatisfy { $0 == first }
  }

  /// Samples in each packet; 0 where they differ.
  private func blockLength(_ clock: AudioClock) -> Int {
    if knowsLengths, hasEqualLengths, let first = lengths.first { return Int(first) }
    if stream.audio.samplesPerFrame > 0 { return stream.audio.samplesPerFrame }
    // What a coarse clock says was rounded.
    guard clock.isExact, let duration, duration > 0, !durationVaries, !isVorbis,
      let seconds = try? Rational(duration) * clock.timeBase,
      let samples = try? seconds * Rational(Int64(stream.audio.sampleRate)), samples.isWhole
    else { return 0 }
    return Int(clamping: samples.numerator)
  }
}

extension Rational {
  /// The coarsest clock whose ticks are taken for rounding, not for meaning.
  static let millisecond = Rational(1, over: 1000)
}
