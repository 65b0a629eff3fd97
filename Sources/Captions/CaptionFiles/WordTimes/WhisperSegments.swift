internal import BaseValues
internal import Diagnostics

/// `segments` with `words`, as whisper, faster-whisper, whisperx and others write them.
enum WhisperSegments {
  static func read(
    _ segments: [JSONValue], words: [JSONValue], _ collector: inout CaptionCollector
  ) {
    var rest = words[...]
    for (index, value) in segments.enumerated() {
      var segment = WordTimesReader.Segment(range: value.range)
      segment.start = WordTimesReader.number(value["start"])
      segment.end = WordTimesReader.number(value["end"])
      segment.timeRange = (value["start"]?.range ?? .none).union(value["end"]?.range ?? .none)
      segment.text = WordTimesReader.text(value["text"])
      segment.speaker = WordTimesReader.text(value["speaker"])
      if let words = WordTimesReader.items(value["words"]) {
        segment.pieces = pieces(words)
      } else if !rest.isEmpty, let end = segment.end {
        // Words of the whole file, each of which belongs to the segment that it begins in.
        let count = rest.prefix { WordTimesReader.number($0["start"]).map { $0 < end } ?? true }
          .count
        segment.pieces = pieces(Array(rest.prefix(count)))
        rest = rest.dropFirst(count)
      }
      if segment.pieces.isEmpty, (segment.text ?? "").trimmedSpaces.isEmpty { continue }
      let next =
        index + 1 < segments.count ? WordTimesReader.number(segments[index + 1]["start"]) : nil
      WordTimesReader.add(segment, next: next, &collector)
      if collector.isFull { return }
    }
  }

  /// Words without segments: a caption for what is said between pauses and ends of sentences.
  static func read(words: [JSONValue], _ collector: inout CaptionCollector) {
    var segment: WordTimesReader.Segment?
    var last: Rational?
    for value in words {
      guard let piece = pieces([value]).first else { continue }
      let pause = piece.start.flatMap { start in last.flatMap { try? start - $0 } } ?? .zero
      let ends = segment?.pieces.last.map { ".?!…".contains($0.text.last ?? " ") } ?? false
      if let done = segment, ends || pause > Rational(7, over: 10) || done.pieces.count >= 14 {
        WordTimesReader.add(done, next: piece.start, &collector)
        segment = nil
      }
      var open = segment ?? WordTimesReader.Segment(range: value.range)
      open.pieces.append(piece)
      open.range = open.range.union(value.range)
      open.speaker = open.speaker ?? WordTimesReader.text(value["speaker"])
      segment = open
      last = piece.end ?? piece.start ?? last
      if collector.isFull { return }
    }
    if let segment { WordTimesReader.add(segment, next: nil, &collector) }
  }

  /// Words with a space before each where the file has none.
  static func pieces(_ words: [JSONValue]) -> [CaptionPiece] {
    let texts = words.map {
      WordTimesReader.text($0["punctuated_word"]) ?? WordTimesReader.text($0["word"])
        ?? WordTimesReader.text($0["text"]) ?? ""
    }
    let hasSpaces = texts.contains { $0.first == " " || $0.last == " " }
    let isSpaced = !hasSpaces && !texts.contains { $0.unicodeScalars.contains(where: \.isUnspaced) }
    return zip(words, texts).compactMap { word, text in
      if text.isEmpty { return nil }
      var piece = CaptionPiece(text: isSpaced ? " " + text : text)
      piece.start = WordTimesReader.number(word["start"])
      piece.end = WordTimesReader.number(word["end"])
      if let start = piece.start, let end = piece.end, end < start { piece.end = start }
      return piece
    }
  }
}

extension Unicode.Scalar {
  /// Whether it is of a script that has no spaces between words: Chinese, Japanese, Thai, Lao, Khmer, Burmese.
  var isUnspaced: Bool {
    switch value {
    case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x3040...0x30FF, 0x3400...0x4DBF,
      0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFD:
      true
    default: false
    }
  }
}
