import Diagnostics
import BaseValues
import Raster
import TimelineModel

extension Shape where Value == String {
  /// The name of a wipe's shape, or its number in its place.
  static func wipeShape(_ expected: String) -> Shape {
    let shapes = WipeShape.all
    let names = shapes.map(\.name)
    let numbers = shapes.map(\.number)
    let limits = (numbers.min() ?? 1)...(numbers.max() ?? 1)
    let example = JSONText.quoted(names[0])
    return Shape(
      expected: expected, example: example,
      schema: .any([.names(shapes.map { NamedValue($0.name, $0.summary) }), .integer(limits)])
    ) { value, reading in
      switch value.kind {
      case .number(let digits):
        let number = Rational.decimal(digits).flatMap { $0.isWhole ? Int($0.numerator) : nil }
        if let shape = number.flatMap(WipeShape.numbered) { return shape.name }
        reading.report(ProjectMessages.unknownWipeNumber(shortened(digits), range: value.range))
        return nil
      case .string(let text):
        if names.contains(text) { return text }
        reading.report(
          ProjectMessages.unknownWipe(
            shortened(text), respelling: Spelling.wipeShape(text),
            suggestion: reading.suggestion(for: text, among: names), range: value.range))
        return nil
      default:
        reading.reportType(of: value, expected: expected, example: example)
        return nil
      }
    }
  }
}
