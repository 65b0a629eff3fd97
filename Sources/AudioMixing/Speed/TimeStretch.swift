public import MediaTime

/// Plays sound faster or slower and keeps its pitch (WSOLA: Verhelst and Roelands, ICASSP 1993).
///
/// The result is made of overlapping pieces of the source, each faded in over the one before it. A
/// piece is taken from near its place in time, from where it goes on best from the piece before:
/// ```
/// source   ───(────p₀────)─────(────p₁────)──────(────p₂────)──▶   pₖ near k · hop · speed
/// result   ───(────0────)                                          piece k around k · hop
///                  (────1────)
///                       (────2────)
/// ```
/// Where each piece is taken from depends on the one before, so the search begins anew every
/// `groupLength` pieces, at the exact place, and the difference between where the pieces before had
/// come to and that place is given back over many pieces, too slowly to be heard. So a sample depends
/// on a few seconds of source before it and not on where the result was begun.
public struct TimeStretch: Sendable {
  private let speed: Rational
  /// Samples from a piece to the next; a piece is twice as long.
  private let hop: Int64
  /// How far from its place a piece may be taken.
  private let reach: Int64
  private let rise: [Float]

  /// The piece that was found last, and where.
  private var piece: Int64 = 0
  /// Where it is taken from as far as the search is concerned, counted from its middle.
  private var found: Int64 = 0
  /// What the pieces before had come to at the group's first piece.
  private var slip: Int64 = 0

  private static let groupLength: Int64 = 384
  /// Pieces over which a slip is given back.
  private static let slipLength: Int64 = 96

  /// - Parameters:
  ///   - speed: seconds of source in a second of the result, above 0 and at most 64; speeds beyond
  ///     are the nearest of these.
  ///   - sampleRate: samples a second of both. Pieces are 20 ms long, the search reaches 8 ms.
  public init(speed: Rational, sampleRate: Int) {
    self.speed = min(max(speed, Rational(1, 4096) ?? .one), Rational(64))
    let rate = Int64(max(1000, min(sampleRate, 1 << 20)))
    hop = rate / 100
    reach = rate * 8 / 1000
    let length = Double(hop)
    rise = (0..<hop).map { index in
      let sine = QuarterSine.value((Double(index) + 0.5) / length)
      return Float(sine * sine)
    }
  }

  /// Fills `result` with the samples from `sample` on.
  ///
  /// - Parameters:
  ///   - sample: counted from the first of the result, 0 or more.
  ///   - window: what is at hand of the source, counted from the sample heard first.
  ///   - read: fills a block with the source's samples from a number on.
  /// - Complexity: O(samples), and two groups where the result does not go on from the last call.
  public mutating func fill<E: Error>(
    _ result: inout AudioBuffer, from sample: Int64, window: inout SampleWindow,
    read: (Int64, inout AudioBuffer) throws(E) -> Void
  ) throws(E) {
    var position = max(0, sample)
    let end = sample + Int64(result.frameCount)
    if position >= end { return }
    try find(position / hop, &window, read)
    while position < end {
      let before = place
      let start = piece * hop
      let part = position - start..<min(hop, end - start)
      let (last, wasFound, hadSlip) = (piece, found, slip)
      try advance(&window, read)
      mix(before, place, part, &result, at: Int(position - sample), window)
      position = start + part.upperBound
      // A piece that is only half used is needed again.
      if position < start + hop { (piece, found, slip) = (last, wasFound, hadSlip) }
    }
  }

  // MARK: - Pieces

  /// Where the middle of a piece is in time.
  private func nominal(_ piece: Int64) -> Int64 {
    let product = Int128(piece) * Int128(hop) * Int128(speed.numerator)
    return Int64(clamping: product / Int128(speed.denominator))
  }

  /// Where the middle of the current piece is taken from.
  private var place: Int64 {
    found + slip * max(0, Self.slipLength - piece % Self.groupLength) / Self.slipLength
  }

