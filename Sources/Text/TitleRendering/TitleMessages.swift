internal import Diagnostics
internal import TimelineModel

/// The findings of this module, sorted by id.
enum TitleMessages {
  static func captionsWrapped(_ wrapped: [WrappedCaption], most: Int) -> Diagnostic {
    let first = wrapped[0]
    let others =
      wrapped.count == 1
      ? "" : "; so are \(wrapped.count - 1) more of its track"
    var fixes = [
      Fix(message: "make the \"size\" smaller or the \"width\" larger in the track's \"style\"")
    ]
    if let least = wrapped.map(\.characters).min(), least >= 4 {
      fixes.insert(
        Fix(message: "let lines have fewer letters: \"characters\": \(least) on the track"), at: 0)
    }
    return Diagnostic(
      id: .captionsWrapped, severity: .warning,
      message:
        "the caption '\(shortened(first.text))' is drawn in \(first.lines) lines where at most \(most) "
        + "are wanted: its lines are wider than the text may be\(others)", range: first.range,
      fixes: fixes)
  }

  static func fontAxis(
    _ font: FontChoice, _ axis: String, asked: String, nearest: String?, others: [String],
    _ range: SourceRange
  ) -> Diagnostic {
    if let nearest {
      return Diagnostic(
        id: .fontAxis, severity: .warning,
        message: "axis '\(axis)' of \(name(font)) does not reach \(asked); \(nearest) is taken",
        range: range, fixes: [Fix(message: "write \(nearest)")])
    }
    return Diagnostic(
      id: .fontAxis, severity: .warning,
      message: "\(name(font)) has no axis '\(axis)': "
        + (others.isEmpty
          ? "it is no variable font"
          : "it has " + others.map { "'\($0)'" }.joined(separator: ", ")),
      range: range,
      fixes: [
        Fix(
          message: others.isEmpty
            ? "name a variable font, or remove \"axes\"" : "name one of these, or another font")
      ])
  }

