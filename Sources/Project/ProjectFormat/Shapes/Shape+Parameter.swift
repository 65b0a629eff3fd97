import Diagnostics
import BaseValues
import PictureKinds
import TimelineModel

extension ParameterDescription {
  /// The key of a project that gives the parameter its value.
  var key: Key<ParameterValue> { key(isRequired: isRequired) }

  /// The same, which may be left out where another reader asks for it.
  func key(isRequired: Bool) -> Key<ParameterValue> {
    Key(
      name, shape, required: isRequired, summary, default: defaultValue?.json,
      examples: examples.map(\.json))
  }

  /// How its values are written.
  var shape: Shape<ParameterValue> {
    switch type {
    case .choice(let words): Shape<String>.name(noun, of: words).map(ParameterValue.word)
    case .number(let range): number(in: range).map(ParameterValue.number)
    case .whole(let range):
      Shape<Int>.integer(noun, in: range, example: example).map(ParameterValue.whole)
    case .color: Shape<Color>.color.map(ParameterValue.color)
    case .point: Shape<Point>.anchor.map(ParameterValue.point)
    case .flag: Shape<Bool>.boolean.map(ParameterValue.flag)
    case .shape: Shape<String>.wipeShape(noun).map(ParameterValue.word)
    case .media: Shape<String>.text(noun, example: example).map(ParameterValue.word)
    case .curve: Shape<[Point]>.curve(noun).map(ParameterValue.curve)
    case .points: Shape<[Point]>.outline(noun).map(ParameterValue.curve)
    }
  }

  private var example: String { (defaultValue ?? examples.first)?.json ?? "" }

  /// How its values in keyframes are written; `nil` where it has none.
  var animatedShape: Shape<AnimatedValue>? {
    switch type {
    case .number(let range): number(in: range).map(AnimatedValue.number)
    case .points: Shape<[Point]>.outline(noun).map(AnimatedValue.outline)
    default: nil
    }
  }

  private func number(in range: ClosedRange<Rational>) -> Shape<Rational> {
    .number(
      noun, minimum: range.lowerBound, maximum: range.upperBound, example: example)
  }
}

extension ParameterValue {
  /// The value as it is written in a project.
  var json: String {
    switch self {
    case .word, .color: JSONText.quoted(text)
    case .number, .whole, .flag: text
    case .point: "[\(text.replacing(",", with: ", "))]"
    case .curve(let points):
      "[\(points.map { ParameterValue.point($0).json }.joined(separator: ", "))]"
    }
  }
}

extension Shape where Value == [Point] {
  /// Points `[[x, y], …]` in any order.
  fileprivate static func outline(_ noun: String) -> Shape {
    let limits = ParameterType.pointRange
    let share = Shape<Rational>.number(
      "a share", minimum: limits.lowerBound, maximum: limits.upperBound, example: "0.5")
    let point = Shape<Point>.pair(of: share, "a point [x, y]", example: "[0.5, 0.6]") {
      Point(x: $0, y: $1)
    }
    let expected = "\(noun): 3 to \(ParameterType.pointLimit) points [x, y]"
    let example = "[[0.5, 0], [1, 1], [0, 1]]"
    let list = Shape<[Located<Point>]>.list(of: point, expected, example: example, atLeast: 3)
    let schema = ValueSchema.array(point.schema, atLeast: 3, atMost: ParameterType.pointLimit)
    return Shape(expected: expected, example: example, schema: schema) { value, reading in
      guard let points = list.read(value, &reading)?.map(\.value) else { return nil }
      guard points.count <= ParameterType.pointLimit else {
        return reading.wrong(value, expected, example)
      }
      return points
    }
  }

  /// Points `[[x, y], …]` from left to right.
  fileprivate static func curve(_ noun: String) -> Shape {
    let share = Shape<Rational>.number(
      "a number from 0 to 1", minimum: .zero, maximum: .one, example: "0.5")
    let point = Shape<Point>.pair(of: share, "a point [x, y]", example: "[0.5, 0.6]") {
      Point(x: $0, y: $1)
    }
    let expected =
      "\(noun): 2 to \(ParameterType.curveLimit) points [x, y], each right of the one before"
    let example = "[[0, 0], [0.5, 0.6], [1, 1]]"
    let list = Shape<[Located<Point>]>.list(of: point, expected, example: example, atLeast: 2)
    return Shape(expected: expected, example: example, schema: list.schema) { value, reading in
      guard let points = list.read(value, &reading)?.map(\.value) else { return nil }
      let isRising = zip(points, points.dropFirst()).allSatisfy { $0.x < $1.x }
      guard isRising, points.count >= 2, points.count <= ParameterType.curveLimit else {
        return reading.wrong(value, expected, example)
      }
      return points
    }
  }
}
