import Diagnostics
import BaseValues
import OutputKinds
import TimelineModel

/// The largest distance in pixels that can be written.
let maximumPixels = Rational(1_000_000)

extension Shape {
  /// Two values of one kind in an array.
  static func pair<Item>(
    of item: Shape<Item>, _ expected: String, example: String,
    _ join: @escaping @Sendable (Item, Item) -> Value
  ) -> Shape {
    Shape(expected: expected, example: example, schema: .tuple([item.schema, item.schema])) {
      value, reading in
      guard case .array(let items) = value.kind else {
        reading.reportType(
          of: value, expected: expected, example: example,
          respelling: Spelling.pair(value, of: expected))
        return nil
      }
      guard items.count == 2 else {
        reading.report(
          ProjectMessages.wrongCount(
            items.count, expected: "two values, as in \(example)", range: value.range))
        return nil
      }
      let first = item.read(items[0], &reading)
      let second = item.read(items[1], &reading)
      guard let first, let second else { return nil }
      return join(first, second)
    }
  }
}

extension Shape where Value == LengthPair {
  /// A place in the output: `[x, y]`.
  static var position: Shape {
    .pair(of: .length, "a position [x, y]", example: "[\"50%\", \"65%\"]") {
      LengthPair(x: $0, y: $1)
    }
  }

  /// A distance, `[right, down]`.
  static var offset: Shape {
    let length = Shape<Length>.length(
      "a length", within: TextStyle.offsets, ofText: true, example: "4")
    return .pair(of: length, "an offset [right, down]", example: "[4, 4]") {
      LengthPair(x: $0, y: $1)
    }
  }
}

extension Shape where Value == Point {
  /// A point of a picture: shares of its width and height.
  static var anchor: Shape {
    let share = Shape<Rational>(
      expected: "a share of the picture", example: "0.5",
      schema: .any([
        .number(minimum: "-100", maximum: "100"), .string(pattern: percentPattern),
      ])
    ) { value, reading in
      if case .string(let text) = value.kind, let share = percent(text),
        share <= Rational(100), Rational(-100) <= share
      {
        return share
      }
      return Shape<Rational>.number(
        "a share of the picture", minimum: Rational(-100), maximum: Rational(100), example: "0.5"
      ).read(value, &reading)
    }
    return .pair(of: share, "an anchor [x, y]", example: "[0.5, 0.5]") { Point(x: $0, y: $1) }
  }

  /// One factor for both directions, or `[x, y]`.
  static var scale: Shape {
    let factor = Shape<Rational>.number(
      "a factor", minimum: Rational(-1000), maximum: Rational(1000), example: "1.5")
    let both = Shape.pair(of: factor, "factors [x, y]", example: "[1.5, 1]") { Point(x: $0, y: $1) }
    return Shape(
      expected: "a factor or factors [x, y]", example: "1.5",
      schema: .any([factor.schema, both.schema])
    ) { value, reading in
      switch value.kind {
      case .number: factor.read(value, &reading).map { Point(x: $0, y: $0) }
      case .array: both.read(value, &reading)
      default:
        reading.wrong(value, "a factor or factors [x, y]", "1.5") { text in
          Spelling.number(text, of: "a factor") {
            $0 >= Rational(-1000) && $0 <= Rational(1000)
          }
        }
      }
    }
  }

  /// Degrees by which upright edges lean, or `[x, y]`.
  static var skew: Shape {
    let angle = Shape<Rational>.number(
      "an angle in degrees", minimum: Rational(-85), maximum: Rational(85), example: "10")
    let both = Shape.pair(of: angle, "angles [x, y]", example: "[10, 0]") { Point(x: $0, y: $1) }
    return Shape(
      expected: "an angle or angles [x, y]", example: "10",
      schema: .any([angle.schema, both.schema])
    ) { value, reading in
      if case .array = value.kind { return both.read(value, &reading) }
      return angle.read(value, &reading).map { Point(x: $0, y: .zero) }
    }
  }
}

extension Shape where Value == Size {
  /// `"1280x720"`.
  static var pictureSizeText: Shape {
    let expected = "a size"
    let example = "\"1280x720\""
    return Shape(
      expected: expected, example: example,
      schema: .string(pattern: "^[0-9]{1,4}x[0-9]{1,4}$")
    ) { value, reading in
      func wrong() -> Size? {
        reading.reportType(
          of: value, expected: expected, example: example, respelling: Spelling.size(value))
        return nil
      }
      guard case .string(let text) = value.kind else { return wrong() }
      let parts =
        text.utf8.count > 16 ? [] : text.split(separator: "x", omittingEmptySubsequences: false)
      guard parts.count == 2, let width = digits(parts[0]), let height = digits(parts[1]) else {
        return wrong()
      }
      return evenSize(width, height, value, &reading)
    }
  }
}

/// A size whose sides are even and from 2 to 8192; reports any other.
func evenSize(
  _ width: Int, _ height: Int, _ value: JSONValue, _ reading: inout Reading
) -> Size? {
  for side in [width, height] where !(2...8192).contains(side) || !side.isMultiple(of: 2) {
    let nearest = encodableSize(near: width, height)
    reading.report(
      ProjectMessages.oddSize(
        "\(width)x\(height)", side: side, nearest: "\(nearest.width)x\(nearest.height)",
        range: value.range))
    return nil
  }
  return Size(width: width, height: height)
}

/// A size that can be encoded, of the same shape where a side is too large.
func encodableSize(near width: Int, _ height: Int) -> Size {
  let longest = max(width, height)
  var limit = 8192
  while true {
    func side(_ length: Int) -> Int {
      let length = longest > limit ? length * limit / longest : length
      return min(max((length + 1) / 2 * 2, 2), limit)
    }
    let size = Size(width: side(width), height: side(height))
    if VideoCodec.all.contains(where: { $0.limit.allows(size) }) { return size }
    limit /= 2
  }
}

private func digits(_ text: Substring) -> Int? {
  guard (1...9).contains(text.utf8.count), text.utf8.allSatisfy({ (48...57).contains($0) }) else {
    return nil
  }
  return Int(text)
}

extension Reading {
  /// Reports a wrong type where a value is due.
  ///
  /// - Parameter respelling: what a text there stands for, where that is known.
  mutating func wrong<Value>(
    _ value: JSONValue, _ expected: String, _ example: String,
    respelling: (String) -> Respelling? = { _ in nil }
  ) -> Value? {
    var better: Respelling?
    if case .string(let text) = value.kind { better = respelling(text) }
    reportType(of: value, expected: expected, example: example, respelling: better)
    return nil
  }
}
