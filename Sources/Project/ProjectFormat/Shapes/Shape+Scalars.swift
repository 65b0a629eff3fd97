import Diagnostics
import BaseValues
import TimelineModel

extension Shape where Value == String {
  /// A string with at least one character.
  ///
  /// - Parameter isPath: whether bytes that are no text may be in it, as in names of files.
  static func text(_ expected: String, example: String, isPath: Bool = false) -> Shape {
    Shape(expected: expected, example: example, schema: isPath ? .path() : .string()) {
      value, reading in
      guard case .string(let text) = value.kind else {
        reading.reportType(of: value, expected: expected, example: example)
        return nil
      }
      if text.isEmpty {
        reading.report(ProjectMessages.emptyText(expected: expected, range: value.range))
        return nil
      }
      if !isPath, FileName.hasBytes(text) {
        reading.report(ProjectMessages.halfPair(expected: expected, range: value.range))
        return nil
      }
      return text
    }
  }

  /// One of a list of names.
  ///
  /// - Parameter advice: what to do where a word is none of them.
  static func name(
    _ expected: String, of names: [String],
    advice: @escaping @Sendable (String) -> String? = { _ in nil }
  ) -> Shape {
    name(expected, of: names.map { NamedValue($0) }, advice: advice)
  }

  /// One of a list of names, each with what it means.
  ///
  /// - Parameters:
  ///   - meaning: the one of them that other programs call so.
  ///   - advice: what to do where a word is none of them.
  static func name(
    _ expected: String, of values: [NamedValue],
    meaning: @escaping @Sendable (String) -> String? = { _ in nil },
    advice: @escaping @Sendable (String) -> String? = { _ in nil }
  ) -> Shape {
    let names = values.map(\.name)
    let example = JSONText.quoted(names.first ?? "")
    return Shape(expected: expected, example: example, schema: .names(values)) { value, reading in
      guard case .string(let text) = value.kind else {
        reading.reportType(of: value, expected: expected, example: example)
        return nil
      }
      guard names.contains(text) else {
        reading.report(
          ProjectMessages.unknownName(
            shortened(text, to: 40), expected: expected, names: names,
            respelling: Spelling.name(text, of: names),
            suggestion: meaning(text) ?? reading.suggestion(for: text, among: names)
              ?? ForeignName.meaning(of: text, among: names), advice: advice(text),
            range: value.range))
        return nil
      }
      return text
    }
  }
}

extension Shape where Value: NamedChoice {
  /// One of the names of an enumeration.
  static func name(_ expected: String) -> Shape {
    let names = Shape<String>.name(expected, of: Value.namedValues)
    return Shape(expected: expected, example: names.example, schema: names.schema) {
      value, reading in
      names.read(value, &reading).flatMap { Value(rawValue: $0) }
    }
  }
}

extension Shape where Value == Bool {
  static var boolean: Shape {
    Shape(expected: "true or false", example: "true", schema: .boolean) { value, reading in
      guard case .bool(let flag) = value.kind else {
        reading.reportType(
          of: value, expected: "true or false", example: "true",
          respelling: Spelling.boolean(value))
        return nil
      }
      return flag
    }
  }
}

extension Shape where Value == Int {
  /// A whole number within limits.
  static func integer(
    _ expected: String, in limits: ClosedRange<Int>, example: String? = nil
  ) -> Shape {
    let example = example ?? "\(limits.lowerBound)"
    return Shape(expected: expected, example: example, schema: .integer(limits)) {
      value, reading in
      guard case .number(let digits) = value.kind else {
        return reading.wrong(value, expected, example) { text in
          Spelling.number(text, of: expected) { number in
            number.isWhole && Int(exactly: number.numerator).map(limits.contains) == true
          }
        }
      }
      guard let number = Rational.decimal(digits), number.isWhole,
        let whole = Int(exactly: number.numerator), limits.contains(whole)
      else {
        reading.report(
          ProjectMessages.numberOutOfRange(
            shortened(digits), expected: expected, range: value.range,
            limits: "a whole number from \(limits.lowerBound) to \(limits.upperBound)"))
        return nil
      }
      return whole
    }
  }
}

/// Limits of a number.
struct NumberLimits: Sendable {
  var minimum: Rational?
  /// The number has to be greater than this one.
  var above: Rational?
  var maximum: Rational?

  func contains(_ number: Rational) -> Bool {
    if let minimum, number < minimum { return false }
    if let above, number <= above { return false }
    if let maximum, number > maximum { return false }
    return true
  }

