import Diagnostics
import BaseValues

// What is said of the movie as a whole: its size, length, chapters and metadata; sorted by name.
extension RuleMessages {
  static func channelsOfCodec(
    _ count: Int, codec: String, known: [Int], range: SourceRange
  ) -> Diagnostic {
    let counts = known.map { "\($0)" }.joined(separator: ", ")
    return error(
      .channelsOfCodec, "\(codec) has no sound of \(count) channels, only of \(counts)", range,
      label: nil,
      fixes: [Fix(message: "set \"channels\" to one of \(counts), or choose another codec")])
  }

  static func chapterWithoutName(range: SourceRange) -> Diagnostic {
    error(
      .chapterWithoutName, "this chapter has no name", range,
      fixes: [Fix(message: "give the marker a \"name\": it is the chapter's title")])
  }

  static func chaptersAtOneTime(
    _ time: String, range: SourceRange, other: SourceRange
  ) -> Diagnostic {
    error(
      .chaptersAtOneTime, "two chapters begin at \(time)", range,
      notes: [Note(message: "the first one", range: other)],
      fixes: [Fix(message: "leave one of them out, or move it")])
  }

  static func emptyTimeline(range: SourceRange) -> Diagnostic {
    error(
      .emptyTimeline,
      "the project has nothing to show or play", range,
      fixes: [Fix(message: "add a clip to a track, or set \"output\": {\"duration\": \"5s\"}")])
  }

  static func expectationAfterEnd(_ time: String, end: String, range: SourceRange) -> Diagnostic {
    error(
      .expectationAfterEnd,
      "nothing is shown at \(time): the movie ends at \(end)", range,
      fixes: [Fix(message: "use a time before \(end)")])
  }

  static func manyChapters(_ count: Int, limit: Int, range: SourceRange) -> Diagnostic {
    warning(
      .manyChapters,
      "there are \(count) chapters; some players of MP4 show none where there are more than \(limit)",
      range)
  }

  static func metadata(_ fault: String, range: SourceRange) -> Diagnostic {
    error(.metadata, fault, range)
  }

  static func metadataLost(
    _ container: String, _ losses: [String], range: SourceRange
  ) -> Diagnostic {
    let list =
      losses.count > 1
      ? losses.dropLast().joined(separator: ", ") + " and \(losses[losses.count - 1])"
      : losses.joined()
    return warning(
      .metadataLost,
      "\(container) has no place for \(list), and the file goes without", range)
  }

  static func movieTooLong(_ frames: Int64, limit: Int, range: SourceRange) -> Diagnostic {
    error(
      .movieTooLong,
      "the movie would have \(frames) frames; the limit is \(limit)", range,
      fixes: [Fix(message: "end it earlier, or raise the limit with --limit frames=N")])
  }

  static func outputBeyondLimit(
    _ duration: String, limit: String, range: SourceRange
  ) -> Diagnostic {
    error(
      .outputBeyondLimit, "the movie lasts \(duration), and may last \(limit)", range,
      fixes: [
        Fix(
          message:
            "end it earlier, or make a part of it an output, \"outputs\": { \"part\": { \"range\": \"0s..2s\" } }"
        )
      ])
  }

  static func outputTooFast(
    _ rate: String, codec: String, highest: Int, range: SourceRange
  ) -> Diagnostic {
    error(
      .outputTooFast, "\(codec) has no \(rate) frames a second, only up to \(highest)", range,
      label: nil,
      fixes: [Fix(message: "set \"frameRate\" to \(highest) or less, or choose another codec")])
  }

  static func outputTooLarge(_ size: String, codec: String, range: SourceRange) -> Diagnostic {
    error(.outputTooLarge, "\(codec) has no level for pictures of \(size)", range, label: nil)
  }

  static func outputTooLong(_ duration: String, limit: String, range: SourceRange) -> Diagnostic {
    error(.outputTooLong, "the movie would last \(duration); at most \(limit) can be made", range)
  }

  static func outputTooShort(range: SourceRange) -> Diagnostic {
    error(.outputTooShort, "the movie would be shorter than half a frame", range)
  }

  static func outputTooSmall(
    _ size: String, codec: String, least: String, range: SourceRange
  ) -> Diagnostic {
    error(
      .outputTooSmall, "\(codec) has no pictures of \(size)", range, label: nil,
      fixes: [Fix(message: "make the movie at least \(least), or choose another codec")])
  }

  static func subtitlesLeftOut(_ container: String, range: SourceRange) -> Diagnostic {
    warning(
      .subtitlesLeftOut, "\(container) holds no subtitles: those of this track are left out", range,
      fixes: [
        Fix(
          message: "render to .mp4, .mov, .mkv or .webm, or draw the titles: \"output\": \"burn\"")
      ])
  }
}
