/// Text as JSON writes it, RFC 8259.
package enum JSONText {
  /// A string with its quotes and escapes.
  ///
  /// Escaped are the quote, the backslash, control characters, and what else acts on a terminal
  /// instead of being shown, as the direction overrides do: JSON may be printed as it is.
  package static func quoted(_ s: String) -> String {
    if s.utf8.allSatisfy({ (0x20..<0x7F).contains($0) && $0 != 0x22 && $0 != 0x5C }) {
      return "\"\(s)\""
    }
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
      case _ where FileName.byte(of: scalar) != nil:
        // As projects write it: half of a surrogate pair for a byte of a file name that is no text.
        result += "\\udc" + String(FileName.byte(of: scalar) ?? 0, radix: 16)
      case _ where TerminalText.isActing(scalar):
        for unit in UTF16.encode(scalar) ?? .init() {
          let digits = String(unit, radix: 16)
          result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
