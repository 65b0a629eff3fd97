import Diagnostics
import TimelineModel

/// What there is to say about times that are said by other times, sorted by name; ids are the
/// functions' names.
enum TimeMessages: MessageTable {
  static func absentItem(
    _ name: String, range: SourceRange, condition: SourceRange
  ) -> Diagnostic {
    error(
      .absentItem,
      "'\(shortened(name))' is not there: its \"when\" is false", range,
      notes: [Note(message: "the condition", range: condition)],
      fixes: [Fix(message: "give what refers to it the same \"when\", or another time")])
  }

  static func ambiguousName(
    _ name: String, meanings: [(noun: String, range: SourceRange)], range: SourceRange
  ) -> Diagnostic {
    error(
      .ambiguousName,
      "'\(shortened(name))' is the name of more than one thing", range,
      notes: meanings.prefix(6).map { Note(message: "\($0.noun)", range: $0.range) },
      fixes: [Fix(message: "give one of them another name")])
  }

  static func beatBeforeStart(
    _ time: String, expected: String, range: SourceRange
  ) -> Diagnostic {
    error(
      .beatBeforeStart,
      "this beat is at \(time), which is not \(expected)", range,
      notes: [Note(message: "beats and bars count from 1: {beat(1)} is the first")],
      fixes: [Fix(message: "take a later beat, or move all of them with \"offset\" in \"beats\"")])
  }

  static func circularTimes(
    _ ring: [String], range: SourceRange, notes: [Note]
  ) -> Diagnostic {
    error(
      .circularTimes,
      "circular reference: \(ring.joined(separator: " → "))", range, notes: notes,
      fixes: [Fix(message: "give one of them a time of its own")])
  }

  static func endPassed(
    end: String, item: String, itemEnd: String, range: SourceRange
  ) -> Diagnostic {
    warning(
      .endPassed,
      "the movie's end counts as \(end) in expressions, but \(item) goes on to \(itemEnd)", range,
      notes: [
        Note(message: "items that are placed by the movie's end do not extend it")
      ],
      fixes: [Fix(message: "let it end with the movie, or set \"duration\" in \"output\"")])
  }

  static func itemWithoutProperty(
    _ name: String, spelled: String, range: SourceRange
  ) -> Diagnostic {
    error(
      .itemWithoutProperty,
      "'\(shortened(name))' is not a time: it has a start, an end and a duration", range,
      fixes: [
        Fix(message: "write {\(spelled).start}, {\(spelled).end} or {\(spelled).duration}")
      ])
  }

  static func nameWithoutBrackets(
    _ name: String, spelled: String, range: SourceRange
  ) -> Diagnostic {
    error(
      .nameWithoutBrackets,
      "'\(shortened(name))' has to stand in brackets here", range,
      fixes: [Fix(message: "write \(shortened(spelled))")])
  }

  static func noMovieEnd(range: SourceRange) -> Diagnostic {
    error(
      .noMovieEnd,
      "circular reference: nothing says when the movie ends, as the times of all items depend on it",
      range,
      fixes: [Fix(message: "set \"duration\" in \"output\", or give one item times of its own")])
  }

  static func outerTime(_ time: String, range: SourceRange) -> Diagnostic {
    error(
      .outerTime,
      "'\(shortened(time))' is a time of the project, and a group has only its own times",
      range,
      fixes: [
        Fix(
          message:
            "use items of the group or beats, or give the group a parameter of type \"time\" "
            + "and the clip that shows it a value in \"with\"")
      ])
  }

  static func timeItself(
    _ name: String, _ noun: String, property: String, spelled: String, range: SourceRange
  ) -> Diagnostic {
    error(
      .timeItself,
      "'\(shortened(name))' is \(noun), which has no \"\(shortened(property))\"", range,
      fixes: [Fix(message: "write {\(spelled)}, or name an item")])
  }

  static func unknownBeats(_ name: String, names: [String], range: SourceRange) -> Diagnostic {
    error(
      .unknownBeats,
      name.isEmpty ? "the project has no \"beats\"" : "there are no beats '\(shortened(name))'",
      range,
      notes: MessageParts.known(names, nearest: [], noun: "the grids").map { [$0] } ?? [],
      fixes: names.isEmpty
        ? [Fix(message: "add \"beats\": { \"tempo\": 120 }, the beats a minute")] : [])
  }

  static func unknownProperty(
    _ property: String, of owner: String, has: [String], in text: String, range: SourceRange
  ) -> Diagnostic {
    error(
      .unknownProperty,
      "\(owner) has no time '\(shortened(property))'", range,
      label: "expected one of \(MessageParts.list(has))",
      fixes: Suggestion.closest(to: property, among: has).map {
        MessageParts.renaming(property, to: $0, shown: JSONText.quoted($0), in: text, range)
      } ?? [])
  }

  /// - Parameters:
  ///   - likely: what may have been meant, as it is written in an expression, the best first.
  ///   - text: all of the value that names it.
  static func unknownTime(
    _ name: String, isItem: Bool, names: [String], likely: [String], in text: String,
    range: SourceRange
  ) -> Diagnostic {
    let note =
      likely.isEmpty
      ? MessageParts.known(
        names.map { shortened($0) }, nearest: [],
        noun: isItem ? "the ids" : "the names")
      : nil
    return error(
      .unknownTime,
      "there is no \(isItem ? "item or track" : "parameter or marker") '\(shortened(name))'", range,
      notes: note.map { [$0] } ?? [],
      fixes: likely.flatMap { other in
        MessageParts.renaming(
          TimeReference.spelled(name), to: other,
          shown: "{\(shortened(other))\(isItem ? ".…" : "")}", in: text, range)
      })
  }
}
