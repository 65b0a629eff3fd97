internal import TimelineModel

/// Colours as files of captions write them.
enum CaptionColor {
  /// A name of HTML or TTML, `#rgb`, `#rrggbb`, `#rrggbbaa`, `rgb(…)` or `rgba(…)`; `nil` for anything else.
  static func named(_ text: String) -> Color? {
    let text = text.trimmedSpaces.lowercased()
    if text.hasPrefix("#") { return hexadecimal(text.dropFirst()) }
    if text.hasPrefix("rgb"), let open = text.firstIndex(of: "("), text.hasSuffix(")") {
      let parts = text[text.index(after: open)...].dropLast()
        .split(whereSeparator: { ", /".contains($0) }).map(String.init)
      guard parts.count == 3 || parts.count == 4 else { return nil }
      let codes = parts.prefix(3).compactMap { UInt8($0) }
      guard codes.count == 3 else { return nil }
      var color = Color(red: codes[0], green: codes[1], blue: codes[2])
      if parts.count == 4 {
        guard let alpha = alpha(parts[3]) else { return nil }
        color.alpha = alpha
      }
      return color
    }
    if let color = names[text] { return color }
    // Without its number sign, as some programs write it.
    return text.utf8.count == 6 ? hexadecimal(text[...]) : nil
  }

  /// 0…1 with a point as CSS writes it, else 0…255 as TTML does.
  private static func alpha(_ text: String) -> UInt8? {
    if let whole = UInt8(text), whole > 1 { return whole }
    guard let share = Double(text), (0...1).contains(share) else { return nil }
    return UInt8((share * 255).rounded())
  }

  private static func hexadecimal(_ digits: Substring) -> Color? {
    guard digits.utf8.allSatisfy({ $0.isASCIIHexadecimal }) else { return nil }
    let full = digits.utf8.count <= 4 ? String(digits.flatMap { [$0, $0] }) : String(digits)
    guard full.utf8.count == 6 || full.utf8.count == 8, let value = UInt32(full, radix: 16) else {
      return nil
    }
    let codes = full.utf8.count == 6 ? value << 8 | 0xFF : value
    return Color(
      red: UInt8(truncatingIfNeeded: codes >> 24), green: UInt8(truncatingIfNeeded: codes >> 16),
      blue: UInt8(truncatingIfNeeded: codes >> 8), alpha: UInt8(truncatingIfNeeded: codes))
  }

  /// The sixteen names of HTML 4, which TTML has too, and a few more.
  static let names: [String: Color] = [
    "transparent": .clear,
    "black": .black,
    "silver": Color(red: 192, green: 192, blue: 192),
    "gray": Color(red: 128, green: 128, blue: 128),
    "grey": Color(red: 128, green: 128, blue: 128),
    "white": .white,
    "maroon": Color(red: 128, green: 0, blue: 0),
    "red": Color(red: 255, green: 0, blue: 0),
    "purple": Color(red: 128, green: 0, blue: 128),
    "fuchsia": Color(red: 255, green: 0, blue: 255),
    "magenta": Color(red: 255, green: 0, blue: 255),
    "green": Color(red: 0, green: 128, blue: 0),
    "lime": Color(red: 0, green: 255, blue: 0),
    "olive": Color(red: 128, green: 128, blue: 0),
    "yellow": Color(red: 255, green: 255, blue: 0),
    "navy": Color(red: 0, green: 0, blue: 128),
    "blue": Color(red: 0, green: 0, blue: 255),
    "teal": Color(red: 0, green: 128, blue: 128),
    "aqua": Color(red: 0, green: 255, blue: 255),
    "cyan": Color(red: 0, green: 255, blue: 255),
    "orange": Color(red: 255, green: 165, blue: 0),
    "pink": Color(red: 255, green: 192, blue: 203),
    "gold": Color(red: 255, green: 215, blue: 0),
    "brown": Color(red: 165, green: 42, blue: 42),
  ]
}

extension UInt8 {
  var isASCIIHexadecimal: Bool {
    0x30...0x39 ~= self || 0x41...0x46 ~= self || 0x61...0x66 ~= self
  }
}

extension StringProtocol {
  /// Without spaces, tabs and line ends at both ends.
  var trimmedSpaces: String {
    let bytes = Array(utf8)
    guard let first = bytes.firstIndex(where: { $0 > 0x20 }),
      let last = bytes.lastIndex(where: { $0 > 0x20 })
    else { return "" }
    return String(decoding: bytes[first...last], as: UTF8.self)
  }
}
