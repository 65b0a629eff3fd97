/// What the JSON parser has to say, sorted by name.
///
/// Mistakes in the grammar share the id `json-syntax`: none can be silenced, so nobody needs to
/// tell them apart by id.
enum JSONMessages {
  static func comment(_ range: SourceRange) -> Diagnostic {
    syntax(
      "JSON has no comments", range, fix: Fix(message: "remove it", replacing: range, with: ""))
  }

  static func controlCharacter(
    _ scalar: Unicode.Scalar, in range: SourceRange, escape: String
  ) -> Diagnostic {
    syntax(
      "\(name(scalar)) inside text must be escaped", range,
      fix: Fix(message: "write \(escape)", replacing: range, with: escape, isCertain: true))
  }

  static func depth(_ range: SourceRange, limit: Int) -> Diagnostic {
    Diagnostic(
      id: .jsonDepth, message: "more than \(limit) objects and arrays inside each other",
      range: range, label: "level \(limit + 1)")
  }

  static func duplicateKey(_ key: String, _ range: SourceRange, first: SourceRange) -> Diagnostic {
    Diagnostic(
      id: .jsonDuplicateKey, message: "\(quote(key)) is given twice in one object",
      range: range, label: "again here",
      notes: [Note(message: "\(quote(key)) is first given here", range: first)],
      fixes: [Fix(message: "keep one of the two")])
  }

  static func emptyFile(_ range: SourceRange, _ noun: String) -> Diagnostic {
    syntax(
      "the file has no content", range,
      fix: Fix(message: "write a \(noun); the smallest value is {}", replacing: range, with: "{}"))
  }

  static func encoding(_ range: SourceRange, byte: UInt8, others: Int, more: Bool) -> Diagnostic {
    let places = others == 1 ? "place" : "places"
    let rest = others == 0 ? "" : " (and \(more ? "more than " : "")\(others) other \(places))"
    return Diagnostic(
      id: .jsonEncoding, message: "byte 0x\(hexadecimal(UInt32(byte), 2)) is not UTF-8\(rest)",
      range: range, fixes: [Fix(message: "save the file as UTF-8")])
  }

  static func encodingNone(_ noun: String) -> Diagnostic {
    Diagnostic(
      id: .jsonEncoding, message: "the file is no text, and so no \(noun)",
      fixes: [Fix(message: "name the \(noun)'s JSON file; media files are named in it")],
      showsLine: false)
  }

  static func encodingUTF16() -> Diagnostic {
    Diagnostic(
      id: .jsonEncoding, message: "the file is in UTF-16 or UTF-32, not UTF-8",
      fixes: [Fix(message: "save the file as UTF-8")], showsLine: false)
  }

  static func escape(_ text: String, _ range: SourceRange, slash: SourceRange) -> Diagnostic {
    syntax(
      "\(quote(text)) is not an escape", range, label: "after a backslash: \" \\ / b f n r t u",
      fix: Fix(message: "write \\\\ for a backslash", replacing: slash, with: "\\\\"))
  }

  static func escapeOfHalfPair(_ text: String, _ range: SourceRange) -> Diagnostic {
    syntax(
      "\(quote(text)) is half of a surrogate pair", range, label: "the other half is missing",
      fix: Fix(message: "write the character itself"))
  }

  static func escapeWithoutDigits(_ text: String, _ range: SourceRange) -> Diagnostic {
    syntax(
      "\(quote(text)) is not an escape", range, label: "\\u takes four hexadecimal digits")
  }

  static func extraComma(_ range: SourceRange, before: String) -> Diagnostic {
    syntax(
      "expected \(before) before ','", range,
      fix: Fix(message: "remove the comma", replacing: range, with: ""))
  }

  static func foreignQuotes(_ range: SourceRange, replacement: String) -> Diagnostic {
    syntax(
      "text in JSON stands between double quotes, U+0022", range,
      fix: Fix(
        message: "write \(short(replacement))", replacing: range, with: replacement,
        isCertain: true))
  }

