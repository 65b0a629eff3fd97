internal import BaseValues

/// A linear function of the output frame, exact: (slope · k + offset) / denominator.
///
/// Everything that moves is a function of a frame's presentation time k/r. Its line is worked out
/// once per item, so that a frame costs integer additions instead of fractions to reduce.
struct FrameLine: Hashable, Sendable {
  let slope: Int128
  let offset: Int128
  /// 1…2^62
  let denominator: Int128

  /// - Throws: when the numbers leave no room for a movie's frames.
  init(slope: WideRational, offset: WideRational) throws(TimeOverflow) {
    let divisor = greatestCommonDivisor(slope.denominator, offset.denominator)
    denominator = try checkedProduct(slope.denominator / divisor, offset.denominator)
    self.slope = try checkedProduct(slope.numerator, offset.denominator / divisor)
    self.offset = try checkedProduct(offset.numerator, slope.denominator / divisor)
    // Frames are below 2^26, so that numerators stay below 2^117.
    guard denominator <= 1 << 62, self.slope.magnitude < 1 << 90, self.offset.magnitude < 1 << 116
    else { throw TimeOverflow() }
  }

  /// (k/r − start) · factor, for the frame k.
  init(rate: FrameRate, start: WideRational, factor: WideRational) throws(TimeOverflow) {
    let frame = try WideRational(Int128(rate.seconds), over: Int128(rate.frames))
    try self.init(
      slope: try frame * factor, offset: try (WideRational.zero - start) * factor)
  }

  /// The value's numerator over `denominator` at frame `frame`.
  func numerator(at frame: Int) -> Int128 { slope * Int128(frame) + offset }

  /// The value at frame `frame`, rounded down.
  func floor(at frame: Int) -> Int128 { floorDivide(numerator(at: frame), by: denominator) }
}

/// Walks a line's rounded-down values frame by frame without dividing.
struct FrameLineFloor {
  private(set) var value: Int128
  private var remainder: Int128
  private let step: Int128
  private let stepRemainder: Int128
  private let denominator: Int128

  init(_ line: FrameLine, at frame: Int) {
    denominator = line.denominator
    let numerator = line.numerator(at: frame)
    value = floorDivide(numerator, by: denominator)
    remainder = numerator - value * denominator
    step = floorDivide(line.slope, by: denominator)
    stepRemainder = line.slope - step * denominator
  }

  /// Goes on to the next frame.
  mutating func advance() {
    value += step
    remainder += stepRemainder
    if remainder >= denominator {
      remainder -= denominator
      value += 1
    }
  }
}
