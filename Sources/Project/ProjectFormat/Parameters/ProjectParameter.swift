import Diagnostics
import BaseValues
import TimelineModel

/// Something that a project leaves open, with what it may be.
struct ProjectParameter: Sendable {
  /// What kinds of value there are.
  enum Kind: String, NamedChoice {
    case text, number, time, color, media, choice, boolean

    /// With its article, for messages.
    var noun: String {
      switch self {
      case .text: "a text"
      case .number: "a number"
      case .time: "a time"
      case .color: "a colour"
      case .media: "a path"
      case .choice: "one of its choices"
      case .boolean: "true or false"
      }
    }

    var summary: String {
      switch self {
      case .text: "a text"
      case .number: "a number"
      case .time: "a time, such as `\"2.5s\"` or `\"75f\"`"
      case .color: "a colour"
      case .media: "the path of a media file"
      case .choice: "one of the words in `of`"
      case .boolean: "true or false"
      }
    }
  }

  var name: String
  var kind: Kind
  /// Where its name is written.
  var range: SourceRange
  /// As written, if it has one; checked already.
  var standard: Located<ExpressionValue>?
  /// Whether it has one that is wrong, which has been reported.
  var standardIsWrong = false
  /// Least and greatest number, or seconds.
  var minimum: Rational?
  var maximum: Rational?
  /// What a choice may be.
  var choices: [String] = []

  /// The value that a JSON value is for this parameter, or why it is none: lower case, no full stop.
  ///
  /// - Parameter rate: of the output, by which timecodes count.
  func value(_ json: JSONValue.Kind, rate: FrameRate) -> Result<ExpressionValue, Objection> {
    switch (kind, json) {
    case (.number, .number(let digits)): return value(of: digits, rate: rate)
    case (.time, .number(let digits)): return value(of: digits, rate: rate)
    case (.boolean, .bool(let flag)): return .success(.boolean(flag))
    case (.text, .string(let text)), (.time, .string(let text)), (.color, .string(let text)),
      (.media, .string(let text)), (.choice, .string(let text)):
      return value(of: text, rate: rate)
    case (_, let other):
      return .failure(
        Objection("it is \(kind.noun), not \(JSONValue(range: .none, kind: other).kindName)"))
    }
  }

  /// The same for a text, as a command line or a table has it.
  func value(of text: String, rate: FrameRate) -> Result<ExpressionValue, Objection> {
    switch kind {
    case .text, .media:
      if kind == .media, text.isEmpty { return .failure(Objection("a path is never empty")) }
      return .success(.text(text))
    case .color:
      var trial = Reading()
      let written = JSONValue(range: .none, kind: .string(text))
      guard Shape<Color>.color.read(written, &trial) != nil else {
        return .failure(Objection("'\(shortened(text))' is not a colour"))
      }
      return .success(.text(text))
    case .choice:
      guard choices.contains(text) else {
        let names = choices.prefix(20).map { "\"\($0)\"" }.joined(separator: ", ")
        return .failure(Objection("'\(shortened(text))' is none of \(names)"))
      }
      return .success(.text(text))
    case .boolean:
      guard text == "true" || text == "false" else {
        return .failure(Objection("it is true or false, not '\(shortened(text))'"))
      }
      return .success(.boolean(text == "true"))
    case .number:
      guard let number = Rational.decimal(text) else {
        return .failure(
          Objection("'\(shortened(text))' is no number", better: withPoint(text, rate: rate)))
      }
      return limited(number, .number(number), text)
    case .time:
      guard let time = try? TimeExpression(parsing: text) else {
        return .failure(
          Objection("'\(shortened(text))' is no time", better: withPoint(text, rate: rate)))
      }
      let seconds: Rational
      do throws(TimeResolutionError) {
        seconds = try time.resolved(rate: rate)
      } catch {
        return .failure(
          Objection("'\(shortened(text))' is no time of the movie: \(error.description)"))
      }
      if case .frames(let frames) = time.value {
        return limited(seconds, .time(seconds: .zero, frames: Rational(frames)), text)
      }
      return limited(seconds, .time(seconds: seconds, frames: .zero), text)
    }
  }

  /// The value with a point where it has a decimal comma; `nil` where it is none with that either.
  private func withPoint(_ text: String, rate: FrameRate) -> String? {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { return nil }
    let better = parts.joined(separator: ".")
    guard case .success = value(of: better, rate: rate) else { return nil }
    return shortened(better)
  }

  private func limited(
    _ number: Rational, _ value: ExpressionValue, _ text: String
  ) -> Result<ExpressionValue, Objection> {
    let unit = kind == .time ? "s" : ""
    if let minimum, number < minimum {
      return .failure(
        Objection("\(shortened(text)) is less than \(ExpressionValue.digits(minimum))\(unit)"))
    }
    if let maximum, number > maximum {
      return .failure(
        Objection("\(shortened(text)) is more than \(ExpressionValue.digits(maximum))\(unit)"))
    }
    return .success(value)
  }

  /// Why a value is not taken: lower case, no full stop.
  struct Objection: Error, Hashable, Sendable {
    let words: String
    /// How it is to be written, where that is known.
    let better: String?

    init(_ words: String, better: String? = nil) { (self.words, self.better) = (words, better) }
  }
}
