import Diagnostics
import TimelineModel

extension Shape where Value == Color {
  /// `#rgb`, `#rgba`, `#rrggbb`, `#rrggbbaa` or one of the basic colour names of CSS.
  static var color: Shape {
    let expected = "a colour"
    return Shape(
      expected: expected, example: "\"#ff8800\"",
      schema: .any([
        .words(colorNames.map(\.name)),
        .string(pattern: "^#([0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})$"),
      ])
    ) { value, reading in
      let names = colorNames.map(\.name)
      guard case .string(let text) = value.kind else {
        reading.reportType(
          of: value, expected: expected, example: "\"#ff8800\"",
          respelling: Spelling.color(value, names: names))
        return nil
      }
      if let named = colorNames.first(where: { $0.name == text }) { return named.color }
      if let color = hexadecimalColor(text) { return color }
      reading.report(
        ProjectMessages.colorSyntax(
          shortened(text), range: value.range, respelling: Spelling.color(value, names: names),
          nearest: reading.nearest(to: text, among: names),
          likely: Spelling.nearestOtherColor(to: text), count: names.count))
      return nil
    }
  }
}

extension Shape where Value == Color {
  /// A colour that is opaque or, for whatever lies behind everything, no colour at all.
  static var background: Shape {
    let color = Shape.color
    return Shape(expected: color.expected, example: color.example, schema: color.schema) {
      value, reading in
      guard let read = color.read(value, &reading) else { return nil }
      guard (1...254).contains(read.alpha) else { return read }
      reading.report(ProjectMessages.backgroundSeenThrough(range: value.range))
      return nil
    }
  }
}

private func hexadecimalColor(_ text: String) -> Color? {
  guard text.utf8.first == UInt8(ascii: "#"), text.utf8.count <= 9 else { return nil }
  var digits: [UInt8] = []
  for character in text.dropFirst() {
    guard character.isASCII, let digit = character.hexDigitValue else { return nil }
    digits.append(UInt8(digit))
  }
  if digits.count == 3 || digits.count == 4 { digits = digits.flatMap { [$0, $0] } }
  guard digits.count == 6 || digits.count == 8 else { return nil }
  func byte(_ index: Int) -> UInt8 { digits[index * 2] << 4 | digits[index * 2 + 1] }
  return Color(
    red: byte(0), green: byte(1), blue: byte(2), alpha: digits.count == 8 ? byte(3) : 255)
}

/// The basic colour keywords of CSS Color Module Level 4, orange and transparent.
private let colorNames: [(name: String, color: Color)] = [
  ("aqua", Color(red: 0, green: 255, blue: 255)),
  ("black", .black),
  ("blue", Color(red: 0, green: 0, blue: 255)),
  ("cyan", Color(red: 0, green: 255, blue: 255)),
  ("fuchsia", Color(red: 255, green: 0, blue: 255)),
  ("gray", Color(red: 128, green: 128, blue: 128)),
  ("green", Color(red: 0, green: 128, blue: 0)),
  ("grey", Color(red: 128, green: 128, blue: 128)),
  ("lime", Color(red: 0, green: 255, blue: 0)),
  ("magenta", Color(red: 255, green: 0, blue: 255)),
  ("maroon", Color(red: 128, green: 0, blue: 0)),
  ("navy", Color(red: 0, green: 0, blue: 128)),
  ("olive", Color(red: 128, green: 128, blue: 0)),
  ("orange", Color(red: 255, green: 165, blue: 0)),
  ("purple", Color(red: 128, green: 0, blue: 128)),
  ("red", Color(red: 255, green: 0, blue: 0)),
  ("silver", Color(red: 192, green: 192, blue: 192)),
  ("teal", Color(red: 0, green: 128, blue: 128)),
  ("transparent", .clear),
  ("white", .white),
  ("yellow", Color(red: 255, green: 255, blue: 0)),
]
