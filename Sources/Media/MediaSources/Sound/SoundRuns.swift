/// Parts of a stream of sound whose packets follow one another without a gap.
///
/// What the clock says of a packet is compared with the sum of the lengths before it. A packet that
/// strays, and others that come back to where they belong, were late or got a time that was guessed;
/// what lasts is a gap, or an overlap:
/// ```
/// the clock less the sum
///      ·      ·                    ┌──·───────·──  a gap: it lasts
/// ──·─────·──────·─────·───·──·────┘  ·
///            ·           strays: they do not
/// ```
struct SoundRuns {
  struct Run: Equatable {
    /// Number of its first packet.
    var block: Int
    /// First source sample.
    var place: Int64
  }

  /// At least one where there are packets.
  private(set) var runs: [Run] = []
  /// What the clock says of each packet, in samples.
  let said: [Int64]
  /// How far the clock is from the packets' places, at most, and one sample.
  private(set) var stray: Int64 = 1
  /// Whether the clock strays by more than rounding to its ticks explains.
  private(set) var isJittery = false

  private let deviations: [Int64]
  private let clock: AudioClock
  /// Samples by which the clock is wrong by rounding, and by guesses between exact times.
  private var rounding: Int64 { max(2 &* clock.tickSamples &+ 2, Int64(clock.sampleRate / 1000)) }
  /// Samples of the clock in which the usual deviation is looked for.
  private var reach: Int64 = 0

  /// - Parameters:
  ///   - isContiguous: whether there is one run whatever the clock says.
  ///   - length: samples of a packet by its number.
  init(
    _ times: [Int64], _ clock: AudioClock, isContiguous: Bool, length: (Int) -> Int64
  ) {
    self.clock = clock
    var (said, deviations): ([Int64], [Int64]) = ([], [])
    said.reserveCapacity(times.count)
    deviations.reserveCapacity(times.count)
    var sum: Int64 = 0
    var last: Int64 = 0
    for (block, time) in times.enumerated() {
      // A time beyond all bounds says nothing.
      let sample = clock.sample(time) ?? sum &+ last
      last = sample &- sum
      said.append(sample)
      deviations.append(last)
      sum &+= length(block)
    }
    (self.said, self.deviations) = (said, deviations)
    if isContiguous {
      if let first = said.first { runs = [Run(block: 0, place: first)] }
      stray = (deviations.map { abs($0 &- (said.first ?? 0)) }.max() ?? 0) &+ 1
      return
    }
    let unsteady = zip(deviations, deviations.dropFirst()).count {
      ($0 &- $1).magnitude > UInt64(rounding)
    }
    // Where many packets stray, it takes longer to see what lasts.
    reach = Int64(clock.sampleRate) / (unsteady > times.count / 8 ? 1 : 4)
    split(length)
    // A clock that runs backwards has no runs to find a place in.
    if zip(runs, runs.dropFirst()).contains(where: { $0.place >= $1.place }) { runs = [runs[0]] }
  }

  private mutating func split(_ length: (Int) -> Int64) {
    guard !deviations.isEmpty else { return }
    var first = 0
    var usual = level(at: 0)
    for block in deviations.indices.dropFirst()
    where lasts(from: block, otherThan: usual, since: first) {
      close(first..<block)
      first = block
      usual = level(at: block)
    }
    close(first..<deviations.count)
    // Sums count from the first packet of all.
    var sum: Int64 = 0
    var next = 0
    for run in runs.indices {
      while next < runs[run].block {
        sum &+= length(next)
        next += 1
      }
      runs[run].place &+= sum
    }
  }

  /// Whether a packet and most of those after it deviate otherwise, all to one side.
  ///
  /// - Parameter first: the first packet of the run before it.
  private func lasts(from block: Int, otherThan usual: Int64, since first: Int) -> Bool {
    let step = deviations[block] &- usual
    guard step.magnitude > UInt64(clock.jitter) else { return false }
    let window = window(from: block, atLeast: 4)
    // What strays just before a step is no part of what comes after it.
    let level = Self.median(deviations[window])
    guard (deviations[block] &- level).magnitude <= step.magnitude else { return false }
    var least = UInt64(clock.jitter)
    if window.upperBound == deviations.count {
      // Few are left, which may all stray to one side: a step is what none before them strayed by.
      for other in deviations[first..<block] {
        least = max(least, 2 &* (other &- usual).magnitude)
      }
    }
    let others = window.count { other in
      let distance = deviations[other] &- usual
      return distance.magnitude > least && (distance > 0) == (step > 0)
    }
    return 4 * others > 3 * window.count
  }

  /// The deviation that packets have from one on.
  private func level(at block: Int) -> Int64 {
    let window = window(from: block, atLeast: 1)
    let own = deviations[block]
    if window.count < 3 || (deviations[block + 1] &- own).magnitude <= UInt64(rounding),
      reach < Int64(clock.sampleRate)
    {
      return own
    }
    return Self.median(deviations[window])
  }

  private func window(from block: Int, atLeast count: Int) -> Range<Int> {
    var end = min(block + count, deviations.count)
    while end < deviations.count, (said[end] &- said[block]).magnitude < UInt64(reach) { end += 1 }
    return block..<end
  }

  /// Decides where a run lies: rounding to a coarse clock goes both ways, and the truth lies in the
  /// middle; an exact clock says it of the first packet, and guesses others; of one that strays most
  /// packets are near the truth.
  private mutating func close(_ blocks: Range<Int>) {
    let own = deviations[blocks]
    let (least, most) = (own.min() ?? 0, own.max() ?? 0)
    let place: Int64
    if most &- least <= rounding {
      place = clock.isExact ? own.first ?? 0 : least &+ (most &- least) / 2
    } else if let steady = steadyBeginning(of: blocks) {
      // What comes after, a gap too short to be believed, moves nothing before it.
      isJittery = true
      place = clock.isExact ? own.first ?? 0 : steady
    } else {
      let middle = Self.median(own)
      let first = own.first ?? 0
      isJittery = true
      // Single packets that were guessed wrongly leave the others where they are.
      place = clock.isExact && (first &- middle).magnitude <= UInt64(rounding) ? first : middle
    }
    stray = max(stray, max(most &- place, place &- least) &+ 1)
    runs.append(Run(block: blocks.lowerBound, place: place))
  }

  /// The middle of the deviations that a run begins with and keeps for as long as it takes to tell
  /// what lasts; `nil` where they stray before that.
  private func steadyBeginning(of blocks: Range<Int>) -> Int64? {
    guard let first = blocks.first else { return nil }
    var (least, most) = (deviations[first], deviations[first])
    var end = first
    while end < blocks.upperBound {
      let (low, high) = (min(least, deviations[end]), max(most, deviations[end]))
      if high &- low > rounding { break }
      (least, most) = (low, high)
      end += 1
    }
    guard end - first >= 8, said[end - 1] &- said[first] >= reach else { return nil }
    return least &+ (most &- least) / 2
  }

  private static func median(_ values: ArraySlice<Int64>) -> Int64 {
    let sorted = values.sorted()
    return sorted.isEmpty ? 0 : sorted[sorted.count / 2]
  }

  /// The place of each packet.
  func places(_ length: (Int) -> Int64) -> [Int64] {
    var result: [Int64] = []
    result.reserveCapacity(said.count)
    var run = 0
    var place: Int64 = 0
    for block in said.indices {
      if run < runs.count, runs[run].block == block {
        place = runs[run].place
        run += 1
      }
      result.append(place)
      place &+= length(block)
    }
    return result
  }
}
