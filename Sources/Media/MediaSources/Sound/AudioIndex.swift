package import BaseValues

/// Where the blocks of a stream of sound lie, to the sample, whatever the container's clock.
///
/// Containers that count milliseconds say where a block begins to half a millisecond only, and what a
/// live recording writes strays by how long packets were on their way. Blocks follow one another, so
/// the place of each is known exactly from the first one of an uninterrupted run (``SoundRuns``):
/// ```
/// run 0: start, start + length, start + 2·length, …   gap   run 1: start, start + length, …
/// ```
/// Where blocks have different lengths, or a clock that strays too much to tell them apart, each has
/// its place in a list. Reading from the beginning and reading from the middle then put a block at the
/// same sample.
package struct AudioIndex: Hashable, Sendable {
  /// Samples in a block; 0 where they differ or are not known.
  package private(set) var blockLength: Int64
  /// First source sample of each block, where they are listed.
  private(set) var places: [Int64] = []
  /// What the clock says of each listed block; empty where it does not rise, so that only counting
  /// tells blocks apart.
  private(set) var clockPlaces: [Int64] = []
  /// First source sample of each run, counted from source time 0, rising.
  package private(set) var runs: [Int64] = []
  /// Number of each run's first block.
  package private(set) var runBlocks: [Int64] = []
  /// First source sample that is heard: what an encoder put before it is dropped.
  package private(set) var firstHeard: Int64 = 0
  /// How far the first run was moved to begin at 0.
  private(set) var moved: Int64 = 0
  /// Source sample after the last one that is heard, where that is not simply the last block's end.
  package var heardEnd: Int64?
  /// Whether the blocks follow one another whatever the clock says: it was made up by adding lengths,
  /// and fractions of its ticks were lost, or it does not measure sound.
  package private(set) var isContiguous = false
  /// Distance between a block's exact place and what the clock says of it, at most.
  package private(set) var tolerance: Int64

  /// An index that was built before.
  ///
  /// - Parameters:
  ///   - runBlocks: as many as runs.
  ///   - clockPlaces: as many as places, or none.
  init(
    blockLength: Int64, runs: [Int64], runBlocks: [Int64], firstHeard: Int64, moved: Int64,
    tolerance: Int64, places: [Int64], clockPlaces: [Int64], isContiguous: Bool
  ) {
    self.blockLength = blockLength
    self.runs = runs
    self.runBlocks = runBlocks
    self.firstHeard = firstHeard
    self.moved = moved
    self.tolerance = tolerance
    self.places = places
    self.clockPlaces = clockPlaces
    self.isContiguous = isContiguous
  }

  /// How long blocks are, in samples.
  package enum Blocks {
    /// All are as long as each other, but perhaps the last; 0 where that is not known.
    case equal(Int)
    /// Each has its own length.
    case lengths([Int32])
  }

  /// - Parameters:
  ///   - times: when each packet is presented, in order, in time base units.
  ///   - blocks: as many lengths as times.
  ///   - skipped: samples to drop from the beginning.
  ///   - isContiguous: whether the clock is not to be believed where it says otherwise.
  package init(
    times: [Int64], clock: AudioClock, blocks: Blocks, skipped: Int, isContiguous: Bool = false
  ) {
    self.isContiguous = isContiguous
    tolerance = clock.tickSamples &+ 1
    switch blocks {
    case .equal(let length): blockLength = Int64(max(0, length))
    case .lengths: blockLength = 0
    }
    guard let first = times.first.flatMap(clock.sample) else { return }
    (runs, runBlocks) = ([first], [0])
    switch blocks {
    case .equal(let length):
      if blockLength > 0 { find(times, clock) { _ in Int64(length) } }
    case .lengths(let lengths): find(times, clock) { Int64(lengths[$0]) }
    }
    firstHeard = runs[0] &+ Int64(skipped)
    // What begins at 0 to the tick begins at 0.
    if firstHeard != 0, firstHeard.magnitude < UInt64(clock.tickSamples) {
      let next = runBlocks.count > 1 ? Int(runBlocks[1]) : places.count
      for block in places.indices.prefix(next) { places[block] &-= firstHeard }
      moved = firstHeard
      runs[0] &-= firstHeard
      firstHeard = 0
    }
  }

  /// Hears the source samples of a range alone, whatever lies around them.
  package mutating func hear(_ samples: Range<Int64>) {
    firstHeard = max(samples.lowerBound, firstHeard)
    heardEnd = min(samples.upperBound, heardEnd ?? .max)
  }

  private mutating func find(
    _ times: [Int64], _ clock: AudioClock, length: (Int) -> Int64
  ) {
    let found = SoundRuns(times, clock, isContiguous: isContiguous, length: length)
    runs = found.runs.map(\.place)
    runBlocks = found.runs.map { Int64($0.block) }
    tolerance = max(tolerance, found.stray)
    // Blocks that a clock misplaces by half their length are not told apart by it.
    if blockLength > 0, isContiguous || 2 * tolerance < blockLength || !found.isJittery { return }
    blockLength = 0
    places = found.places(length)
    let said = found.said
    if zip(said, said.dropFirst()).allSatisfy({ $0 < $1 }) { clockPlaces = said }
  }

  /// Whether it says where a block is, to the sample, by its number.
  package var knowsPlaces: Bool { blockLength > 0 || !places.isEmpty }

  /// Whether what the clock says of a block is enough to find its place.
  package var tellsApart: Bool { !isContiguous && (blockLength > 0 || !clockPlaces.isEmpty) }

  /// The place of a block by its number, counted from the first one; `nil` where only the clock tells.
  package func place(ofBlock number: Int) -> Int64? {
    if !places.isEmpty { return places.indices.contains(number) ? places[number] : nil }
    guard blockLength > 0, number >= 0 else { return nil }
    var low = 0
    var high = runBlocks.count
    while low < high {
      let middle = low + (high - low) / 2
      if runBlocks[middle] <= Int64(number) { low = middle + 1 } else { high = middle }
    }
    guard low > 0, runs.indices.contains(low - 1) else { return nil }
    return runs[low - 1] &+ (Int64(number) &- runBlocks[low - 1]) &* blockLength
  }

  /// The exact place of a block which the clock puts at `sample`; `sample` where there is none.
  package func snapped(_ sample: Int64) -> Int64 {
    if let place = listedPlace(of: sample) { return place }
    guard blockLength > 0 else { return sample }
    var low = 0
    var high = runs.count
    while low < high {
      let middle = low + (high - low) / 2
      if runs[middle] <= sample &+ tolerance { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return sample }
    let sample = low == 1 ? sample &- moved : sample
    let offset = sample &- runs[low - 1]
    let blocks = (offset &+ blockLength / 2) / blockLength
    let exact = runs[low - 1] &+ blocks &* blockLength
    return (exact &- sample).magnitude <= UInt64(tolerance) ? exact : sample
  }

  private func listedPlace(of sample: Int64) -> Int64? {
    var low = 0
    var high = clockPlaces.count
    while low < high {
      let middle = low + (high - low) / 2
      if clockPlaces[middle] < sample { low = middle + 1 } else { high = middle }
    }
    return low < clockPlaces.count && clockPlaces[low] == sample ? places[low] : nil
  }
}

/// The clock of a stream of sound, in samples.
package struct AudioClock: Sendable {
  package let timeBase: Rational
  package let sampleRate: Int
  package let origin: Rational

  package init(timeBase: Rational, sampleRate: Int, origin: Rational) {
    self.timeBase = timeBase
    self.sampleRate = sampleRate
    self.origin = origin
  }

  /// Samples in one unit of time, rounded down.
  package var tickSamples: Int64 {
    (try? (timeBase * Rational(Int64(sampleRate))).floor()) ?? 0
  }

  /// Samples by which timestamps may stray without meaning anything: a hundredth of a second.
  package var jitter: Int64 { Int64(sampleRate / 100) }

  /// Whether a timestamp says which sample is meant.
  package var isExact: Bool { tickSamples <= 1 }

  /// The source sample at a time of the container; `nil` for times beyond all bounds.
  package func sample(_ time: Int64) -> Int64? {
    guard let seconds = try? Rational(time) * timeBase - origin,
      let position = try? seconds * Rational(Int64(sampleRate)),
      position.numerator.magnitude / position.denominator.magnitude < 1 << 48
    else { return nil }
    return position.rounded()
  }
}
