import Diagnostics
import BaseValues
import TimelineModel

extension Shape where Value == MotionPath {
  /// SVG path data of one stroke without arcs: `M 0 0 C 10 0 20 10 20 20`.
  static var path: Shape {
    let expected = "SVG path data"
    let example = "\"M 100 300 C 300 100 500 500 700 300\""
    return Shape(expected: expected, example: example, schema: .string()) { value, reading in
      guard case .string(let text) = value.kind else {
        reading.reportType(of: value, expected: expected, example: example)
        return nil
      }
      var parser = PathParser(text)
      do throws(PathError) {
        return try parser.path()
      } catch {
        reading.report(ProjectMessages.wrongPath(error.reason, range: value.range))
        return nil
      }
    }
  }
}

/// Why path data cannot be read.
private struct PathError: Error {
  var reason: String
}

/// Reads SVG path data (SVG 2, section 9.3) of one stroke.
private struct PathParser {
  /// More would be no path that a person follows.
  private static let limit = 256

  private var rest: Substring.UnicodeScalarView
  private var result = MotionPath(start: Point(x: .zero, y: .zero))
  private var current = Point(x: .zero, y: .zero)
  /// The control point before `current`, for smooth curves: after a cubic and after a quadratic one.
  private var cubic: Point?
  private var quadratic: Point?

  init(_ text: String) { rest = text[...].unicodeScalars }

  mutating func path() throws(PathError) -> MotionPath {
    skip()
    guard let first = rest.first, first == "M" || first == "m" else {
      throw PathError(reason: "it begins with M and a point")
    }
    rest.removeFirst()
    current = try point(isRelative: false)
    result.start = current
    var command: Unicode.Scalar = first == "M" ? "L" : "l"
    while true {
      skip()
      guard let next = rest.first else { break }
      if next.properties.isAlphabetic {
        rest.removeFirst()
        command = next
      } else if command == "Z" || command == "z" {
        throw PathError(reason: "nothing follows Z")
      }
      guard result.parts.count < Self.limit else {
        throw PathError(reason: "it has at most \(Self.limit) parts")
      }
      try part(command)
    }
    guard !result.parts.isEmpty else { throw PathError(reason: "it leads nowhere") }
    return result
  }

  private mutating func part(_ command: Unicode.Scalar) throws(PathError) {
    let isRelative = command.properties.isLowercase
    let (smooth, bent) = (cubic, quadratic)
    (cubic, quadratic) = (nil, nil)
    switch command {
    case "L", "l": line(to: try point(isRelative: isRelative))
    case "H", "h":
      let x = try number()
      line(to: try sum(Point(x: x, y: .zero), isRelative ? current : Point(x: .zero, y: current.y)))
    case "V", "v":
      let y = try number()
      line(to: try sum(Point(x: .zero, y: y), isRelative ? current : Point(x: current.x, y: .zero)))
    case "Z", "z": line(to: result.start)
    case "C", "c":
      let first = try point(isRelative: isRelative)
      let second = try point(isRelative: isRelative)
      curve(first, second, to: try point(isRelative: isRelative))
    case "S", "s":
      let first = try smooth.map { last throws(PathError) in try mirrored(last) } ?? current
      let second = try point(isRelative: isRelative)
      curve(first, second, to: try point(isRelative: isRelative))
    case "Q", "q":
      let control = try point(isRelative: isRelative)
      try curve(control, to: try point(isRelative: isRelative))
    case "T", "t":
      let control = try bent.map { last throws(PathError) in try mirrored(last) } ?? current
      try curve(control, to: try point(isRelative: isRelative))
    case "M", "m": throw PathError(reason: "it is one stroke, so M stands only at its beginning")
    case "A", "a": throw PathError(reason: "arcs (A) are not supported; write them as curves (C)")
    default: throw PathError(reason: "there is no command '\(command)'")
    }
  }

  private mutating func line(to end: Point) {
    result.parts.append(.line(to: end))
    current = end
  }

  private mutating func curve(_ first: Point, _ second: Point, to end: Point) {
    result.parts.append(.curve(first, second, to: end))
    current = end
    cubic = second
  }

