import BaseValues
import Testing
import SeededNumbers

@Suite("Decimal numbers")
struct RationalDecimalTests {
  @Test(
    "a decimal text is read digit by digit",
    arguments: [
      ("2.5", 5, 2), ("0.1", 1, 10), ("-0.1", -1, 10), ("+3", 3, 1), ("1e-3", 1, 1000),
      ("2.5E+2", 250, 1), ("-0", 0, 1), ("0e999999999999999999999", 0, 1), ("007", 7, 1),
      ("29.97", 2997, 100), ("0.000000000000000001", 1, 1_000_000_000_000_000_000),
      ("9223372036854775807", Int64.max, 1), ("-9223372036854775808", Int64.min, 1),
      ("1.50000000000000000000000000000000000000000000000000", 3, 2),
      ("10000000000000000000000000000000000e-34", 1, 1),
      ("0.00000000000000000000000000000000001e35", 1, 1),
    ] as [(String, Int64, Int64)])
  func reads(text: String, numerator: Int64, denominator: Int64) {
    #expect(Rational.decimal(text) == Rational(numerator, denominator))
  }

  @Test(
    "anything else is no decimal",
    arguments: [
      "", " ", "-", "+", ".", ".5", "5.", "1.e3", "1e", "1e+", "--1", "1 ", " 1", "1,5", "0x10",
      "NaN", "inf", "1_000", "٣", "1\u{0}", "9223372036854775808", "1e19", "1e-19", "1e99999999999",
      "123456789012345678901234567890123456789012345678901234567890",
    ])
  func refuses(text: String) {
    #expect(Rational.decimal(text) == nil)
  }

  @Test("a substring is read as well")
  func substring() {
    #expect(Rational.decimal("a2.5b".dropFirst().dropLast()) == Rational(5, 2))
  }

  @Test(
    "a terminating expansion is written out, and nothing else is",
    arguments: [
      (5, 2, "2.5"), (-5, 2, "-2.5"), (1, 1000, "0.001"), (-1, 8, "-0.125"), (7, 1, "7"),
      (0, 1, "0"),
      (1, 3, nil), (1001, 30000, nil), (1, 1 << 18, "0.000003814697265625"), (1, 1 << 19, nil),
      (Int64.min, 1, "-9223372036854775808"),
      (Int64.min + 1, 1_000_000_000_000_000_000, "-9.223372036854775807"),
    ] as [(Int64, Int64, String?)])
  func writes(numerator: Int64, denominator: Int64, expected: String?) throws {
    #expect(try #require(Rational(numerator, denominator)).decimalDescription == expected)
  }

  @Test("what is written is read back to the same number")
  func roundTrip() throws {
    let seed: UInt64 = 0xD1CE
    var random = SeededGenerator(seed: seed)
    var written = 0
    for _ in 0..<2000 {
      var denominator: Int64 = 1
      for _ in 0..<Int.random(in: 0...12, using: &random) {
        denominator *= Bool.random(using: &random) ? 2 : 5
      }
      let value = try #require(Rational(random.awkwardInt64(), denominator))
      guard let text = value.decimalDescription else { continue }
      written += 1
      #expect(Rational.decimal(text) == value, "\(text), seed \(seed)")
    }
    #expect(written == 2000)
  }

  @Test("an approximation rounds to nearest, a half up")
  func approximation() throws {
    let value = try #require(Rational(17, 3))
    #expect(value.decimalApproximation(places: 3) == "5.667")
    #expect(value.decimalApproximation(places: 0) == "6")
    #expect(value.decimalApproximation(places: -9) == "6")
    #expect(value.decimalApproximation(places: 99) == "5.666666666666666667")
    #expect(try #require(Rational(-1, 20)).decimalApproximation(places: 1) == "0")
    #expect(try #require(Rational(1, 20)).decimalApproximation(places: 1) == "0.1")
    #expect(try #require(Rational(-3, 20)).decimalApproximation(places: 1) == "-0.1")
    #expect(Rational(100).decimalApproximation(places: 3) == "100")
    #expect(
      Rational(Int64.min).decimalApproximation(places: 18) == "-9223372036854775808")
  }
}
