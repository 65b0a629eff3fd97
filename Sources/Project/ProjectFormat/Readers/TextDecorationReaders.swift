import Diagnostics
import BaseValues
import TimelineModel

private let length = Shape<Length>.length(
  "a length", within: TextStyle.lengths, ofText: true, example: "4")

struct OutlineDocument: Sendable {
  var width: Length
  var color: Color
}

/// Reads the `outline` of a text.
enum OutlineReader {
  static let width = Key(
    "width", length, "Width of the line.", default: "2", examples: ["3"])
  static let color = Key(
    "color", Shape<Color>.color, "Colour of the line.", default: "\"black\"",
    examples: ["\"navy\""])
  static let description = ObjectDescription(
    "outline", "an outline", "An outline around the letters.",
    keys: [width.description, color.description])

  static let shape = Shape.object(description, example: "{ \"width\": 2 }") {
    value, reading -> OutlineDocument? in
    guard let fields = ObjectFields(value, description, &reading) else { return nil }
    return OutlineDocument(
      width: fields.read(width, &reading)?.value ?? Length(amount: Rational(2)),
      color: fields.read(color, &reading)?.value ?? .black)
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
}

struct BoxDocument: Sendable {
  var color: Color
  var padding: Length
}

/// Reads the `box` of a text.
enum BoxReader {
  static let color = Key(
    "color", Shape<Color>.color, "Colour of the box.", default: "\"#00000080\"",
    examples: ["\"black\""])
  static let padding = Key(
    "padding", length, "Distance from the text to the box's edge.", default: "8",
    examples: ["12"])
  static let description = ObjectDescription(
    "box", "a box", "A filled box behind the text.",
    keys: [color.description, padding.description])

  static let shape = Shape.object(description, example: "{ \"padding\": 12 }") {
    value, reading -> BoxDocument? in
    guard let fields = ObjectFields(value, description, &reading) else { return nil }
    return BoxDocument(
      color: fields.read(color, &reading)?.value
        ?? Color(red: 0, green: 0, blue: 0, alpha: 128),
      padding: fields.read(padding, &reading)?.value ?? Length(amount: Rational(8)))
  }
}
