internal import BaseValues
internal import Diagnostics

/// `transcription` with `offsets` and `tokens`, as whisper.cpp writes it.
enum WhisperTokens {
  static func read(_ segments: [JSONValue], _ collector: inout CaptionCollector) {
    for (index, value) in segments.enumerated() {
      var segment = WordTimesReader.Segment(range: value.range)
      let offsets = value["offsets"]
      segment.start = WordTimesReader.milliseconds(offsets?["from"])
      segment.end = WordTimesReader.milliseconds(offsets?["to"])
      segment.timeRange = offsets?.range ?? .none
      segment.text = WordTimesReader.text(value["text"])
      segment.speaker = WordTimesReader.text(value["speaker"])
      segment.pieces = pieces(WordTimesReader.items(value["tokens"]) ?? [])
      if segment.pieces.isEmpty, (segment.text ?? "").trimmedSpaces.isEmpty { continue }
      let next =
        index + 1 < segments.count
        ? WordTimesReader.milliseconds(segments[index + 1]["offsets"]?["from"]) : nil
      WordTimesReader.add(segment, next: next, &collector)
      if collector.isFull { return }
    }
  }

  /// Words of tokens, which are parts of words: a space before one begins a word.
  private static func pieces(_ tokens: [JSONValue]) -> [CaptionPiece] {
    var pieces: [CaptionPiece] = []
    for token in tokens {
      // `[_BEG_]`, `[_TT_150]`: marks of the model.
      guard let text = WordTimesReader.text(token["text"]), !text.isEmpty, !text.hasPrefix("[_")
      else {
        continue
      }
      let offsets = token["offsets"]
      let start = WordTimesReader.milliseconds(offsets?["from"])
      let end = WordTimesReader.milliseconds(offsets?["to"])
      let isWord =
        pieces.isEmpty || text.hasPrefix(" ")
        || text.unicodeScalars.first.map(\.isUnspaced) ?? false
      if isWord {
        pieces.append(CaptionPiece(text: text, start: start, end: end))
      } else {
        pieces[pieces.count - 1].text += text
        if let end, end > pieces[pieces.count - 1].end ?? .zero {
          pieces[pieces.count - 1].end = end
        }
      }
    }
    return pieces
  }
}
