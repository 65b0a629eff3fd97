import BaseValues

/// How a container keeps the times of its pictures.
enum FrameClock {
  /// Ticks that times were brought to.
  case ticks
  /// How long each picture is shown, and that is meant to the tick: GIF.
  case delays
  /// The same, as fractions of a second that libav rounds one by one: APNG.
  case roundedDelays

  init(format: String) {
    self =
      switch format {
      case "gif": .delays
      case "apng": .roundedDelays
      default: .ticks
      }
  }
}

/// What is known of a stream's rate besides its pictures' times.
package struct RateHints {
  /// What the container and the codec say, the most reliable first.
  var said: [FrameRate] = []
  var clock = FrameClock.ticks
}

extension FrameTable {
  /// A grid of pictures.
  struct Grid {
    var start: Rational
    var rate: FrameRate
  }

  /// The grid that explains the pictures' times best; `nil` where none does.
  ///
  /// The same times may lie on the grids of several rates: 240 pictures of a clock of 1/30 s stay
  /// within a tick of 29.97 as well. So rates are judged by how well they fit:
  /// ```
  /// exact     every picture is as long as the first, and a usual rate says so
  /// rounded   as if all times of the rate had been rounded alike, up, down or to the nearest tick
  /// near      every picture is within a tick of its place: times that were rounded twice
  /// ```
  /// Among those that fit alike, what the file says of its rate decides, and where it says nothing,
  /// whole rates come before those with 1001.
  func grid(_ hints: RateHints) throws(TimeOverflow) -> Grid? {
    if let ownStep, hints.clock != .ticks { return try grid(ofDelays: ownStep, hints) }
    if hints.clock != .ticks, entries.count < 2 { return nil }
    var best: (rank: Int, grid: Grid)?
    for candidate in candidates(hints) {
      guard let fit = try fit(candidate.rate),
        let rank = rank(candidate, fit, hints.clock), rank < best?.rank ?? .max
      else { continue }
      best = (rank, Grid(start: fit.start, rate: candidate.rate))
      if rank == 0 { break }
    }
    guard let grid = best?.grid else { return hints.clock == .ticks ? try filmGrid() : nil }
    if hints.clock == .ticks { return grid }
    // The last picture's own delay counts, too.
    let last = try Rational(lastDuration) * timeBase - grid.rate.frameDuration
    return try last.magnitude() <= timeBase ? grid : nil
  }

  /// The grid of pictures that are all shown equally long, the last one too.
  private func grid(
    ofDelays step: Int64, _ hints: RateHints
  ) throws(TimeOverflow) -> Grid? {
    guard lastDuration == step, let exact = rate(ofStep: step) else { return nil }
    var rate = exact
    if hints.clock == .roundedDelays {
      let usual = FrameRate.usual.first {
        guard let ticks = try? $0.frameDuration / timeBase else { return false }
        return step == ticks.floor() || step == ticks.rounded()
      }
      rate = usual ?? exact
    }
    let first = Rational(entries.first?.presentation ?? 0)
    return Grid(start: try first * timeBase - origin, rate: rate)
  }

  // MARK: - Film

  /// The grid of film whose pictures are shown for two and for three fields in turn, because flags in the
  /// stream say so (`repeat_first_field`, ISO/IEC 13818-2, 6.3.10):
  /// ```
  /// fields    | | | | | | | | | |
  /// pictures  0     1   2     3      each within half a field of where film has it
  /// ```
  private func filmGrid() throws(TimeOverflow) -> Grid? {
    guard entries.count >= Self.shortestFilm, let first = entries.first, let last = entries.last
    else { return nil }
    for (rate, fields) in Self.filmRates {
      let field = try Rational(1) / (fields.rational * timeBase)
      guard field >= Rational(4) else { continue }
      // Halves of fields by which pictures lie beside their places.
      var (beside, least, greatest): (Int64, Int64, Int64) = (0, 0, 0)
      var shown: Int64 = 0
      for number in entries.indices.dropFirst() {
        let ticks = entries[number].presentation &- entries[number - 1].presentation
        let count = try (Rational(ticks) / field).rounded()
        guard count == 2 || count == 3,
          try (Rational(ticks) - field * Rational(count)).magnitude() <= .one
        else {
          shown = 0
          break
        }
        shown += count
        beside += 2 * count - 5
        least = min(least, beside)
        greatest = max(greatest, beside)
      }
      let strayed = try
        (Rational(last.presentation &- first.presentation)
        - field * Rational(shown)).magnitude()
      guard shown > 0, greatest - least <= 2, strayed <= Rational(2) else { continue }
      return Grid(start: try Rational(first.presentation) * timeBase - origin, rate: rate)
    }
    return nil
  }