  /// `from 0 to 1`, `above 0`.
  var text: String {
    var parts: [String] = []
    if let above { parts.append("above \(decimal(above))") }
    if let minimum {
      parts.append(maximum == nil ? "\(decimal(minimum)) or more" : "from \(decimal(minimum))")
    }
    if let maximum {
      parts.append(above == nil ? "to \(decimal(maximum))" : "and at most \(decimal(maximum))")
    }
    return parts.joined(separator: " ")
  }

  var schema: ValueSchema {
    .number(
      minimum: minimum.map(decimal), above: above.map(decimal), maximum: maximum.map(decimal))
  }

  private func decimal(_ number: Rational) -> String { number.decimalApproximation(places: 6) }
}

extension Shape where Value == Rational {
  /// A number, taken exactly from its digits, within limits.
  static func number(
    _ expected: String, minimum: Rational? = nil, above: Rational? = nil,
    maximum: Rational? = nil, example: String
  ) -> Shape {
    let limits = NumberLimits(minimum: minimum, above: above, maximum: maximum)
    return Shape(expected: expected, example: example, schema: limits.schema) { value, reading in
      guard case .number(let digits) = value.kind else {
        let pixels = PixelShare(expected, reading)
        return reading.wrong(value, expected, example) { text in
          Spelling.number(text, of: expected, fits: limits.contains)
            ?? pixels?.respelling(text, fits: limits.contains)
        }
      }
      guard let number = exactNumber(digits, value, &reading) else { return nil }
      guard limits.contains(number) else {
        reading.report(
          ProjectMessages.numberOutOfRange(
            shortened(digits), expected: expected, range: value.range,
            limits: "a number \(limits.text)", respelling: level(number, expected, limits),
            others: PixelShare(expected, reading)?.fixes(number, value.range, fits: limits.contains)
              ?? []))
        return nil
      }
      return number
    }
  }

  /// A level without its sign, where all that there are lie below 0.
  private static func level(
    _ number: Rational, _ expected: String, _ limits: NumberLimits
  ) -> Respelling? {
    guard expected.contains("LUFS") || expected.contains("dBTP"), number > .zero,
      let negative = try? number.negated(), limits.contains(negative)
    else { return nil }
    return negative.decimalDescription.map { .certain($0) }
  }

  /// A share of a whole from 0 to 1, or in per cent.
  ///
  /// - Parameter mayMeasure: whether numbers above 1 are as probably seconds or pixels as percentages.
  static func share(_ expected: String, example: String, mayMeasure: Bool = false) -> Shape {
    let limits = NumberLimits(minimum: .zero, maximum: .one)
    return Shape(
      expected: expected, example: example,
      schema: .any([limits.schema, .string(pattern: percentPattern)])
    ) { value, reading in
      let share: Rational?
      let spelling: String
      switch value.kind {
      case .number(let digits):
        spelling = digits
        share = exactNumber(digits, value, &reading)
      case .string(let text):
        spelling = text
        share = percent(text)
        if share == nil {
          reading.reportType(
            of: value, expected: expected, example: example, respelling: Spelling.share(text))
        }
      default:
        reading.reportType(of: value, expected: expected, example: example)
        return nil
      }
      guard let share else { return nil }
      guard limits.contains(share) else {
        reading.report(
          ProjectMessages.numberOutOfRange(
            shortened(spelling), expected: expected, range: value.range,
            limits: "a number from 0 to 1, or \"0%\" to \"100%\"",
            respelling: mayMeasure ? nil : Spelling.share(spelling),
            others: PixelShare(expected, reading)?.fixes(share, value.range, fits: limits.contains)
              ?? []))
        return nil
      }
      return share
    }
  }
}

/// The number that digits stand for; reports numbers beyond 64-bit fractions.
func exactNumber(_ digits: String, _ value: JSONValue, _ reading: inout Reading) -> Rational? {
  if let number = Rational.decimal(digits) { return number }
  // What an expression comes to may be a fraction.
  let parts = digits.split(separator: "/").compactMap { Int64($0) }
  if parts.count == 2, let number = Rational(parts[0], parts[1]) { return number }
  reading.report(ProjectMessages.numberTooFine(shortened(digits), range: value.range))
  return nil
}

let percentPattern = #"^[+-]?[0-9]+(\.[0-9]+)?%$"#

/// `"12.5%"` as ⅛; `nil` when the text is no percentage.
func percent(_ text: String) -> Rational? {
  guard text.utf8.last == UInt8(ascii: "%"), let number = Rational.decimal(text.dropLast()) else {
    return nil
  }
  return try? number / Rational(100)
}
