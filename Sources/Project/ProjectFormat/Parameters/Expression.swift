import BaseValues

/// The language of times, numbers and conditions: exact, without loops and without files.
///
/// ```
/// {count} * 2s - 10f        {episode > 1 and mood == 'calm'}        ({start} + {end}) / 2
/// ```
/// Names stand in braces, which are parentheses as well. `voice.end` and `[night falls]` name times of
/// the movie, and `beat(17)` times of music, which only some expressions can know. Times are added to times, multiplied and
/// divided by numbers; a time divided by a time is a number. From weak to strong: `or`, `and`, `not`,
/// comparisons, `+ -`, `* /`.
struct Expression {
  /// What a name stands for; `nil` for one that is not known.
  typealias Names = (String) throws(ExpressionError) -> ExpressionValue?
  /// What a time of an item, a marker or the movie is; `nil` where there are none.
  typealias Times = (TimeReference) throws(ExpressionError) -> ExpressionValue?

  /// More is not read: each parenthesis is a call.
  private static let limits = (characters: 2000, depth: 64)

  private var lexer: ExpressionLexer
  private var token: ExpressionLexer.Token
  private let rate: FrameRate
  private let names: Names
  private let times: Times
  private var depth = 0

  /// The value of an expression.
  ///
  /// - Parameter rate: of the output, for timecodes, and where seconds are compared with frames.
  static func value(
    of text: some StringProtocol, rate: FrameRate, names: @escaping Names,
    times: @escaping Times = { _ throws(ExpressionError) in nil }
  ) throws(ExpressionError) -> ExpressionValue {
    guard text.utf8.count <= limits.characters else { throw ExpressionError(.tooLong) }
    var expression = Expression(
      lexer: ExpressionLexer(text, rate: rate), token: .end, rate: rate, names: names, times: times)
    expression.token = try expression.lexer.next()
    let value = try expression.alternatives()
    guard expression.token == .end else {
      throw ExpressionError(.syntax("'\(expression.token.text)' is not expected here"))
    }
    return value
  }

  private init(
    lexer: ExpressionLexer, token: ExpressionLexer.Token, rate: FrameRate, names: @escaping Names,
    times: @escaping Times
  ) {
    (self.lexer, self.token, self.rate) = (lexer, token, rate)
    (self.names, self.times) = (names, times)
  }

  private mutating func takes(_ word: String) throws(ExpressionError) -> Bool {
    guard token == .symbol(word) || token == .name(word) else { return false }
    token = try lexer.next()
    return true
  }

  // MARK: - Conditions

  private mutating func alternatives() throws(ExpressionError) -> ExpressionValue {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.limits.depth else { throw ExpressionError(.tooLong) }
    var value = try conjunction()
    while try takes("or") {
      let other = try conjunction()
      let flags = (try Self.flag(value, "or"), try Self.flag(other, "or"))
      value = .boolean(flags.0 || flags.1)
    }
    return value
  }

  private mutating func conjunction() throws(ExpressionError) -> ExpressionValue {
    var value = try negation()
    while try takes("and") {
      let other = try negation()
      let flags = (try Self.flag(value, "and"), try Self.flag(other, "and"))
      value = .boolean(flags.0 && flags.1)
    }
    return value
  }

  private mutating func negation() throws(ExpressionError) -> ExpressionValue {
    var isTurned = false
    var isCondition = false
    while try takes("not") {
      isTurned.toggle()
      isCondition = true
    }
    let value = try comparison()
    return isCondition ? .boolean(try Self.flag(value, "not") != isTurned) : value
  }

  private static func flag(
    _ value: ExpressionValue, _ word: String
  ) throws(ExpressionError) -> Bool {
    if case .boolean(let flag) = value { return flag }
    throw ExpressionError(.types("'\(word)' takes true or false, and this is \(value.noun)"))
  }

  private mutating func comparison() throws(ExpressionError) -> ExpressionValue {
    let left = try sum()
    guard case .symbol(let symbol) = token, ["==", "!=", "<", "<=", ">", ">="].contains(symbol)
    else { return left }
    token = try lexer.next()
    let right = try sum()
    if symbol == "==" || symbol == "!=" {
      return .boolean(try isEqual(left, right) == (symbol == "=="))
    }
    let (a, b) = try comparable(left, right)
    switch symbol {
    case "<": return .boolean(a < b)
    case "<=": return .boolean(a <= b)
    case ">": return .boolean(a > b)
    default: return .boolean(a >= b)
    }
  }

  private func isEqual(
    _ left: ExpressionValue, _ right: ExpressionValue
  ) throws(ExpressionError) -> Bool {
    switch (left, right) {
    case (.text(let a), .text(let b)): return a == b
    case (.boolean(let a), .boolean(let b)): return a == b
    default:
      let (a, b) = try comparable(left, right)
      return a == b
    }
  }

  private func comparable(
    _ left: ExpressionValue, _ right: ExpressionValue
  ) throws(ExpressionError) -> (Rational, Rational) {
    switch (left, right) {
    case (.number(let a), .number(let b)): return (a, b)
    case (.time(let a, let f), .time(let b, let g)):
      return (try ExpressionValue.seconds(a, f, rate), try ExpressionValue.seconds(b, g, rate))
    default:
      throw ExpressionError(.types("\(left.noun) and \(right.noun) cannot be compared"))
    }
  }

