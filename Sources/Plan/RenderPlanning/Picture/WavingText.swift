internal import BaseValues
internal import TimelineModel

/// A text whose parts go up and down one after another, frame by frame.
struct WavingText: Sendable {
  /// What moves as one.
  let parts: [Range<Int>]
  /// Whether all of it does, whatever the text comes to.
  let isWhole: Bool
  /// Of each part the ways that it has made.
  private let lines: [FrameLine]
  private let height: Int128

  /// - Returns: `nil` for a text that has no parts, and a wave of no height.
  /// - Throws: when its times cannot be computed exactly.
  init?(
    _ wave: TextWave, _ text: String, from start: Rational, rate: FrameRate
  ) throws(TimeOverflow) {
    parts = wave.unit.parts(of: text)
    isWhole = wave.unit == .text
    if parts.isEmpty || wave.height == .zero { return nil }
    height = FixedPoint.value(wave.height)
    let factor = try .one / WideRational(wave.period)
    lines = try parts.indices.map { number throws(TimeOverflow) in
      try FrameLine(
        rate: rate, start: WideRational(try start + wave.stagger * Rational(Int64(number))),
        factor: factor)
    }
  }

  /// Where each part is, to 1/64 pixel; `nil` for its place.
  func moves(at frame: Int) -> [TextMove?] {
    lines.map { line in
      let sine = Self.sine(line.numerator(at: frame), over: line.denominator)
      let up = FixedPoint.clamp(FixedPoint.scale(sine, height, over: FixedPoint.one))
      let steps = FixedPoint.rounded(up * 64)
      return steps == 0 ? nil : TextMove(y: Rational(Int64(-steps), 64) ?? .zero)
    }
  }

  /// sin(2π · numerator / denominator) in fixed point, by the equation of the easing `ease-in-out-sine`.
  static func sine(_ numerator: Int128, over denominator: Int128) -> Int128 {
    // sin(2πu) = cos(2π(u − 1/4)), which is even and has the period 1.
    let whole = 4 * denominator
    let place = 4 * numerator - denominator
    let inPeriod = place - floorDivide(place, by: whole) * whole
    let half = min(inPeriod, whole - inPeriod)
    let share = FixedPoint.scale(half, FixedPoint.one, over: 2 * denominator)
    return FixedPoint.one - 2 * EasingEquation(.sine, .inOut).value(at: share)
  }
}
