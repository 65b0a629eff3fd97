import Diagnostics

/// A value as it should have been written.
struct Respelling: Sendable {
  /// The text to put there, as JSON.
  var json: String
  /// Whether it is the same value in another spelling, and not a guess.
  var isCertain: Bool

  static func certain(_ json: String) -> Respelling { Respelling(json: json, isCertain: true) }
  static func likely(_ json: String) -> Respelling { Respelling(json: json, isCertain: false) }

  /// The order to write it.
  func fix(replacing range: SourceRange) -> Fix {
    Fix(message: "write \(json)", replacing: range, with: json, isCertain: isCertain)
  }
}

/// Texts of numbers, as people write them.
enum Spelling {
  /// No value that could be meant is longer; bounds the time that guessing takes.
  static let lengthLimit = 64

  /// A text without the white space around it, with the comma of a decimal as a point; `nil` for
  /// texts that are too long to be a value.
  ///
  /// A comma before three digits may as well part thousands: it is left, so that nothing reads it.
  static func trimmed(_ text: String) -> String? {
    guard text.utf8.count <= lengthLimit else { return nil }
    var bytes = Array(text.utf8)
    while let last = bytes.last, last == 0x20 || last == 0x09 { bytes.removeLast() }
    bytes = Array(bytes.drop { $0 == 0x20 || $0 == 0x09 })
    let commas = bytes.indices.filter { bytes[$0] == UInt8(ascii: ",") }
    if commas.count == 1, !bytes.contains(UInt8(ascii: ".")) {
      let digits = bytes[(commas[0] + 1)...].prefix { (0x30...0x39).contains($0) }
      if !digits.isEmpty, digits.count != 3 { bytes[commas[0]] = UInt8(ascii: ".") }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The number that a text begins with and the word after it, in lower case; `nil` where it does
  /// not begin with a number.
  static func measure(_ text: String) -> (digits: String, unit: String)? {
    guard let text = trimmed(text) else { return nil }
    let digits = text.prefix { "+-.0123456789".contains($0) }
    guard !digits.isEmpty else { return nil }
    let unit = text[digits.endIndex...].drop { $0 == " " || $0 == "\u{A0}" }
    return (String(digits), unit.lowercased())
  }
}
