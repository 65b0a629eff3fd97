import Diagnostics
import BaseValues
import TimelineModel

/// A part of a text that counts, as it is written.
struct TextCounterDocument: Sendable {
  var kind: TextCounterKind
  /// Where it stands in the text, in Unicode scalars.
  var place = 0..<0
  var from: Rational?
  var to: Rational?
  var digits: Int?
  var decimals: Int?
  var separator: String?
  var point: String?
  var form: ClockForm?
  var begin: Located<TimeExpression>?
  var duration: Located<TimeExpression>?
  var easing: Easing?
  var range: SourceRange
}

/// Reads the `counter` of a run of text, and the words in braces that stand for one.
enum TextCounterReader {
  private static let count = Key(
    "count", Shape<TextCounterKind>.name("what a counter counts"), required: true,
    "What it counts.", examples: ["\"number\""], since: "0.2.0")
  private static let from = Key(
    "from", number("3600"),
    "The first number, of `time` its seconds at the start; of `frame` it is added.", default: "0",
    examples: ["1"], since: "0.2.0")
  private static let to = Key(
    "to", number("1500"), "The last number; of `remaining` the seconds at the end.", default: "0",
    examples: ["1500"], since: "0.2.0")
  private static let digits = Key(
    "digits",
    Shape<Int>.integer("a number of digits", in: 1...TextCounter.mostDigits, example: "6"),
    "Digits before the point there are at least.", default: "1", examples: ["6"], since: "0.2.0")
  private static let decimals = Key(
    "decimals",
    Shape<Int>.integer("a number of digits", in: 0...TextCounter.mostDecimals, example: "1"),
    "Digits behind the point.", default: "0", examples: ["1"], since: "0.2.0")
  private static let separator = Key(
    "separator", mark("a separator", example: "\",\""),
    "What stands between thousands. Left out, nothing.",
    examples: ["\",\""], since: "0.2.0")
  private static let point = Key(
    "point", mark("a decimal point", example: "\",\""), "What stands before the decimals.",
    default: "\".\"", examples: ["\",\""], since: "0.2.0")
  private static let form = Key(
    "form", Shape<ClockForm>.name("a form of times"), "How a time is written.",
    default: "\"m:ss\"", examples: ["\"s\""], since: "0.2.0")
  private static let begin = Key(
    "begin", Shape<TimeExpression>.time(.zeroOrMore), "When a number begins to change.",
    default: "0", examples: ["\"0.5s\""], since: "0.2.0")
  private static let duration = Key(
    "duration", Shape<TimeExpression>.time(.aboveZero),
    "How long a number takes. Left out, until the last frame.", examples: ["\"2s\""],
    since: "0.2.0")
  private static let easing = Key(
    "easing", Shape<Easing>.easing, "How a number gets there.", default: "\"linear\"",
    examples: ["\"ease-out\""], since: "0.2.0")

  private static func mark(_ noun: String, example: String) -> Shape<String> {
    let expected =
      "\(noun) of at most \(TextCounter.longestSeparator) characters, no digits among them"
    let text = Shape<String>.text(noun, example: example)
    return Shape(expected: expected, example: text.example, schema: text.schema) { value, reading in
      guard let word = text.read(value, &reading) else { return nil }
      guard word.unicodeScalars.count <= TextCounter.longestSeparator,
        !word.contains(where: { $0.isNumber || $0.isNewline })
      else {
        return reading.wrong(value, expected, text.example)
      }
      return word
    }
  }

  private static func number(_ example: String) -> Shape<Rational> {
    .number(
      "a number", minimum: TextCounter.numbers.lowerBound, maximum: TextCounter.numbers.upperBound,
      example: example)
  }

  static let description = ObjectDescription(
    "counter", "a counter", "A part of a text that counts.",
    keys: [
      count.description, from.description, to.description, digits.description,
      decimals.description, separator.description, point.description, form.description,
      begin.description, duration.description, easing.description,
    ])

  /// Which keys do something, of what they count.
  private static func kinds(of key: String) -> [TextCounterKind] {
    switch key {
    case "from": [.frame, .time, .number]
    case "to": [.remaining, .number]
    case "digits": [.frame, .time, .remaining, .number]
    case "decimals", "point": [.time, .remaining, .number]
    case "form": [.time, .remaining]
    case "separator", "begin", "duration", "easing": [.number]
    default: TextCounterKind.allCases
    }
  }

