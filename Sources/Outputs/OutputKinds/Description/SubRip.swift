/// Texts of SubRip, which has no escapes.
package enum SubRip {
  /// A text in which nothing is read as a tag, an override of ASS or an arrow between times: where one would be, there is
  /// a word joiner (U+2060) in it, which shows nothing.
  ///
  /// - Complexity: O(length of the text).
  package static func guarded(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == 0x3C || $0 == 0x7B || $0 == 0x3E || $0 == 0x5C }) else {
      return text
    }
    var result = ""
    var before: Unicode.Scalar = " "
    for scalar in text.unicodeScalars {
      let isTag =
        before == "<" && (scalar == "/" || scalar.isASCII && scalar.properties.isAlphabetic)
      if isTag || before == "{" && scalar == "\\" || before == "-" && scalar == ">"
        || before == "\\" && scalar == "N"
      {
        result += "\u{2060}"
      }
      result.unicodeScalars.append(scalar)
      before = scalar
    }
    return result
  }
}
