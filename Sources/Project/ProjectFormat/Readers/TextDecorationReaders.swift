import Diagnostics
import BaseValues
import TimelineModel

private let length = Shape<Length>.length(
  "a length", within: TextStyle.lengths, ofText: true, example: "4")

struct OutlineDocument: Sendable {
  var width: Length
  var color: Color
  var side: OutlineSide
}

/// Reads the `outline` of a text.
enum OutlineReader {
  static let width = Key(
    "width", length, "Width of the line.", default: "2", examples: ["3"])
  static let color = Key(
    "color", Shape<Color>.color, "Colour of the line.", default: "\"black\"",
    examples: ["\"navy\""])
  static let side = Key(
    "side", Shape<OutlineSide>.name("a side of the letters' edge"),
    "On which side of the letters' edge it lies.", default: "\"outside\"",
    examples: ["\"inside\""], since: "0.2.0")
  static let description = ObjectDescription(
    "outline", "an outline", "An outline around the letters.",
    keys: [width.description, color.description, side.description])

  static let shape = Shape.object(description, example: "{ \"width\": 2 }") {
    value, reading -> OutlineDocument? in
    guard let fields = ObjectFields(value, description, &reading) else { return nil }
    return OutlineDocument(
      width: fields.read(width, &reading)?.value ?? Length(amount: Rational(2)),
      color: fields.read(color, &reading)?.value ?? .black,
      side: fields.read(side, &reading)?.value ?? .outside)
  }
}

struct ShadowDocument: Sendable {
  var color: Color
  var offset: LengthPair
  var blur: Length
}

/// Reads the `shadow` of a text.
enum ShadowReader {
  static let color = Key(
    "color", Shape<Color>.color, "Colour of the shadow.", default: "\"#00000080\"",
    examples: ["\"black\""])
  static let offset = Key(
    "offset", Shape<LengthPair>.offset, "How far it lies to the right and down.",
    default: "[2, 2]", examples: ["[4, 4]"])
  static let blur = Key(
    "blur", length, "Radius of the blur.", default: "0", examples: ["6"])
  static let description = ObjectDescription(
    "shadow", "a shadow", "A drop shadow below the text.",
    keys: [color.description, offset.description, blur.description])

  static let shape = Shape.object(description, example: "{ \"offset\": [2, 2] }") {
    value, reading -> ShadowDocument? in
    guard let fields = ObjectFields(value, description, &reading) else { return nil }
    return ShadowDocument(
      color: fields.read(color, &reading)?.value
        ?? Color(red: 0, green: 0, blue: 0, alpha: 128),
      offset: fields.read(offset, &reading)?.value
        ?? LengthPair(x: Length(amount: Rational(2)), y: Length(amount: Rational(2))),
      blur: fields.read(blur, &reading)?.value ?? Length(amount: .zero))
  }

  /// One or several, the uppermost first.
  static let list: Shape<[ShadowDocument]> = {
    let expected = "a shadow, or 1 to \(TextStyle.mostShadows) shadows"
    return Shape(
      expected: expected, example: shape.example,
      schema: .any([shape.schema, .array(shape.schema, atLeast: 1, atMost: TextStyle.mostShadows)])
    ) { value, reading in
      guard case .array(let items) = value.kind else {
        return shape.read(value, &reading).map { [$0] }
      }
      guard (1...TextStyle.mostShadows).contains(items.count) else {
        reading.report(
          ProjectMessages.wrongCount(items.count, expected: expected, range: value.range))
        return nil
      }
      return items.compactMap { shape.read($0, &reading) }
    }
  }()
}

struct BoxDocument: Sendable {
  var color: Color
  var padding: Length
  var radius: Length?
  var border: Length?
  var borderColor: Color
  var isPerLine = false
}

/// Reads the `box` of a text, or of a run.
enum BoxReader {
  static let color = Key(
    "color", Shape<Color>.color, "Colour of the box.", default: "\"#00000080\"",
    examples: ["\"black\""])
  static let padding = Key(
    "padding", length, "Distance from the text to the box's edge.", default: "8",
    examples: ["12"])
  static let radius = Key(
    "radius", length, "Roundness of its corners.", default: "0", examples: ["8"], since: "0.2.0")
  static let border = Key(
    "border", length, "Width of a line along its edge.", default: "0", examples: ["2"],
    since: "0.2.0")
  static let borderColor = Key(
    "borderColor", Shape<Color>.color, "Colour of that line.", default: "\"white\"",
    examples: ["\"navy\""], since: "0.2.0")
  static let perLine = Key(
    "perLine", Shape<Bool>.boolean, "Whether each line has a box as wide as itself.",
    default: "false", examples: ["true"], since: "0.2.0")
  private static let formKeys = [
    color.description, padding.description, radius.description, border.description,
    borderColor.description,
  ]
  static let description = ObjectDescription(
    "box", "a box", "A filled box behind the text.", keys: formKeys + [perLine.description])
  static let runDescription = ObjectDescription(
    "runBox", "a box", "A filled box behind a run.", keys: formKeys)

  static let shape = shape(of: description)
  static let runShape = shape(of: runDescription)

  private static func shape(of description: ObjectDescription) -> Shape<BoxDocument> {
    Shape.object(description, example: "{ \"padding\": 12 }") { value, reading in
      guard let fields = ObjectFields(value, description, &reading) else { return nil }
      var box = BoxDocument(
        color: fields.read(color, &reading)?.value
          ?? Color(red: 0, green: 0, blue: 0, alpha: 128),
        padding: fields.read(padding, &reading)?.value ?? Length(amount: Rational(8)),
        borderColor: fields.read(borderColor, &reading)?.value ?? .white)
      box.radius = fields.read(radius, &reading)?.value
      box.border = fields.read(border, &reading)?.value
      if description.hasKey("perLine") {
        box.isPerLine = fields.read(perLine, &reading)?.value ?? false
      }
      return box
    }
  }
}
