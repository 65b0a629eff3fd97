import BaseValues
import PictureKinds
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

  /// The equations as easings.net writes them, at 0.1, 0.3, 0.5 and 0.8, computed in Python.
  private static let equationValues: [(EasingEquation.Kind, EasingEquation.Direction, [Double])] = [
    (.sine, .in, [0.012311659405, 0.108993475812, 0.292893218813, 0.690983005625]),
    (.sine, .out, [0.156434465040, 0.453990499740, 0.707106781187, 0.951056516295]),
    (.sine, .inOut, [0.024471741852, 0.206107373854, 0.500000000000, 0.904508497187]),
    (.quad, .in, [0.010000000000, 0.090000000000, 0.250000000000, 0.640000000000]),
    (.quad, .out, [0.190000000000, 0.510000000000, 0.750000000000, 0.960000000000]),
    (.quad, .inOut, [0.020000000000, 0.180000000000, 0.500000000000, 0.920000000000]),
    (.cubic, .in, [0.001000000000, 0.027000000000, 0.125000000000, 0.512000000000]),
    (.cubic, .out, [0.271000000000, 0.657000000000, 0.875000000000, 0.992000000000]),
    (.cubic, .inOut, [0.004000000000, 0.108000000000, 0.500000000000, 0.968000000000]),
    (.quart, .in, [0.000100000000, 0.008100000000, 0.062500000000, 0.409600000000]),
    (.quart, .out, [0.343900000000, 0.759900000000, 0.937500000000, 0.998400000000]),
    (.quart, .inOut, [0.000800000000, 0.064800000000, 0.500000000000, 0.987200000000]),
    (.quint, .in, [0.000010000000, 0.002430000000, 0.031250000000, 0.327680000000]),
    (.quint, .out, [0.409510000000, 0.831930000000, 0.968750000000, 0.999680000000]),
    (.quint, .inOut, [0.000160000000, 0.038880000000, 0.500000000000, 0.994880000000]),
    (.expo, .in, [0.001953125000, 0.007812500000, 0.031250000000, 0.250000000000]),
    (.expo, .out, [0.500000000000, 0.875000000000, 0.968750000000, 0.996093750000]),
    (.expo, .inOut, [0.001953125000, 0.031250000000, 0.500000000000, 0.992187500000]),
    (.circ, .in, [0.005012562893, 0.046060798583, 0.133974596216, 0.400000000000]),
    (.circ, .out, [0.435889894354, 0.714142842854, 0.866025403784, 0.979795897113]),
    (.circ, .inOut, [0.010102051443, 0.100000000000, 0.500000000000, 0.958257569496]),
    (.back, .in, [-0.014314220000, -0.080199540000, -0.087697500000, 0.294197760000]),
    (.back, .out, [0.408827980000, 0.907132260000, 1.087697500000, 1.046450560000]),
    (.back, .inOut, [-0.037518552000, -0.078833484000, 0.500000000000, 1.092555656000]),
  ]

  @Test(
    "the equations that people know by name are those, exact at their ends",
    arguments: equationValues)
  func equations(
    _ kind: EasingEquation.Kind, _ direction: EasingEquation.Direction, _ expected: [Double]
  ) {
    let easing = Easing.equation(EasingEquation(kind, direction))
    for (share, value) in zip([r(1, 10), r(3, 10), r(5, 10), r(8, 10)], expected) {
      #expect(abs(eased(easing, share) - value) < 1e-11)
    }
    #expect(eased(easing, r(0)) == 0)
    #expect(eased(easing, r(1)) == 1)
  }

  @Test("no equation leads out of its bounds or back, but one that says so")
  func equationsRise() {
    for equation in EasingEquation.allCases where equation.kind != .back {
      let curve = EasingCurve(.equation(equation), over: .one)
      var last = Progress.begin
      for step in Int128(0)...1000 {
        let value = curve(Progress(step, over: 1000))
        #expect(
          value.numerator * last.denominator >= last.numerator * value.denominator,
          "\(equation.name) at \(step)")
        last = value
      }
    }
  }
}
