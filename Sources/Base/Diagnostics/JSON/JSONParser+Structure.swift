// What may stand where, and how to go on where something else does.
extension JSONParser {
  mutating func readValue(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "{"): open(isObject: true)
    case UInt8(ascii: "["): open(isObject: false)
    case UInt8(ascii: ","):
      if stack.last?.pending != nil {
        settle(before: ",")
      } else {
        report(JSONMessages.extraComma(range(1), before: "a value"))
        consume(1)
      }
    case UInt8(ascii: "\"") where listEndsBeforeKey():
      closeUnclosed(downTo: stack.count - 2, before: wordAhead)
    default:
      if !readScalarValue(byte) { skipUnexpected() }
    }
  }

  mutating func readKey(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: ","):
      report(JSONMessages.extraComma(range(1), before: "a key"))
      consume(1)
    case UInt8(ascii: "{") where endsBeforeNextItem:
      closeUnclosed(downTo: stack.count - 2, before: "{")
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      report(JSONMessages.missingKey(range(1), found: byte == 0x7B ? "{" : "["))
      dropNextValue()
    case UInt8(ascii: ":"):
      report(JSONMessages.missingKey(range(1), found: ":"))
      consume(1)
      dropNextValue()
    default:
      if let text = readText(as: .key) {
        setKey(text.string, text.range, isBroken: text.isBroken)
      } else if let word = scanBareWord() {
        let range = SourceRange(lower: offset, upper: word)
        let text = self.word(range)
        report(JSONMessages.unquotedKey(text, range, replacement: JSONText.quoted(text)))
        consume(word - offset)
        setKey(text, range, isBroken: false)
      } else {
        skipUnexpected()
      }
    }
  }

  mutating func readColon(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: ":"):
      consume(1)
      state = .value
    case UInt8(ascii: "="):
      let length = offset + 1 < bytes.count && bytes[offset + 1] == UInt8(ascii: ">") ? 2 : 1
      report(
        JSONMessages.wrongSeparator(
          length == 2 ? "=>" : "=", range(length), wanted: ":"))
      consume(length)
      state = .value
    case UInt8(ascii: ","):
      settle(before: ",")
    default:
      guard startsValue(byte) else { return skipUnexpected() }
      if let key = stack.last?.pending, !key.isBroken {
        report(JSONMessages.missingColon(after: key.text, keyRange: key.range))
      }
      state = .value
    }
  }

  mutating func readSeparator(_ byte: UInt8) {
    let top = stack.count - 1
    let isObject = stack[top].isObject
    switch byte {
    case UInt8(ascii: ","), UInt8(ascii: ";"):
      if byte == UInt8(ascii: ";") {
        report(JSONMessages.wrongSeparator(";", range(1), wanted: ","))
      } else {
        stack[top].comma = offset
      }
      consume(1)
      isSkipping = false
      state = isObject ? .key : .value
    case UInt8(ascii: ":"), UInt8(ascii: "="):
      if !isSkipping {
        report(JSONMessages.unexpected(range(1), found: byte == 0x3A ? ":" : "=", isSpace: false))
      }
      consume(1)
      isSkipping = true
      isQuiet = true
      dropNextValue()
    default:
      guard startsValue(byte) else { return skipUnexpected() }
      if byte == UInt8(ascii: "{"), !isSkipping, endsBeforeNextItem {
        closeUnclosed(downTo: stack.count - 2, before: "{")
      } else if byte == UInt8(ascii: "\""), !isSkipping, listEndsBeforeKey() {
        closeUnclosed(downTo: stack.count - 2, before: wordAhead)
      } else if isObject && !startsKey() {
        skipValue()
      } else {
        report(
          JSONMessages.missingComma(
            at: SourceRange(at: lastEnd), in: isObject ? "members" : "items"))
        state = isObject ? .key : .value
      }
    }
  }

  /// Steps over a value that cannot be the next member of the object; one finding for several.
  private mutating func skipValue() {
    if !isSkipping {
      let length = (scanBareWord() ?? offset + 1) - offset
      report(JSONMessages.unexpectedValue(range(length), found: word(range(length))))
    }
    isSkipping = true
    isQuiet = true
    dropNextValue()
  }

  /// Reads `}` or `]` in any state.
  mutating func readCloser(_ byte: UInt8) {
    let closesObject = byte == UInt8(ascii: "}")
    let closer = closesObject ? "}" : "]"
    isQuiet = false
    isSkipping = false
    let top = stack.count - 1
    if top < 0 {
      report(JSONMessages.unmatchedCloser(closer, range(1)))
      return consume(1)
    }
    if stack[top].isObject != closesObject {
      let match = stack.lastIndex { $0.isObject == closesObject }
      // Closing the outermost container is only plausible where the file ends.
      if let match, match > 0 || isLast(offset + 1) {
        closeInner(downTo: match, before: closer)
      } else {
        settle(before: closer)
        report(
          JSONMessages.wrongCloser(
            closer, range(1), opening: stack[top].opener, opened: stack[top].openingRange))
      }
    } else if stack[top].comma != nil || stack[top].pending != nil {
      settle(before: closer)
    }
    consume(1)
    close(upper: offset)
  }

  /// Closes the containers inside `stack[match]`, whose closer comes next.
  private mutating func closeInner(downTo match: Int, before closer: String) {
    settle(before: closer)
    guard let innermost = stack.last else { return }
    let missing = stack[(match + 1)...].reversed().map(\.closer).joined()
    let here = SourceRange(at: lastEnd)
    report(
      JSONMessages.notClosed(
        innermost.opener, at: range(1), opened: innermost.openingRange, before: closer,
        edits: [.init(range: here, replacement: missing)]))
    while stack.count - 1 > match, !isStopped { close(upper: lastEnd) }
  }

  /// Whether the innermost object is an item of a list, and has something in it: where another object
  /// begins, its closer is missing, and no key.
  private var endsBeforeNextItem: Bool {
    let top = stack.count - 1
    return top > 0 && stack[top].isObject && !stack[top - 1].isObject && stack[top].pending == nil
      && !stack[top].members.isEmpty
  }

  /// Whether the innermost list is the value of a key, and a key comes next: a list has none, so its
  /// closer is missing.
  private func listEndsBeforeKey() -> Bool {
    let top = stack.count - 1
    guard top > 0, !stack[top].isObject, stack[top - 1].isObject, !stack[top].items.isEmpty else {
      return false
    }
    var end = offset + 1
    while end < bytes.count, bytes[end] != UInt8(ascii: "\""), bytes[end] >= 0x20 {
      end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1
    }
    end += 1
    while end < bytes.count, Self.isSpace(bytes[end]) { end += 1 }
    return end < bytes.count && bytes[end] == UInt8(ascii: ":")
  }

  /// Closes the containers inside `stack[match]`, whose closers are missing before something that is
  /// no part of them.
  private mutating func closeUnclosed(downTo match: Int, before next: String) {
    guard let container = stack.last else { return }
    // The comma that is there stands behind them.
    let comma = container.comma
    let end = comma ?? lastEnd
    // These stand after it as they are.
    let isCloser = next == "}" || next == "]" || next == ","
    var missing = stack[(match + 1)...].reversed().map(\.closer).joined()
    if comma == nil, !isCloser { missing += "," }
    isQuiet = false
    report(
      JSONMessages.notClosed(
        container.opener, at: SourceRange(at: end), opened: container.openingRange, before: next,
        edits: [.init(range: SourceRange(at: end), replacement: missing)]))
    while stack.count - 1 > match, !isStopped { close(upper: end) }
    guard !isStopped, stack.indices.contains(match) else { return }
    if isCloser {
      stack[match].comma = comma
    } else {
      state = stack[match].isObject ? .key : .value
    }
  }

  /// Closes what a token is no part of by its place: at the beginning of a line that is no further
  /// right than the line on which it was opened.
  mutating func closeByLayout(before byte: UInt8) {
    line.advance(to: offset, in: bytes)
    guard !isSkipping, let container = stack.last else { return }
    var match = stack.count - 1
    if container.line.start == line.start { stack[match].isInline = true }
    guard offset == line.start + line.indentation else { return }
    if line.indentation > container.line.indentation {
      while match >= 0, stack[match].line.start == container.line.start {
        stack[match].isIndented = true
        match -= 1
      }
      return
    }
    let isCloser = byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]")
    guard container.pending == nil, isCloser || state == .separator || container.comma != nil else {
      return
    }
    while match > 0, isLeft(of: stack[match], isCloser) { match -= 1 }
    guard match < stack.count - 1 else { return }
    closeUnclosed(downTo: match, before: isCloser ? String(UnicodeScalar(byte)) : wordAhead)
  }

  /// Whether a line is too far left to be of a container whose content is indented; a closer stands
  /// as far left as the line that opens it.
  private func isLeft(of container: Container, _ isCloser: Bool) -> Bool {
    (container.isIndented || container.isInline) && container.line.start != line.start
      && (isCloser
        ? line.indentation < container.line.indentation
        : line.indentation <= container.line.indentation)
  }

  /// What comes next, for a message.
  private var wordAhead: String {
    var end = offset + 1
    if bytes[offset] != UInt8(ascii: "\"") { return word(range(1)) }
    while end < bytes.count, bytes[end] != UInt8(ascii: "\""), bytes[end] >= 0x20 { end += 1 }
    return word(SourceRange(lower: offset + 1, upper: end))
  }

  /// Completes what is unfinished in the innermost container before a comma or closer.
  private mutating func settle(before next: String) {
    guard let container = stack.last else { return }
    if let key = container.pending {
      if !key.isBroken {
        let place = SourceRange(lower: max(lastEnd - 1, 0), upper: lastEnd)
        report(
          JSONMessages.missingValue(
            of: key.text, state == .colon ? key.range : place, key: key.range))
      }
      add(.invalid, SourceRange(at: lastEnd))
    } else if let comma = container.comma, state == .key || state == .value {
      let place = SourceRange(lower: comma, upper: comma + 1)
      report(JSONMessages.trailingComma(place, before: next))
      stack[stack.count - 1].comma = nil
    }
  }

  /// Text after the value of the whole file; the parser stops there.
  mutating func readTrailingText() {
    var end = offset
    while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
    report(
      JSONMessages.trailingText(
        SourceRange(lower: offset, upper: end), root: root?.range ?? .none, noun))
    isStopped = true
  }

  // MARK: - Looking ahead

  /// True when nothing but white space follows.
  private func isLast(_ from: Int) -> Bool {
    bytes[from...].allSatisfy(Self.isSpace)
  }

  /// True when a value could begin with this byte.
  private func startsValue(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\""), UInt8(ascii: "'"),
      UInt8(ascii: "`"), UInt8(ascii: "-"), UInt8(ascii: "+"):
      true
    case UInt8(ascii: "."):
      offset + 1 < bytes.count && Self.isDigit(bytes[offset + 1])
    default:
      Self.isWordByte(byte) && foreignSpaceLength == 0
    }
  }

  /// True when what comes next is text, or a word with a colon after it.
  private func startsKey() -> Bool {
    if bytes[offset] == UInt8(ascii: "\"") || foreignQuote != nil { return true }
    guard var end = scanBareWord() else { return false }
    while end < bytes.count, Self.isSpace(bytes[end]) { end += 1 }
    return end < bytes.count && (bytes[end] == UInt8(ascii: ":") || bytes[end] == UInt8(ascii: "="))
  }
}