  /// What is counted, by its name or in an object.
  static let key = Key(
    "counter",
    {
      let name = count.shape
      return Shape<TextCounterDocument>(
        expected: "a counter", example: "\"frame\"",
        schema: .any([name.schema, .object(description)])
      ) { value, reading in
        if case .string = value.kind {
          return name.read(value, &reading).map {
            TextCounterDocument(kind: $0, range: value.range)
          }
        }
        guard case .object = value.kind else {
          reading.reportType(of: value, expected: "a counter", example: "\"frame\"")
          return nil
        }
        return read(value, &reading)
      }
    }(), "What it counts, in place of a text.",
    examples: ["\"timecode\"", "{\"count\": \"number\", \"to\": 1500}"], since: "0.2.0")

  private static func read(_ value: JSONValue, _ reading: inout Reading) -> TextCounterDocument? {
    guard let fields = ObjectFields(value, description, &reading),
      let kind = fields.read(count, &reading)?.value
    else { return nil }
    for key in description.keyNames {
      let kinds = kinds(of: key)
      guard !kinds.contains(kind), let member = fields.member(key) else { continue }
      reading.report(
        TextCounterMessages.keyOfOtherCounter(
          key, of: kind.rawValue, for: kinds.map(\.rawValue), range: member.keyRange))
    }
    var counter = TextCounterDocument(kind: kind, range: value.range)
    counter.from = fields.read(from, &reading)?.value
    counter.to = fields.read(to, &reading)?.value
    counter.digits = fields.read(digits, &reading)?.value
    counter.decimals = fields.read(decimals, &reading)?.value
    counter.separator = fields.read(separator, &reading)?.value
    counter.point = fields.read(point, &reading)?.value
    if let separator = counter.separator, separator == counter.point ?? ".",
      counter.decimals ?? 0 > 0
    {
      reading.report(
        TextCounterMessages.counterMarks(
          separator, range: fields.member("separator")?.value.range ?? value.range))
    }
    if counter.point != nil, counter.decimals ?? 0 == 0, let member = fields.member("point"),
      kinds(of: "point").contains(kind)
    {
      reading.report(TextCounterMessages.counterPoint(range: member.value.range))
    }
    counter.form = fields.read(form, &reading)?.value
    counter.begin = fields.read(begin, &reading)
    counter.duration = fields.read(duration, &reading)
    counter.easing = fields.read(easing, &reading)?.value
    return counter
  }

  // MARK: - Words in braces

  /// What a word in braces counts, in a text of a title; `nil` for a number, which needs more to be said.
  static func kind(_ word: some StringProtocol) -> TextCounterKind? {
    TextCounterKind(rawValue: String(word)).flatMap { $0 == .number ? nil : $0 }
  }

  /// A text in which `{frame}` and the like are counters; `{{frame}}` is the word in braces.
  static func split(_ text: String, range: SourceRange) -> WrittenText {
    var result = WrittenText(text: "")
    var rest = text[...]
    while let brace = rest.firstIndex(of: "{") {
      result.text += rest[..<brace]
      rest = rest[brace...]
      let isDouble = rest.dropFirst().first == "{"
      let inner = rest.dropFirst(isDouble ? 2 : 1)
      let word = inner.prefix { $0.isASCII && $0.isLetter }
      let end = isDouble ? "}}" : "}"
      guard let kind = kind(word), inner[word.endIndex...].hasPrefix(end) else {
        result.text.append("{")
        rest = rest.dropFirst()
        continue
      }
      if isDouble {
        result.text += "{\(word)}"
      } else {
        result.add(TextCounterDocument(kind: kind, range: range))
      }
      rest = inner[word.endIndex...].dropFirst(end.count)
    }
    result.text += rest
    return result
  }

  /// A text that a parameter gives, in which nothing is a counter.
  static func literal(_ text: String) -> String {
    var result = text
    for kind in TextCounterKind.allCases where kind != .number {
      result = result.replacing("{\(kind.rawValue)}", with: "{{\(kind.rawValue)}}")
    }
    return result
  }
}

extension WrittenText {
  /// Adds a counter, with a digit in its place.
  mutating func add(_ counter: TextCounterDocument) {
    var counter = counter
    let start = text.unicodeScalars.count
    counter.place = start..<start + 1
    text += "0"
    counters.append(counter)
  }
}
