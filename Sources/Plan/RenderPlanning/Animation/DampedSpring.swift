internal import BaseValues
internal import TimelineModel

/// A mass on a damped spring that starts one from rest, solved in integers.
///
/// With a = c/2m and d = k/m − a² the way to rest is e^(−at)·(cos ωt + (a − v)/ω · sin ωt), where
/// ω² = d; for d < 0 with cosh, sinh and −d, for d = 0 it is e^(−at)·(1 + (a − v)·t).
struct DampedSpring: Hashable, Sendable {
  /// Seconds of the whole stretch.
  private let seconds: Int128
  /// a
  private let decay: Int128
  /// d
  private let swing: Int128
  /// √|d|
  private let frequency: Int128
  /// a − v
  private let pull: Int128

  /// Below it a spring counts as critically damped.
  private static let least: Int128 = 1 << 24

  init(_ spring: Spring, over seconds: Rational) {
    let least = Rational(1, over: 1000)
    let mass = FixedPoint.value(max(spring.mass, least))
    let stiffness = FixedPoint.value(max(spring.stiffness, least))
    self.seconds = max(FixedPoint.value(seconds), 0)
    func over(_ raw: Int128, _ mass: Int128) -> Int128 {
      min(roundDivide(raw << 44, by: mass), 1 << 64)
    }
    decay = over(max(FixedPoint.value(spring.damping), 0), 2 * mass)
    swing = over(stiffness, mass) - FixedPoint.multiply(decay, min(decay, 1 << 61))
    frequency = FixedPoint.root(abs(swing))
    pull = decay - FixedPoint.value(spring.velocity)
  }

  /// The way done, 0 at the beginning and about 1 at rest.
  ///
  /// - Parameter share: of the stretch, 0…1.
  func value(at share: Int128) -> Int128 {
    let time = FixedPoint.multiply(seconds, share)
    return bounded(FixedPoint.one - rest(at: time))
  }

  /// The way that is left.
  private func rest(at time: Int128) -> Int128 {
    if abs(swing) < Self.least {
      let way = bounded(FixedPoint.one + FixedPoint.multiply(bounded(pull), time))
      return FixedPoint.multiply(FixedPoint.exponential(minus: product(decay, time)), way)
    }
    let ratio = roundDivide(pull << 44, by: frequency)
    if swing > 0 {
      // Beyond 2^26 radians nobody can tell.
      let angle = min(FixedPoint.multiply(frequency, time), 1 << 70)
      let degrees = roundDivide((angle * 180) << 44, by: FixedPoint.pi)
      let (sine, cosine) = FixedPoint.sineAndCosine(degrees: degrees)
      let swung = cosine + FixedPoint.multiply(bounded(ratio), sine)
      return FixedPoint.multiply(FixedPoint.exponential(minus: product(decay, time)), swung)
    }
    let slow = FixedPoint.exponential(minus: product(max(decay - frequency, 0), time))
    let fast = FixedPoint.exponential(minus: product(decay + frequency, time))
    return
      (FixedPoint.multiply(FixedPoint.one + bounded(ratio), slow)
      + FixedPoint.multiply(FixedPoint.one - bounded(ratio), fast)) / 2
  }

  /// A rate times a time, as large as counts.
  private func product(_ rate: Int128, _ time: Int128) -> Int128 {
    FixedPoint.multiply(min(rate, 1 << 62), min(time, 1 << 62))
  }

  private func bounded(_ raw: Int128) -> Int128 { FixedPoint.clamp(raw) }
}
