import BaseValues

/// What an expression or a parameter stands for.
enum ExpressionValue: Hashable, Sendable {
  case number(Rational)
  /// Seconds and frames of the output apart, as only a rate makes one of both.
  case time(seconds: Rational, frames: Rational)
  case text(String)
  case boolean(Bool)

  /// With its article, for messages.
  var noun: String {
    switch self {
    case .number: "a number"
    case .time: "a time"
    case .text: "a text"
    case .boolean: "true or false"
    }
  }

  /// As it stands in a text: `2.5`, `1/3`, `2.5s`, `10f`, `true`.
  ///
  /// - Parameter rate: of the output, for seconds and frames together.
  func description(rate: FrameRate) throws(ExpressionError) -> String {
    switch self {
    case .number(let number): return Self.digits(number)
    case .text(let text): return text
    case .boolean(let flag): return flag ? "true" : "false"
    case .time(let seconds, let frames):
      if frames == .zero { return Self.digits(seconds) + "s" }
      if seconds == .zero, frames.isWhole { return Self.digits(frames) + "f" }
      return Self.digits(try Self.seconds(seconds, frames, rate)) + "s"
    }
  }

  /// In seconds.
  static func seconds(
    _ seconds: Rational, _ frames: Rational, _ rate: FrameRate
  ) throws(ExpressionError) -> Rational {
    do throws(TimeOverflow) {
      return try seconds + frames / rate.rational
    } catch {
      throw ExpressionError(.overflow)
    }
  }

  /// Decimal where that is exact, else a fraction.
  static func digits(_ number: Rational) -> String {
    number.decimalDescription ?? number.description
  }
}

/// Why an expression has no value.
struct ExpressionError: Error, Hashable, Sendable {
  enum Reason: Hashable, Sendable {
    /// What is not understood, and what was expected.
    case syntax(String)
    case unknownName(String)
    /// A time of the movie where none can be.
    case noTimes(TimeReference)
    /// A parameter of which nobody has said what it is, and of which that was reported.
    case noValue
    /// What goes together with what in which way: `a text and a time cannot be added`.
    case types(String)
    case zeroDivision
    /// Beyond fractions of 64 bits.
    case overflow
    case tooLong
  }

  let reason: Reason

  init(_ reason: Reason) { self.reason = reason }
}
