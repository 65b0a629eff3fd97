import Diagnostics

/// Text of strangers in Markdown.
///
/// It stands in code spans: in these no markup, HTML, link, emoji, mention or reference means anything
/// (CommonMark 0.31, 6.1), and what is copied from them is what was written.
enum MarkdownText {
  /// A code span that shows a text on one line.
  static func code(_ text: String) -> String {
    let line = TerminalText.visible(text)
    var longest = 0
    var run = 0
    for scalar in line.unicodeScalars {
      run = scalar == "`" ? run + 1 : 0
      longest = max(longest, run)
    }
    let fence = String(repeating: "`", count: longest + 1)
    // A space at both ends is taken away again; without one an outer ` would lengthen the fence.
    let needsSpace =
      line.isEmpty || line.hasPrefix("`") || line.hasSuffix("`")
      || (line.hasPrefix(" ") && line.hasSuffix(" "))
    let space = needsSpace ? " " : ""
    return fence + space + line + space + fence
  }

  /// A path as the target of a link, relative as it is.
  static func link(_ path: String) -> String {
    var result = ""
    for byte in FileName.bytes(path) {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "/"):
        result.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        result += "%" + (digits.count == 1 ? "0" : "") + digits
      }
    }
    return result
  }
}
