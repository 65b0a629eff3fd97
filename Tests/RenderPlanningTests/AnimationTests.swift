import BaseValues
import Testing
import TimelineModel

@testable import PlanModel
@testable import RenderPlanning

/// Value in the first component at a thousandth of a second.
private func value(
  _ animations: [Animation], _ property: AnimatedProperty, at millisecond: Int,
  start: Rational = .zero
) throws -> Double {
  let evaluator = try PropertyAnimation(
    property, in: animations, start: start, rate: FrameRate(1000)!)
  return Double(evaluator.value(at: millisecond)!.x) / Double(FixedPoint.one)
}

@Suite struct AnimationTests {
  @Test("a title fades in over its first and out over its last fifth")
  func titleA() throws {
    let fade = [
      animation(
        .opacity, [[.zero], [.one], [.one], [.zero]], keyTimes: [.zero, r(1, 5), r(4, 5), .one],
        duration: r(3))
    ]
    let expected = [
      (1000, 0.0), (1300, 0.5), (1600, 1), (2500, 1), (3400, 1), (3700, 0.5), (4000, 0),
    ]
    for (millisecond, opacity) in expected {
      #expect(try value(fade, .opacity, at: millisecond, start: .one) == opacity)
    }
  }

  @Test("a title fades, spins twice and pops at its own times")
  func titleB() throws {
    let start = r(11, 2)
    let fade = animation(
      .opacity, [[.zero], [.one], [.one], [.zero]], keyTimes: [.zero, r(1, 5), r(4, 5), .one],
      duration: r(4))
    let spin = animation(
      .rotationY, [[.zero], [r(-720)]], easing: easeInOut, begin: r(1, 5), duration: r(8, 5))
    let pop = animation(
      .scale, [[.one, .one], [r(13, 10), r(13, 10)]], begin: r(13, 10), duration: r(35, 100),
      autoreverses: true)
    func at(_ millisecond: Int, _ property: AnimatedProperty) throws -> Double {
      try value([fade, spin, pop], property, at: millisecond, start: start)
    }
    #expect(try at(5500, .opacity) == 0)
    #expect(try at(6300, .opacity) == 1)
    #expect(try at(8700, .opacity) == 1)
    #expect(try at(9500, .opacity) == 0)
    #expect(try at(5500, .rotationY) == 0)
    #expect(try at(5700, .rotationY) == 0)
    #expect(abs(try at(6500, .rotationY) + 360) < 1e-6)
    #expect(try at(7300, .rotationY) == -720)
    #expect(try at(9000, .rotationY) == -720)
    #expect(try at(6800, .scale) == 1)
    #expect(abs(try at(7150, .scale) - 1.3) < 1e-12)
    #expect(abs(try at(6975, .scale) - 1.15) < 1e-12)
    #expect(try at(7500, .scale) == 1)
    #expect(try at(9400, .scale) == 1)
  }

  @Test("an endless turn about z stands at a quarter after a quarter and at zero after a whole")
  func endlessTurn() throws {
    let turn = [
      animation(.rotationZ, [[.zero], [r(360)]], duration: r(3), repeatCount: nil)
    ]
    #expect(try value(turn, .rotationZ, at: 750) == 90)
    #expect(try value(turn, .rotationZ, at: 3000) == 0)
    #expect(try value(turn, .rotationZ, at: 3000 * 1000 + 1500) == 180)
  }

  @Test("a fraction of a pass stops where it ends")
  func fractionalRepeat() throws {
    let rise = [animation(.opacity, [[.zero], [.one]], duration: .one, repeatCount: r(9, 4))]
    #expect(abs(try value(rise, .opacity, at: 999) - 0.999) < 1e-12)
    #expect(try value(rise, .opacity, at: 1000) == 0)
    #expect(try value(rise, .opacity, at: 2250) == 0.25)
    #expect(try value(rise, .opacity, at: 9000) == 0.25)
    let swing = [
      animation(
        .opacity, [[.zero], [.one]], duration: .one, repeatCount: r(3, 4), autoreverses: true)
    ]
    #expect(try value(swing, .opacity, at: 1000) == 1)
    #expect(try value(swing, .opacity, at: 1500) == 0.5)
    #expect(try value(swing, .opacity, at: 5000) == 0.5)
  }