  /// A quadratic curve, as the cubic one that it is.
  private mutating func curve(_ control: Point, to end: Point) throws(PathError) {
    func between(_ a: Rational, _ b: Rational) throws(TimeOverflow) -> Rational {
      try a + (b - a) * Rational(2, over: 3)
    }
    let start = current
    let points = try bounded { () throws(TimeOverflow) in
      (
        Point(x: try between(start.x, control.x), y: try between(start.y, control.y)),
        Point(x: try between(end.x, control.x), y: try between(end.y, control.y))
      )
    }
    curve(points.0, points.1, to: end)
    (cubic, quadratic) = (nil, control)
  }

  private func mirrored(_ point: Point) throws(PathError) -> Point {
    let here = current
    return try bounded { () throws(TimeOverflow) in
      Point(x: try here.x + here.x - point.x, y: try here.y + here.y - point.y)
    }
  }

  private func sum(_ a: Point, _ b: Point) throws(PathError) -> Point {
    try bounded { () throws(TimeOverflow) in Point(x: try a.x + b.x, y: try a.y + b.y) }
  }

  private func bounded<Result>(
    _ body: () throws(TimeOverflow) -> Result
  ) throws(PathError) -> Result {
    do throws(TimeOverflow) { return try body() } catch {
      throw PathError(reason: "its numbers have too many digits")
    }
  }

  private mutating func point(isRelative: Bool) throws(PathError) -> Point {
    let point = Point(x: try number(), y: try number())
    return isRelative ? try sum(point, current) : point
  }

  /// A number, after spaces and at most one comma.
  private mutating func number() throws(PathError) -> Rational {
    skip()
    if rest.first == "," { rest.removeFirst() }
    skip()
    var text = ""
    if let sign = rest.first, sign == "-" || sign == "+" {
      rest.removeFirst()
      if sign == "-" { text = "-" }
    }
    var digits = ""
    var hasPoint = false
    while let next = rest.first, ("0"..."9").contains(next) || next == "." && !hasPoint {
      if next == "." { hasPoint = true }
      digits.unicodeScalars.append(next)
      rest.removeFirst()
    }
    guard digits.contains(where: \.isNumber) else {
      if rest.first == "%" { throw PathError(reason: "its points are in pixels, not per cent") }
      let found = rest.first.map { "'\($0)'" } ?? "the end"
      throw PathError(reason: "a number is missing before \(found)")
    }
    if digits.hasPrefix(".") { digits = "0" + digits }
    if digits.hasSuffix(".") { digits += "0" }
    guard var number = Rational.decimal(text + digits) else {
      throw PathError(reason: "'\(digits.prefix(12))…' has too many digits")
    }
    if rest.first == "%" { throw PathError(reason: "its points are in pixels, not per cent") }
    if let power = exponent() {
      guard power.magnitude <= 9 else {
        throw PathError(reason: "its points lie within a million pixels")
      }
      var factor = Rational(1)
      for _ in 0..<power.magnitude {
        factor = try bounded { () throws(TimeOverflow) in try factor * Rational(10) }
      }
      let (base, scale) = (number, factor)
      number = try bounded { () throws(TimeOverflow) in
        power < 0 ? try base / scale : try base * scale
      }
    }
    guard number <= maximumPixels,
      try bounded({ () throws(TimeOverflow) in try .zero - number })
        <= maximumPixels
    else { throw PathError(reason: "its points lie within a million pixels") }
    return number
  }

  /// The power of ten behind a number; `nil` where none is written.
  private mutating func exponent() -> Int? {
    guard let letter = rest.first, letter == "e" || letter == "E" else { return nil }
    var after = rest.dropFirst()
    var text = ""
    if let sign = after.first, sign == "-" || sign == "+" {
      text = sign == "-" ? "-" : ""
      after.removeFirst()
    }
    while let next = after.first, ("0"..."9").contains(next), text.count < 6 {
      text.unicodeScalars.append(next)
      after.removeFirst()
    }
    guard let power = Int(text) else { return nil }
    rest = after
    return power
  }

  private mutating func skip() {
    while let next = rest.first, next.properties.isWhitespace { rest.removeFirst() }
  }
}