  /// Makes a piece the current one, from the last one or from the group before its own.
  private mutating func find<E: Error>(
    _ wanted: Int64, _ window: inout SampleWindow,
    _ read: (Int64, inout AudioBuffer) throws(E) -> Void
  ) throws(E) {
    let group = wanted / Self.groupLength
    let first = max(0, group - 1) * Self.groupLength
    if piece < first || piece > wanted {
      (piece, found, slip) = (first, nominal(first), 0)
    }
    while piece < wanted { try advance(&window, read) }
  }

  /// Makes everything available that going on to the next piece looks at.
  private func require<E: Error>(
    _ window: inout SampleWindow, _ read: (Int64, inout AudioBuffer) throws(E) -> Void
  ) throws(E) {
    let (here, next) = (nominal(piece), nominal(piece + 1))
    let margin = hop + 2 * reach
    try window.require(min(here - 2 * reach, next - margin)..<next + margin, read: read)
  }

  /// Goes on to the next piece.
  private mutating func advance<E: Error>(
    _ window: inout SampleWindow, _ read: (Int64, inout AudioBuffer) throws(E) -> Void
  ) throws(E) {
    try require(&window, read)
    let next = nominal(piece + 1)
    let match = search(from: found, around: next, window)
    piece += 1
    if piece % Self.groupLength == 0 {
      (found, slip) = (next, match - next)
    } else {
      found = match
    }
  }

  // MARK: - Search

  /// The place of the next piece that goes on best from the one taken around `current`.
  ///
  /// First every fourth place by every eighth sample, then the places next to the best by all.
  private func search(from current: Int64, around nominal: Int64, _ window: SampleWindow) -> Int64 {
    let natural = current + hop
    if natural == nominal { return nominal }
    var best = (place: nominal, score: Float.infinity)
    // From the middle outwards: of equals the nearest counts.
    func look(at place: Int64, stride step: Int) {
      let score = score(of: place - natural, current, place - nominal, step, window)
      if score < best.score { best = (place, score) }
    }
    look(at: nominal, stride: 8)
    for distance in stride(from: 4, through: reach, by: 4) {
      look(at: nominal - distance, stride: 8)
      look(at: nominal + distance, stride: 8)
    }
    let middle = best.place
    best.score = .infinity
    look(at: middle, stride: 1)
    for distance in 1...3 as ClosedRange<Int64> {
      look(at: max(nominal - reach, middle - distance), stride: 1)
      look(at: min(nominal + reach, middle + distance), stride: 1)
    }
    return best.place
  }

  /// How unlike the source's going on from `current` is to itself `shift` later: the energy of the
  /// difference, the more the further from the piece's place in time.
  private func score(
    of shift: Int64, _ current: Int64, _ distance: Int64, _ step: Int, _ window: SampleWindow
  ) -> Float {
    var difference: Float = 0
    var energy: Float = 0
    for channel in 0..<window.channelCount {
      let samples = window.channel(channel)
      let a = samples.span.extracting(window.offsets(current..<current + hop))
      let b = samples.span.extracting(window.offsets(current + shift..<current + shift + hop))
      var index = 0
      while index < a.count {
        let d = a[index] - b[index]
        difference += d * d
        energy += a[index] * a[index]
        index &+= step
      }
    }
    return (difference + energy / 1024) * (1 + Float(distance.magnitude) / Float(reach))
  }

  // MARK: - Mixing

  /// Fades from the second half of one piece to the first half of the next.
  private func mix(
    _ from: Int64, _ to: Int64, _ part: Range<Int64>, _ result: inout AudioBuffer, at offset: Int,
    _ window: SampleWindow
  ) {
    let first = Int(part.lowerBound)
    for channel in 0..<min(result.channelCount, window.channelCount) {
      let samples = window.channel(channel)
      let offsets = window.offsets(part)
      let a = samples.span.extracting(
        offsets.lowerBound + Int(from)..<offsets.upperBound + Int(from))
      let shift = Int(to - hop)
      let b = samples.span.extracting(offsets.lowerBound + shift..<offsets.upperBound + shift)
      result.withChannel(channel) { target in
        for index in a.indices {
          target[offset + index] = a[index] + (b[index] - a[index]) * rise[first + index]
        }
      }
    }
  }
}
