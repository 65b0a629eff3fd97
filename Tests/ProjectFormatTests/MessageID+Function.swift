import Diagnostics

extension MessageID {
  /// The function that says it: `unknownKey` says `unknown-key`.
  var function: String {
    let words = rawValue.split(separator: "-")
    return words.dropFirst().reduce(String(words[0])) {
      $0 + $1.prefix(1).uppercased() + $1.dropFirst()
    }
  }
}
