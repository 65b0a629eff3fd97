import Diagnostics
import BaseValues
import TimelineModel

/// The named easings: those of CSS Easing Functions Level 1, Robert Penner's equations, `hold`, and
/// `spring` with its defaults.
let easingNames =
  [
    NamedValue("linear", "at one speed"),
    NamedValue("ease", "fast at first, slow at its end (CSS)"),
    NamedValue("ease-in", "slow at its start (CSS)"),
    NamedValue("ease-out", "slow at its end (CSS)"),
    NamedValue("ease-in-out", "slow at both ends (CSS)"),
    NamedValue("hold", "stays at the first value, then jumps"),
    NamedValue("spring", "swings a little beyond its end"),
  ] + EasingEquation.allCases.map { NamedValue($0.name, $0.summary) }

extension Shape where Value == Easing {
  /// A name, the two control points of a cubic Bézier curve, steps or a spring.
  static var easing: Shape {
    let expected = "an easing"
    let unit = ValueSchema.number(minimum: "0", maximum: "1")
    let free = ValueSchema.number(minimum: "-100", maximum: "100")
    return Shape(
      expected: expected, example: "\"ease-in-out\"",
      schema: .any([
        .names(easingNames), .tuple([unit, free, unit, free]), .object(EasingReader.description),
      ])
    ) { value, reading in
      switch value.kind {
      case .string:
        let names = Shape<String>.name(expected, of: easingNames)
        return names.read(value, &reading).flatMap(namedEasing)
      case .array(let items):
        return bezier(items, value, &reading)
      case .object:
        return EasingReader.read(value, &reading)
      default:
        reading.reportType(of: value, expected: expected, example: "\"ease-in-out\"")
        return nil
      }
    }
  }
}

extension Shape where Value == [Located<Easing>] {
  /// One easing for all stretches, or a list with one for each.
  static var easings: Shape {
    let one = Shape<Easing>.easing
    return Shape(
      expected: "an easing, or one for each stretch", example: one.example,
      schema: .any([one.schema, .array(one.schema, atLeast: 1, atMost: nil)])
    ) { value, reading in
      if case .array(let items) = value.kind, let first = items.first, !first.isNumber {
        let errors = reading.errorCount
        let easings = items.compactMap { item in
          one.read(item, &reading).map { Located(value: $0, range: item.range) }
        }
        return reading.errorCount == errors ? easings : nil
      }
      return one.read(value, &reading).map { [Located(value: $0, range: value.range)] }
    }
  }
}

extension JSONValue {
  var isNumber: Bool {
    if case .number = kind { true } else { false }
  }
}

private func namedEasing(_ name: String) -> Easing? {
  func curve(_ x1: Int64, _ y1: Int64, _ x2: Int64, _ y2: Int64) -> Easing {
    func hundredths(_ n: Int64) -> Rational { Rational(n, 100) ?? .zero }
    return .cubicBezier(
      x1: hundredths(x1), y1: hundredths(y1), x2: hundredths(x2), y2: hundredths(y2))
  }
  return switch name {
  case "linear": .linear
  case "ease": curve(25, 10, 25, 100)
  case "ease-in": curve(42, 0, 100, 100)
  case "ease-out": curve(0, 0, 58, 100)
  case "ease-in-out": curve(42, 0, 58, 100)
  case "hold": .hold
  case "spring": .spring(Spring())
  default:
    EasingEquation.allCases.first { $0.name == name }.map(Easing.equation)
  }
}

private func bezier(
  _ items: [JSONValue], _ value: JSONValue, _ reading: inout Reading
) -> Easing? {
  guard items.count == 4 else {
    reading.report(
      ProjectMessages.wrongCount(
        items.count, expected: "four numbers [x1, y1, x2, y2]", range: value.range))
    return nil
  }
  let unit = Shape<Rational>.number(
    "the x of a control point", minimum: .zero, maximum: .one, example: "0.42")
  let free = Shape<Rational>.number(
    "the y of a control point", minimum: Rational(-100), maximum: Rational(100), example: "1")
  let x1 = unit.read(items[0], &reading)
  let y1 = free.read(items[1], &reading)
  let x2 = unit.read(items[2], &reading)
  let y2 = free.read(items[3], &reading)
  guard let x1, let y1, let x2, let y2 else { return nil }
  return .cubicBezier(x1: x1, y1: y1, x2: x2, y2: y2)
}
