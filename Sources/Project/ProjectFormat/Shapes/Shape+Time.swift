import Diagnostics
import BaseValues
import TimelineModel

/// Which times a key takes.
enum TimeSign: Sendable {
  case any
  case zeroOrMore
  case aboveZero
}

extension Shape where Value == TimeExpression {
  /// A time in any of its spellings.
  static func time(_ sign: TimeSign) -> Shape {
    let expected =
      switch sign {
      case .any: "a time"
      case .zeroOrMore: "a time of 0 or more"
      case .aboveZero: "a time above 0"
      }
    return Shape(
      expected: expected, example: "\"2.5s\"", schema: timeSchema(sign)
    ) { value, reading in
      let time: TimeExpression
      switch value.kind {
      case .number(let digits):
        guard exactNumber(digits, value, &reading) != nil,
          let parsed = try? TimeExpression(parsing: digits)
        else { return nil }
        time = parsed
      case .string(let text) where TimeFormula.isFormula(text):
        return reading.formula(text, at: value, sign, expected)
      case .string(let text):
        do throws(TimeSyntaxError) {
          time = try TimeExpression(parsing: text)
        } catch {
          reading.report(
            ProjectMessages.timeSyntax(
              shortened(text), reason: error.reason, range: value.range,
              respelling: Spelling.time(text)
                ?? ExpressionSpelling.braced(text, reading.expressions).map {
                  .certain(JSONText.quoted($0))
                }))
          return nil
        }
      default:
        reading.reportType(of: value, expected: expected, example: "\"2.5s\"")
        return nil
      }
      guard time.fits(sign) else {
        reading.report(
          ProjectMessages.timeOutOfRange(
            shortened(time.description), expected: expected, key: reading.key,
            range: value.range))
        return nil
      }
      return time
    }
  }
}

extension TimeExpression {
  /// Whether the sign is right. Which frames a timecode names does not change it.
  fileprivate func fits(_ sign: TimeSign) -> Bool {
    let isNegative: Bool
    let isZero: Bool
    switch value {
    case .seconds(let seconds):
      isNegative = seconds < .zero
      isZero = seconds == .zero
    case .frames(let frames):
      isNegative = frames < 0
      isZero = frames == 0
    case .timecode(let fields, let negative):
      isZero = [fields.hours, fields.minutes, fields.seconds, fields.frames].allSatisfy { $0 == 0 }
      isNegative = negative && !isZero
    }
    switch sign {
    case .any: return true
    case .zeroOrMore: return !isNegative
    case .aboveZero: return !isNegative && !isZero
    }
  }
}

private func timeSchema(_ sign: TimeSign) -> ValueSchema {
  let number: ValueSchema =
    switch sign {
    case .any: .number()
    case .zeroOrMore: .number(minimum: "0")
    case .aboveZero: .number(above: "0")
    }
  let text =
    sign == .any
    ? #"^[+-]?[0-9]"#
    : #"^\+?[0-9]"#
  return .any([number, .string(pattern: text + timePattern)])
}

/// What follows the first digit of a time, to the end.
let timePattern =
  #"([0-9]*(\.[0-9]+)?([eE][+-]?[0-9]+)?(s|ms)?|[0-9]*/[0-9]+s?|[0-9]*f|[0-9]*(:[0-9]+){1,2}(\.[0-9]+)?|[0-9]*[:;][0-9]+[:;][0-9]+[:;][0-9]+)$"#
