import Diagnostics
import BaseValues
import TimelineModel

/// How the parts of a text go up and down, as it is written.
struct TextWaveDocument: Sendable {
  var unit = TextUnit.letter
  var height = Length(amount: Rational(1, over: 5), unit: .em)
  /// Whether nothing moves.
  var isStill: Bool { height.amount == .zero }
  var period = Located(value: TimeExpression.seconds(.one), range: .none)
  var stagger = Located(value: TimeExpression.seconds(Rational(2, over: 25)), range: .none)
}

/// The key `wave` of texts.
enum TextWaveReader {
  private static let by = Key(
    "by", TextMotionReader.by.shape, "What moves as one.", default: "\"letter\"",
    examples: ["\"word\""],
    since: "0.2.0")
  private static let height = Key(
    "height",
    Shape<Length>.length("a length", within: TextStyle.lengths, ofText: true, example: "\"0.2em\""),
    "How far up and down it goes from its place.", default: "\"0.2em\"", examples: ["8"],
    since: "0.2.0")
  private static let period = Key(
    "period", Shape<TimeExpression>.time(.aboveZero), "How long one way up and down takes.",
    default: "\"1s\"", examples: ["\"2s\""], since: "0.2.0")
  private static let stagger = Key(
    "stagger", Shape<TimeExpression>.time(.zeroOrMore),
    "How much later each part is than the one before.", default: "\"0.08s\"",
    examples: ["\"0.1s\""], since: "0.2.0")

  static let description = ObjectDescription(
    "textWave", "a wave", "How the parts of a text go up and down while it stays.",
    keys: [
      by.description, height.description, period.description, stagger.description,
    ])

  static let wave = Key(
    "wave",
    Shape<TextWaveDocument>(
      expected: "true, or a wave", example: "{ \"height\": \"0.2em\" }",
      schema: .any([.boolean, .object(description)])
    ) { value, reading in
      switch value.kind {
      case .bool(true): return TextWaveDocument()
      case .bool(false):
        var still = TextWaveDocument()
        still.height = Length(amount: .zero)
        return still
      case .object: break
      default:
        reading.reportType(of: value, expected: "true, or a wave", example: "true")
        return nil
      }
      guard let fields = ObjectFields(value, description, &reading) else { return nil }
      var wave = TextWaveDocument()
      if let unit = fields.read(by, &reading) { wave.unit = unit.value }
      if let height = fields.read(height, &reading) { wave.height = height.value }
      if let period = fields.read(period, &reading) { wave.period = period }
      if let stagger = fields.read(stagger, &reading) { wave.stagger = stagger }
      return wave
    }, "Its parts go up and down one after another, as in a sine.",
    examples: ["true", "{\"height\": \"0.2em\", \"period\": \"1s\"}"], since: "0.2.0")
}