  /// Fewer pictures are not taken for film.
  private static let shortestFilm = 6
  /// Rates of film, and of the fields that show it.
  private static let filmRates: [(film: FrameRate, fields: FrameRate)] =
    ([1001, 1000] as [Int64]).compactMap { seconds in
      guard let film = FrameRate(24_000, per: seconds), let fields = FrameRate(60_000, per: seconds)
      else { return nil }
      return (film, fields)
    }

  // MARK: - Candidates

  private struct Candidate {
    enum Reason {
      /// What the file says is this usual rate.
      case said
      case usual
      /// What the file says is nearly this usual rate, or this odd one.
      case nearlySaid
      /// The pictures are equally long.
      case own
    }
    var rate: FrameRate
    var reason: Reason
  }

  /// The preferred ones first, for each reason.
  private func candidates(_ hints: RateHints) -> [Candidate] {
    let own = ownStep.flatMap { rate(ofStep: $0) }.map { Candidate(rate: $0, reason: .own) }
    let said =
      hints.clock != .ticks
      ? []
      : hints.said.compactMap {
        $0.usual(within: 5000) ?? (entries.count > 1 ? nil : $0)
      }.map { Candidate(rate: $0, reason: .said) }
    guard entries.count > 1 else { return said + [own].compactMap(\.self) }
    var near: [Candidate] = []
    // Of delays libav's guesses say nothing.
    for rate in hints.clock == .ticks ? hints.said : [] {
      near += rate.allUsual(within: 200).map { Candidate(rate: $0, reason: .nearlySaid) }
      near.append(Candidate(rate: rate, reason: .nearlySaid))
    }
    // Nearly what the file says comes first among the usual ones, and whole numbers are usual: screens
    // have many.
    let whole = hints.clock == .ticks ? hints.said.compactMap { $0.whole(within: 200) } : []
    let usual =
      near.filter { FrameRate.usual.contains($0.rate) }.map(\.rate) + FrameRate.usual + whole
    return said + [own].compactMap(\.self)
      + usual.map { Candidate(rate: $0, reason: .usual) } + near
  }

  /// The smaller the better; `nil` for what is no explanation.
  private func rank(_ candidate: Candidate, _ fit: Fit, _ clock: FrameClock) -> Int? {
    if entries.count == 1 { return candidate.reason == .said ? 0 : 1 }
    // Where pictures have delays, only times that were rounded from source time 0 on are a grid.
    if clock != .ticks, !fit.isRoundedFromStart { return nil }
    switch (fit.kind, candidate.reason) {
    case (.exact, _) where FrameRate.usual.contains(candidate.rate): return 0
    case (.rounded, .said): return 1
    // A picture of few ticks: a clock made for it.
    case (.exact, .own) where ownStep ?? .max <= 3: return 2
    case (.rounded, .usual): return 3
    case (.near, .said): return 4
    case (.exact, _): return 5
    case (_, .nearlySaid): return 6
    case (_, .usual), (_, .own): return nil
    }
  }

  /// Ticks of each picture, where all but the last are equally long; of a single one, its own.
  private var ownStep: Int64? {
    guard entries.count > 1 else { return lastDuration }
    let length = entries[1].presentation &- entries[0].presentation
    guard length > 0 else { return nil }
    for index in entries.indices.dropFirst()
    where entries[index].presentation &- entries[index - 1].presentation != length { return nil }
    return length
  }

  private func rate(ofStep step: Int64) -> FrameRate? {
    guard let seconds = try? Rational(step) * timeBase else { return nil }
    return FrameRate(seconds.denominator, per: seconds.numerator)
  }

  // MARK: - Fitting

  /// How pictures lie beside their places on a grid.
  private struct Fit {
    enum Kind {
      case exact
      case rounded
      case near
    }
    var kind: Kind
    var start: Rational
    var isRoundedFromStart: Bool
  }

  /// How the pictures lie on the grid of `rate`; `nil` where they do not.
  ///
  /// A clock of milliseconds may put the first picture of a movie a little beside the place it has
  /// on the grid that begins at source time 0. Taken literally, every frame would then change one
  /// tick before or after the output's.
  private func fit(_ rate: FrameRate) throws(TimeOverflow) -> Fit? {
    guard let first = entries.first else { return nil }
    let start = try Rational(first.presentation) * timeBase - origin
    let steps = try (start * rate.rational).rounded()
    let onGrid = try Rational(steps) / rate.rational
    let distance = try onGrid > start ? onGrid - start : start - onGrid
    if distance <= timeBase, let fit = try fit(rate, from: onGrid, offset: start - onGrid) {
      return fit
    }
    return try fit(rate, from: start, offset: .zero)
  }

