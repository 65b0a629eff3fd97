import Diagnostics
import BaseValues
import TimelineModel

/// What there is to say about parameters, sorted by name; ids are the functions' names.
enum ParameterMessages: MessageTable {
  /// - Parameter better: the whole text as it should have been written, where that is known.
  static func expressionValue(
    _ reason: String, range: SourceRange, better: String? = nil
  ) -> Diagnostic {
    error(
      .expressionValue,
      reason, range,
      notes: better != nil
        ? []
        : [
          Note(
            message:
              "expressions are made of numbers, times and {names}, of + - * / and parentheses, "
              + "conditions with == != < <= > >=, and, or, not; {{ is a brace in a text")
        ],
      fixes: better.map {
        [Respelling.certain(JSONText.quoted($0)).fix(replacing: range)]
      } ?? [])
  }

  /// Why an expression has no value, whatever its names are.
  ///
  /// - Parameter text: all of what is written, where that is one expression.
  static func expressionValue(
    _ error: ExpressionError, range: SourceRange, of text: String? = nil,
    rate: FrameRate = .default
  ) -> Diagnostic {
    switch error.reason {
    case .syntax(let words):
      expressionValue(
        words, range: range,
        better: text.flatMap { ExpressionSpelling.respelled($0, rate: rate) })
    case .types(let words): expressionValue(words, range: range)
    case .unknownName(let name):
      expressionValue("'\(shortened(name))' is not known here", range: range)
    case .noTimes(let reference):
      expressionValue(
        "'\(shortened(reference.description))' is a time of the movie, which only times can use",
        range: range)
    case .noValue: expressionValue("this has no value", range: range)
    case .zeroDivision: expressionValue("this divides by zero", range: range)
    case .overflow:
      expressionValue("the result is too large or too fine for a fraction of 64 bits", range: range)
    case .tooLong: expressionValue("this expression is too long", range: range)
    }
  }

  static func parameterChoices(_ range: SourceRange) -> Diagnostic {
    error(
      .parameterChoices,
      "a choice needs the list of its words", range,
      fixes: [Fix(message: "add \"of\": [\"…\", \"…\"]")])
  }

  static func parameterDefault(_ objection: String, range: SourceRange) -> Diagnostic {
    error(.parameterDefault, objection, range)
  }

  static func parameterKey(_ key: String, _ noun: String, range: SourceRange) -> Diagnostic {
    error(.parameterKey, "a parameter that is \(noun) has no \"\(key)\"", range)
  }

  static func parameterName(_ name: String, range: SourceRange) -> Diagnostic {
    error(
      .parameterName,
      "'\(name)' is no name for a parameter", range,
      fixes: [Fix(message: "begin with a letter, and use letters, digits and _ alone")])
  }

  static func parameterUnused(_ name: String, range: SourceRange) -> Diagnostic {
    warning(.parameterUnused, "nothing uses the parameter '\(name)'", range)
  }

  static func parameterValue(
    _ name: String, _ objection: ProjectParameter.Objection, range: SourceRange
  ) -> Diagnostic {
    error(
      .parameterValue,
      "the value given for '\(name)' is not taken: \(objection.words)", range,
      fixes: objection.better.map { [Fix(message: "write \($0)")] } ?? [])
  }

  static func parameterWithoutValue(_ name: String, range: SourceRange) -> Diagnostic {
    error(
      .parameterWithoutValue,
      "the parameter '\(name)' has no value", range,
      fixes: [Fix(message: "give it one with --set \(name)=…, or a \"default\"")])
  }

  static func parametersTooLong(limit: Int, range: SourceRange) -> Diagnostic {
    error(
      .parametersTooLong,
      "with its parameters filled in, the project has more than \(limit) bytes of text", range)
  }

  /// - Parameter text: all of the value that names it; `nil` where that is more than a text.
  static func unknownParameter(
    _ name: String, names: [String], suggestion: String?, in text: String? = nil,
    range: SourceRange
  ) -> Diagnostic {
    let note =
      names.isEmpty
      ? Note(message: "the project has no \"parameters\"")
      : MessageParts.known(names, nearest: suggestion.map { [$0] } ?? [], noun: "its parameters")
    return error(
      .unknownParameter,
      "there is no parameter '\(name)'", range, notes: [note].compactMap(\.self),
      fixes: MessageParts.renaming(
        name, to: suggestion, shown: suggestion.map { JSONText.quoted($0) } ?? "", in: text, range))
  }
}
