package import BaseValues

/// Plays a voice faster or slower and keeps its pitch, by pieces of it that go on from each other
/// (WSOLA: Verhelst and Roelands, ICASSP 1993). A voice is one tone at a time, so pieces fit where
/// its periods do, and each piece is the voice as it was: nothing is smeared as by spectra. Chords
/// and beats over music have no such places; they are for `TimeStretch`.
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
///
/// Where sound begins suddenly, pieces are bound: two of them lie so that it begins in the result to
/// the sample where its time is mapped to, no piece before gives any of it, and none after gives its
/// beginning again. See `PieceBinding`.
package struct PieceStretch: Sendable {
  let course: StretchCourse
  /// Samples from a piece to the next; a piece is twice as long.
  let hop: Int64
  /// How far from its place a piece may be taken.
  private let reach: Int64
  private let rise: [Float]

  /// The piece that was found last.
  private var current: Piece?
  private var onsets: OnsetFinder
  /// Source samples around a piece's place in which an onset may bind it, and those that have to be
  /// at hand to know.
  private let bindingReach: Int64

  private struct Piece {
    var number: Int64
    /// Where it is taken from as far as the search is concerned, counted from its middle.
    var found: Int64
    /// What the pieces before had come to at the group's first piece.
    var slip: Int64 = 0
    var binding: PieceBinding
  }

  private static let groupLength: Int64 = 384
  /// Pieces over which a slip is given back.
  private static let slipLength: Int64 = 96

  /// - Parameters:
  ///   - speed: seconds of source in a second of the result, above 0 and at most 64; speeds beyond
  ///     are the nearest of these.
  ///   - sampleRate: samples a second of both. Pieces are 20 ms long, the search reaches 8 ms.
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

  private static func rate(_ sampleRate: Int) -> Int64 {
    Int64(max(1000, min(sampleRate, 1 << 20)))
  }

  private init(_ course: StretchCourse, rate: Int64) {
    self.course = course
    hop = rate / 100
    reach = rate * 8 / 1000
    let map = StretchMap(course, rate: rate)
    onsets = OnsetFinder(sampleRate: rate, length: map.shortest, apart: map.apart)
    bindingReach = 3 * hop * map.widest + reach + hop
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
  package mutating func fill<E: Error>(
    _ result: inout AudioBuffer, from sample: Int64, window: inout SampleWindow,
    read: (Int64, inout AudioBuffer) throws(E) -> Void
  ) throws(E) {
    if course.isNatural { return try read(sample, &result) }
    var position = max(0, sample)
    let end = sample + Int64(result.frameCount)
    if position >= end { return }
    var before = try find(position / hop, &window, read)
    while position < end {
      let start = before.number * hop
      let part = position - start..<min(hop, end - start)
      let after = try advance(before, &window, read)
      mix(before, after, part, &result, at: Int(position - sample), window)
      position = start + part.upperBound
      // A piece that is only half used is needed again.
      if position == start + hop { before = after }
    }
    current = before
  }

  // MARK: - Pieces

  /// Where the middle of a piece is in time.
  private func nominal(_ piece: Int64) -> Int64 {
    course.source(after: piece * hop, from: 0)
  }

  /// Where the middle of a piece is taken from.
  private func place(of piece: Piece) -> Int64 {
    let slip =
      piece.slip * max(0, Self.slipLength - piece.number % Self.groupLength) / Self.slipLength
    return piece.binding.bound(piece.found + slip)
  }

  /// A piece, from the last one or from the group before its own.
  private mutating func find<E: Error>(
    _ wanted: Int64, _ window: inout SampleWindow,
    _ read: (Int64, inout AudioBuffer) throws(E) -> Void
  ) throws(E) -> Piece {
    let group = wanted / Self.groupLength
    let first = max(0, group - 1) * Self.groupLength
    var piece: Piece
    if let current, first <= current.number, current.number <= wanted {
      piece = current
    } else {
      try require(around: first, &window, read)
      let binding = binding(of: first, window)
      piece = Piece(number: first, found: binding.bound(nominal(first)), binding: binding)
    }
    while piece.number < wanted { piece = try advance(piece, &window, read) }
    return piece
  }

  /// Makes everything available that going on from a piece to the next looks at.
  private mutating func require<E: Error>(
    around piece: Int64, _ window: inout SampleWindow,
    _ read: (Int64, inout AudioBuffer) throws(E) -> Void
  ) throws(E) {
    let start = nominal(piece) - bindingReach - onsets.before
    try window.require(start..<nominal(piece + 1) + bindingReach + onsets.after, read: read)
    onsets.update(window, from: start)
  }

  private func binding(of piece: Int64, _ window: SampleWindow) -> PieceBinding {
    let place = nominal(piece)
    let near = onsets.onsets(in: place - bindingReach..<place + bindingReach, window)
    return PieceBinding(piece: piece, onsets: near, self)
  }

  /// The piece after `piece`.
  private mutating func advance<E: Error>(
    _ piece: Piece, _ window: inout SampleWindow,
    _ read: (Int64, inout AudioBuffer) throws(E) -> Void
  ) throws(E) -> Piece {
    let number = piece.number + 1
    try require(around: piece.number, &window, read)
    let next = nominal(number)
    let binding = binding(of: number, window)
    if let forced = binding.forced { return Piece(number: number, found: forced, binding: binding) }
    let match = search(from: piece.found, around: next, binding, window)
    guard number % Self.groupLength == 0 else {
      return Piece(number: number, found: match, slip: piece.slip, binding: binding)
    }
    let found = binding.bound(next)
    return Piece(number: number, found: found, slip: match - found, binding: binding)
  }

  // MARK: - Search

  /// The place of the next piece that goes on best from the one taken around `current`.
  ///
  /// First every fourth place by every eighth sample, then the places next to the best by all.
  private func search(
    from current: Int64, around place: Int64, _ binding: PieceBinding, _ window: SampleWindow
  ) -> Int64 {
    let natural = current + hop
    let nominal = binding.bound(place)
    if natural == nominal { return nominal }
    var best = (place: nominal, score: Float.infinity)
    // From the middle outwards: of equals the nearest counts.
    func look(at place: Int64, stride step: Int) {
      guard binding.bound(place) == place else { return }
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
    _ before: Piece, _ after: Piece, _ part: Range<Int64>, _ result: inout AudioBuffer,
    at offset: Int, _ window: SampleWindow
  ) {
    let (from, to) = (place(of: before), place(of: after))
    let first = Int(part.lowerBound)
    let fade = Int(after.binding.fadeLength)
    let length = Int(hop)
    for channel in 0..<min(result.channelCount, window.channelCount) {
      let samples = window.channel(channel)
      let offsets = window.offsets(part)
      let a = samples.span.extracting(
        offsets.lowerBound + Int(from)..<offsets.upperBound + Int(from))
      let shift = Int(to - hop)
      let b = samples.span.extracting(offsets.lowerBound + shift..<offsets.upperBound + shift)
      result.withChannel(channel) { target in
        for index in a.indices where fade < length {
          let share = first + index < fade ? rise[(first + index) * length / fade] : 1
          target[offset + index] = a[index] + (b[index] - a[index]) * share
        }
        for index in a.indices where fade == length {
          target[offset + index] = a[index] + (b[index] - a[index]) * rise[first + index]
        }
      }
    }
  }
}
