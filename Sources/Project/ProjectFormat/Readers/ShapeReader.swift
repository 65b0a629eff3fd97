import Diagnostics
import BaseValues
import TimelineModel

/// Reads the keys of a shape among those of a layer.
enum ShapeReader {
  static let shape = Key(
    "shape", Shape<ShapeKind>.name("a shape"), "Draws a shape instead of a text.",
    examples: ["\"rectangle\""], since: "0.2.0")
  static let radius = Key(
    "radius", ShapeStrokeReader.length, "Roundness of a rectangle's corners.", default: "0",
    examples: ["20"], since: "0.2.0")
  static let points = Key(
    "points",
    Shape<[Located<LengthPair>]>.list(
      of: .position, "an array of points", example: "[[100, 100], [300, 200]]", atLeast: 2),
    "Corners of a line, an arrow or a polygon: places on the canvas, unless it has a `position`.",
    examples: ["[[100, 100], [\"50%\", \"50%\"]]"], since: "0.2.0")
  static let sides = Key(
    "sides", Shape<Int>.integer("a number of sides", in: ShapeStyle.sides, example: "6"),
    "Sides of a polygon, points of a star.", default: "5", examples: ["6"], since: "0.2.0")
  static let inner = Key(
    "inner", Shape<Rational>.share("a share of the radius", example: "0.5"),
    "How far the inner corners of a star are from its centre.", default: "0.4",
    examples: ["0.5"], since: "0.2.0")
  static let path = Key(
    "path", Shape<ShapePath>.data, "SVG path data, in pixels.",
    examples: ["\"M 0 0 H 40 L 20 30 Z\""], since: "0.2.0")
  static let head = Key(
    "head",
    Shape<Length>.length(
      "a length", within: ShapeStyle.headSizes, ofText: false, example: "24"),
    "Length of an arrow's head. Left out, 4 widths of its stroke.", examples: ["24"],
    since: "0.2.0")
  static let heads = Key(
    "heads", Shape<ArrowHeads>.name("ends of an arrow"), "Which ends have a head.",
    default: "\"end\"", examples: ["\"both\""], since: "0.2.0")
  static let fill = Key(
    "fill", ShapeFill.shape,
    "A gradient over the text's box, instead of `color`. For a shape also a colour, or `\"none\"`.",
    examples: ["{\"stops\": [\"yellow\", \"orange\"], \"direction\": \"down\"}"],
    since: "0.2.0")
  static let stroke = Key(
    "stroke", ShapeStrokeReader.shape, "A line along the edge of a shape.",
    examples: ["{\"width\": 4, \"color\": \"navy\"}"], since: "0.2.0")
  static let drawn = Key(
    "drawn", DrawnPart.shape, "The share of its outline that the stroke shows, or `[from, to]`.",
    default: "1", examples: ["0.5", "[0.25, 0.75]"], since: "0.2.0")

  /// Keys that no text and no image has, beside `shape`.
  static let keys = [
    radius.description, points.description, sides.description,
    inner.description, path.description, head.description, heads.description,
    stroke.description, drawn.description,
  ]

  // Keys that texts have in another sense.
  private static let side = Shape<Length>.length(
    "a size", within: .one...Rational(32_768), ofText: false, example: "320")
  private static let width = Key("width", side, "")
  private static let height = Key("height", side, "")

  /// The kinds of shape that a key is for; `nil` for keys that are not for shapes.
  static func kinds(of key: String) -> Set<ShapeKind>? {
    switch key {
    case "shape", "stroke", "drawn", "shadow": Set(ShapeKind.allCases)
    case "width", "height": [.rectangle, .ellipse, .polygon, .star, .path]
    case "fill": [.rectangle, .ellipse, .polygon, .star, .path]
    case "radius": [.rectangle]
    case "points": [.line, .arrow, .polygon]
    case "sides": [.polygon, .star]
    case "inner": [.star]
    case "path": [.path]
    case "head", "heads": [.arrow]
    default: nil
    }
  }

