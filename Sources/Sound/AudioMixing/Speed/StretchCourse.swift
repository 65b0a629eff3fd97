internal import BaseValues

/// Which sample of the source is heard at a sample of a result that keeps its pitch: at one speed, or as
/// far as a changing one, always forward, has come.
struct StretchCourse: Sendable {
  private enum Way {
    case even(Rational)
    case curve(GridCurve)
  }

  private let way: Way
  /// Source in a sample of the result, at least and at most; above 0.
  let slowest, fastest: Rational

  /// - Parameter speed: above 0 and at most 64; speeds beyond are the nearest of these.
  init(speed: Rational) {
    let speed = min(max(speed, Self.slowest), Rational(64))
    way = .even(speed)
    (slowest, fastest) = (speed, speed)
  }

  /// - Parameters:
  ///   - curve: in seconds from the first sample of the result.
  ///   - rate: samples a second of both.
  /// - Throws: where the speed is not within 1/4096…64 all the time, or positions cannot be reckoned exactly
  ///   in 128 bits.
  init(_ curve: SpeedCurve, rate: Int64) throws(TimeOverflow) {
    let speeds = curve.points.map(\.speed)
    guard let slowest = speeds.min(), let fastest = speeds.max(),
      slowest >= Self.slowest, fastest <= Rational(64)
    else { throw TimeOverflow() }
    (self.slowest, self.fastest) = (slowest, fastest)
    way = .curve(
      try GridCurve(
        curve,
        on: GridCurve.Grid(
          step: WideRational(1, over: Int128(rate)), start: .zero, sourceStart: .zero,
          origin: .zero, unitsPerSecond: WideRational(Int(rate)), reach: Self.farthest)))
  }

  private static let slowest = Rational(1, over: 4096)
  /// The farthest sample of a curve's result, either way.
  private static let farthest: Int64 = 1 << 41

  /// Whether nothing changes.
  var isNatural: Bool {
    if case .even(.one) = way { true } else { false }
  }

  /// Source samples in a number of samples of the result from one of them on, rounded down.
  func source(after count: Int64, from sample: Int64) -> Int64 {
    switch way {
    case .even(let speed):
      let product = Int128(count) * Int128(speed.numerator)
      return Int64(clamping: floorDivide(product, by: Int128(speed.denominator)))
    case .curve(let curve):
      let (start, end) = (curve.position(at: sample), curve.position(at: sample + count))
      return Int64(clamping: floor(end) - (sample == 0 ? 0 : floor(start)))
    }
  }

  /// Where a sample of the source is in the result, rounded to nearest.
  func result(of source: Int64) -> Int64 {
    switch way {
    case .even(let speed):
      let product = Int128(source) * Int128(speed.denominator)
      let numerator = Int128(speed.numerator)
      return Int64(clamping: floorDivide(product * 2 + numerator, by: numerator * 2))
    case .curve(let curve):
      // The last sample of the result whose source is not later, or the next one, which is later.
      var (low, high) = (-Self.farthest, Self.farthest)
      while high - low > 1 {
        let middle = low + (high - low) / 2
        // As whole numbers: a product with the denominator may have no room.
        let position = curve.position(at: middle)
        if -floorDivide(-position.numerator, by: position.denominator) <= Int128(source) {
          low = middle
        } else {
          high = middle
        }
      }
      if low == -Self.farthest || high == Self.farthest { return low }
      let early = distance(of: source, to: curve.position(at: low))
      return distance(of: source, to: curve.position(at: high)) <= early ? high : low
    }
  }

  /// Where a sample of the source begins in the result, rounded to 0 at one speed.
  func begin(of source: Int64) -> Int64 {
    guard case .even(let speed) = way else { return result(of: source) }
    let product = Int128(source) * Int128(speed.denominator)
    return Int64(clamping: product / Int128(speed.numerator))
  }

  /// Source samples from one to a position a few samples beside it.
  private func distance(of source: Int64, to position: GridCurve.Position) -> Double {
    let rest = position.numerator - Int128(source) * position.denominator
    return Double(rest.magnitude) / Double(position.denominator)
  }

  private func floor(_ position: GridCurve.Position) -> Int128 {
    floorDivide(position.numerator, by: position.denominator)
  }
}