  @Test("a whole number of passes holds the last value, without autoreverse")
  func wholeRepeat() throws {
    let rise = [animation(.opacity, [[.zero], [.one]], duration: .one, repeatCount: r(2))]
    #expect(try value(rise, .opacity, at: 1000) == 0)
    #expect(try value(rise, .opacity, at: 2000) == 1)
    #expect(try value(rise, .opacity, at: 7000) == 1)
  }

  @Test("of two animations the one that began last decides, before both the earlier one")
  func overlapping() throws {
    let both = [
      animation(.opacity, [[r(1, 4)], [r(1, 2)]], begin: r(2), duration: .one),
      animation(.opacity, [[r(3, 4)], [.one]], begin: .one, duration: r(4)),
    ]
    #expect(try value(both, .opacity, at: 0) == 0.75)
    #expect(try value(both, .opacity, at: 1000) == 0.75)
    #expect(try value(both, .opacity, at: 2000) == 0.25)
    #expect(try value(both, .opacity, at: 5000) == 0.5)
  }

  @Test("hold keeps a value to the end of its stretch, then jumps")
  func hold() throws {
    let steps = [animation(.opacity, [[.zero], [r(1, 2)], [.one]], easing: .hold, duration: r(2))]
    #expect(try value(steps, .opacity, at: 999) == 0)
    #expect(try value(steps, .opacity, at: 1000) == 0.5)
    #expect(try value(steps, .opacity, at: 1999) == 0.5)
    #expect(try value(steps, .opacity, at: 2000) == 1)
  }

  @Test(
    "Bézier curves agree with published values",
    arguments: [
      // x, y of ease, ease-in, ease-out (CSS Easing Functions), by Newton's method in doubles.
      (r(1, 4), r(1, 10), r(1, 4), r(1), 0.5, 0.802403387),
      (r(42, 100), r(0), r(1), r(1), 0.5, 0.315356874),
      (r(0), r(0), r(58, 100), r(1), 0.5, 0.684643126),
    ])
  func bezier(x1: Rational, y1: Rational, x2: Rational, y2: Rational, x: Double, y: Double) {
    let curve = CubicBezier(x1: x1, y1: y1, x2: x2, y2: y2)
    let result = curve.value(at: Int128(x * Double(FixedPoint.one)))
    #expect(abs(Double(result) / Double(FixedPoint.one) - y) < 1e-6)
  }

  @Test("sine and cosine are exact at quarter turns and right to 2^-40 everywhere")
  func trigonometry() {
    let one = FixedPoint.one
    for quarter in -8...8 {
      let (sine, cosine) = FixedPoint.sineAndCosine(degrees: Int128(quarter) * 90 * one)
      let expected: [(Int128, Int128)] = [(0, one), (one, 0), (0, -one), (-one, 0)]
      let (s, c) = expected[(quarter % 4 + 4) % 4]
      #expect(sine == s && cosine == c)
    }
    #expect(FixedPoint.sineAndCosine(degrees: 30 * one).sine == one / 2)
    for step in 0..<3600 {
      let (s, c) = FixedPoint.sineAndCosine(degrees: Int128(step) * one / 10)
      // s² + c² = 1 to twice the error of either.
      #expect(abs((s * s + c * c) >> 44 - one) <= 8)
      let (s2, _) = FixedPoint.sineAndCosine(degrees: Int128(step) * one / 5)
      // sin 2a = 2 sin a cos a
      #expect(abs((2 * s * c) >> 44 - s2) <= 16)
    }
  }
}