  static func innerQuotes(_ range: SourceRange, inner: [SourceRange]) -> Diagnostic {
    syntax(
      "a quote inside text must be escaped", range, label: "text goes on after a quote",
      fix: Fix(
        message: "write \\\" for each quote inside, or end the text where it should end",
        edits: inner.map { Fix.Edit(range: $0, replacement: "\\\"") }))
  }

  static func missingColon(after key: String, keyRange: SourceRange) -> Diagnostic {
    let end = SourceRange(at: keyRange.upper)
    return syntax(
      "expected ':' after the key \(quote(key))", end,
      fix: Fix(message: "insert ':'", replacing: end, with: ":"))
  }

  static func missingComma(at end: SourceRange, in container: String) -> Diagnostic {
    syntax(
      "expected ',' between the \(container)", end,
      fix: Fix(message: "insert ','", replacing: end, with: ",", isCertain: true))
  }

  static func missingKey(_ range: SourceRange, found: String) -> Diagnostic {
    syntax("expected a key in double quotes, found \(quote(found))", range)
  }

  static func missingValue(of key: String, _ range: SourceRange, key keyRange: SourceRange)
    -> Diagnostic
  {
    syntax(
      "\(quote(key)) has no value", range, label: "expected a value",
      notes: range.lower == keyRange.lower ? [] : [Note(message: "the key", range: keyRange)])
  }

  static func notClosed(
    _ opening: String, at range: SourceRange, opened: SourceRange, before next: String?,
    edits: [Fix.Edit]
  ) -> Diagnostic {
    let closing = opening == "{" ? "}" : "]"
    let inserted = edits.last.map { quote($0.replacement) }
    return syntax(
      next.map { "expected '\(closing)' before \(quote($0))" }
        ?? "the file ends before '\(opening)' is closed",
      range, label: next == nil ? "expected '\(closing)'" : nil,
      notes: [Note(message: "'\(opening)' is opened here", range: opened)],
      fix: inserted.map { Fix(message: "insert \($0)", edits: edits) })
  }

  static func number(
    _ text: String, _ range: SourceRange, reason: String, replacement: String?
  ) -> Diagnostic {
    syntax(
      "\(quote(text)) is not a number", range, label: reason,
      fix: replacement.map {
        Fix(
          message: "write \(short($0))", replacing: range, with: $0, isCertain: true)
      })
  }

  static func sizeOfFile(_ count: Int, limit: Int) -> Diagnostic {
    Diagnostic(
      id: .jsonSize,
      message: "the file has \(count) bytes; the limit is \(limit)",
      fixes: [Fix(message: "raise the limit with --limit file-bytes=N")])
  }

  static func sizeOfTree(_ range: SourceRange, limit: Int, of noun: String) -> Diagnostic {
    Diagnostic(
      id: .jsonSize, message: "more than \(limit) values in one file", range: range,
      fixes: [Fix(message: "split the \(noun), or raise the limit with --limit values=N")])
  }

  static func tooManyErrors(_ range: SourceRange, limit: Int) -> Diagnostic {
    Diagnostic(
      id: .jsonTooManyErrors, severity: .note,
      message: "\(limit) errors; the rest of the file is not read", range: range)
  }

  static func trailingComma(_ range: SourceRange, before closer: String) -> Diagnostic {
    syntax(
      "comma before '\(closer)'", range,
      fix: Fix(message: "remove the comma", replacing: range, with: "", isCertain: true))
  }

  static func trailingText(
    _ range: SourceRange, root: SourceRange, _ noun: String
  ) -> Diagnostic {
    syntax(
      "text after the end of the \(noun)", range,
      notes: [Note(message: "the \(noun) ends here", range: SourceRange(at: root.upper))])
  }

  static func unexpected(_ range: SourceRange, found: String, isSpace: Bool) -> Diagnostic {
    let scalar = found.unicodeScalars.first ?? " "
    let isVisible = isPrintable(scalar) && !scalar.properties.isWhitespace
    return syntax(
      "unexpected \(isVisible ? quote(found) : name(scalar))", range,
      fix: isSpace
        ? Fix(message: "use a plain space", replacing: range, with: " ", isCertain: true) : nil)
  }

