/// Text as a terminal shows it: what is safe to print, and how many cells it takes.
///
/// What acts on a terminal instead of being shown (controls, direction overrides and marks, line
/// separators) is written as an escape: `\u{1b}`, `\u{202e}`, a line end as `\n`; a byte of a file name
/// that is no text as `\xe9`.
package enum TerminalText {
  /// The text on one line, with everything that could act on the terminal made visible.
  package static func visible(_ text: String) -> String {
    if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text }
    var result = ""
    result.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars { result += cell(scalar).text }
    return result
  }

  /// Text of several lines, each made visible; line ends stay.
  package static func visibleLines(_ text: String) -> String {
    if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) || $0 == 0x0A }) { return text }
    var result = ""
    result.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      if scalar == "\n" {
        result.unicodeScalars.append(scalar)
      } else {
        result += cell(scalar).text
      }
    }
    return result
  }

  /// How many cells a text takes.
  package static func width(_ text: String) -> Int {
    if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text.utf8.count }
    return text.unicodeScalars.reduce(0) { $0 + cell($1).width }
  }

  /// Whether a scalar acts on what is shown around it instead of being shown: controls, separators of
  /// lines and paragraphs, and format characters but the two joiners, which scripts and emoji need.
  static func isActing(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20..<0x7F, 0xA0..<0xAD, 0xAE..<0x0300, 0x200C, 0x200D: return false
    case 0x00..<0x20, 0x7F..<0xA0: return true
    default: break
    }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: return true
    default: return false
    }
  }

  /// What to print for a scalar and how many cells wide that is: 0, 1 or 2.
  static func cell(_ scalar: Unicode.Scalar) -> (text: String, width: Int) {
    switch scalar.value {
    case 0x20..<0x7F: return (String(scalar), 1)
    case 0x09: return ("  ", 2)
    case 0x0A: return ("\\n", 2)
    case 0x0D: return ("\\r", 2)
    case 0x200C, 0x200D: return (String(scalar), 0)
    default: break
    }
    if let byte = FileName.byte(of: scalar) {
      return ("\\x" + String(byte, radix: 16), 4)
    }
    if isActing(scalar) {
      // Among these are the direction overrides, which would show a line other than it is.
      let escape = "\\u{" + String(scalar.value, radix: 16) + "}"
      return (escape, escape.utf8.count)
    }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return (String(scalar), 0)
    default: return (String(scalar), isWide(scalar) ? 2 : 1)
    }
  }

  /// True for characters of two cells: East Asian Width W and F (UAX #11), and emoji.
  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
      0xA000...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x20000...0x3FFFD:
      true
    default: scalar.properties.isEmojiPresentation
    }
  }
}
