internal import BaseValues
internal import PictureKinds
internal import TimelineModel

/// A text whose parts come and go one after another, frame by frame.
///
/// A part that is on its way is a run of its own in the style of that frame; where all are at their places, the
/// style is the text's own.
struct MovingText: Sendable {
  /// Parts that move together.
  fileprivate struct Side: Sendable {
    let parts: [Range<Int>]
    /// Whether all of it moves as one.
    let isWhole: Bool
    let turns: [Int]
    let lines: [FrameLine]
    let curve: EasingCurve
    let away: AnimatedValue
    /// How much farther from the middle of its line it is when it is away.
    let spread: AnimatedValue
    /// What is drawn in place of parts that are not there yet.
    let scrambling: ScrambledText?
    /// Whether it goes: then the way is passed backwards.
    let isLeaving: Bool
  }

  private let sides: [Side]
  private let wave: WavingText?

  /// - Returns: `nil` where nothing moves.
  /// - Throws: when its times cannot be computed exactly.
  init?(
    _ style: TextStyle, enter: TextMotion?, leave: TextMotion?, wave: TextWave?,
    over range: TimeRange, rate: FrameRate
  ) throws(TimeOverflow) {
    var sides: [Side] = []
    if let enter {
      sides.append(
        try Self.side(enter, style.text, from: range.start, in: range, isLeaving: false, rate))
    }
    if let leave {
      let parts = leave.unit.parts(of: style.text).count
      let start = try range.end - leave.length(ofParts: parts)
      sides.append(
        try Self.side(leave, style.text, from: start, in: range, isLeaving: true, rate))
    }
    sides.removeAll(where: \.parts.isEmpty)
    self.wave = try wave.flatMap { wave throws(TimeOverflow) in
      try WavingText(wave, style.text, from: range.start, rate: rate)
    }
    if sides.isEmpty, self.wave == nil { return nil }
    self.sides = sides
  }

  private static func side(
    _ motion: TextMotion, _ text: String, from start: Rational, in range: TimeRange,
    isLeaving: Bool, _ rate: FrameRate
  ) throws(TimeOverflow) -> Side {
    let parts = motion.unit.parts(of: text)
    let factor = try .one / WideRational(motion.duration)
    let lines = try (0..<parts.count).map { turn throws(TimeOverflow) in
      try FrameLine(
        rate: rate, start: WideRational(try start + motion.stagger * Rational(Int64(turn))),
        factor: factor)
    }
    let seconds = (try? motion.duration * motion.tempo) ?? motion.duration
    let away = motion.away
    return Side(
      parts: parts, isWhole: motion.unit == .text, turns: motion.order.turns(parts.count),
      lines: lines,
      curve: EasingCurve(motion.easing, over: seconds),
      away: AnimatedValue([away.x, away.y, away.scale, away.opacity]),
      spread: AnimatedValue([away.spread]),
      scrambling: try motion.scramble.map { seconds throws(TimeOverflow) in
        try ScrambledText(text, every: seconds, from: range.start, rate: rate)
      }, isLeaving: isLeaving)
  }

  /// The style that a text has at a frame.
  ///
  /// - Parameter style: of its parts where they belong; where all moves as one, its text may be another one.
  func style(_ style: TextStyle, at frame: Int) -> TextStyle {
    var result = style
    if let wave {
      let whole = [0..<style.text.unicodeScalars.count]
      result.move(wave.isWhole ? whole : wave.parts, wave.moves(at: frame))
    }
    for side in sides {
      let moves = side.turns.map { side.move(at: frame, turn: $0) }
      let shown = side.shown(at: frame)
      if moves.allSatisfy({ $0 == nil }), shown.isEmpty { continue }
      let parts = side.isWhole ? [0..<style.text.unicodeScalars.count] : side.parts
      result.move(parts, moves, shown: shown)
    }
    return result
  }
}

extension MovingText.Side {
  /// What is drawn in place of parts, by their numbers.
  func shown(at frame: Int) -> [Int: String] {
    guard let scrambling, !isWhole else { return [:] }
    var shown: [Int: String] = [:]
    for (number, turn) in turns.enumerated() {
      let position = lines[turn].numerator(at: frame)
      let isThere = isLeaving ? position <= 0 : position >= lines[turn].denominator
      if !isThere { shown[number] = scrambling.text(in: parts[number], at: frame) }
    }
    return shown
  }

