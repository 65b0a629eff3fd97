import Diagnostics
import BaseValues
import TimelineModel

/// How the parts of a text come or go, as it is written.
struct TextMotionDocument: Sendable {
  var unit: TextUnit
  var order: TextOrder
  var duration: Located<TimeExpression>
  var stagger: Located<TimeExpression>
  var easing: Easing
  var opacity: Rational
  var offset: LengthPair
  var scale: Rational
  var spread: Rational
  /// How long a letter stays that is drawn in place of another; `nil` where none is.
  var scramble: Rational?
}

/// Ways to come and go that have a name.
enum TextMotionPreset: String, NamedChoice {
  case fade, rise, drop, slide, pop, tracking, scramble, typewriter

  var summary: String {
    switch self {
    case .fade: "appears in its place"
    case .rise: "appears from half a letter's size below"
    case .drop: "appears from half a letter's size above"
    case .slide: "appears from the left"
    case .pop: "grows, a little beyond its size at first"
    case .tracking: "appears while the letters of its line move together"
    case .scramble: "shows other letters until it is there, each part after the one before"
    case .typewriter: "is there at once, each part after the one before"
    }
  }

  /// Where it is when it is away: right and down in sizes of the text.
  var offset: (x: Rational, y: Rational) {
    switch self {
    case .fade, .pop, .tracking, .scramble, .typewriter: (.zero, .zero)
    case .rise: (.zero, .half)
    case .drop: (.zero, Rational(-1, over: 2))
    case .slide: (Rational(-1), .zero)
    }
  }

  var scale: Rational { self == .pop ? Rational(1, over: 4) : .one }

  /// How much farther from the middle of its line.
  var spread: Rational { self == .tracking ? .half : .zero }
  var opacity: Rational { self == .scramble ? .one : .zero }
  /// How long a letter stays that is drawn in place of another.
  var scramble: Rational? { self == .scramble ? Rational(3, over: 50) : nil }

  var easing: Easing {
    switch self {
    case .fade, .scramble: .linear
    case .rise, .drop, .slide, .tracking: .equation(EasingEquation(.cubic, .out))
    case .pop: .equation(EasingEquation(.back, .out))
    case .typewriter: .steps(count: 1, jump: .start)
    }
  }

  /// Hundredths of a second.
  var stagger: Int64 {
    switch self {
    case .typewriter: 8
    case .tracking: 0
    default: 4
    }
  }
  var duration: Int64 {
    switch self {
    case .typewriter: 8
    case .tracking: 100
    default: 40
    }
  }
}

/// Reads the `enter` and `leave` of a text.
enum TextMotionReader {
  private static let preset = Key(
    "preset", Shape<TextMotionPreset>.name("a way to come and go"),
    "What it looks like; the other keys change it.", default: "\"fade\"", examples: ["\"rise\""],
    since: "0.2.0")
  static let by = Key(
    "by", Shape<TextUnit>.name("a part of a text"), "What moves as one.", default: "\"letter\"",
    examples: ["\"word\""], since: "0.2.0")
  private static let order = Key(
    "order", Shape<TextOrder>.name("an order"), "Which part is first.", default: "\"forward\"",
    examples: ["\"center\""], since: "0.2.0")
  private static let duration = Key(
    "duration", Shape<TimeExpression>.time(.aboveZero), "How long one part takes.",
    default: "\"0.4s\"", examples: ["\"0.3s\""], since: "0.2.0")
  private static let stagger = Key(
    "stagger", Shape<TimeExpression>.time(.zeroOrMore),
    "How much later each part begins than the one before; 0.08s where one is typed, 0 with `tracking`.",
    default: "\"0.04s\"", examples: ["\"0.1s\""], since: "0.2.0")
  private static let easing = Key(
    "easing", Shape<Easing>.easing, "How a part gets to its place.", examples: ["\"ease-out\""],
    since: "0.2.0")
  private static let opacity = Key(
    "opacity", Shape<Rational>.number("an opacity", minimum: .zero, maximum: .one, example: "0"),
    "Its opacity when it is away; 1 with `scramble`.", default: "0", examples: ["0.5"],
    since: "0.2.0")
  private static let offset = Key(
    "offset", Shape<LengthPair>.offset, "How far to the right and down it is then.",
    examples: ["[0, \"1em\"]"], since: "0.2.0")
  private static let scale = Key(
    "scale",
    Shape<Rational>.number(
      "a scale", minimum: TextRun.scales.lowerBound, maximum: TextRun.scales.upperBound,
      example: "0.5"),
    "How large it is then.", examples: ["0.5"], since: "0.2.0")

