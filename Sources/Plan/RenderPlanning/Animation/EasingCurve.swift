internal import BaseValues
internal import PictureKinds
internal import TimelineModel

/// An easing ready to be evaluated.
enum EasingCurve: Hashable, Sendable {
  case linear
  case hold
  case bezier(CubicBezier)
  case equation(EasingEquation)
  case steps(count: Int, jump: StepJump)
  case spring(DampedSpring)

  /// - Parameter seconds: how long the stretch is in the edit that it is written in; springs move in
  ///   seconds of that.
  init(_ easing: Easing, over seconds: Rational) {
    switch easing {
    case .linear: self = .linear
    case .hold: self = .hold
    case .cubicBezier(let x1, let y1, let x2, let y2):
      let curve = CubicBezier(x1: x1, y1: y1, x2: x2, y2: y2)
      self = curve.isStraight ? .linear : .bezier(curve)
    case .equation(let equation): self = .equation(equation)
    case .steps(let count, let jump): self = .steps(count: max(count, 1), jump: jump)
    case .spring(let spring): self = .spring(DampedSpring(spring, over: seconds))
    }
  }

  /// - Parameter progress: within 0…1.
  func callAsFunction(_ progress: Progress) -> Progress {
    if progress.numerator >= progress.denominator { return .end }
    if progress.numerator <= 0, !jumpsAtOnce { return .begin }
    switch self {
    case .linear: return progress
    case .hold: return .begin
    case .bezier(let curve):
      return Progress(curve.value(at: share(progress)), over: FixedPoint.one)
    case .equation(let equation):
      return Progress(equation.value(at: share(progress)), over: FixedPoint.one)
    case .steps(let count, let jump):
      let done = progress.numerator * Int128(count) / progress.denominator
      return switch jump {
      case .end: Progress(done, over: Int128(count))
      case .start: Progress(done + 1, over: Int128(count))
      case .both: Progress(done + 1, over: Int128(count) + 1)
      case .neither: count > 1 ? Progress(done, over: Int128(count) - 1) : .begin
      }
    case .spring(let spring):
      return Progress(spring.value(at: share(progress)), over: FixedPoint.one)
    }
  }

  private func share(_ progress: Progress) -> Int128 {
    FixedPoint.scale(progress.numerator, FixedPoint.one, over: progress.denominator)
  }

  /// Whether the first value does not show at the beginning.
  var jumpsAtOnce: Bool {
    switch self {
    case .steps(_, .start), .steps(_, .both): true
    default: false
    }
  }
}

/// A cubic Bézier curve from (0, 0) to (1, 1), solved in integers.
struct CubicBezier: Hashable, Sendable {
  // Coefficients of t, t² and t³.
  private let x: (Int128, Int128, Int128)
  private let y: (Int128, Int128, Int128)
  /// Whether y = x everywhere.
  let isStraight: Bool

  /// x components are cut to 0…1, y components to ±1024.
  init(x1: Rational, y1: Rational, x2: Rational, y2: Rational) {
    func abscissa(_ value: Rational) -> Int128 {
      min(max(FixedPoint.value(value), 0), FixedPoint.one)
    }
    func ordinate(_ value: Rational) -> Int128 {
      min(max(FixedPoint.value(value), -FixedPoint.one << 10), FixedPoint.one << 10)
    }
    x = Self.coefficients(abscissa(x1), abscissa(x2))
    y = Self.coefficients(ordinate(y1), ordinate(y2))
    isStraight = x1 == y1 && x2 == y2
  }

  private static func coefficients(_ p1: Int128, _ p2: Int128) -> (Int128, Int128, Int128) {
    let first = 3 * p1
    let second = 3 * (p2 - p1) - first
    return (first, second, FixedPoint.one - first - second)
  }

  private static func evaluate(_ c: (Int128, Int128, Int128), _ t: Int128) -> Int128 {
    var sum = FixedPoint.multiply(c.2, t) + c.1
    sum = FixedPoint.multiply(sum, t) + c.0
    return FixedPoint.multiply(sum, t)
  }

  /// y where the curve has the given x: x rises with the parameter, so halving finds it.
  ///
  /// - Parameter target: 0…1 in fixed point.
  func value(at target: Int128) -> Int128 {
    var low: Int128 = 0
    var high = FixedPoint.one
    while high - low > 1 {
      let middle = (low + high) >> 1
      if Self.evaluate(x, middle) < target { low = middle } else { high = middle }
    }
    return Self.evaluate(y, high)
  }

  static func == (a: CubicBezier, b: CubicBezier) -> Bool { a.x == b.x && a.y == b.y }

  func hash(into hasher: inout Hasher) {
    hasher.combine(x.0)
    hasher.combine(x.1)
    hasher.combine(y.0)
    hasher.combine(y.1)
  }
}
