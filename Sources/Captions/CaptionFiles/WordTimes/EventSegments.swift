internal import BaseValues
internal import Diagnostics

/// `events` with `segs`, as YouTube's json3 has them.
enum EventSegments {
  static func read(_ events: [JSONValue], _ collector: inout CaptionCollector) {
    for value in events {
      guard let parts = WordTimesReader.items(value["segs"]) else { continue }
      var segment = WordTimesReader.Segment(range: value.range)
      guard let start = WordTimesReader.milliseconds(value["tStartMs"]) else { continue }
      segment.start = start
      segment.end = WordTimesReader.milliseconds(value["dDurationMs"]).flatMap { try? start + $0 }
      segment.timeRange = (value["tStartMs"]?.range ?? .none).union(
        value["dDurationMs"]?.range ?? .none)
      // Automatic captions have an offset for each word but the first; others have one text.
      let isTimed = parts.contains { $0["tOffsetMs"] != nil }
      for part in parts {
        guard let text = WordTimesReader.text(part["utf8"]) else { continue }
        var piece = CaptionPiece(text: text)
        if isTimed {
          let offset = WordTimesReader.milliseconds(part["tOffsetMs"]) ?? .zero
          piece.start = try? start + offset
        }
        segment.pieces.append(piece)
      }
      // Between lines of automatic captions stands an event with a line feed alone.
      if segment.pieces.allSatisfy({ $0.text.trimmedSpaces.isEmpty }) { continue }
      WordTimesReader.add(segment, next: nil, &collector)
      if collector.isFull { return }
    }
  }
}