  /// Reads keys that stand alone, in a style or a default: what is wrong with each by itself.
  static func check(_ members: [JSONMember], _ reading: inout Reading) {
    for member in members {
      reading.keys.append(member.key)
      switch member.key {
      case "shape": _ = shape.shape.read(member.value, &reading)
      case "radius": _ = radius.shape.read(member.value, &reading)
      case "points": _ = points.shape.read(member.value, &reading)
      case "sides": _ = sides.shape.read(member.value, &reading)
      case "inner": _ = inner.shape.read(member.value, &reading)
      case "path": _ = path.shape.read(member.value, &reading)
      case "head": _ = head.shape.read(member.value, &reading)
      case "heads": _ = heads.shape.read(member.value, &reading)
      case "fill": _ = fill.shape.read(member.value, &reading)
      case "stroke": _ = stroke.shape.read(member.value, &reading)
      case "drawn": _ = drawn.shape.read(member.value, &reading)
      case "width", "height": _ = side.read(member.value, &reading)
      default: break
      }
      reading.keys.removeLast()
    }
  }

  /// The shape of a kind that keys describe; those of other kinds have been reported.
  static func read(
    _ kind: Located<ShapeKind>, _ fields: ObjectFields, _ reading: inout Reading
  ) -> ShapeDocument? {
    let errors = reading.errorCount
    var written = ShapeDocument(kind: kind.value)
    written.width = fields.read(width, &reading)?.value
    written.height = fields.read(height, &reading)?.value
    written.radius = fields.read(radius, &reading)?.value
    written.points = fields.read(points, &reading)?.value.map(\.value) ?? []
    written.sides = fields.read(sides, &reading)?.value ?? 5
    if let inner = fields.read(inner, &reading) { written.inner = inner.value }
    written.path = fields.read(path, &reading)?.value
    written.head = fields.read(head, &reading)?.value
    if let heads = fields.read(heads, &reading) { written.heads = heads.value }
    let fill = fields.read(fill, &reading)
    written.fill = fill?.value ?? (kind.value.isLine ? .none : .color(.white))
    written.stroke = fields.read(stroke, &reading)?.value
    if kind.value.isLine, fields.member("stroke") == nil { written.stroke = .standard }
    let drawn = fields.read(drawn, &reading)
    if let drawn { written.drawn = drawn.value }
    written.shadows = fields.read(LayerReader.shadow, &reading)?.value ?? []
    checkNeeds(kind, fields, written, &reading)
    if let fill, kind.value.isLine, fill.value != .none {
      reading.report(
        ProjectMessages.keyOfOtherContent(
          "fill", for: LayerKind.owners(of: "fill"), this: kind.value.noun, better: "stroke",
          range: fields.member("fill")?.keyRange ?? fill.range))
    }
    let hasStroke = (written.stroke?.width.amount ?? .zero) > .zero
    if let drawn, !hasStroke {
      reading.report(ShapeMessages.drawnWithoutStroke(range: drawn.range))
    } else if written.fill == .none, !hasStroke {
      reading.report(
        ShapeMessages.shapeWithoutPaint(kind.value.noun, range: fill?.range ?? kind.range))
    }
    return reading.errorCount == errors ? written : nil
  }

  /// Whether it has what its kind needs, and that only once.
  private static func checkNeeds(
    _ kind: Located<ShapeKind>, _ fields: ObjectFields, _ written: ShapeDocument,
    _ reading: inout Reading
  ) {
    let needed: [String]
    switch kind.value {
    case .rectangle, .ellipse, .star: needed = ["width", "height"]
    case .polygon: needed = ["width", "height", "points"]
    case .line, .arrow: needed = ["points"]
    case .path: needed = ["path"]
    }
    if !needed.contains(where: { fields.member($0) != nil }) {
      let example = needed == ["points"] ? points.description.examples.first : nil
      reading.report(
        ProjectMessages.missingKey(
          needed.joined(separator: "\" or \""), of: kind.value.noun, range: kind.range,
          example: example ?? (needed == ["path"] ? path.shape.example : "320")))
    }
    guard kind.value == .polygon, let points = fields.member("points") else { return }
    for key in ["width", "height", "sides"] {
      guard let other = fields.member(key) else { continue }
      reading.report(
        ProjectMessages.conflictingKeys(
          "points", key, of: kind.value.noun, range: other.keyRange, other: points.keyRange))
    }
    if written.points.count == 2 {
      reading.report(
        ProjectMessages.wrongCount(2, expected: "at least 3 items", range: points.value.range))
    }
  }
}

