import Diagnostics
import BaseValues
import TimelineModel

/// What the readers have found so far.
struct Reading {
  private(set) var diagnostics: [Diagnostic] = []
  private(set) var errorCount = 0
  /// The keys on the way to the value that is being read.
  var keys: [String] = []
  /// The key whose value is being read.
  var key: String { keys.last ?? "" }
  /// The notes of objects, by the places of the objects.
  var notes: [SourceRange: String] = [:]
  /// Times that other times say, by their places.
  private(set) var formulas: [SourceRange: TimeFormula] = [:]
  /// What expressions may use.
  var expressions = ExpressionContext()
  /// The canvas that pictures fill, where its size is written.
  var canvas: Size?
  /// Whether one value may be read for several objects, so that findings come more than once.
  var readsAgain = false
  private var seen: Set<Diagnostic> = []
  /// What has been explained at length; once is enough.
  private var explained: Set<String> = []

  /// Nobody reads more than this; a file of nothing but mistakes must not fill the memory.
  private static let limit = 10_000

  mutating func report(_ diagnostic: Diagnostic) {
    if readsAgain, !seen.insert(diagnostic).inserted {
      if diagnostic.severity == .error { errorCount += 1 }
      return
    }
    if diagnostics.count < Self.limit {
      diagnostics.append(diagnostic)
    } else if diagnostics.count == Self.limit {
      diagnostics.append(
        ProjectMessages.tooManyFindings(limit: Self.limit, range: diagnostic.range))
    }
    if diagnostic.severity == .error { errorCount += 1 }
  }

  /// Keeps a time that other times say until they are known.
  ///
  /// - Returns: what it is taken for until then; `nil` after a report that it is no expression.
  mutating func formula(
    _ text: String, at value: JSONValue, _ sign: TimeSign, _ expected: String
  ) -> TimeExpression? {
    do throws(ExpressionError) {
      formulas[value.range] = TimeFormula(
        text: text, references: try TimeFormula.references(in: text, expressions),
        context: expressions, key: key, path: path, sign: sign, expected: expected,
        range: value.range)
      return TimeFormula.placeholder
    } catch {
      report(
        ParameterMessages.expressionValue(
          error, range: value.range, of: text, rate: expressions.rate))
      return nil
    }
  }

  /// The keys from the item on, as in `automation.at`.
  private var path: String {
    keys.dropFirst(keys.first == ProjectReader.tracks.description.name ? 2 : 0)
      .joined(separator: ".")
  }

  /// Whether this is the first time that `subject` is to be explained.
  mutating func explains(_ subject: String) -> Bool { explained.insert(subject).inserted }

  /// What may have been meant. Where there are hundreds of mistakes, guessing takes too long.
  func suggestion(for word: String, among candidates: [String]) -> String? {
    diagnostics.count < 500 ? Suggestion.closest(to: word, among: candidates) : nil
  }

  /// What may have been meant, the nearest first.
  func nearest(to word: String, among candidates: [String]) -> [String] {
    diagnostics.count < 500 ? Suggestion.nearest(to: word, among: candidates) : []
  }

  /// Reports that a value is of the wrong type, unless its syntax is already at fault.
  ///
  /// - Parameter respelling: the value as it should have been written, where that is known.
  mutating func reportType(
    of value: JSONValue, expected: String, example: String, respelling: Respelling? = nil
  ) {
    guard let found = value.noun else {
      errorCount += 1
      return
    }
    report(
      ProjectMessages.wrongType(
        found: found, expected: expected, example: example, range: value.range,
        fixes: respelling.map { [$0.fix(replacing: value.range)] } ?? []))
  }
}

extension JSONValue {
  /// What a message calls such a value; `nil` where the parser has reported the value already.
  var noun: String? {
    switch kind {
    case .object: "an object"
    case .array: "an array"
    case .string(let text): "the string \(quotedForMessage(text))"
    case .number(let digits): "the number \(shortened(digits))"
    case .bool(let value): value ? "true" : "false"
    case .null: "null"
    case .invalid: nil
    }
  }
}

/// The user's own words in single quotes, cut off where they are long.
func quotedForMessage(_ text: String) -> String { "'\(shortened(text))'" }
