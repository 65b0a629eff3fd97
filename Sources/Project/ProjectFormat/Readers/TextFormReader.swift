import Diagnostics
import BaseValues
import TimelineModel

/// Reads what texts have beside their font and what is around their letters.
enum TextFormReader {
  static let underline = Key(
    "underline", Shape<Bool>.boolean, "Whether a line is below the letters.", default: "false",
    examples: ["true"], since: "0.2.0")
  static let strike = Key(
    "strike", Shape<Bool>.boolean, "Whether a line goes through the letters.", default: "false",
    examples: ["true"], since: "0.2.0")
  static let letterSpacing = Key(
    "letterSpacing",
    Shape<Length>.length(
      "a letter spacing", within: TextStyle.letterSpacings, ofText: true, example: "2"),
    "Distance that is added between letters.", default: "0", examples: ["2", "\"0.1em\""],
    since: "0.2.0")
  static let paragraphSpacing = Key(
    "paragraphSpacing",
    Shape<Length>.length(
      "a length", within: TextStyle.lengths, ofText: true, example: "12"),
    "Distance that is added where the text itself breaks a line.", default: "0",
    examples: ["\"0.5em\""], since: "0.2.0")
  static let tabs = Key(
    "tabs",
    Shape<Length>.length("a length", within: TextStyle.sizes, ofText: true, example: "120"),
    "Tabs lead to multiples of this. Left out, they are spaces.", examples: ["120"],
    since: "0.2.0")
  static let features = Key(
    "features", setting(of: FontSetting.features, "a feature", "1", takesFlags: true),
    "OpenType features by their tags: on, off, or a number.", examples: ["{\"smcp\": true}"],
    since: "0.2.0")
  static let axes = Key(
    "axes", setting(of: FontSetting.axes, "a place on an axis", "75", takesFlags: false),
    "Places on the axes of a variable font, by their tags.", examples: ["{\"wdth\": 75}"],
    since: "0.2.0")
  static let height = Key(
    "height",
    Shape<Length>.length(
      "a height",
      within: Rational(TextStyle.widths.lowerBound)...Rational(TextStyle.widths.upperBound),
      ofText: true, example: "200"),
    "The text is to be at most this high. Of a shape its height.", examples: ["200"], since: "0.2.0"
  )
  static let overflow = Key(
    "overflow", Shape<TextOverflow>.name("what to do"),
    "What happens if it is higher. Left out, it is shown as it is, with a warning.",
    examples: ["\"shrink\""], since: "0.2.0")
  static let leastSize = Key(
    "leastSize",
    Shape<Length>.length(
      "a font size in pixels", within: TextStyle.sizes, ofText: true, example: "20"),
    "The size below which nothing shrinks.", default: "1", examples: ["20"], since: "0.2.0")
  /// Described by that of shapes, which may be a colour too.
  private static let fill = Key("fill", GradientReader.fillShape, "")

  static let keys = [
    underline.description, strike.description, letterSpacing.description,
    paragraphSpacing.description, tabs.description, features.description, axes.description,
    height.description, overflow.description, leastSize.description,
  ]

  static func read(
    _ fields: ObjectFields, into written: inout TextDocument, _ reading: inout Reading
  ) {
    written.style.isUnderlined = fields.read(underline, &reading)?.value ?? false
    written.style.isStruck = fields.read(strike, &reading)?.value ?? false
    func length(
      _ key: Key<Length>, _ apply: @escaping @Sendable (inout TextStyle, Rational) -> Void
    ) {
      written.lengths.append(fields.read(key, &reading)?.value, apply)
    }
    length(letterSpacing) { $0.letterSpacing = $1 }
    length(paragraphSpacing) { $0.paragraphSpacing = $1 }
    length(tabs) { $0.tabs = max(.one, $1) }
    length(leastSize) { $0.leastSize = max(.half, $1) }
    written.style.features = fields.read(features, &reading)?.value ?? []
    written.style.axes = fields.read(axes, &reading)?.value ?? []
    written.height = fields.read(height, &reading)?.value
    written.style.overflow = fields.read(overflow, &reading)?.value
    written.style.fill = fields.read(fill, &reading)?.value
  }

  /// Numbers by tags.
  private static func setting(
    of limits: ClosedRange<Rational>, _ noun: String, _ example: String, takesFlags: Bool
  ) -> Shape<[FontSetting]> {
    let number = Shape<Rational>.number(
      noun, minimum: limits.lowerBound, maximum: limits.upperBound, example: example)
    let flag = Shape<Bool>.boolean
    let tag = takesFlags ? "smcp" : "wdth"
    let expected = "an object of \(takesFlags ? "features" : "axes") by their tags"
    return Shape(
      expected: expected, example: "{ \"\(tag)\": \(example) }",
      schema: .map(takesFlags ? .any([flag.schema, number.schema]) : number.schema)
    ) { value, reading in
      guard case .object(let members) = value.kind else {
        return reading.wrong(value, expected, "{ \"\(tag)\": \(example) }")
      }
      guard members.count <= FontSetting.most else {
        reading.report(
          ProjectMessages.wrongCount(
            members.count, expected: "at most \(FontSetting.most)", range: value.range))
        return nil
      }
      var settings: [FontSetting] = []
      for member in members {
        if !FontSetting.isTag(member.key) {
          reading.report(ProjectMessages.fontTag(member.key, like: tag, range: member.keyRange))
        }
        if takesFlags, case .bool(let isOn) = member.value.kind {
          settings.append(FontSetting(member.key, isOn ? .one : .zero))
        } else if let number = number.read(member.value, &reading) {
          settings.append(FontSetting(member.key, number))
        }
      }
      return settings
    }
  }
}