  /// Where a part is; `nil` for its place.
  func move(at frame: Int, turn: Int) -> TextMove? {
    let line = lines[turn]
    var position = line.numerator(at: frame)
    if isLeaving {
      position = line.denominator - position
      if position >= line.denominator { return nil }
      if position <= 0 { return seen(.begin) }
    } else {
      if position < 0 { return seen(.begin) }
      if position >= line.denominator { return nil }
    }
    return seen(curve(Progress(position, over: line.denominator)))
  }

  private func seen(_ progress: Progress) -> TextMove? {
    let move = move(progress)
    return move == TextMove() ? nil : move
  }

  /// Lengths are rounded to 1/64 pixel and shares to 1/4096: what is finer is not seen.
  private func move(_ progress: Progress) -> TextMove {
    let rest = AnimatedValue(x: 0, y: 0, z: FixedPoint.one, w: FixedPoint.one)
    let value = AnimatedValue(from: away, to: rest, progress)
    func rounded(_ raw: Int128, _ unit: Int64) -> Rational {
      Rational(Int64(FixedPoint.rounded(FixedPoint.clamp(raw) * Int128(unit))), unit) ?? .zero
    }
    func within(_ value: Rational, _ range: ClosedRange<Rational>) -> Rational {
      min(max(value, range.lowerBound), range.upperBound)
    }
    return TextMove(
      x: rounded(value.x, 64), y: rounded(value.y, 64),
      scale: within(rounded(value.z, 4096), TextRun.scales),
      opacity: within(rounded(value.w, 4096), .zero...(.one)),
      spread: within(
        rounded(AnimatedValue(from: spread, to: AnimatedValue(x: 0), progress).x, 4096),
        TextMove.spreads))
  }
}

extension TextStyle {
  /// Puts parts where they are, and leaves the runs' forms as they are.
  ///
  /// - Parameter shown: what is drawn in place of parts, by their numbers.
  fileprivate mutating func move(
    _ parts: [Range<Int>], _ moves: [TextMove?], shown: [Int: String] = [:]
  ) {
    let count = text.unicodeScalars.count
    // What each stretch has: the runs' own, and the text's form behind them.
    var forms: [(range: Range<Int>, run: TextRun)] = []
    var start = 0
    for run in runs where start < count {
      let end = min(count, start + max(0, run.length))
      if end > start { forms.append((start..<end, run)) }
      start = max(start, end)
    }
    if start < count { forms.append((start..<count, TextRun())) }
    var ends = Set(forms.flatMap { [$0.range.lowerBound, $0.range.upperBound] })
    for part in parts { ends.formUnion([part.lowerBound, part.upperBound]) }
    let places = ends.sorted()
    var (form, part) = (0, 0)
    runs = []
    for (start, end) in zip(places, places.dropFirst()) {
      while form + 1 < forms.count, forms[form].range.upperBound <= start { form += 1 }
      while part < parts.count, parts[part].upperBound <= start { part += 1 }
      var run = forms[form].run
      run.length = end - start
      if part < parts.count, parts[part].contains(start) {
        if let move = moves[part] { run.move = run.move.map { $0.followed(by: move) } ?? move }
        if let shown = shown[part] {
          let first = start - parts[part].lowerBound
          run.shown = String(
            String.UnicodeScalarView(shown.unicodeScalars.dropFirst(first).prefix(run.length)))
        }
      }
      runs.append(run)
    }
  }
}

extension TextMove {
  /// Both at once, where a text goes before all of it has come.
  fileprivate func followed(by other: TextMove) -> TextMove {
    func product(_ a: Rational, _ b: Rational) -> Rational {
      guard let product = try? a * b * Rational(4096) else { return a }
      return Rational(product.rounded(), 4096) ?? a
    }
    let scale = product(scale, other.scale)
    return TextMove(
      x: (try? x + other.x) ?? x, y: (try? y + other.y) ?? y,
      scale: min(max(scale, TextRun.scales.lowerBound), TextRun.scales.upperBound),
      opacity: product(opacity, other.opacity),
      spread: min(
        max((try? spread + other.spread) ?? spread, TextMove.spreads.lowerBound),
        TextMove.spreads.upperBound))
  }
}
