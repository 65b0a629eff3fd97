/// Text as JSON writes it, RFC 8259.
public enum JSONText {
  /// A string with its quotes and escapes.
  ///
  /// Escaped are the quote, the backslash, control characters (also U+007F to U+009F, which act on
  /// terminals) and the line separators U+2028 and U+2029; all else stays as it is.
  public static func quoted(_ s: String) -> String {
    var result = "\""
    result.reserveCapacity(s.utf8.count + 2)
    for scalar in s.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case "\u{8}": result += "\\b"
      case "\u{C}": result += "\\f"
      case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}":
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
