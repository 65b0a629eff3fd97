package import BaseValues

/// Texts that players show over a movie where somebody wants them, or show by themselves.
package struct SubtitleTrack: Hashable, Sendable {
  /// What language they are in, what people call them, and what they are for.
  package var track: TrackDescription
  /// In order of time; none begins before the one before it has ended.
  package var cues: [SubtitleCue]

  /// A track; nothing is checked.
  package init(track: TrackDescription = TrackDescription(), cues: [SubtitleCue] = []) {
    self.track = track
    self.cues = cues
  }
}

/// A text that is shown for a while.
package struct SubtitleCue: Hashable, Sendable {
  /// In seconds from the movie's beginning.
  package var start: Rational
  /// In seconds, after the start.
  package var end: Rational
  /// Lines without marks of any format; none of them is empty.
  package var text: String

  /// A cue; nothing is checked.
  package init(start: Rational, end: Rational, text: String) {
    self.start = start
    self.end = end
    self.text = text
  }
}

extension SubtitleCue {
  /// Bytes of a text at most: timed text counts them in 16 bits.
  package static let longestText = 65_535

  /// The lines of a text that show something, for formats in which an empty one ends a cue.
  package static func lines(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).filter { $0.contains { !$0.isWhitespace } }
      .joined(separator: "\n")
  }

  /// Cues one after the other, for formats that show one at a time: where some are shown together, their texts
  /// stand below each other in the order that they are given in.
  ///
  /// - Complexity: O(n log n + m) for n cues and m lines of the result.
  package static func apart(_ cues: [SubtitleCue]) -> [SubtitleCue] {
    struct Mark {
      var time: Rational
      var place: Int
      var begins: Bool
    }
    let marks = cues.indices.filter { cues[$0].start < cues[$0].end }.flatMap { place in
      [
        Mark(time: cues[place].start, place: place, begins: true),
        Mark(time: cues[place].end, place: place, begins: false),
      ]
    }.sorted { $0.time < $1.time }
    var result: [SubtitleCue] = []
    var shown: [Int] = []
    for (number, mark) in marks.enumerated() {
      if mark.begins {
        shown.insert(mark.place, at: shown.firstIndex { $0 > mark.place } ?? shown.endIndex)
      } else {
        shown.removeAll { $0 == mark.place }
      }
      guard number + 1 < marks.count, marks[number + 1].time > mark.time, !shown.isEmpty else {
        continue
      }
      var lines: [String] = []
      for place in shown where !lines.contains(cues[place].text) { lines.append(cues[place].text) }
      let cue = SubtitleCue(
        start: mark.time, end: marks[number + 1].time,
        text: lines.joined(separator: "\n").cut(toBytes: longestText))
      if let last = result.last, last.end == cue.start, last.text == cue.text {
        result[result.count - 1].end = cue.end
      } else {
        result.append(cue)
      }
    }
    return result
  }
}
