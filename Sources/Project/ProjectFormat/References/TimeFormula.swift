import Diagnostics
import BaseValues
import TimelineModel

/// What expressions may use wherever they stand.
struct ExpressionContext: Sendable {
  /// What the project's parameters are.
  var parameters: [String: ExpressionValue] = [:]
  /// Of the output, for frames and timecodes.
  var rate = FrameRate.default

  /// Whether there are parameters, so that what stands in braces is put into texts.
  var fillsTexts = true
}

/// A time that is said by other times of the movie, and known only when these are.
struct TimeFormula: Sendable {
  /// As it is written.
  var text: String
  /// The names in it that are no parameters, each once.
  var references: [TimeReference]
  var context: ExpressionContext
  /// The key whose value it is.
  var key: String
  /// The keys that lead to it from its item: `automation.at`.
  var path: String
  var sign: TimeSign
  /// What a message says is expected: `a time above 0`.
  var expected: String
  var range: SourceRange

  /// What a time that is not there yet is taken for while an object is read.
  static var placeholder: TimeExpression { .seconds(.one) }

  /// Whether a text is an expression at all; where it is none it is a time as people write it.
  static func isFormula(_ text: String) -> Bool { text.utf8.contains(UInt8(ascii: "{")) }

  /// Looks an expression through without knowing any time.
  ///
  /// - Returns: the names in it that are no parameters, each once.
  /// - Throws: where it is wrong whatever the times are.
  static func references(
    in text: String, _ context: ExpressionContext
  ) throws(ExpressionError) -> [TimeReference] {
    let anyTime = ExpressionValue.time(seconds: .one, frames: .zero)
    do throws(ExpressionError) {
      let value = try Expression.value(of: text, rate: context.rate) {
        (name) throws(ExpressionError) in
        context.parameters[name] ?? anyTime
      } times: { (reference) throws(ExpressionError) in
        reference.beats == .meter ? .number(.one) : anyTime
      }
      switch value {
      case .time, .number: break
      case .text, .boolean:
        throw ExpressionError(.types("this is a time, and the expression gives \(value.noun)"))
      }
    } catch {
      // What depends on the times themselves is seen when they are known.
      switch error.reason {
      case .zeroDivision, .overflow: break
      default: throw error
      }
    }
    return try names(in: text, context)
  }

  private static func names(
    in text: String, _ context: ExpressionContext
  ) throws(ExpressionError) -> [TimeReference] {
    var found: [TimeReference] = []
    var lexer = ExpressionLexer(text, rate: context.rate)
    var token = try lexer.next()
    while token != .end {
      let next = try lexer.next()
      var references: [TimeReference] = []
      if next == .symbol("("), let (function, grid) = token.function {
        references = BeatGrid.references(of: function, grid: grid)
      } else {
        switch token {
        case .name("true"), .name("false"), .name("and"), .name("or"), .name("not"): break
        case .name(let name) where context.parameters[name] == nil:
          references = [TimeReference(name: name)]
        case .reference(let reference): references = [reference]
        default: break
        }
      }
      for reference in references where !found.contains(reference) { found.append(reference) }
      token = next
    }
    return found
  }

  /// Its value in seconds.
  ///
  /// - Parameter time: what a reference stands for, in seconds.
  func seconds(
    _ time: @escaping (TimeReference) -> Rational?
  ) throws(ExpressionError) -> Rational {
    func value(_ reference: TimeReference) throws(ExpressionError) -> ExpressionValue {
      guard let time = time(reference) else { throw ExpressionError(.noValue) }
      if reference.beats == .meter { return .number(time) }
      return .time(seconds: time, frames: .zero)
    }
    let result = try Expression.value(of: text, rate: context.rate) {
      (name) throws(ExpressionError) in
      if let known = context.parameters[name] { return known }
      return try value(TimeReference(name: name))
    } times: { (reference) throws(ExpressionError) in
      try value(reference)
    }
    switch result {
    case .number(let number): return number
    case .time(let seconds, let frames):
      return try ExpressionValue.seconds(seconds, frames, context.rate)
    case .text, .boolean: throw ExpressionError(.noValue)
    }
  }
}

extension TimeSign {
  func takes(_ seconds: Rational) -> Bool {
    switch self {
    case .any: true
    case .zeroOrMore: seconds >= .zero
    case .aboveZero: seconds > .zero
    }
  }
}
