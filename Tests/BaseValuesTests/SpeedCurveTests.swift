import Testing

@testable import BaseValues

private func r(_ numerator: Int64, _ denominator: Int64 = 1) -> Rational {
  Rational(numerator, denominator)!
}

private func point(_ at: Rational, _ speed: Rational, held: Bool = false) -> SpeedCurve.Point {
  SpeedCurve.Point(at: at, speed: speed, isHeld: held)
}

/// The integral by the midpoints of short steps that meet all points: exact for straight lines.
private func stepped(_ curve: SpeedCurve, to time: Rational) throws -> Rational {
  let cuts = ([.zero, time] + curve.points.map(\.at).filter { $0 > .zero && $0 < time }).sorted()
  var sum = Rational.zero
  for (from, to) in zip(cuts, cuts.dropFirst()) {
    sum = try sum + curve.speed(at: (from + to) * r(1, 2)) * (to - from)
  }
  return sum
}

@Suite struct SpeedCurveTests {
  static let curves = [
    SpeedCurve(constant: r(7, 3)),
    SpeedCurve([point(r(0), r(1)), point(r(2), r(1, 4)), point(r(3), r(1))]),
    SpeedCurve([point(r(1, 2), r(5, 2)), point(r(2), r(-3, 2)), point(r(27, 10), r(0))]),
    SpeedCurve([
      point(r(0), r(1), held: true), point(r(1001, 1000), r(0), held: true),
      point(r(2), r(-2)), point(r(7, 3), r(11, 13)),
    ]),
  ]

  @Test("what has run is the integral of the speed", arguments: curves)
  func integral(curve: SpeedCurve) throws {
    for step in 0..<120 as Range<Int64> {
      let time = r(step, 30)
      #expect(try curve.covered(at: time) == stepped(curve, to: time))
    }
  }

  @Test("before its first point a curve goes on as it begins, after its last as it ends")
  func ends() throws {
    let curve = Self.curves[2]
    #expect(try curve.covered(at: r(-2)) == r(-5))
    #expect(try curve.covered(at: r(3)) == curve.covered(at: r(50)))
  }

  @Test("on a grid positions are those of the integral, to both sides", arguments: curves)
  func grid(curve: SpeedCurve) throws {
    for (step, units, start) in [
      (r(1001, 30000), r(25), r(2, 3)), (r(1, 48000), r(48000), r(0)),
      (r(1, 24), r(90000), r(-7, 5)),
    ] {
      let grid = try GridCurve(
        curve,
        on: GridCurve.Grid(
          step: WideRational(step), start: WideRational(start), sourceStart: WideRational(r(3, 7)),
          origin: WideRational(r(1, 11)), unitsPerSecond: WideRational(units), reach: 1 << 27))
      let stride: Int64 = step < r(1, 1000) ? 4799 : 1
      for index in -40..<120 as Range<Int64> {
        let number = index * stride
        let elapsed = try r(number) * step - start
        let position = grid.position(at: number)
        let expected = try (curve.covered(at: elapsed) + r(3, 7) - r(1, 11)) * units
        #expect(
          try WideRational(position.numerator, over: position.denominator)
            == WideRational(expected))
      }
    }
  }

  @Test("material is left at the exact time where the speed is steady, else just before")
  func leaving() throws {
    let steady = SpeedCurve([point(r(0), r(2)), point(r(1), r(2))])
    #expect(try steady.leaving(r(-1), r(5)).after == r(5, 2))
    #expect(try steady.leaving(r(-1), r(5)).before == r(1, 2))
    #expect(try steady.leaving(nil, nil) == (nil, nil))
    // From 0 the speed rises by 1 a second: 2 s of source are there at t²/2 = 2.
    let rising = SpeedCurve([point(r(0), r(0)), point(r(10), r(10))])
    let after = try #require(try rising.leaving(r(0), r(2)).after)
    #expect(after <= r(2))
    #expect(try r(2) - after <= r(1, 65_536))
    // Forward to its turn at 1 s, half a second of source, and back beyond the start.
    let turning = SpeedCurve([point(r(0), r(1)), point(r(3), r(-2))])
    #expect(try turning.leaving(nil, r(1, 2)).after == nil)
    let turned = try #require(try turning.leaving(nil, r(49, 100)).after)
    #expect(turned < r(1))
    let back = try #require(try turning.leaving(r(0), nil).after)
    #expect(try (r(2) - back).magnitude() <= r(1, 65_536))
    // Held at the turn: nothing more is needed.
    let stopping = SpeedCurve([point(r(0), r(1)), point(r(1), r(0))])
    #expect(try stopping.leaving(r(-9), r(1, 2)).after == nil)
    #expect(try stopping.leaving(r(-9), r(1, 2)).before == r(9))
  }

  @Test("a loop begins again at its start, backwards at its end, and ping-pong turns")
  func loops() throws {
    func units(_ speed: Rational, from start: Rational, pingPong: Bool) throws -> [Int] {
      let curve = try GridCurve(
        SpeedCurve(constant: speed),
        loop: SourceLoop(start: r(1), length: r(3), isPingPong: pingPong),
        on: GridCurve.Grid(
          step: .one, start: .zero, sourceStart: WideRational(start), origin: .zero,
          unitsPerSecond: .one, reach: 100))
      return (-4..<9).map { Int(curve.position(at: $0).unit) }
    }
    #expect(
      try units(r(1), from: r(1), pingPong: false)
        == [3, 1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3])
    #expect(
      try units(r(-1), from: r(4), pingPong: false)
        == [1, 3, 2, 1, 3, 2, 1, 3, 2, 1, 3, 2, 1])
    #expect(
      try units(r(1), from: r(1), pingPong: true)
        == [3, 3, 2, 1, 1, 2, 3, 3, 2, 1, 1, 2, 3])
    #expect(
      try units(r(-1), from: r(4), pingPong: true).suffix(9) == [3, 2, 1, 1, 2, 3, 3, 2, 1])
  }

  @Test("curves and grids beyond exact arithmetic throw, and do not trap")
  func hostile() {
    let huge = r(.max, 3)
    for curve in [
      SpeedCurve([]), SpeedCurve([point(r(1), r(1)), point(r(1), r(2))]),
      SpeedCurve([point(huge, huge), point(r(.max), r(-5))]),
      SpeedCurve([point(r(1, .max), huge), point(r(2, .max - 2), r(1, .max - 4))]),
    ] {
      #expect(throws: TimeOverflow.self) {
        let grid = try GridCurve(
          curve, loop: SourceLoop(start: huge, length: r(1, .max)),
          on: GridCurve.Grid(
            step: WideRational(r(1, 48_000)), start: .zero, sourceStart: .zero, origin: .zero,
            unitsPerSecond: WideRational(48_000), reach: 1 << 41))
        _ = grid.position(at: .max)
      }
      _ = try? curve.leaving(r(.min + 1), r(.max))
      _ = try? curve.covered(at: huge)
    }
  }
}
