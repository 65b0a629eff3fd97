package import BaseValues

/// Plays sound faster or slower and keeps its pitch: a phase vocoder that begins anew where sound
/// begins suddenly. See `StretchVoice` and `StretchFrames`.
///
/// An onset is in the result where its time is mapped to, to the sample; what is heard before it
/// has nothing of it, and what comes first after it is as it was. Between onsets frames are 43 or
/// 85 ms long, and shorter where there is no room for that, so that chords are resolved where they
/// last and beats stay beats.
///
/// A frame depends on the one before, back to the last onset, and where there is none for a minute,
/// to a whole minute: a sample is a function of its number alone, wherever the result was begun.
package struct TimeStretch: Sendable {
  private let map: StretchMap
  private let isNatural: Bool
  private let fade: [Float]
  private let longFade: [Float]
  private var onsets: OnsetFinder
  private var frames: [Int: StretchFrames] = [:]

  private var voice: StretchVoice?
  /// Samples of the result that are ready.
  private var ready: [[Float]] = []
  private var readyStart: Int64 = 0

  /// - Parameters:
  ///   - speed: seconds of source in a second of the result, above 0 and at most 64; speeds beyond
  ///     are the nearest of these.
  ///   - sampleRate: samples a second of both.
  package init(speed: Rational, sampleRate: Int) {
    self.init(StretchCourse(speed: speed), rate: Self.rate(sampleRate))
  }

  /// Along a speed that changes.
  ///
  /// - Parameters:
  ///   - curve: in seconds from the first sample of the result; speeds of 1/4096 to 64.
  ///   - sampleRate: samples a second of both.
  /// - Throws: where there are other speeds, or positions cannot be reckoned exactly in 128 bits.
  package init(_ curve: SpeedCurve, sampleRate: Int) throws(TimeOverflow) {
    let rate = Self.rate(sampleRate)
    self.init(try StretchCourse(curve, rate: rate), rate: rate)
  }

  private init(_ course: StretchCourse, rate: Int64) {
    isNatural = course.isNatural
    map = StretchMap(course, rate: rate)
    onsets = OnsetFinder(sampleRate: rate, length: map.shortest, apart: map.apart)
    (fade, longFade) = (Self.fade(map.lead), Self.fade(map.longLead))
  }

  private static func rate(_ sampleRate: Int) -> Int64 {
    Int64(max(1000, min(sampleRate, 1 << 20)))
  }

  private static func fade(_ count: Int64) -> [Float] {
    (0..<count).map { index in
      let sine = QuarterSine.value((Double(index) + 0.5) / Double(count))
      return Float(sine * sine)
    }
  }

  /// Fills `result` with the samples from `sample` on.
  ///
  /// - Parameters:
  ///   - sample: counted from the first of the result, 0 or more.
  ///   - window: what is at hand of the source, counted from the sample heard first.
  ///   - read: fills a block with the source's samples from a number on.
  package mutating func fill<E: Error>(
    _ result: inout AudioBuffer, from sample: Int64, window: inout SampleWindow,
    read: (Int64, inout AudioBuffer) throws(E) -> Void
  ) throws(E) {
    if isNatural { return try read(sample, &result) }
    var position = max(0, sample)
    let end = sample + Int64(result.frameCount)
    while position < end {
      if position < readyStart || position > readyEnd + map.span || voice == nil {
        try seek(to: position, &window, read)
      }
      while position >= readyEnd { try advance(&window, read) }
      let count = Int(min(end, readyEnd) - position)
      let (from, to) = (Int(position - readyStart), Int(position - sample))
      for channel in 0..<min(result.channelCount, ready.count) {
        result.withChannel(channel) { target in
          for index in 0..<count { target[to + index] = ready[channel][from + index] }
        }
      }
      position += Int64(count)
    }
  }

  private var readyEnd: Int64 { readyStart + Int64(ready.first?.count ?? 0) }

  // MARK: - Going on

  /// Makes the next block ready.
  private mutating func advance<E: Error>(
    _ window: inout SampleWindow, _ read: (Int64, inout AudioBuffer) throws(E) -> Void
  ) throws(E) {
    guard var voice = voice.take() else { return }
    let needed = voice.needed(map)
    try require(needed, &window, read)
    if voice.onset == nil { voice.search(upTo: needed.upperBound, onsets, window) }
    let block = voice.nextBlock
    ready = voice.advance(window, map)
    readyStart = block.lowerBound
    // Onsets fade in over what was before them; so does what begins anew without one.
    let renewal = map.renewal(after: voice.start)
    let isOnset = voice.onset.map { $0 <= renewal } ?? false
    let next = isOnset ? voice.onset ?? renewal : renewal
    let end = map.result(of: next)
    let rise = isOnset ? fade : longFade
    let lead = min(Int64(rise.count), end - voice.place)
    let changed = (end - lead..<end).clamped(to: block)
    for channel in ready.indices where !changed.isEmpty {
      let samples = window.channel(channel)
      for place in changed {
        let share = rise[Int(Int64(rise.count) - (end - place))]
        let index = Int(place - readyStart)
        let other = samples[Int(next - (end - place) - window.start)]
        ready[channel][index] += (other - ready[channel][index]) * share
      }
    }
    if end <= block.upperBound {
      for channel in ready.indices { ready[channel].removeLast(Int(block.upperBound - end)) }
      voice = try begin(at: next, &window, read)
    }
    self.voice = voice
  }

  private mutating func begin<E: Error>(
    at start: Int64, _ window: inout SampleWindow,
    _ read: (Int64, inout AudioBuffer) throws(E) -> Void
  ) throws(E) -> StretchVoice {
    let seen = start + 3 * Int64(map.longest) * map.widest + 2 * map.lead + 2 * map.widest
    try require(start - map.back..<seen, &window, read)
    let onset = onsets.onsets(in: start + 1..<seen, window).first
    var length = map.frameLength(from: start, to: onset)
    // Nor are frames longer than what begins lasts.
    while length > map.usual, window.isFading(start..<start + Int64(length)) { length /= 2 }
    let made = frames[length] ?? StretchFrames(length: length)
    frames[length] = made
    return StretchVoice(
      start: start, onset: onset, searched: seen, channels: window.channelCount, frames: made, map)
  }

  /// Makes source samples available, and what tells the onsets in them.
  private mutating func require<E: Error>(
    _ stretch: Range<Int64>, _ window: inout SampleWindow,
    _ read: (Int64, inout AudioBuffer) throws(E) -> Void
  ) throws(E) {
    let start = stretch.lowerBound - onsets.before
    try window.require(start..<stretch.upperBound + onsets.after, read: read)
    onsets.update(window, from: start)
  }

  // MARK: - Beginning anywhere

  /// Begins where what is heard at a sample of the result begins: at the last onset, or where sound
  /// without one is begun anew.
  private mutating func seek<E: Error>(
    to position: Int64, _ window: inout SampleWindow,
    _ read: (Int64, inout AudioBuffer) throws(E) -> Void
  ) throws(E) {
    let source = map.source(at: position) + 2 * map.widest
    var onset: Int64?
    var end = source + 1
    // Part by part, each before the last.
    let length = map.apart * 16 + map.span / 30
    while onset == nil, end > 0, source - end < 2 * map.span {
      let lowest = max(0, end - length)
      try require(lowest - map.back..<end, &window, read)
      onset = onsets.onsets(in: max(1, lowest)..<max(1, end), window)
        .last { map.result(of: $0) <= position }
      end = lowest
    }
    var start = max(0, floorDivide(source, by: map.span) * map.span)
    while start > 0, map.result(of: start) > position { start -= map.span }
    if let onset, start < map.renewal(after: onset) { start = onset }
    let voice = try begin(at: start, &window, read)
    self.voice = voice
    ready = []
    readyStart = voice.place
  }
}

extension StretchVoice {
  /// Looks for the next onset, up to a source sample.
  fileprivate mutating func search(
    upTo end: Int64, _ onsets: OnsetFinder, _ window: SampleWindow
  ) {
    guard end > searched else { return }
    onset = onsets.onsets(in: searched..<end, window).first
    searched = end
  }
}

extension SampleWindow {
  /// Whether the second half of a part has less than a tenth of the energy of the first.
  fileprivate func isFading(_ part: Range<Int64>) -> Bool {
    let middle = part.lowerBound + Int64(part.count / 2)
    return 10 * energy(middle..<part.upperBound) < energy(part.lowerBound..<middle)
  }

  private func energy(_ part: Range<Int64>) -> Double {
    var sum = 0.0
    for channel in 0..<channelCount {
      let samples = self.channel(channel)
      for offset in offsets(part) where samples[offset].isFinite {
        sum += Double(samples[offset]) * Double(samples[offset])
      }
    }
    return sum
  }
}
