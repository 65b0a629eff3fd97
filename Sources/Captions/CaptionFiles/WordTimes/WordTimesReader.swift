internal import BaseValues
internal import Diagnostics

/// Reads JSON with the times of words: of whisper, whisper.cpp, whisperx, YouTube (json3), and Cutlist's own.
enum WordTimesReader {
  /// A part of the file that is said in one go.
  struct Segment {
    var start: Rational?
    var end: Rational?
    var text: String?
    var pieces: [CaptionPiece] = []
    var speaker: String?
    var name: String?
    var range: SourceRange
    var timeRange = SourceRange.none
  }

  /// Whether the file is one of captions.
  static func read(_ collector: inout CaptionCollector) -> Bool {
    let limits = JSONLimits(bytes: collector.limits.bytes, depth: 64)
    let (value, findings) = JSONParser.parse(collector.text, limits: limits, as: .captions)
    for finding in findings { collector.report(finding) }
    guard let value else { return false }
    switch value.kind {
    case .array(let items): return OwnCaptions.read(items, &collector)
    case .object:
      if let segments = items(value["segments"]) {
        collector.language = text(value["language"])
        WhisperSegments.read(segments, words: items(value["words"]) ?? [], &collector)
        return true
      }
      if let segments = items(value["transcription"]) {
        collector.language = value["result"].flatMap { text($0["language"]) }
        WhisperTokens.read(segments, &collector)
        return true
      }
      if let events = items(value["events"]) {
        EventSegments.read(events, &collector)
        return true
      }
      if let words = items(value["words"]) ?? items(value["word_segments"]) {
        WhisperSegments.read(words: words, &collector)
        return true
      }
    default: break
    }
    collector.report(
      CaptionMessages.captionJSON(
        "there are no times of words in a form that is known: 'segments', 'transcription', 'events' or 'words'",
        value.range))
    return false
  }

  /// Takes a segment in.
  static func add(_ segment: Segment, next: Rational?, _ collector: inout CaptionCollector) {
    let starts = segment.pieces.compactMap(\.start)
    let ends = segment.pieces.compactMap(\.end)
    guard let start = segment.start ?? starts.min() else {
      collector.report(
        CaptionMessages.captionTimeSyntax(
          "", segment.timeRange.isNone ? segment.range : segment.timeRange, form: "when it starts"))
      return
    }
    var pieces = segment.pieces
    if pieces.isEmpty, let text = segment.text { pieces = [CaptionPiece(text: text)] }
    let place = segment.timeRange.isNone ? segment.range : segment.timeRange
    var end = segment.end ?? ends.max()
    if end == nil { collector.report(CaptionMessages.captionEndMissing(place)) }
    if let wrong = end, wrong <= start {
      collector.report(CaptionMessages.captionEndBeforeStart(place, isEmpty: wrong == start))
      end = nil
    }
    let characters = pieces.reduce(0) { $0 + $1.text.unicodeScalars.count }
    var caption = Caption(
      name: segment.name, start: start,
      end: end ?? ReadingTime.end(from: start, characters: characters, next: next), runs: [])
    caption.speaker = segment.speaker
    caption.range = segment.range
    caption.timeRange = segment.timeRange
    caption.runs = CaptionWords.runs(pieces, from: caption.start, to: caption.end)
    collector.add(caption)
  }

  // MARK: - Values

  static func items(_ value: JSONValue?) -> [JSONValue]? {
    guard case .array(let items)? = value?.kind else { return nil }
    return items
  }

  static func text(_ value: JSONValue?) -> String? {
    guard case .string(let text)? = value?.kind else { return nil }
    return text
  }

  /// A number, also one in quotes.
  static func number(_ value: JSONValue?) -> Rational? {
    switch value?.kind {
    case .number(let digits)?: short(digits)
    case .string(let text)?: Rational.decimal(text)
    default: nil
    }
  }

  /// Recognisers write times with sixteen digits that mean nothing: a nanosecond is enough.
  private static func short(_ digits: String) -> Rational? {
    guard let point = digits.firstIndex(of: "."),
      !digits.contains(where: { $0 == "e" || $0 == "E" }),
      digits.distance(from: point, to: digits.endIndex) > 10
    else { return Rational.decimal(digits) }
    guard let value = Double(digits), value.magnitude < 1e9 else { return nil }
    return Rational(Int64((value * 1_000_000).rounded()), 1_000_000)
  }

  static func milliseconds(_ value: JSONValue?) -> Rational? {
    number(value).flatMap { try? $0 / Rational(1000) }
  }
}