  static func fontDamaged(
    _ path: String, _ count: Int, _ text: String, _ range: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      id: .fontDamaged,
      message: "font file '\(path)' is damaged: it does not give \(count) "
        + "glyph\(count == 1 ? "" : "s") of '\(shortened(text))'", range: range,
      fixes: [Fix(message: "get the font anew, or name another")])
  }

  static func fontFile(
    _ path: String, _ reason: String, tried: [String] = [], _ range: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      id: .fontFile, message: "font file '\(path)' \(reason)", range: range,
      notes: tried.prefix(4).map { Note(message: "looked for '\($0)'") })
  }

  static func fontMissingGlyph(
    _ scalar: Unicode.Scalar, _ text: String, _ range: SourceRange
  ) -> Diagnostic {
    let name = scalar.properties.name.map { " (\($0))" } ?? ""
    return Diagnostic(
      id: .fontMissingGlyph, severity: .warning,
      message: "no font has \(codePoint(scalar))\(name) of '\(shortened(text))'", range: range,
      label: "drawn as an empty box",
      fixes: [Fix(message: "install a font that has it, or name its file with \"font\"")])
  }

  static func fontMissingGlyphs(more count: Int, _ range: SourceRange) -> Diagnostic {
    Diagnostic(
      id: .fontMissingGlyphs, severity: .warning,
      message: "no font has \(count) more code points of this text", range: range)
  }

  static func fontSlanted(_ font: FontChoice, _ range: SourceRange) -> Diagnostic {
    Diagnostic(
      id: .fontSlanted, severity: .warning,
      message: "\(name(font)) has no italic; its upright letters are slanted", range: range)
  }

  static func fontUnknown(
    _ family: String, _ suggestions: [String], count: Int, _ range: SourceRange
  ) -> Diagnostic {
    let install = Fix(
      message: "install it, or give the path of its file: \"font\": \"fonts/Title.ttf\"")
    var instead: Fix?
    if let first = suggestions.first {
      let quoted = JSONText.quoted(first)
      var fix = Fix(
        message: "set \"font\" to \(quoted)",
        edits: range.isNone ? [] : [Fix.Edit(range: range, replacement: quoted)])
      fix.isSpelling = true
      instead = fix
    }
    let others = suggestions.dropFirst().map { JSONText.quoted($0) }.joined(separator: " and ")
    return Diagnostic(
      id: .fontUnknown, message: "font family '\(shortened(family))' is not installed",
      range: range,
      notes: others.isEmpty ? [] : [Note(message: "near are also \(others)")],
      fixes: instead.map { [$0, install] } ?? [
        Fix(
          message: "set \"font\" to \"sans-serif\", \"serif\" or \"monospace\", which are always "
            + "there, or to one of the \(count) that fc-list shows"), install,
      ])
  }

  static func fontWeight(
    _ font: FontChoice, asked: Int, nearest: Int, _ range: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      id: .fontWeight, severity: .warning,
      message: "\(name(font)) has no weight \(asked); \(nearest) is used", range: range)
  }

  static func textCutWord(_ word: String, _ text: String, _ range: SourceRange) -> Diagnostic {
    Diagnostic(
      id: .textCutWord, severity: .warning,
      message: word == text
        ? "'\(shortened(word))' is wider than a line, and is cut within"
        : "'\(shortened(word))' is wider than a line of '\(shortened(text))', and is cut within",
      range: range,
      fixes: [
        Fix(
          message:
            "make the text smaller or its \"width\" larger, or put \(parting(word)) where the "
            + "word may be parted")
      ])
  }

  /// What parts a word at a line's end. Thai, Lao, Burmese and Khmer have no hyphens, and after Hebrew letters lines
  /// do not break at one (UAX #14, LB21a).
  private static func parting(_ word: String) -> String {
    let isWithoutHyphens = word.unicodeScalars.contains {
      switch $0.value {
      case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x0590...0x05FF: true
      default: false
      }
    }
    return isWithoutHyphens ? "a zero width space (U+200B)" : "a soft hyphen (U+00AD)"
  }

  static func textOverflow(_ excess: TextExcess, _ text: String, _ range: SourceRange) -> Diagnostic
  {
    Diagnostic(
      id: .textOverflow, severity: .warning, message: excess.words(text), range: range,
      fixes: excess.fixes)
  }

  static func textTooHigh(_ excess: TextExcess, _ text: String, _ range: SourceRange) -> Diagnostic
  {
    Diagnostic(
      id: .textTooHigh, message: excess.words(text), range: range, fixes: excess.fixes)
  }

  static func titleDirections(count: Int, limit: Int, _ range: SourceRange) -> Diagnostic {
    Diagnostic(
      id: .titleDirections,
      message: "a paragraph of the text has \(count) characters that embed or isolate a direction; "
        + "\(limit) are the limit", range: range,
      fixes: [Fix(message: "remove those of U+202A to U+202E and U+2066 to U+2068 that do nothing")]
    )
  }

  static func titleTooLarge(
    _ noun: String, width: Int, height: Int, _ range: SourceRange
  ) -> Diagnostic {
    let limit =
      max(width, height) > GlyphTiles.sideLimit
      ? "\(GlyphTiles.sideLimit) pixels a side" : "\(GlyphTiles.pixelLimit) pixels"
    return Diagnostic(
      id: .titleTooLarge,
      message: "the \(noun)'s picture would have \(width)×\(height) pixels; \(limit) are the limit",
      range: range,
      fixes: [
        Fix(message: "make the \(noun) or the movie smaller; the limit is the same for all movies")
      ])
  }

  static func titleTooLong(count: Int, limit: Int, _ range: SourceRange) -> Diagnostic {
    Diagnostic(
      id: .titleTooLong,
      message: "the text has \(count) code points; \(limit) are the limit", range: range)
  }

  static func titleUnavailable(_ error: TitleError, _ range: SourceRange) -> Diagnostic {
    Diagnostic(id: .titleUnavailable, message: "text cannot be drawn: \(error)", range: range)
  }

  // MARK: - Words

  /// The finding that says why a text cannot be drawn.
  ///
  /// - Parameter noun: what is drawn.
  static func finding(
    _ error: TitleError, of noun: String = "text", _ range: SourceRange
  ) -> Diagnostic {
    switch error {
    case .unknownFamily(let family, let suggestions, let count):
      fontUnknown(family, suggestions, count: count, range)
    case .fontFile(let path, let reason, let tried): fontFile(path, reason, tried: tried, range)
    case .notAFont(let path): fontFile(path, "is not a TrueType or OpenType font", range)
    case .textTooLong(let count, let limit): titleTooLong(count: count, limit: limit, range)
    case .tooManyDirections(let count, let limit):
      titleDirections(count: count, limit: limit, range)
    case .tooLarge(let width, let height):
      titleTooLarge(noun, width: width, height: height, range)
    case .noFonts, .library: titleUnavailable(error, range)
    }
  }

  private static func name(_ font: FontChoice) -> String {
    switch font {
    case .family(let name): "font family '\(name)'"
    case .file(let path): "font file '\(path)'"
    }
  }

  /// `U+0041`, at least four digits.
  static func codePoint(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  fileprivate static func shortened(_ text: String) -> String {
    let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
    return line.count <= 40 ? line : line.prefix(39) + "…"
  }
}

/// How much larger a text is than its box, in whole pixels of the movie.
struct TextExcess: Equatable {
  var width: Int
  var height: Int
  var mostWidth: Int?
  var mostHeight: Int

  fileprivate func words(_ text: String) -> String {
    let most = mostWidth.map { "\($0)x\(mostHeight)" } ?? "\(mostHeight)"
    let size = mostWidth == nil ? "\(height)" : "\(width)x\(height)"
    return "the text '\(TitleMessages.shortened(text))' takes \(size) pixels"
      + (mostWidth == nil ? " of height" : "") + ", and its box has \(most)"
  }

  fileprivate var fixes: [Fix] {
    [Fix(message: "make the text shorter or smaller, or its \"height\" larger")]
  }
}
