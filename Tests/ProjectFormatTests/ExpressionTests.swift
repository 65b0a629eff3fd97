import BaseValues
import SeededNumbers
import Testing

@testable import ProjectFormat

@Suite("expressions of times, numbers and conditions")
struct ExpressionTests {
  private let names: [String: ExpressionValue] = [
    "n": .number(Rational(3)), "half": .number(Rational(1, 2) ?? .one),
    "t": .time(seconds: Rational(2), frames: .zero), "f": .time(seconds: .zero, frames: .one),
    "word": .text("calm"), "yes": .boolean(true),
  ]

  /// The value as it stands in a text, or the reason why there is none.
  private func value(_ text: String) -> String {
    do throws(ExpressionError) {
      let rate = FrameRate(25) ?? .default
      return try Expression.value(of: text, rate: rate) { names[$0] }.description(rate: rate)
    } catch {
      switch error.reason {
      case .syntax(let words), .types(let words): return words
      case .unknownName(let name): return "no \(name)"
      case .noTimes(let reference): return "no time \(reference.description)"
      case .zeroDivision, .overflow, .tooLong, .noValue: return "\(error.reason)"
      }
    }
  }

  @Test("values are exact, times and numbers apart, and what binds stronger comes first")
  func values() {
    let table = [
      "1 + 2 * 3": "7", "(1 + 2) * 3": "9", "{1 + 2} * 3": "9", "10 - 4 - 3": "3", "-2 * -3": "6",
      "1 / 3": "1/3", "0.1 + 0.2": "0.3", "1 / 3 * 3": "1", "{n} * 2s": "6s", "2s * n": "6s",
      "{n}*2s - 10f": "5.6s", "10f + 5f": "15f", "f * 3": "3f", "f / 2": "0.02s", "t / 3": "2/3s",
      "3s / 2s": "1.5", "t / 10f": "5", "00:01.5 + 500ms": "2s", "00:00:02:05": "2.2s",
      "- t": "-2s", "1s - 1s": "0s", "word": "calm", "'a b'": "a b", "{ n }": "3",
      "n > 2": "true", "n >= 4": "false", "1s < 26f": "true", "1s == 25f": "true",
      "word == 'calm'": "true", "word != \"calm\"": "false", "yes and n == 3": "true",
      "not yes or n < 1": "false", "not not yes": "true", "yes == true": "true",
      "1 < 2 and 2 < 3 or 1 == 2": "true", "half * half": "0.25",
    ]
    for (text, expected) in table { #expect(value(text) == expected, "\(text)") }
  }

  @Test("what has no value says why")
  func errors() {
    let table = [
      "1 +": "a value is expected, not 'the end'",
      "(1": "a '(' is not closed",
      "1 2": "'2' is not expected here",
      "1 = 2": "'=' means nothing here; to compare there is '=='",
      "a.end + 1s": "no time a.end", "[a ]] b].in": "no time [a ]] b].in",
      "'a": "a text in quotes does not end", "m": "no m",
      "1 / 0": "zeroDivision", "t / 0s": "zeroDivision", "1s / (n - 3)": "zeroDivision",
      "1 + 1s": "a number and a time cannot be added",
      "1 / 1s": "a number cannot be divided by a time",
      "t * t": "a time and a time cannot be multiplied",
      "word + 1": "a text and a number cannot be added",
      "word < 'b'": "a text and a text cannot be compared",
      "n and yes": "'and' takes true or false, and this is a number",
      "9000000000000000000 * 9": "overflow",
      "1 < 2 < 3": "'<' is not expected here",
    ]
    for (text, expected) in table { #expect(value(text) == expected, "\(text)") }
    #expect(value("3x").hasPrefix("'3x' is no time"))
    #expect(value(String(repeating: "(", count: 200) + "1") == "tooLong")
    #expect(value(String(repeating: "1+", count: 2000) + "1") == "tooLong")
  }

  @Test("sums, differences, products and quotients are those of fractions")
  func arithmetic() throws {
    var random = SeededGenerator(seed: 14)
    for _ in 0..<500 {
      let (a, b) = (
        Int64.random(in: 1...99, using: &random), Int64.random(in: 1...99, using: &random)
      )
      let (c, d) = (
        Int64.random(in: 1...99, using: &random), Int64.random(in: 1...99, using: &random)
      )
      // a/b + c/d and a/b · c/d by the rules of school.
      let sum = try #require(Rational(a * d + c * b, b * d))
      let product = try #require(Rational(a * c, b * d))
      #expect(value("\(a)/\(b) + \(c)/\(d)") == ExpressionValue.digits(sum))
      #expect(value("(\(a)/\(b)) * (\(c)/\(d)) * 1s") == ExpressionValue.digits(product) + "s")
    }
  }

  @Test("anything may be written where an expression is expected")
  func anything() {
    var random = SeededGenerator(seed: 15)
    let pieces = [
      "(", ")", "{", "}", "n", "t", "1", "2s", "+", "-", "*", "/", "<", "==", "and", "not", "'",
      "é",
      "0:", ";", " ", "[", "]", ".", "a.end", "\u{0}", "99999999999999999999", "1e9",
    ]
    for _ in 0..<20_000 {
      let count = Int.random(in: 0..<12, using: &random)
      _ = value((0..<count).compactMap { _ in pieces.randomElement(using: &random) }.joined())
    }
  }
}
