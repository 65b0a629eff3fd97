internal import TimelineModel

extension EasingEquation {
  /// How far it is, in fixed point to about 2^−42; 0 and 1 at the ends.
  ///
  /// - Parameter share: of the time, 0…1 in fixed point.
  func value(at share: Int128) -> Int128 {
    let one = FixedPoint.one
    if share <= 0 { return 0 }
    if share >= one { return one }
    switch direction {
    case .in: return rising(share)
    case .out: return one - rising(one - share)
    case .inOut where 2 * share < one: return (rising(2 * share) + 1) >> 1
    case .inOut: return one - (rising(2 * (one - share)) + 1) >> 1
    }
  }

  /// The equation going in.
  private func rising(_ x: Int128) -> Int128 {
    let one = FixedPoint.one
    func power(_ exponent: Int) -> Int128 {
      (1..<exponent).reduce(x) { power, _ in FixedPoint.multiply(power, x) }
    }
    switch kind {
    case .sine: return one - FixedPoint.sineAndCosine(degrees: 90 * x).cosine
    case .quad: return power(2)
    case .cubic: return power(3)
    case .quart: return power(4)
    case .quint: return power(5)
    case .expo:
      if x >= one { return one }
      // 10 · (1 − x) · ln 2
      let way = FixedPoint.multiply(10 * (one - x), Self.doubling)
      return FixedPoint.exponential(minus: way)
    case .circ: return one - FixedPoint.root(one - power(2))
    case .back:
      let pull = direction == .inOut ? Self.pullBothWays : Self.pull
      return FixedPoint.multiply(one + pull, power(3)) - FixedPoint.multiply(pull, power(2))
    }
  }

  /// ln 2
  private static let doubling: Int128 = 12_193_974_156_573
  /// 1.70158
  private static let pull: Int128 = 1_70158 * FixedPoint.one / 1_00000
  /// 1.70158 · 1.525
  private static let pullBothWays: Int128 = 2_594_909_500 * FixedPoint.one / 1_000_000_000
}
