// Numbers, and words that stand without quotes.
extension JSONParser {
  static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  /// Letters, digits, `_`, `$` and everything that is not ASCII.
  static func isWordByte(_ byte: UInt8) -> Bool {
    isDigit(byte) || (byte | 0x20) &- 0x61 < 26 || byte >= 0x80 || byte == UInt8(ascii: "_")
      || byte == UInt8(ascii: "$")
  }

  /// Reads text, a number or a word; false where none begins.
  mutating func readScalarValue(_ byte: UInt8) -> Bool {
    if let text = readText(as: .value) {
      add(.string(text.string), text.range)
      return true
    }
    guard let end = scanBareWord() else { return false }
    let range = SourceRange(lower: offset, upper: end)
    consume(end - offset)
    if numberEnd(from: range.lower) == end {
      add(.number(text(range)), range)
    } else {
      readBareWord(word(range), range)
    }
    return true
  }

  /// The text of a word, cut where it is longer than any that could have been meant.
  func word(_ range: SourceRange) -> String {
    text(SourceRange(lower: range.lower, upper: min(range.upper, range.lower + 1024)))
  }

  /// Where the number or word at `offset` ends; nil where none begins.
  ///
  /// Takes in what people write without quotes: `00:00:10:12`, `1001/30000s`, `50%`, `-6dB`.
  func scanBareWord() -> Int? {
    var i = offset
    if i < bytes.count, bytes[i] == UInt8(ascii: "-") || bytes[i] == UInt8(ascii: "+") { i += 1 }
    if i < bytes.count, bytes[i] == UInt8(ascii: ".") { i += 1 }
    let isNumeric = i < bytes.count && Self.isDigit(bytes[i])
    guard i > offset || i < bytes.count && Self.isWordByte(bytes[i]) else { return nil }
    if i == offset, foreignSpaceLength > 0 || foreignQuote != nil { return nil }
    if i > offset, bytes[i - 1] == UInt8(ascii: "."), !isNumeric { return nil }
    while i < bytes.count {
      let byte = bytes[i]
      if Self.isWordByte(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
        || byte == UInt8(ascii: "+")
      {
        i += 1
      } else if isNumeric && byte == UInt8(ascii: "%") {
        i += 1
      } else if isNumeric && i + 1 < bytes.count && Self.isDigit(bytes[i + 1])
        && (byte == UInt8(ascii: ":") || byte == UInt8(ascii: ";") || byte == UInt8(ascii: "/"))
      {
        i += 2
      } else {
        break
      }
    }
    return i
  }

  /// The end of the longest number by RFC 8259, section 6, that begins at `start`.
  private func numberEnd(from start: Int) -> Int {
    var i = start
    func digits() -> Bool {
      let first = i
      while i < bytes.count, Self.isDigit(bytes[i]) { i += 1 }
      return i > first
    }
    if bytes[i] == UInt8(ascii: "-") { i += 1 }
    guard i < bytes.count, Self.isDigit(bytes[i]) else { return start }
    if bytes[i] == UInt8(ascii: "0") { i += 1 } else { _ = digits() }
    if i < bytes.count, bytes[i] == UInt8(ascii: ".") {
      let dot = i
      i += 1
      if !digits() { return dot }
    }
    if i < bytes.count, bytes[i] | 0x20 == UInt8(ascii: "e") {
      let exponent = i
      i += 1
      if i < bytes.count, bytes[i] == UInt8(ascii: "+") || bytes[i] == UInt8(ascii: "-") { i += 1 }
      if !digits() { return exponent }
    }
    return i
  }

  /// Takes a word that is not a number for what it probably means.
  private mutating func readBareWord(_ word: String, _ range: SourceRange) {
    switch word {
    case "true": return add(.bool(true), range)
    case "false": return add(.bool(false), range)
    case "null": return add(.null, range)
    default: break
    }
    switch word.lowercased() {
    case "true", "yes", "on":
      report(JSONMessages.unquotedText(word, range, replacement: "true"))
      add(.bool(true), range)
    case "false", "no", "off":
      report(JSONMessages.unquotedText(word, range, replacement: "false"))
      add(.bool(false), range)
    case "null", "nil", "none", "undefined":
      report(JSONMessages.unquotedText(word, range, replacement: "null"))
      add(.null, range)
    case "nan", "+nan", "-nan", "infinity", "+infinity", "-infinity", "inf", "+inf", "-inf":
      report(
        JSONMessages.number(
          word, range, reason: "JSON has finite numbers only", replacement: nil))
      add(.invalid, range)
    default: readOddNumber(word, range)
    }
  }

  private mutating func readOddNumber(_ word: String, _ range: SourceRange) {
    let isNumeric = word.utf8.prefix(3).contains(where: Self.isDigit)
    if isNumeric, let (digits, reason) = Self.normalised(word) {
      report(JSONMessages.number(word, range, reason: reason, replacement: digits))
      add(.number(digits), range)
    } else if word == "-" || word == "+" {
      report(JSONMessages.number(word, range, reason: "digits are missing", replacement: nil))
      add(.invalid, range)
    } else if isNumeric {
      report(
        JSONMessages.number(
          word, range, reason: "times and units need quotes", replacement: JSONText.quoted(word)))
      add(.string(word), range)
    } else {
      report(JSONMessages.unquotedText(word, range, replacement: JSONText.quoted(word)))
      add(.string(word), range)
    }
  }

  /// The number that a nearly right one stands for, and what is not right about it.
  static func normalised(_ word: String) -> (digits: String, reason: String)? {
    var reason = ""
    var rest = Array(word.utf8)
    if rest.first == UInt8(ascii: "+") {
      rest.removeFirst()
      reason = "no plus sign"
    }
    if rest.contains(UInt8(ascii: "_")) {
      rest.removeAll { $0 == UInt8(ascii: "_") }
      reason = "no underscores"
    }
    var sign: [UInt8] = []
    if rest.first == UInt8(ascii: "-") { sign = [rest.removeFirst()] }
    if rest.count > 2, rest.count <= 17, rest[0] == UInt8(ascii: "0"),
      rest[1] | 0x20 == UInt8(ascii: "x"),
      let value = UInt64(String(decoding: rest[2...], as: UTF8.self), radix: 16)
    {
      return (String(decoding: sign, as: UTF8.self) + String(value), "no hexadecimal numbers")
    }
    let whole = rest.prefix(while: isDigit)
    var tail = rest[whole.count...]
    var integer = Array(whole.drop { $0 == UInt8(ascii: "0") })
    if integer.isEmpty { integer = [UInt8(ascii: "0")] }
    if whole.isEmpty {
      reason = "a digit is missing before the point"
    } else if integer.count < whole.count {
      reason = "no leading zeros"
    }
    var fraction: [UInt8] = []
    if tail.first == UInt8(ascii: ".") {
      fraction = Array(tail.dropFirst().prefix(while: isDigit))
      tail = tail.dropFirst(fraction.count + 1)
      if fraction.isEmpty {
        reason = "a digit is missing after the point"
      } else {
        fraction.insert(UInt8(ascii: "."), at: 0)
      }
    }
    if whole.isEmpty && fraction.isEmpty { return nil }
    var exponent = Array(tail)
    if !exponent.isEmpty {
      guard exponent.removeFirst() | 0x20 == UInt8(ascii: "e") else { return nil }
      if let mark = exponent.first, mark == UInt8(ascii: "+") || mark == UInt8(ascii: "-") {
        exponent.removeFirst()
      }
      guard !exponent.isEmpty, exponent.allSatisfy(isDigit) else { return nil }
    }
    return (String(decoding: sign + integer + fraction + tail, as: UTF8.self), reason)
  }
}
