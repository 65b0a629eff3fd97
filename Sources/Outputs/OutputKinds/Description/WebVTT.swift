/// Texts of WebVTT, the Web Video Text Tracks Format of the W3C.
package enum WebVTT {
  /// A text in which nothing is a tag or an escape (section 3.1, "WebVTT cue text").
  package static func escaped(_ text: String) -> String {
    var result = ""
    for character in text.unicodeScalars {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      default: result.unicodeScalars.append(character)
      }
    }
    return result
  }
}