  // MARK: - Sums

  private mutating func sum() throws(ExpressionError) -> ExpressionValue {
    var value = try product()
    while case .symbol(let symbol) = token, symbol == "+" || symbol == "-" {
      token = try lexer.next()
      let other = try product()
      value = try Self.exactly { () throws(TimeOverflow) in
        switch (value, other) {
        case (.number(let a), .number(let b)):
          .number(symbol == "+" ? try a + b : try a - b)
        case (.time(let a, let f), .time(let b, let g)):
          symbol == "+"
            ? .time(seconds: try a + b, frames: try f + g)
            : .time(seconds: try a - b, frames: try f - g)
        default: nil
        }
      } otherwise: {
        let verb = symbol == "+" ? "added" : "subtracted"
        return "\(value.noun) and \(other.noun) cannot be \(verb)"
      }
    }
    return value
  }

  private mutating func product() throws(ExpressionError) -> ExpressionValue {
    var value = try factor()
    while case .symbol(let symbol) = token, symbol == "*" || symbol == "/" {
      token = try lexer.next()
      let other = try factor()
      value = symbol == "*" ? try Self.product(value, other) : try quotient(value, other)
    }
    return value
  }

  private static func product(
    _ left: ExpressionValue, _ right: ExpressionValue
  ) throws(ExpressionError) -> ExpressionValue {
    try exactly { () throws(TimeOverflow) in
      switch (left, right) {
      case (.number(let a), .number(let b)): .number(try a * b)
      case (.number(let a), .time(let b, let f)), (.time(let b, let f), .number(let a)):
        .time(seconds: try a * b, frames: try a * f)
      default: nil
      }
    } otherwise: {
      "\(left.noun) and \(right.noun) cannot be multiplied"
    }
  }

  private func quotient(
    _ left: ExpressionValue, _ right: ExpressionValue
  ) throws(ExpressionError) -> ExpressionValue {
    var divisor: Rational?
    switch right {
    case .number(let number): divisor = number
    case .time(let seconds, let frames):
      divisor = try ExpressionValue.seconds(seconds, frames, rate)
    default: break
    }
    if divisor == .zero { throw ExpressionError(.zeroDivision) }
    var dividend = left
    if case (.time(let seconds, let frames), .time) = (left, right) {
      dividend = .number(try ExpressionValue.seconds(seconds, frames, rate))
    } else if case .time = right {
      divisor = nil
    }
    return try Self.exactly { () throws(TimeOverflow) in
      switch (dividend, divisor) {
      case (.number(let a), let b?): .number(try a / b)
      case (.time(let a, let f), let b?): .time(seconds: try a / b, frames: try f / b)
      default: nil
      }
    } otherwise: {
      "\(left.noun) cannot be divided by \(right.noun)"
    }
  }

  private static func exactly(
    _ work: () throws(TimeOverflow) -> ExpressionValue?, otherwise objection: () -> String
  ) throws(ExpressionError) -> ExpressionValue {
    let value: ExpressionValue?
    do throws(TimeOverflow) {
      value = try work()
    } catch {
      throw ExpressionError(.overflow)
    }
    guard let value else { throw ExpressionError(.types(objection())) }
    return value
  }

  // MARK: - Values

  private mutating func factor() throws(ExpressionError) -> ExpressionValue {
    var isNegative = false
    while token == .symbol("-") || token == .symbol("+") {
      if token == .symbol("-") { isNegative.toggle() }
      token = try lexer.next()
    }
    let value = try primary()
    return isNegative ? try Self.product(.number(Rational(-1)), value) : value
  }

  private mutating func primary() throws(ExpressionError) -> ExpressionValue {
    let first = token
    token = try lexer.next()
    if token == .symbol("("), let (function, grid) = first.function {
      return try beats(function, of: grid)
    }
    switch first {
    case .value(let value): return value
    case .symbol("("), .symbol("{"):
      let value = try alternatives()
      let end = first == .symbol("(") ? ")" : "}"
      guard try takes(end) else {
        throw ExpressionError(
          .syntax(
            token == .end
              ? "a '\(first.text)' is not closed"
              : "'\(token.text)' stands where '\(end)' is expected"))
      }
      return value
    case .name("true"): return .boolean(true)
    case .name("false"): return .boolean(false)
    case .name(let name):
      guard let value = try names(name) else { throw ExpressionError(.unknownName(name)) }
      return value
    case .reference(let reference):
      guard let value = try times(reference) else {
        throw ExpressionError(.noTimes(reference))
      }
      return value
    case .symbol, .end:
      throw ExpressionError(.syntax("a value is expected, not '\(first.text)'"))
    }
  }

  /// `beat(17)`, from the parenthesis on.
  private mutating func beats(
    _ function: BeatGrid.Function, of grid: String
  ) throws(ExpressionError) -> ExpressionValue {
    token = try lexer.next()
    let count = try alternatives()
    guard try takes(")") else {
      throw ExpressionError(.syntax("'\(token.text)' stands where ')' is expected"))
    }
    guard case .number(let number) = count else {
      throw ExpressionError(
        .types("'\(function.rawValue)' takes a number, and this is \(count.noun)"))
    }
    return try BeatGrid.value(of: function, number, grid: grid, times: times)
  }
}
