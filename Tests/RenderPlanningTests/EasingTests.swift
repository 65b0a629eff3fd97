import MediaTime
import PictureKinds
import PixelGeometry
import Testing
import TimelineModel

@testable import PlanModel
@testable import RenderPlanning

/// Progress of an easing at a share of a stretch, in millionths.
private func eased(_ easing: Easing, _ share: Rational, seconds: Rational = .one) -> Double {
  let value = KeyframeEvaluatorProbe.value(easing, share, seconds: seconds)
  return Double(value) / Double(FixedPoint.one)
}

/// The x of an animation from (0, 0) to (1, 1).
private enum KeyframeEvaluatorProbe {
  static func value(_ easing: Easing, _ share: Rational, seconds: Rational) -> Int128 {
    let motion = animation(
      .position, [[.zero, .zero], [.one, .one]], easing: easing, duration: seconds)
    guard let rate = FrameRate(1000),
      let evaluator = try? KeyframeEvaluator(motion, start: .zero, rate: rate),
      let frame = try? share * seconds * Rational(1000), frame.denominator == 1
    else {
      Issue.record("no frame at \(share)")
      return 0
    }
    return evaluator.value(at: Int(frame.numerator)).x
  }
}

@Suite struct EasingTests {
  /// CSS Easing Functions Level 1, section 2.4: three steps, by its figure.
  private static let jumps: [(StepJump, [Double])] = [
    (.end, [0, 0.333333333, 0.333333333, 0.666666667, 1]),
    (.start, [0.333333333, 0.666666667, 0.666666667, 1, 1]), (.both, [0.25, 0.5, 0.5, 0.75, 1]),
    (.neither, [0, 0.5, 0.5, 1, 1]),
  ]

  @Test("steps jump where CSS lets them", arguments: jumps)
  func steps(_ jump: StepJump, _ expected: [Double]) {
    for (share, value) in zip([r(0), r(4, 10), r(5, 10), r(7, 10), r(1)], expected) {
      #expect(abs(eased(.steps(count: 3, jump: jump), share) - value) < 1e-9)
    }
  }

  @Test("a held first value shows before an animation in steps begins")
  func beforeSteps() throws {
    let motion = animation(
      .position, [[.zero, .zero], [.one, .one]], easing: .steps(count: 2, jump: .start),
      begin: .one,
      duration: .one)
    let rate = try #require(FrameRate(10))
    let evaluator = try #require(try KeyframeEvaluator(motion, start: .zero, rate: rate))
    #expect(evaluator.value(at: 9).x == 0)
    #expect(evaluator.value(at: 10).x == FixedPoint.one / 2)
  }

  /// Mass, stiffness, damping, velocity, hundredths of a second, and the way done: the closed form of a
  /// damped oscillator, computed in Python.
  private static let springs: [(Int64, Int64, Int64, Int64, Int64, Double)] = [
    (1, 100, 10, 0, 10, 0.340299846608),
    (1, 100, 10, 0, 25, 1.023359579907),
    (1, 100, 10, 0, 50, 1.074590566595),
    (1, 100, 10, 0, 100, 1.002170116739),
    (1, 100, 10, 0, 190, 1.000084292782),
    (1, 100, 20, 0, 10, 0.264241117657),
    (1, 100, 20, 0, 25, 0.712702504816),
    (1, 100, 20, 0, 50, 0.959572318005),
    (1, 100, 20, 0, 100, 0.999500600773),
    (1, 100, 20, 0, 190, 0.999999887944),
    (1, 100, 30, 0, 10, 0.213354400697),
    (1, 100, 30, 0, 25, 0.549661304801),
    (1, 100, 30, 0, 50, 0.826595349760),
    (1, 100, 30, 0, 100, 0.974317755944),
    (1, 100, 30, 0, 190, 0.999174605843),
    (2, 200, 5, 0, 10, 0.424291043318),
    (2, 200, 5, 0, 25, 1.520830222971),
    (2, 200, 5, 0, 50, 0.933773761097),
    (2, 200, 5, 0, 100, 1.269074964991),
    (2, 200, 5, 0, 190, 0.906968938843),
    (1, 170, 26, 5, 10, 0.511167490413),
    (1, 170, 26, 5, 25, 0.885688048114),
    (1, 170, 26, 5, 50, 0.992914310823),
    (1, 170, 26, 5, 100, 0.999983562726),
    (1, 170, 26, 5, 190, 0.999999999864),
    (1, 100, 1, -3, 10, 0.204771247176),
    (1, 100, 1, -3, 25, 1.519494034567),
    (1, 100, 1, -3, 50, 1.045948673721),
    (1, 100, 1, -3, 100, 1.626402684837),
    (1, 100, 1, -3, 190, 0.599235157091),
  ]

  @Test("springs swing as a damped oscillator does", arguments: springs)
  func spring(
    _ mass: Int64, _ stiffness: Int64, _ damping: Int64, _ velocity: Int64, _ hundredths: Int64,
    _ expected: Double
  ) {
    let spring = Spring(
      mass: Rational(mass), stiffness: Rational(stiffness), damping: Rational(damping),
      velocity: Rational(velocity))
    #expect(abs(eased(.spring(spring), r(hundredths, 200), seconds: r(2)) - expected) < 1e-9)
  }

  @Test("a spring ends at its second value, however long it would go on")
  func springEnd() {
    let spring = Spring(damping: Rational(1, 100) ?? .one)
    #expect(eased(.spring(spring), .one) == 1)
  }

  @Test("no spring and no time leads out of the numbers there are")
  func wildSprings() {
    let numbers: [Rational] = [
      .zero, Rational(1, 1000) ?? .one, .one, Rational(100_000), Rational(Int64.max), Rational(-5),
    ]
    for mass in numbers {
      for stiffness in numbers {
        for damping in numbers {
          let spring = Spring(
            mass: mass, stiffness: stiffness, damping: damping, velocity: Rational(-1000))
          for seconds in [Rational(1, 1000) ?? .one, Rational(100_000)] {
            let curve = EasingCurve(.spring(spring), over: seconds)
            for numerator in Int128(1)...3 { _ = curve(Progress(numerator, over: 4)) }
          }
        }
      }
    }
  }
}
