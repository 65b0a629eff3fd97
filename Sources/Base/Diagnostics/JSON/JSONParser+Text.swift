// Text between quotes, right ones and wrong ones.
extension JSONParser {
  /// What the text is for, which decides what may follow it.
  enum Role {
    case key, value
  }

  struct Text {
    var string: String
    var range: SourceRange
    /// True where its end had to be guessed.
    var isBroken = false
  }

  /// Reads text at `offset`; nil where no quote of any kind begins.
  mutating func readText(as role: Role) -> Text? {
    let text: Text
    if bytes[offset] == UInt8(ascii: "\"") {
      text = readQuoted(as: role)
    } else if let quote = foreignQuote {
      text = readForeignQuoted(quote)
    } else {
      return nil
    }
    consume(text.range.upper - offset)
    return text
  }

  // MARK: - Double quotes

  private mutating func readQuoted(as role: Role) -> Text {
    let open = offset
    var decoded = ""
    var start = open + 1
    var i = start
    while i < bytes.count, !isStopped {
      let byte = bytes[i]
      if byte == UInt8(ascii: "\"") {
        if i + 1 < bytes.count, Self.isWordByte(bytes[i + 1]),
          let repaired = repair(open, close: i, as: role)
        {
          return repaired
        }
        decoded += String(decoding: bytes[start..<i], as: UTF8.self)
        return Text(string: decoded, range: SourceRange(lower: open, upper: i + 1))
      }
      if byte == UInt8(ascii: "\\") {
        decoded += String(decoding: bytes[start..<i], as: UTF8.self)
        i = readEscape(at: i, into: &decoded)
        start = i
      } else if byte == 0x0A || byte == 0x0D {
        break
      } else {
        if byte < 0x20, isReporting { reportControl(at: i) }
        i += 1
      }
    }
    return unterminated(open, contentStart: open + 1, end: i, quote: "\"", as: role)
  }

  /// Text that the line ended: it probably stops before a comma at the end of the line.
  private mutating func unterminated(
    _ open: Int, contentStart: Int, end: Int, quote: String, as role: Role
  ) -> Text {
    var end = end
    func trim() { while end > contentStart, Self.isSpace(bytes[end - 1]) { end -= 1 } }
    trim()
    if end > contentStart, bytes[end - 1] == UInt8(ascii: ",") {
      end -= 1
      trim()
    }
    let range = SourceRange(lower: open, upper: end)
    // Never kept quiet: what follows in the file is read differently because of it.
    let wasQuiet = isQuiet
    isQuiet = false
    report(JSONMessages.unterminatedText(range, quote: quote))
    isQuiet = wasQuiet
    let content = SourceRange(lower: contentStart, upper: end)
    return Text(string: text(content), range: range, isBroken: true)
  }

  private mutating func reportControl(at index: Int) {
    let byte = bytes[index]
    let escaped = JSONText.quoted(String(Unicode.Scalar(byte))).dropFirst().dropLast()
    report(
      JSONMessages.controlCharacter(
        Unicode.Scalar(byte), in: SourceRange(lower: index, upper: index + 1),
        escape: String(escaped)))
  }

  // MARK: - A word right after the closing quote

  /// What was meant where a word follows the closing quote: a quote is missing before, or quotes
  /// inside the text are not escaped. Nil where neither is likely.
  private mutating func repair(_ open: Int, close: Int, as role: Role) -> Text? {
    missingQuote(open, close: close, as: role) ?? innerQuotes(open, close: close, as: role)
  }

  /// `"bridge, "in": 2`: what seemed the closing quote opens the next text.
  private mutating func missingQuote(_ open: Int, close: Int, as role: Role) -> Text? {
    var end = close
    while end > open + 1, Self.isSpace(bytes[end - 1]) { end -= 1 }
    let separator = role == .key ? UInt8(ascii: ":") : UInt8(ascii: ",")
    guard end > open + 1, bytes[end - 1] == separator else { return nil }
    end -= 1
    // The next text must be what belongs there.
    guard let nextQuote = quote(after: close), let last = stack.last else { return nil }
    let following = byte(afterSpaceFrom: nextQuote + 1)
    switch (role, last.isObject) {
    case (.value, true): guard following == UInt8(ascii: ":") else { return nil }
    default:
      guard following == UInt8(ascii: ",") || following == Self.closer(last) else { return nil }
    }
    while end > open + 1, Self.isSpace(bytes[end - 1]) { end -= 1 }
    let range = SourceRange(lower: open, upper: end)
    report(JSONMessages.unterminatedText(range, quote: "\""))
    let content = SourceRange(lower: open + 1, upper: end)
    return Text(string: text(content), range: range)
  }

  /// `"he said "hi" to me",`: the text goes on to the first quote that something follows.
  private mutating func innerQuotes(_ open: Int, close: Int, as role: Role) -> Text? {
    var inner = [SourceRange(lower: close, upper: close + 1)]
    var from = close
    while let next = quote(after: from), next - close < 4096 {
      let following = byte(afterSpaceFrom: next + 1)
      let isEnd =
        switch (role, following) {
        case (.key, UInt8(ascii: ":")): true
        case (.value, nil), (.value, 0x0A), (.value, 0x0D), (.value, UInt8(ascii: ",")),
          (.value, UInt8(ascii: "}")), (.value, UInt8(ascii: "]")):
          true
        default: false
        }
      if isEnd {
        let range = SourceRange(lower: open, upper: next + 1)
        report(JSONMessages.innerQuotes(range, inner: inner))
        let content = SourceRange(lower: open + 1, upper: next)
        return Text(string: text(content), range: range)
      }
      inner.append(SourceRange(lower: next, upper: next + 1))
      from = next
    }
    return nil
  }

