internal import BaseValues
internal import Diagnostics

/// What there is to say of files of captions, sorted by name.
enum CaptionMessages {
  static func captionBeforeStart(_ range: SourceRange) -> Diagnostic {
    warning(
      .captionBeforeStart, "the caption begins before 0; it begins at 0 now", range,
      fix: "shift all captions with --shift, or set the time")
  }

  static func captionBlankLine(_ range: SourceRange, ends: Bool) -> Diagnostic {
    warning(
      .captionBlankLine,
      "a blank line within a caption; the text after it is "
        + (ends ? "left out, as players do" : "taken as belonging to the caption"),
      range,
      fix: ends
        ? "remove the blank line, or give the text after it times"
        : "remove the blank line, or give the text after it a number and times")
  }

  static func captionBytes(
    _ count: Int, _ encoding: CaptionEncoding, _ range: SourceRange
  ) -> Diagnostic {
    warning(
      .captionBytes,
      "\(count) \(count == 1 ? "character is" : "characters are") not \(encoding.rawValue); "
        + "U+FFFD stands there now", range, fix: "name another encoding with --encoding NAME")
  }

  static func captionCount(_ limit: Int, _ range: SourceRange) -> Diagnostic {
    error(
      .captionCount, "more than \(limit) captions; the rest is left out", range,
      fix: "split the file")
  }

  static func captionEncoding(isUTF32: Bool) -> Diagnostic {
    var finding = error(
      .captionEncoding,
      isUTF32
        ? "the file is in UTF-32, which is not read"
        : "the file is no text, and so none of captions",
      .none, fix: isUTF32 ? "save the file as UTF-8" : "name a file of captions")
    finding.showsLine = false
    return finding
  }

  static func captionEncodingGuess(
    _ encoding: CaptionEncoding, _ range: SourceRange
  ) -> Diagnostic {
    warning(
      .captionEncodingGuess,
      "the file does not say how its characters are written; it is read as \(encoding.rawValue)",
      range,
      fix: "check its accents, and say --encoding NAME, or save it as UTF-8")
  }

  /// A file that says something of its characters that is not known.
  static func captionEncodingUnknown(
    _ name: String, _ encoding: CaptionEncoding, _ range: SourceRange
  ) -> Diagnostic {
    warning(
      .captionEncodingGuess,
      "the file says that its characters are written as '\(shortened(name))', which is not known; "
        + "it is read as \(encoding.rawValue)",
      range, fix: "check its accents, and say --encoding NAME, or save it as UTF-8")
  }

  static func captionEndBeforeStart(_ range: SourceRange, isEmpty: Bool) -> Diagnostic {
    warning(
      .captionEndBeforeStart,
      (isEmpty ? "the caption ends where it begins" : "the caption ends before it begins")
        + "; it is shown until the next one begins, at most as long as it takes to read", range,
      fix: "set its end")
  }

  static func captionEndMissing(_ range: SourceRange) -> Diagnostic {
    warning(
      .captionEndMissing,
      "the caption has no end; it is shown until the next one begins, "
        + "at most as long as it takes to read", range, fix: "write its end")
  }

  static func captionFileEmpty(_ format: CaptionFormat) -> Diagnostic {
    warning(
      .captionFileEmpty, "the file has no captions", .none,
      fix: "check that it is a file of \(format.title)")
  }

  static func captionFileSize(_ count: Int, limit: Int) -> Diagnostic {
    error(
      .captionFileSize, "the file has \(count) bytes; the limit is \(limit)", .none,
      fix: "split the file, or raise the limit with --limit file-bytes=N")
  }

  static func captionFindings(_ count: Int) -> Diagnostic {
    warning(
      .captionFindings, "\(count) more findings of the kinds above are not listed", .none,
      fix: "check that the file is of the format that its name says")
  }

  static func captionFormat() -> Diagnostic {
    error(
      .captionFormat, "the file is of no format of captions that is known", .none,
      fix: "give it the ending .srt, .vtt, .ass, .ttml or .json, whichever it is")
  }

  static func captionHeader(_ wanted: String, _ range: SourceRange) -> Diagnostic {
    warning(
      .captionHeader, "the file does not begin with \(wanted), without which players refuse it",
      range, fix: "write \(wanted) in its first line")
  }

  static func captionJSON(_ what: String, _ range: SourceRange) -> Diagnostic {
    error(
      .captionJSON, what, range,
      fix: "give JSON of whisper, whisper.cpp, whisperx or YouTube (json3), or Cutlist's own")
  }

  static func captionLost(
    _ what: String, _ count: Int, _ format: CaptionFormat, _ range: SourceRange
  ) -> Diagnostic {
    warning(
      .captionLost,
      "\(format.title) cannot hold \(what); \(count) \(count == 1 ? "caption loses" : "captions lose") that",
      range, fix: "write another format where it matters")
  }

