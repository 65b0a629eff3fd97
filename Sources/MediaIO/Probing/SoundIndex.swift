import MediaTime

/// Where the blocks of a stream of sound lie, to the sample, whatever the container's clock.
///
/// Containers that count milliseconds say where a block begins to half a millisecond only. Blocks of
/// a codec are all of one length, so the place of each is known exactly from the first one of an
/// uninterrupted run:
/// ```
/// run 0: start, start + length, start + 2·length, …   gap   run 1: start, start + length, …
/// ```
/// Reading from the beginning and reading from the middle then put a block at the same sample.
struct SoundIndex: Hashable, Sendable {
  /// Samples in a block; 0 where they differ or are not known.
  let blockLength: Int64
  /// First source sample of each run, counted from source time 0, rising.
  private(set) var runs: [Int64] = []
  /// First source sample that is heard: what an encoder put before it is dropped.
  private(set) var firstHeard: Int64 = 0
  /// Distance between a block's exact place and what the clock says of it, at most.
  private(set) var tolerance: Int64

  /// An index that was built before.
  init(blockLength: Int64, runs: [Int64], firstHeard: Int64, tolerance: Int64) {
    self.blockLength = blockLength
    self.runs = runs
    self.firstHeard = firstHeard
    self.tolerance = tolerance
  }

  /// - Parameters:
  ///   - times: when each packet is presented, in order, in time base units.
  ///   - skipped: samples to drop from the beginning.
  ///   - origin: source time 0 in seconds.
  init(
    times: [Int64], timeBase: Rational, sampleRate: Int, blockLength: Int, skipped: Int,
    origin: Rational
  ) {
    let clock = SoundClock(timeBase: timeBase, sampleRate: sampleRate, origin: origin)
    self.blockLength = Int64(max(0, blockLength))
    tolerance = clock.tickSamples &+ 1
    guard let first = times.first.flatMap(clock.sample) else { return }
    runs = [first]
    if self.blockLength > 0 { findRuns(times, clock) }
    firstHeard = runs[0] &+ Int64(skipped)
    // What begins at 0 to the tick begins at 0.
    if firstHeard != 0, firstHeard.magnitude < UInt64(clock.tickSamples) {
      runs[0] &-= firstHeard
      firstHeard = 0
    }
  }

  private mutating func findRuns(_ times: [Int64], _ clock: SoundClock) {
    runs = []
    var expected: Int64?
    // How far the clock strays from the blocks' lengths in this run, to both sides.
    var least: Int64 = 0
    var most: Int64 = 0
    func middle() -> Int64 { (least &+ most) / 2 }
    for time in times {
      guard let sample = clock.sample(time) else { continue }
      let distance = sample &- (expected ?? .min / 2)
      if distance.magnitude > UInt64(clock.jitter) {
        // Rounding to a coarse clock goes both ways: the truth lies in the middle.
        if let last = runs.indices.last { runs[last] &+= middle() }
        runs.append(sample)
        expected = sample
        (least, most) = (0, 0)
      } else {
        least = min(least, distance)
        most = max(most, distance)
        tolerance = max(tolerance, Int64(clamping: distance.magnitude))
      }
      expected = (expected ?? sample) &+ blockLength
    }
    if let last = runs.indices.last { runs[last] &+= middle() }
    // A clock that runs backwards has no runs to find a place in.
    if zip(runs, runs.dropFirst()).contains(where: { $0 >= $1 }) { runs = [runs[0]] }
  }

  /// The exact place of a block which the clock puts at `sample`; `sample` where there is none.
  func snapped(_ sample: Int64) -> Int64 {
    guard blockLength > 0 else { return sample }
    var low = 0
    var high = runs.count
    while low < high {
      let middle = low + (high - low) / 2
      if runs[middle] <= sample &+ tolerance { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return sample }
    let offset = sample &- runs[low - 1]
    let blocks = (offset &+ blockLength / 2) / blockLength
    let exact = runs[low - 1] &+ blocks &* blockLength
    return (exact &- sample).magnitude <= UInt64(tolerance) ? exact : sample
  }
}

/// The clock of a stream of sound, in samples.
struct SoundClock: Sendable {
  let timeBase: Rational
  let sampleRate: Int
  let origin: Rational

  /// Samples in one unit of time, rounded down.
  var tickSamples: Int64 {
    (try? (timeBase * Rational(Int64(sampleRate))).floor()) ?? 0
  }

  /// Samples by which timestamps may stray without meaning anything: a hundredth of a second.
  var jitter: Int64 { Int64(sampleRate / 100) }

  /// Whether a timestamp says which sample is meant.
  var isExact: Bool { tickSamples <= 1 }

  /// The source sample at a time of the container; `nil` for times beyond all bounds.
  func sample(_ time: Int64) -> Int64? {
    guard let seconds = try? Rational(time) * timeBase - origin,
      let position = try? seconds * Rational(Int64(sampleRate)),
      position.numerator.magnitude / position.denominator.magnitude < 1 << 48
    else { return nil }
    return position.rounded()
  }
}
