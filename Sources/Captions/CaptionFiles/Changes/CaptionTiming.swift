internal import BaseValues

extension Caption {
  /// The same with a time for each word: where the file has none, time is shared out by letters.
  package var timed: Caption {
    guard runs.allSatisfy({ $0.said == nil }) else { return self }
    var caption = self
    caption.runs = CaptionWords.runs(
      runs.map { CaptionPiece(text: $0.text, style: $0.style, start: start, end: end) },
      from: start, to: end, parts: true)
    return caption.runs.isEmpty ? self : caption
  }
}