/// A shape as it is written.
struct ShapeDocument: Sendable {
  var kind: ShapeKind
  var width: Length?
  var height: Length?
  var radius: Length?
  var points: [LengthPair] = []
  var sides = 5
  var inner = Rational(2, over: 5)
  var path: ShapePath?
  var head: Length?
  var heads = ArrowHeads.end
  var fill = ShapeFill.color(.white)
  var stroke: ShapeStrokeDocument?
  var drawn = DrawnPart(from: .zero, to: .one)
  var shadows: [ShadowDocument] = []
}

/// What a shape is filled with.
enum ShapeFill: Hashable, Sendable {
  case none
  case color(Color)
  case shading(Shading)

  static let shape: Shape<ShapeFill> = {
    let color = Shape<Color>.color
    let expected = "a colour, a gradient or \"none\""
    return Shape(
      expected: expected, example: color.example,
      schema: .any([
        .names([NamedValue("none", "nothing")]), color.schema, GradientReader.fillShape.schema,
      ])
    ) { value, reading in
      switch value.kind {
      case .string("none"): ShapeFill.none
      case .object: GradientReader.fillShape.read(value, &reading).map { .shading($0) }
      case .string: color.read(value, &reading).map { .color($0) }
      default: reading.wrong(value, expected, color.example)
      }
    }
  }()
}

/// A part of an outline: shares of its length.
struct DrawnPart: Hashable, Sendable {
  var from: Rational
  var to: Rational

  static let shape: Shape<DrawnPart> = {
    let expected = "a share of the outline, or two that rise"
    let share = Shape<Rational>.share(expected, example: "0.5")
    return Shape(
      expected: expected, example: "0.5",
      schema: .any([share.schema, .tuple([share.schema, share.schema])])
    ) { value, reading in
      guard case .array(let items) = value.kind else {
        return share.read(value, &reading).map { DrawnPart(from: .zero, to: $0) }
      }
      guard items.count == 2 else {
        reading.report(
          ProjectMessages.wrongCount(
            items.count, expected: "two values, as in [0.25, 0.75]", range: value.range))
        return nil
      }
      guard let from = share.read(items[0], &reading), let to = share.read(items[1], &reading)
      else { return nil }
      guard from <= to else { return reading.wrong(value, expected, "[0.25, 0.75]") }
      return DrawnPart(from: from, to: to)
    }
  }()
}

extension Shape where Value == ShapePath {
  /// SVG path data with all commands.
  static var data: Shape {
    let expected = "SVG path data"
    let example = "\"M 0 0 H 40 L 20 30 Z\""
    return Shape(expected: expected, example: example, schema: .string()) { value, reading in
      guard case .string(let text) = value.kind else {
        reading.reportType(of: value, expected: expected, example: example)
        return nil
      }
      do throws(PathDataError) {
        return try ShapePath(data: text)
      } catch {
        // Where the text has no escapes, the place in it is one in the file.
        var range = value.range
        if range.upper - range.lower == text.utf8.count + 2 {
          let lower = min(range.lower + 1 + error.offset, range.upper - 1)
          range = SourceRange(lower: lower, upper: lower + 1)
        }
        reading.report(ProjectMessages.wrongPath(error.reason, range: range))
        return nil
      }
    }
  }
}
