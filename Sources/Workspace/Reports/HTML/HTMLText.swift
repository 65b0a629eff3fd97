import Diagnostics

/// Text in HTML.
enum HTMLText {
  /// Text in which nothing is markup, also within a quoted attribute. Control characters that HTML
  /// does not allow become U+FFFD; what would turn the direction of text around it is written as an
  /// escape.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      case "\n", "\t": result.unicodeScalars.append(scalar)
      case "\u{202a}"..."\u{202e}", "\u{2066}"..."\u{2069}", "\u{200e}", "\u{200f}", "\u{61c}":
        result += "\\u{\(String(scalar.value, radix: 16))}"
      case _ where FileName.byte(of: scalar) != nil:
        result += "\\x" + String(FileName.byte(of: scalar) ?? 0, radix: 16)
      default:
        let isControl = scalar.value < 0x20 || (0x7f...0x9f).contains(scalar.value)
        result.unicodeScalars.append(isControl ? "\u{fffd}" : scalar)
      }
    }
    return result
  }

  /// A number with at most `places` decimals, rounded to nearest, without zeros at the end.
  static func number(_ value: Double, places: Int = 2) -> String {
    guard value.isFinite else { return "0" }
    var scale = 1.0
    for _ in 0..<places { scale *= 10 }
    let scaled = min(max((value * scale).rounded(), -1e15), 1e15)
    let digits = Int64(scaled)
    let whole = digits.magnitude / UInt64(scale)
    var fraction = String(digits.magnitude % UInt64(scale))
    fraction = String(repeating: "0", count: places - fraction.count) + fraction
    while fraction.hasSuffix("0") { fraction.removeLast() }
    return (digits < 0 ? "-" : "") + "\(whole)" + (fraction.isEmpty ? "" : ".\(fraction)")
  }

  /// `part` of `whole` in percent, to four decimals.
  static func percent(_ part: Int, of whole: Int) -> String {
    number(100 * Double(part) / Double(max(1, whole)), places: 4)
  }
}
