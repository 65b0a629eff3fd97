import BaseValues

/// Takes an expression apart.
struct ExpressionLexer {
  enum Token: Hashable, Sendable {
    case value(ExpressionValue)
    case name(String)
    /// `voice.end`, `[night falls]`, `[voice 2].end`
    case reference(TimeReference)
    /// `+ - * / ( ) { } == != < <= > >=`
    case symbol(String)
    case end

    /// As it is written, for messages.
    var text: String {
      switch self {
      case .value(.text(let text)): "'\(text)'"
      case .value(let value): (try? value.description(rate: .default)) ?? "a number"
      case .name(let name): name
      case .reference(let reference): reference.description
      case .symbol(let symbol): symbol
      case .end: "the end"
      }
    }
  }

  private let characters: [Character]
  private let rate: FrameRate
  private var place = 0

  /// - Parameter rate: of the output, for timecodes.
  init(_ text: some StringProtocol, rate: FrameRate) {
    characters = Array(text)
    self.rate = rate
  }

  mutating func next() throws(ExpressionError) -> Token {
    while let character = peek, character.isWhitespace { place += 1 }
    guard let character = peek else { return .end }
    if character.isASCII, character.isNumber || character == "." { return .value(try number()) }
    if Self.beginsName(character) {
      let name = taken(while: Self.isInName)
      guard peek == "." else { return .name(name) }
      return .reference(TimeReference(name: name, property: try property()))
    }
    if character == "[" { return .reference(try bracketed()) }
    if character == "'" || character == "\"" { return .value(try quoted(character)) }
    place += 1
    if let second = peek, second == "=", "=!<>".contains(character) {
      place += 1
      return .symbol("\(character)=")
    }
    guard "+-*/(){}<>".contains(character) else {
      let meanings: [Character: String] = [
        "=": "to compare there is '=='", "&": "both is said with 'and'",
        "|": "either is said with 'or'", "!": "the opposite is said with 'not'",
      ]
      let meaning = meanings[character].map { "; \($0)" } ?? ""
      throw ExpressionError(.syntax("'\(character)' means nothing here\(meaning)"))
    }
    return .symbol("\(character)")
  }

  static func beginsName(_ character: Character) -> Bool {
    character.isASCII && character.isLetter || character == "_"
  }

  static func isInName(_ character: Character) -> Bool {
    beginsName(character) || character.isASCII && character.isNumber
  }

  private var peek: Character? { characters.indices.contains(place) ? characters[place] : nil }

  private mutating func taken(while isWanted: (Character) -> Bool) -> String {
    var text = ""
    while let character = peek, isWanted(character) {
      text.append(character)
      place += 1
    }
    return text
  }

  /// A number, or a time in any spelling but a fraction.
  private mutating func number() throws(ExpressionError) -> ExpressionValue {
    let text = taken { Self.isInName($0) || ".:;".contains($0) }
    if let number = Rational.decimal(text) { return .number(number) }
    let time: TimeExpression
    do throws(TimeSyntaxError) {
      time = try TimeExpression(parsing: text)
    } catch {
      throw ExpressionError(.syntax("'\(text)' is no time: \(error.reason)"))
    }
    switch time.value {
    case .seconds(let seconds): return .time(seconds: seconds, frames: .zero)
    case .frames(let frames): return .time(seconds: .zero, frames: Rational(frames))
    case .timecode:
      guard let seconds = try? time.resolved(rate: rate) else {
        throw ExpressionError(.syntax("'\(text)' is no timecode of the movie's frame rate"))
      }
      return .time(seconds: seconds, frames: .zero)
    }
  }

  /// What follows a name and a point.
  private mutating func property() throws(ExpressionError) -> String {
    place += 1
    let property = taken(while: Self.isInName)
    if property.isEmpty {
      throw ExpressionError(.syntax("after '.' comes start, end, duration, in or out"))
    }
    return property
  }

  /// A name in brackets, whatever it is made of; `]]` is a bracket in it.
  private mutating func bracketed() throws(ExpressionError) -> TimeReference {
    place += 1
    var name = ""
    while let character = peek {
      place += 1
      if character == "]" {
        guard peek == "]" else {
          return TimeReference(
            name: name, property: peek == "." ? try property() : nil, isBracketed: true)
        }
        place += 1
      }
      name.append(character)
    }
    throw ExpressionError(.syntax("a name in brackets does not end"))
  }

  private mutating func quoted(_ quote: Character) throws(ExpressionError) -> ExpressionValue {
    place += 1
    let text = taken { $0 != quote }
    guard peek == quote else { throw ExpressionError(.syntax("a text in quotes does not end")) }
    place += 1
    return .text(text)
  }
}

extension ExpressionLexer.Token {
  /// The function that it names where a parenthesis follows, and the grid of beats that it asks.
  var function: (BeatGrid.Function, grid: String)? {
    switch self {
    case .name(let name): BeatGrid.Function(rawValue: name).map { ($0, "") }
    case .reference(let reference):
      reference.property.flatMap { BeatGrid.Function(rawValue: $0) }.map { ($0, reference.name) }
    default: nil
    }
  }
}
