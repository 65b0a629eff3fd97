import BaseValues
import Testing

@Suite("Rational")
struct RationalTests {
  @Test(
    "equal fractions are equal values with equal hashes",
    arguments: [
      ((200, 2), (400, 4)), ((3, 1), (132_300, 44_100)), ((5000, 1000), (10, 2)),
      ((-1, 2), (1, -2)), ((0, 5), (0, -7)), ((Int64.min, Int64.min), (1, 1)),
    ] as [((Int64, Int64), (Int64, Int64))])
  func equality(first: (Int64, Int64), second: (Int64, Int64)) throws {
    let a = try #require(Rational(first.0, first.1))
    let b = try #require(Rational(second.0, second.1))
    #expect(a == b)
    #expect(a.hashValue == b.hashValue)
    #expect(!(a < b) && !(b < a))
  }

  @Test("changing the time scale changes the time")
  func timeScale() {
    #expect(Rational(5000, 500) == Rational(10))
    #expect(Rational(5000, 2000) == Rational(5, 2))
  }

  @Test("a third of two hundred, three times, less a hundred, is a hundred")
  func exactThirds() throws {
    let third = try Rational(200) / Rational(3)
    #expect(try third * Rational(3) - Rational(100) == Rational(100))
  }

  @Test("values are in lowest terms with a positive denominator")
  func reduction() throws {
    let value = try #require(Rational(6, -4))
    #expect(value.numerator == -3 && value.denominator == 2)
    let zero = try #require(Rational(0, Int64.min))
    #expect(zero.numerator == 0 && zero.denominator == 1)
  }

  @Test("a zero denominator and unrepresentable fractions are refused")
  func refusals() {
    #expect(Rational(1, 0) == nil)
    #expect(Rational(0, 0) == nil)
    #expect(Rational(1, Int64.min) == nil)
    #expect(Rational(Int64.min, -1) == nil)
    #expect(Rational(2, Int64.min) == Rational(-1, 1 << 62))
    #expect(Rational(Int64.min, 1)?.numerator == Int64.min)
  }

  @Test("arithmetic that does not fit throws")
  func overflow() throws {
    let tiny = try #require(Rational(1, Int64.max))
    #expect(throws: TimeOverflow.self) { try Rational(Int64.max) + .one }
    #expect(throws: TimeOverflow.self) { try Rational(Int64.min) - .one }
    #expect(throws: TimeOverflow.self) { try Rational(Int64.max) * Rational(2) }
    #expect(throws: TimeOverflow.self) { try tiny / Rational(2) }
    #expect(throws: TimeOverflow.self) { try tiny + (try #require(Rational(1, 2))) }
    #expect(throws: TimeOverflow.self) { try Rational.one / .zero }
    #expect(throws: TimeOverflow.self) { try Rational(Int64.min).negated() }
    #expect(throws: TimeOverflow.self) { try Rational(Int64.min).magnitude() }
    #expect(try Rational(Int64.min + 1).magnitude() == Rational(Int64.max))
  }

  @Test("large intermediate values cancel exactly")
  func cancellation() throws {
    let big = try #require(Rational(Int64.max, Int64.max - 1))
    let inverse = try #require(Rational(Int64.max - 1, Int64.max))
    #expect(try big * inverse == .one)
    #expect(try big - big == .zero)
    #expect(try big / big == .one)
    #expect(try Rational(Int64.min) + Rational(Int64.max) == Rational(-1))
  }

  @Test("comparison is exact where a double is not")
  func comparison() throws {
    let a = try #require(Rational(Int64.max - 1, Int64.max))
    let b = try #require(Rational(Int64.max - 2, Int64.max - 1))
    #expect(b < a)
    #expect(a < .one)
    #expect(Rational(Int64.min) < Rational(Int64.max))
    #expect(try #require(Rational(-1, 2)) < .zero)
  }

  @Test("a half rounds up, towards positive infinity")
  func roundingTies() throws {
    let cases: [(Int64, Int64, Int64, Int64, Int64)] = [
      // numerator, denominator, floor, nearest, ceil
      (5, 2, 2, 3, 3), (-5, 2, -3, -2, -2), (-1, 2, -1, 0, 0), (1, 2, 0, 1, 1),
      (7, 3, 2, 2, 3), (-7, 3, -3, -2, -2), (8, 3, 2, 3, 3), (-8, 3, -3, -3, -2),
      (4, 1, 4, 4, 4), (-4, 1, -4, -4, -4), (0, 1, 0, 0, 0),
      (Int64.max, 1, Int64.max, Int64.max, Int64.max),
      (Int64.min, 1, Int64.min, Int64.min, Int64.min),
      (Int64.max, 2, Int64.max / 2, Int64.max / 2 + 1, Int64.max / 2 + 1),
    ]
    for (numerator, denominator, floor, nearest, ceil) in cases {
      let value = try #require(Rational(numerator, denominator))
      #expect(value.floor() == floor, "floor of \(value)")
      #expect(value.rounded() == nearest, "nearest to \(value)")
      #expect(value.ceil() == ceil, "ceil of \(value)")
    }
  }

  @Test("scaling to fixed point rounds once, and throws when it does not fit")
  func scaling() throws {
    let third = try #require(Rational(1, 3))
    #expect(try third.scaled(by: 32768) == 10923)
    #expect(try third.scaled(by: 32768, rounding: .down) == 10922)
    #expect(try #require(Rational(1, 65536)).scaled(by: 32768) == 1)
    #expect(try #require(Rational(-1, 65536)).scaled(by: 32768) == 0)
    #expect(try #require(Rational(-1, 3)).scaled(by: 10, rounding: .up) == -3)
    #expect(try #require(Rational(Int64.max, 3)).scaled(by: 3) == Int64.max)
    #expect(throws: TimeOverflow.self) { try Rational(Int64.min).scaled(by: Int64.min) }
    #expect(throws: TimeOverflow.self) { try Rational(Int64.max).scaled(by: 2) }
  }

  @Test("the description is the fraction, or the whole number")
  func description() throws {
    #expect("\(Rational(-4))" == "-4")
    #expect("\(try #require(Rational(1001, 30000)))" == "1001/30000")
  }

  @Test("arithmetic on small fractions agrees with integer cross products", arguments: -6...6)
  func smallExhaustive(numerator: Int64) throws {
    for denominator in 1...6 as ClosedRange<Int64> {
      let a = try #require(Rational(numerator, denominator))
      for otherNumerator in -6...6 as ClosedRange<Int64> {
        for otherDenominator in 1...6 as ClosedRange<Int64> {
          let b = try #require(Rational(otherNumerator, otherDenominator))
          let below = denominator * otherDenominator
          let (left, right) = (numerator * otherDenominator, otherNumerator * denominator)
          #expect(try a + b == Rational(left + right, below))
          #expect(try a - b == Rational(left - right, below))
          #expect(try a * b == Rational(numerator * otherNumerator, below))
          #expect((a < b) == (left < right))
          if otherNumerator != 0 { #expect(try a / b == Rational(left, right)) }
        }
      }
    }
  }
}