  /// The next quote without a backslash on the same line, at most 4096 bytes on.
  private func quote(after index: Int) -> Int? {
    var i = index + 1
    let end = min(bytes.count, index + 4096)
    while i < end, bytes[i] != 0x0A, bytes[i] != 0x0D {
      if bytes[i] == UInt8(ascii: "\"") { return i }
      i += bytes[i] == UInt8(ascii: "\\") ? 2 : 1
    }
    return nil
  }

  /// The first byte from `index` that is no space or tab; nil at the end of the file.
  private func byte(afterSpaceFrom index: Int) -> UInt8? {
    bytes[min(index, bytes.count)...].first { $0 != 0x20 && $0 != 0x09 }
  }

  private static func closer(_ container: Container) -> UInt8 {
    container.isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")
  }

  // MARK: - Other quotes

  /// The character that opens text with the wrong quotes at `offset`, and those that may close it.
  var foreignQuote: (open: String, close: [String])? {
    switch bytes[offset] {
    case UInt8(ascii: "'"): return ("'", ["'"])
    case UInt8(ascii: "`"): return ("`", ["`"])
    case 0xC2:
      return starts("«", at: offset) ? ("«", ["»"]) : nil
    case 0xE2:
      for open in ["“", "”", "„"] where starts(open, at: offset) {
        return (open, ["”", "“", "\""])
      }
      for open in ["‘", "’", "‚"] where starts(open, at: offset) { return (open, ["’", "‘", "'"]) }
      return nil
    default: return nil
    }
  }

  private func starts(_ text: String, at index: Int) -> Bool {
    bytes[index...].starts(with: text.utf8)
  }

  private mutating func readForeignQuoted(_ quote: (open: String, close: [String])) -> Text {
    let open = offset
    let contentStart = open + quote.open.utf8.count
    var decoded = ""
    var start = contentStart
    var i = start
    while i < bytes.count, bytes[i] != 0x0A, bytes[i] != 0x0D, !isStopped {
      if let close = quote.close.first(where: { starts($0, at: i) }) {
        decoded += String(decoding: bytes[start..<i], as: UTF8.self)
        let range = SourceRange(lower: open, upper: i + close.utf8.count)
        report(JSONMessages.foreignQuotes(range, replacement: JSONText.quoted(decoded)))
        return Text(string: decoded, range: range)
      }
      if bytes[i] == UInt8(ascii: "\\") {
        decoded += String(decoding: bytes[start..<i], as: UTF8.self)
        if quote.open == "'", starts("\\'", at: i) {
          decoded += "'"
          i += 2
        } else {
          i = readEscape(at: i, into: &decoded)
        }
        start = i
      } else {
        i += 1
      }
    }
    let last = quote.close.first ?? quote.open
    return unterminated(open, contentStart: contentStart, end: i, quote: last, as: .value)
  }

  // MARK: - Escapes

  /// Decodes the escape whose backslash is at `index`; returns where the text goes on.
  private mutating func readEscape(at index: Int, into text: inout String) -> Int {
    let next = index + 1
    guard next < bytes.count, bytes[next] != 0x0A, bytes[next] != 0x0D else { return next }
    switch bytes[next] {
    case UInt8(ascii: "\""): text += "\""
    case UInt8(ascii: "\\"): text += "\\"
    case UInt8(ascii: "/"): text += "/"
    case UInt8(ascii: "b"): text += "\u{8}"
    case UInt8(ascii: "f"): text += "\u{C}"
    case UInt8(ascii: "n"): text += "\n"
    case UInt8(ascii: "r"): text += "\r"
    case UInt8(ascii: "t"): text += "\t"
    case UInt8(ascii: "u"): return readUnicodeEscape(at: index, into: &text)
    default:
      let end = next + scalarLength(at: next)
      let range = SourceRange(lower: index, upper: end)
      let written = self.text(range)
      if isReporting {
        let slash = SourceRange(lower: index, upper: index + 1)
        report(JSONMessages.escape(written, range, slash: slash))
      }
      text += written
      return end
    }
    return next + 1
  }

  private mutating func readUnicodeEscape(at index: Int, into text: inout String) -> Int {
    let (unit, end) = hexadecimal(at: index + 2)
    let range = SourceRange(lower: index, upper: end)
    guard let unit else {
      if isReporting { report(JSONMessages.escapeWithoutDigits(self.text(range), range)) }
      text += "\u{FFFD}"
      return end
    }
    if let scalar = Unicode.Scalar(unit) {
      text.unicodeScalars.append(scalar)
      return end
    }
    if unit < 0xDC00, starts("\\u", at: end) {
      let (low, lowEnd) = hexadecimal(at: end + 2)
      if let low, (0xDC00..<0xE000).contains(low),
        let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
      {
        text.unicodeScalars.append(scalar)
        return lowEnd
      }
    }
    if (0xDC80...0xDCFF).contains(unit) {
      text.unicodeScalars.append(FileName.scalar(ofByte: UInt8(truncatingIfNeeded: unit)))
      return end
    }
    if isReporting { report(JSONMessages.escapeOfHalfPair(self.text(range), range)) }
    text += "\u{FFFD}"
    return end
  }

  /// Four hexadecimal digits from `index`; nil where there are fewer. Also where they end.
  private func hexadecimal(at index: Int) -> (value: UInt32?, end: Int) {
    var value: UInt32 = 0
    var end = index
    while end < index + 4, end < bytes.count, let digit = Self.hexadecimalDigit(bytes[end]) {
      value = value << 4 | digit
      end += 1
    }
    return (end == index + 4 ? value : nil, end)
  }

  private static func hexadecimalDigit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a")) + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A")) + 10
    default: nil
    }
  }
}