  static func unexpectedValue(_ range: SourceRange, found: String) -> Diagnostic {
    syntax("expected ',' or '}', found \(quote(found))", range)
  }

  /// - Parameter sides: what each side is called and which lines it has, in order of the file.
  static func unfinishedMerge(
    _ range: SourceRange, sides: [(name: String, first: Int, last: Int, range: SourceRange)]
  ) -> Diagnostic {
    Diagnostic(
      id: .unfinishedMerge, message: "unfinished merge: git left both sides here", range: range,
      notes: sides.map { side in
        let lines =
          side.last < side.first
          ? "nothing"
          : side.first == side.last ? "line \(side.first)" : "lines \(side.first) to \(side.last)"
        return Note(message: "\(side.name): \(lines)", range: side.range)
      },
      fixes: [
        Fix(
          message: "keep the lines of one side, or what is right of both, and remove the lines "
            + "with the marks")
      ])
  }

  static func unmatchedCloser(_ closer: String, _ range: SourceRange) -> Diagnostic {
    syntax(
      "'\(closer)' closes nothing", range,
      fix: Fix(message: "remove it", replacing: range, with: ""))
  }

  static func unquotedKey(_ text: String, _ range: SourceRange, replacement: String) -> Diagnostic {
    syntax(
      "the key \(quote(text)) has no quotes", range,
      fix: Fix(
        message: "write \(short(replacement))", replacing: range, with: replacement,
        isCertain: true))
  }

  static func unquotedText(_ text: String, _ range: SourceRange, replacement: String?)
    -> Diagnostic
  {
    syntax(
      "\(quote(text)) is not a JSON value", range,
      fix: replacement.map {
        // What is nothing in other languages may have been meant as text.
        Fix(
          message: "write \(short($0))", replacing: range, with: $0, isCertain: $0 != "null")
      })
  }

  static func unterminatedComment(_ range: SourceRange) -> Diagnostic {
    syntax("JSON has no comments, and this one does not end", range)
  }

  static func unterminatedText(_ range: SourceRange, quote: String) -> Diagnostic {
    let end = SourceRange(at: range.upper)
    return syntax(
      "text without closing quote", range,
      fix: Fix(message: "insert \(quote)", replacing: end, with: quote))
  }

  static func wrongCloser(
    _ closer: String, _ range: SourceRange, opening: String, opened: SourceRange
  ) -> Diagnostic {
    let wanted = opening == "{" ? "}" : "]"
    return syntax(
      "'\(closer)' does not close '\(opening)'", range,
      notes: [Note(message: "'\(opening)' is opened here", range: opened)],
      fix: Fix(message: "write '\(wanted)'", replacing: range, with: wanted))
  }

  static func wrongSeparator(_ found: String, _ range: SourceRange, wanted: String) -> Diagnostic {
    syntax(
      "expected '\(wanted)', found '\(found)'", range,
      fix: Fix(message: "write '\(wanted)'", replacing: range, with: wanted, isCertain: true))
  }

  // MARK: - Helpers

  private static func syntax(
    _ message: String, _ range: SourceRange, label: String? = nil, notes: [Note] = [],
    fix: Fix? = nil
  ) -> Diagnostic {
    Diagnostic(
      id: .jsonSyntax, message: message, range: range, label: label, notes: notes,
      fixes: fix.map { [$0] } ?? [])
  }

  /// The user's words in quotes, shortened.
  private static func quote(_ text: String) -> String { "'\(short(text))'" }

  private static func short(_ text: String) -> String {
    text.unicodeScalars.count <= 40
      ? text : String(String.UnicodeScalarView(text.unicodeScalars.prefix(39))) + "…"
  }

  private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .unassigned, .privateUse, .surrogate: false
    default: true
    }
  }

  private static func name(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\t": "a tab"
    case "\u{A0}": "a no-break space"
    case "\u{FEFF}": "a byte order mark"
    default: "the character U+\(hexadecimal(scalar.value, 4))"
    }
  }

  private static func hexadecimal(_ value: UInt32, _ width: Int) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