  private static let spread = Key(
    "spread",
    Shape<Rational>.number(
      "a spread", minimum: TextMove.spreads.lowerBound, maximum: TextMove.spreads.upperBound,
      example: "0.5"),
    "How much farther from the middle of its line it is then, as a share of how far it is.",
    examples: ["0.5"], since: "0.2.0")

  static let description = ObjectDescription(
    "textMotion", "a motion of a text", "How the parts of a text come, or go.",
    keys: [
      preset.description, by.description, order.description, duration.description,
      stagger.description, easing.description, opacity.description, offset.description,
      scale.description, spread.description,
    ])

  static let enter = Key(
    "enter", shape, "How the parts of the text come.",
    examples: ["\"typewriter\"", "{\"by\": \"word\", \"preset\": \"rise\"}"], since: "0.2.0")
  static let leave = Key(
    "leave", shape, "How they go: as they would come, backwards.", examples: ["\"fade\""],
    since: "0.2.0")

  /// A preset's name, or an object.
  static let shape: Shape<TextMotionDocument> = {
    let name = preset.shape
    return Shape(
      expected: "a way to come and go", example: "\"rise\"",
      schema: .any([name.schema, .object(description)])
    ) { value, reading in
      if case .string = value.kind {
        return name.read(value, &reading).map { TextMotionDocument($0, range: value.range) }
      }
      guard case .object = value.kind else {
        reading.reportType(of: value, expected: "a way to come and go", example: "\"rise\"")
        return nil
      }
      return read(value, &reading)
    }
  }()

  private static func read(_ value: JSONValue, _ reading: inout Reading) -> TextMotionDocument? {
    guard let fields = ObjectFields(value, description, &reading) else { return nil }
    let preset = fields.read(preset, &reading)?.value ?? .fade
    var motion = TextMotionDocument(preset, range: value.range)
    if let unit = fields.read(by, &reading) { motion.unit = unit.value }
    if let order = fields.read(order, &reading) { motion.order = order.value }
    if let duration = fields.read(duration, &reading) { motion.duration = duration }
    if let stagger = fields.read(stagger, &reading) { motion.stagger = stagger }
    if let easing = fields.read(easing, &reading) { motion.easing = easing.value }
    if let opacity = fields.read(opacity, &reading) { motion.opacity = opacity.value }
    if let offset = fields.read(offset, &reading) { motion.offset = offset.value }
    if let scale = fields.read(scale, &reading) { motion.scale = scale.value }
    if let spread = fields.read(spread, &reading) { motion.spread = spread.value }
    return motion
  }
}

extension TextMotionDocument {
  /// As the name says, wherever that stands.
  fileprivate init(_ preset: TextMotionPreset, range: SourceRange) {
    func time(_ hundredths: Int64) -> Located<TimeExpression> {
      Located(
        value: .seconds(Rational(hundredths, 100) ?? .one), range: range)
    }
    self.init(
      unit: .letter, order: .forward, duration: time(preset.duration),
      stagger: time(preset.stagger), easing: preset.easing, opacity: preset.opacity,
      offset: LengthPair(
        x: Length(amount: preset.offset.x, unit: .em),
        y: Length(amount: preset.offset.y, unit: .em)), scale: preset.scale,
      spread: preset.spread, scramble: preset.scramble)
  }
}
