/// Texts for scripts of the POSIX shell.
enum ShellText {
  private static let plain = Set(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./=:,+-@%")

  /// A word that the shell takes as it is, in single quotes where it has to be.
  static func word(_ text: String) -> String {
    if !text.isEmpty, text.allSatisfy(plain.contains) { return text }
    return "'" + text.replacing("'", with: #"'\''"#) + "'"
  }

  /// A command of one line.
  static func command(_ words: [String]) -> String { words.map(word).joined(separator: " ") }

  /// What a comment may hold: one line without control characters.
  static func comment(_ text: String) -> String {
    String(text.map { $0.isNewline || $0.isWhitespace ? " " : $0 })
  }
}