  /// - Parameter offset: the first picture's time from `start`.
  /// - Returns: `nil` where a picture lies more than a tick beside its place, or where ticks are
  ///   long, as with clocks that count pictures, more than a quarter of a picture: such a tick is
  ///   meant.
  private func fit(
    _ rate: FrameRate, from start: Rational, offset: Rational
  ) throws(TimeOverflow) -> Fit? {
    guard let first = entries.first?.presentation, let last = entries.last else { return nil }
    let units = try Units(timeBase: timeBase, rate: rate, offset: offset)
    func deviation(_ number: Int, _ entry: Entry) -> Int128 {
      Int128(entry.presentation &- first) * units.tick + units.offset
        - Int128(number) * units.step
    }
    // Most rates that do not fit show it at the end.
    guard deviation(entries.count - 1, last).magnitude <= units.allowed else { return nil }
    var (least, greatest) = (units.offset, units.offset)
    for (number, entry) in entries.enumerated() {
      let deviation = deviation(number, entry)
      if deviation.magnitude > units.allowed { return nil }
      least = min(least, deviation)
      greatest = max(greatest, deviation)
    }
    let kind: Fit.Kind =
      least == greatest ? .exact : greatest - least < units.tick ? .rounded : .near
    let isRounded = least >= 0 || greatest <= 0 || 2 * max(-least, greatest) <= units.tick
    return Fit(kind: kind, start: start, isRoundedFromStart: kind != .near && isRounded)
  }

  /// Units of time in which a clock's tick, a rate's step and an offset are whole.
  private struct Units {
    var tick: Int128
    var step: Int128
    var offset: Int128
    /// What a picture may lie beside its place.
    var allowed: UInt128 { min(tick.magnitude, (step / 4).magnitude) }

    init(timeBase: Rational, rate: FrameRate, offset: Rational) throws(TimeOverflow) {
      // The least common multiple, at most 2⁵⁰.
      var scale = Rational.one
      for part in [timeBase.denominator, rate.frames, offset.denominator] {
        var (a, b) = (scale.numerator, part)
        while b != 0 { (a, b) = (b, a % b) }
        guard a > 0, let factor = Rational(part / a, 1) else { throw TimeOverflow() }
        scale = try scale * factor
      }
      tick = Int128(timeBase.numerator) * Int128(scale.numerator / timeBase.denominator)
      guard scale.numerator < 1 << 50, tick < 1 << 60 else { throw TimeOverflow() }
      step = Int128(rate.seconds) * Int128(scale.numerator / rate.frames)
      self.offset = Int128(offset.numerator) * Int128(scale.numerator / offset.denominator)
    }
  }
}

extension FrameRate {
  /// Rates that cameras and editors use, whole ones first.
  static let usual: [FrameRate] = [
    (24, 1), (25, 1), (30, 1), (50, 1), (60, 1), (10, 1), (12, 1), (15, 1), (20, 1), (48, 1),
    (100, 1), (120, 1), (240, 1), (1, 1), (2, 1), (5, 1), (6, 1), (8, 1), (25, 2), (90, 1),
    (24000, 1001), (30000, 1001), (60000, 1001), (48000, 1001), (120000, 1001), (240000, 1001),
    (12000, 1001), (15000, 1001),
  ].compactMap { FrameRate($0.0, per: $0.1) }

  /// The usual rates that differ by less than a part in `parts`, the nearest first.
  fileprivate func allUsual(within parts: Int128) -> [FrameRate] {
    let near = Self.usual.compactMap { usual in
      // Numbers of a rate are at most a million.
      let difference =
        Int128(usual.frames) * Int128(seconds) - Int128(frames) * Int128(usual.seconds)
      let whole = Int128(frames) * Int128(usual.seconds)
      let share = Int64(clamping: (difference.magnitude << 40) / whole.magnitude)
      return Int128(difference.magnitude) * parts < whole ? (usual, share) : nil
    }
    return near.sorted { $0.1 < $1.1 }.map(\.0)
  }

  /// The nearest whole rate, if it differs by less than a part in `parts`.
  fileprivate func whole(within parts: Int128) -> FrameRate? {
    let nearest = rational.rounded()
    guard nearest > 0, let whole = FrameRate(nearest) else { return nil }
    let difference = Int128(nearest) * Int128(seconds) - Int128(frames)
    return Int128(difference.magnitude) * parts < Int128(frames) ? whole : nil
  }

  fileprivate func usual(within parts: Int128) -> FrameRate? { allUsual(within: parts).first }
}
