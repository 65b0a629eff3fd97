import Diagnostics
import BaseValues
import TimelineModel

/// A stroke as it is written.
struct ShapeStrokeDocument: Sendable {
  var width = Length(amount: Rational(4))
  var color = Color.white
  var dashes: [Length] = []
  var dashOffset: Length?
  var cap = StrokeCap.butt
  var join = StrokeJoin.miter
  var side = StrokeSide.center

  /// That of a line which says nothing of it.
  static let standard = ShapeStrokeDocument()
}

/// Reads the `stroke` of a shape.
enum ShapeStrokeReader {
  /// Of strokes and corners.
  static let length = Shape<Length>.length(
    "a length", within: TextStyle.lengths, ofText: false, example: "4")
  private static let dashLength = Shape<Length>.length(
    "a length", within: ShapeStyle.dashLengths, ofText: false, example: "12")

  static let width = Key("width", length, "Width of the line.", default: "4", examples: ["6"])
  static let color = Key(
    "color", Shape<Color>.color, "Colour of the line.", default: "\"white\"",
    examples: ["\"navy\""])
  static let dash = Key(
    "dash",
    Shape<[Located<Length>]>.list(
      of: dashLength, "an array of lengths", example: "[12, 8]", atLeast: 1),
    "Lengths of dashes and gaps, in turn.", examples: ["[12, 8]"])
  static let dashOffset = Key(
    "dashOffset",
    Shape<Length>.length("a length", within: TextStyle.offsets, ofText: false, example: "6"),
    "How much of the dashes lies before the beginning.", default: "0", examples: ["6"])
  static let cap = Key(
    "cap", Shape<StrokeCap>.name("an end of a line"), "Ends of the line and its dashes.",
    default: "\"butt\"", examples: ["\"round\""])
  static let join = Key(
    "join", Shape<StrokeJoin>.name("a corner of a line"), "Its corners.",
    default: "\"miter\"", examples: ["\"round\""])
  static let side = Key(
    "side", Shape<StrokeSide>.name("a side of an edge"), "On which side of the edge it lies.",
    default: "\"center\"", examples: ["\"inside\""])

  static let description = ObjectDescription(
    "stroke", "a stroke", "A line along the edge of a shape.",
    keys: [
      width.description, color.description, dash.description, dashOffset.description,
      cap.description, join.description, side.description,
    ])

  static let shape = Shape.object(description, example: "{ \"width\": 4 }") {
    value, reading -> ShapeStrokeDocument? in
    guard let fields = ObjectFields(value, description, &reading) else { return nil }
    var stroke = ShapeStrokeDocument()
    if let width = fields.read(width, &reading) { stroke.width = width.value }
    if let color = fields.read(color, &reading) { stroke.color = color.value }
    if let dashes = fields.read(dash, &reading) {
      stroke.dashes = dashes.value.map(\.value)
      if dashes.value.count > ShapeStroke.mostDashes {
        reading.report(
          ProjectMessages.wrongCount(
            dashes.value.count, expected: "at most \(ShapeStroke.mostDashes)",
            range: dashes.range))
      } else if stroke.dashes.allSatisfy({ $0.amount == .zero }) {
        reading.report(ShapeMessages.dashesWithoutLength(range: dashes.range))
      }
    }
    stroke.dashOffset = fields.read(dashOffset, &reading)?.value
    if let cap = fields.read(cap, &reading) { stroke.cap = cap.value }
    if let join = fields.read(join, &reading) { stroke.join = join.value }
    if let side = fields.read(side, &reading) { stroke.side = side.value }
    if fields.member("dash") == nil, let offset = fields.member("dashOffset") {
      reading.report(ShapeMessages.dashOffsetWithoutDash(range: offset.keyRange))
    }
    return stroke
  }
}
