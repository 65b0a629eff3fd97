internal import BaseValues
internal import Diagnostics

/// Cutlist's own form: an array of `{ "at", "duration", "text", "words" }`, and lists of words or captions with
/// `start` and `end`.
enum OwnCaptions {
  /// Whether these are captions.
  static func read(_ items: [JSONValue], _ collector: inout CaptionCollector) -> Bool {
    guard let first = items.first else { return true }
    guard first["at"] != nil || first["start"] != nil else {
      collector.report(
        CaptionMessages.captionJSON(
          "the first item of the list has neither 'at' nor 'start'", first.range))
      return false
    }
    if first["word"] != nil {
      WhisperSegments.read(words: items, &collector)
      return true
    }
    if first["at"] == nil {
      WhisperSegments.read(items, words: [], &collector)
      return true
    }
    for item in items {
      var segment = WordTimesReader.Segment(range: item.range)
      segment.start = time(item["at"])
      segment.end = end(item, from: segment.start)
      segment.timeRange = (item["at"]?.range ?? .none).union(item["duration"]?.range ?? .none)
      segment.text = WordTimesReader.text(item["text"])
      segment.speaker = WordTimesReader.text(item["speaker"])
      segment.name = WordTimesReader.text(item["name"])
      segment.pieces = (WordTimesReader.items(item["words"]) ?? []).map { word in
        var piece = CaptionPiece(text: WordTimesReader.text(word["text"]) ?? "")
        piece.start = time(word["at"])
        piece.end = end(word, from: piece.start)
        return piece
      }
      WordTimesReader.add(segment, next: nil, &collector)
      if collector.isFull { return true }
    }
    return true
  }

  private static func end(_ item: JSONValue, from start: Rational?) -> Rational? {
    if let duration = time(item["duration"]), let start { return try? start + duration }
    return time(item["end"])
  }

  /// Seconds as a number, or any time that needs no rate of frames, in quotes.
  private static func time(_ value: JSONValue?) -> Rational? {
    guard case .string(let text)? = value?.kind else { return WordTimesReader.number(value) }
    guard let expression = try? TimeExpression(parsing: text),
      case .seconds(let seconds) = expression.value
    else { return nil }
    return seconds
  }
}
