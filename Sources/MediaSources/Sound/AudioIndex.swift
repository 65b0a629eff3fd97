package import MediaTime

/// Where the blocks of a stream of sound lie, to the sample, whatever the container's clock.
///
/// Containers that count milliseconds say where a block begins to half a millisecond only. Blocks of
/// a codec are all of one length, so the place of each is known exactly from the first one of an
/// uninterrupted run:
/// ```
/// run 0: start, start + length, start + 2·length, …   gap   run 1: start, start + length, …
/// ```
/// Where blocks have different lengths that are known, each has its place in a list. Reading from the
/// beginning and reading from the middle then put a block at the same sample.
package struct AudioIndex: Hashable, Sendable {
  /// Samples in a block; 0 where they differ or are not known.
  package let blockLength: Int64
  /// First source sample of each block, where they have different lengths, and what the clock says of
  /// it, rising.
  private(set) var places: [Int64] = []
  private(set) var clockPlaces: [Int64] = []
  /// First source sample of each run, counted from source time 0, rising.
  package private(set) var runs: [Int64] = []
  /// First source sample that is heard: what an encoder put before it is dropped.
  package private(set) var firstHeard: Int64 = 0
  /// How far the first run was moved to begin at 0.
  private(set) var moved: Int64 = 0
  /// Source sample after the last one that is heard, where that is not simply the last block's end.
  package var heardEnd: Int64?
  /// Whether the blocks follow one another whatever the clock says: it was made up by adding lengths,
  /// and fractions of its ticks were lost.
  package var isContiguous = false
  /// Distance between a block's exact place and what the clock says of it, at most.
  private(set) var tolerance: Int64

  /// An index that was built before.
  ///
  /// - Parameter clockPlaces: as many as places.
  init(
    blockLength: Int64, runs: [Int64], firstHeard: Int64, moved: Int64, tolerance: Int64,
    places: [Int64], clockPlaces: [Int64]
  ) {
    self.blockLength = blockLength
    self.runs = runs
    self.firstHeard = firstHeard
    self.moved = moved
    self.tolerance = tolerance
    self.places = places
    self.clockPlaces = clockPlaces
  }

  /// How long blocks are, in samples.
  package enum Blocks {
    /// All are as long as each other; 0 where that is not known.
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
    runs = [first]
    switch blocks {
    case .equal(let length):
      if blockLength > 0 { findRuns(times, clock) { _ in Int64(length) } }
    case .lengths(let lengths):
      let found = findRuns(times, clock) { Int64(lengths[$0]) }
      let said = times.compactMap(clock.sample)
      // Blocks that the clock puts at one time cannot be told apart.
      if said.count == found.count, zip(said, said.dropFirst()).allSatisfy({ $0 < $1 }) {
        (places, clockPlaces) = (found, said)
      }
    }
    firstHeard = runs[0] &+ Int64(skipped)
    // What begins at 0 to the tick begins at 0.
    if firstHeard != 0, firstHeard.magnitude < UInt64(clock.tickSamples) {
      let next = runs.count > 1 ? runs[1] : .max
      for block in places.indices where places[block] < next { places[block] &-= firstHeard }
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

  /// Whether it says where a block is, to the sample.
  package var knowsPlaces: Bool { blockLength > 0 || !places.isEmpty }

  /// - Parameter length: samples of a block by its number.
  /// - Returns: the place of each block.
  @discardableResult
  private mutating func findRuns(
    _ times: [Int64], _ clock: AudioClock, length: (Int) -> Int64
  ) -> [Int64] {
    runs = []
    var found: [Int64] = []
    var firstOfRun = 0
    var expected: Int64?
    // How far the clock strays from the blocks' lengths in this run, to both sides.
    var least: Int64 = 0
    var most: Int64 = 0
    // Rounding to a coarse clock goes both ways: the truth lies in the middle. Blocks of known
    // lengths that an exact clock puts elsewhere were guessed: Ogg has the time of each page only.
    let isGuessed = blockLength == 0 && clock.isExact
    func centre(_ runs: inout [Int64], _ tolerance: inout Int64) {
      let middle = isGuessed || isContiguous ? 0 : (least &+ most) / 2
      let strayed = isGuessed || isContiguous ? max(most, 0 &- least) : (most &- least) / 2
      tolerance = max(tolerance, strayed &+ 1)
      if let last = runs.indices.last { runs[last] &+= middle }
      for index in firstOfRun..<found.count { found[index] &+= middle }
    }
    for (block, time) in times.enumerated() {
      guard let sample = clock.sample(time) else { continue }
      let distance = sample &- (expected ?? .min / 2)
      if expected == nil || !isContiguous && distance.magnitude > UInt64(clock.jitter) {
        centre(&runs, &tolerance)
        runs.append(sample)
        firstOfRun = found.count
        expected = sample
        (least, most) = (0, 0)
      } else {
        least = min(least, distance)
        most = max(most, distance)
      }
      found.append(expected ?? sample)
      expected = (expected ?? sample) &+ length(block)
    }
    centre(&runs, &tolerance)
    // A clock that runs backwards has no runs to find a place in.
    if zip(runs, runs.dropFirst()).contains(where: { $0 >= $1 }) { runs = [runs[0]] }
    return found
  }

  /// The place of a packet which the clock puts at `sample`, as good as the clock is.
  package func placed(_ sample: Int64) -> Int64 { isContiguous ? snapped(sample) : sample }

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
  var tickSamples: Int64 {
    (try? (timeBase * Rational(Int64(sampleRate))).floor()) ?? 0
  }

  /// Samples by which timestamps may stray without meaning anything: a hundredth of a second.
  var jitter: Int64 { Int64(sampleRate / 100) }

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
