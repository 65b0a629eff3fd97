import Diagnostics

/// Texts for scripts of the POSIX shell.
package enum ShellText {
  private static let plain = Set(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./=:,+-@%".utf8)

  /// A word that the shell takes as it is, in single quotes where it has to be.
  package static func word(_ text: String) -> String {
    if !text.isEmpty, text.utf8.allSatisfy(plain.contains) { return text }
    return quoted(text)
  }

  /// A word in single quotes.
  ///
  /// Scalar by scalar: a quote with an accent on it is one character, and ends the word all the same.
  package static func quoted(_ text: String) -> String {
    var word = "'"
    for scalar in text.unicodeScalars {
      if scalar == "'" { word += #"'\'"# }
      word.unicodeScalars.append(scalar)
    }
    return word + "'"
  }

  /// A command of one line.
  package static func command(_ words: [String]) -> String {
    words.map(word).joined(separator: " ")
  }
}
