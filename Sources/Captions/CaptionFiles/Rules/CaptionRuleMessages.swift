internal import BaseValues
internal import Diagnostics

/// What rules have to say of captions, sorted by name.
enum CaptionRuleMessages {
  static func captionCut(
    _ off: Rational, begins: Bool, frames: Int64, _ range: SourceRange
  ) -> Diagnostic {
    warning(
      .captionCut, "the caption \(begins ? "begins" : "ends") \(seconds(off)) from a cut", range,
      fix: begins ? "have it begin on the cut" : "have it end \(frames) frames before the cut")
  }

  static func captionEmpty(_ range: SourceRange) -> Diagnostic {
    warning(.captionEmpty, "the caption shows nothing", range, fix: "remove it")
  }

  static func captionGapOpen(
    _ gap: Rational, closed: Rational, frames: Int64, _ range: SourceRange
  ) -> Diagnostic {
    warning(
      .captionGapOpen,
      "\(seconds(gap)) to the next caption; gaps shorter than \(seconds(closed)) are closed", range,
      fix: frames == 0
        ? "have it end where the next one begins"
        : "have it end \(frames) frames before the next one begins")
  }

  static func captionGapShort(_ gap: Rational, frames: Int64, _ range: SourceRange) -> Diagnostic {
    warning(
      .captionGapShort,
      "\(seconds(gap)) to the next caption, less than \(frames) frames", range,
      fix: "have it end \(frames) frames before the next one begins")
  }

  static func captionLineLength(_ count: Int, limit: Int, _ range: SourceRange) -> Diagnostic {
    warning(
      .captionLineLength, "a line of \(count) characters; the limit is \(limit)", range,
      fix: "break its lines otherwise, or split it")
  }

  static func captionLineWords(_ count: Int, limit: Int, _ range: SourceRange) -> Diagnostic {
    warning(
      .captionLineWords, "a line of \(count) words; the limit is \(limit)", range,
      fix: "split it with --words N")
  }

  static func captionLines(
    _ count: Int, limit: Int, isDrawn: Bool = false, _ range: SourceRange
  ) -> Diagnostic {
    warning(
      .captionLines, "\(isDrawn ? "drawn in " : "")\(count) lines; the limit is \(limit)", range,
      fix: isDrawn
        ? "give it fewer words, or the track a smaller \"size\" or a larger \"width\""
        : "break its lines otherwise, or split it")
  }

  static func captionNoLength(_ range: SourceRange) -> Diagnostic {
    warning(
      .captionNoLength, "the caption does not end after its start", range, fix: "set its end")
  }

  static func captionOnText(_ other: String, _ range: SourceRange) -> Diagnostic {
    warning(
      .captionOnText, "the caption stands on '\(CaptionMessages.shortened(other))'", range,
      fix: "give one of them another place or time")
  }

  static func captionOverlap(
    _ range: SourceRange, by time: Rational, other: SourceRange
  ) -> Diagnostic {
    var finding = warning(
      .captionOverlap, "two captions are shown at one time for \(seconds(time))", range,
      fix: "have the first one end where this one begins, or give them other places")
    finding.notes = [Note(message: "the other one", range: other.isNone ? nil : other)]
    return finding
  }

  static func captionPastEnd(_ range: SourceRange, by time: Rational) -> Diagnostic {
    warning(
      .captionPastEnd, "the caption ends \(seconds(time)) after the movie", range,
      fix: "have it end with the movie, or shift all captions")
  }

  static func captionReadingSpeed(
    _ speed: Rational, limit: Rational, _ unit: String, _ range: SourceRange
  ) -> Diagnostic {
    warning(
      .captionReadingSpeed,
      "\(speed.decimalApproximation(places: 1)) \(unit); the limit is "
        + limit.decimalApproximation(places: 1), range,
      fix: "show it longer, or shorten its text")
  }

  static func captionSafeArea(
    _ pixels: Int, side: String, _ range: SourceRange
  ) -> Diagnostic {
    warning(
      .captionSafeArea,
      "\(pixels) pixels of the caption are in the margin at the picture's \(side) edge",
      range, fix: "give its style a \"place\" with more \"margin\", or break its lines otherwise")
  }

  static func captionTooLong(_ length: Rational, most: Rational, _ range: SourceRange) -> Diagnostic
  {
    warning(
      .captionTooLong, "shown for \(seconds(length)); the limit is \(seconds(most))", range,
      fix: "split it")
  }

  static func captionTooShort(
    _ length: Rational, least: Rational, _ range: SourceRange
  ) -> Diagnostic {
    warning(
      .captionTooShort, "shown for \(seconds(length)); the least is \(seconds(least))", range,
      fix: "show it longer, or join it with its neighbour")
  }

  // MARK: - Helpers

  private static func warning(
    _ id: MessageID, _ message: String, _ range: SourceRange, fix: String
  ) -> Diagnostic {
    Diagnostic(
      id: id, severity: .warning, origin: .media, message: message, range: range,
      fixes: [Fix(message: fix)])
  }

  private static func seconds(_ time: Rational) -> String {
    time.decimalApproximation(places: 3) + " s"
  }
}