  static func captionMarkup(_ what: String, _ range: SourceRange) -> Diagnostic {
    error(.captionMarkup, what, range, fix: "write the file again with the program that made it")
  }

  static func captionNotUnderstood(
    _ name: String, _ count: Int, _ range: SourceRange
  ) -> Diagnostic {
    warning(
      .captionNotUnderstood,
      "\(name) is not understood and left out" + (count == 1 ? "" : ", \(count) times"), range,
      fix: "remove it, or leave it where other programs need it")
  }

  /// A caption that stands in a region only while the region is not shown.
  static func captionRegionTimes(_ region: String, _ range: SourceRange) -> Diagnostic {
    warning(
      .captionTextOutside,
      "the caption is not within the times of its region '\(shortened(region))'; it is left out",
      range, fix: "set the times of the region, or of the caption")
  }

  static func captionSpelling(
    _ repair: CaptionRepair, _ count: Int, _ range: SourceRange, _ edits: [Fix.Edit]
  ) -> Diagnostic {
    let (one, many, order) =
      switch repair {
      case .separator(let wanted):
        (
          "time has another mark than '\(wanted)' before its fraction",
          "times have another mark than '\(wanted)' before their fractions", "write '\(wanted)'"
        )
      case .arrow:
        (
          "arrow is spelled otherwise than '-->'", "arrows are spelled otherwise than '-->'",
          "write '-->'"
        )
      case .number:
        (
          "caption has no number before it", "captions have no number before them", "write it"
        )
      case .sign:
        (
          "'<' would begin a tag that players leave out",
          "'<' would begin tags that players leave out",
          "write '&lt;'"
        )
      case .reference:
        (
          "'&' begins a name of no character that is known; it is kept as it is written",
          "'&' begin names of no character that is known; they are kept as they are written",
          "write '&amp;'"
        )
      case .time:
        (
          "time is not of the form that players want",
          "times are not of the form that players want", "write it"
        )
      }
    var finding = warning(.captionSpelling, "\(count) \(count == 1 ? one : many)", range, fix: "")
    finding.fixes = [Fix(message: order, edits: edits, isCertain: repair != .number)]
    return finding
  }

  static func captionTag(_ name: String, closes: Bool, _ range: SourceRange) -> Diagnostic {
    warning(
      .captionTag,
      closes
        ? "</\(name)> closes nothing; it is left out"
        : "<\(name)> is not closed; it holds to the end of the caption", range,
      fix: closes ? "remove it" : "write </\(name)>")
  }

  static func captionTextLimit(_ limit: Int, _ range: SourceRange) -> Diagnostic {
    error(
      .captionTextLimit, "the caption has more than \(limit) characters; the rest is left out",
      SourceRange(lower: range.lower, upper: min(range.upper, range.lower + 80)),
      fix: "split the caption")
  }

  /// Text that an arrow within it takes from its caption.
  static func captionArrow(_ range: SourceRange) -> Diagnostic {
    warning(
      .captionTextOutside,
      "'-->' within a caption ends it; the text from here to the next blank line is left out",
      range, fix: "write '--&gt;'")
  }

  static func captionTextOutside(_ range: SourceRange) -> Diagnostic {
    warning(
      .captionTextOutside, "text that belongs to no caption; it is left out", range,
      fix: "write times before it, or remove it")
  }

  static func captionTimeSyntax(_ text: String, _ range: SourceRange, form: String) -> Diagnostic {
    error(
      .captionTimeSyntax, "'\(shortened(text))' is no time; the caption is left out", range,
      fix: "write \(form)")
  }

  static func captionWithoutText(_ range: SourceRange) -> Diagnostic {
    warning(
      .captionWithoutText, "a caption without text; it is left out",
      SourceRange(lower: range.lower, upper: min(range.upper, range.lower + 80)), fix: "remove it")
  }

  static func captionZeroBytes(_ count: Int, isShown: Bool) -> Diagnostic {
    warning(
      .captionZeroBytes,
      "\(count) zero \(count == 1 ? "byte" : "bytes")"
        + (isShown ? "; U+FFFD stands there now" : count == 1 ? " is left out" : " are left out"),
      .none,
      fix: "check that the file is whole, or name its encoding with --encoding")
  }

  // MARK: - Helpers

  private static func error(
    _ id: MessageID, _ message: String, _ range: SourceRange, fix: String
  ) -> Diagnostic {
    Diagnostic(
      id: id, origin: .media, message: message, range: range, fixes: [Fix(message: fix)])
  }

  private static func warning(
    _ id: MessageID, _ message: String, _ range: SourceRange, fix: String
  ) -> Diagnostic {
    Diagnostic(
      id: id, severity: .warning, origin: .media, message: message, range: range,
      fixes: [Fix(message: fix)])
  }

  /// The user's words, shortened.
  static func shortened(_ text: String) -> String {
    text.unicodeScalars.count <= 40
      ? text : String(String.UnicodeScalarView(text.unicodeScalars.prefix(39))) + "…"
  }
}
