import Diagnostics
import BaseValues
import TimelineModel

// What is said of times and lengths, sorted by name.
extension ProjectMessages {
  static func animationAfterItem(
    begin: String, duration: String, range: SourceRange
  ) -> Diagnostic {
    error(
      .animationAfterItem,
      "this animation begins at \(begin), but its item stays for \(duration) only", range,
      fixes: [Fix(message: "begin earlier: times are counted from the item's start")])
  }

  static func easingsCount(_ count: Int, stretches: Int, range: SourceRange) -> Diagnostic {
    error(
      .easingsCount,
      "\(count) easings for \(stretches) \(stretches == 1 ? "stretch" : "stretches") between values",
      range, fixes: [Fix(message: "give one easing for all, or one for each stretch")])
  }

  static func fadesLongerThanTitle(
    _ title: String, duration: String, fades: String, range: SourceRange
  ) -> Diagnostic {
    error(
      .fadesLongerThanTitle, "the fades of \(title) take \(fades), but it stays for \(duration)",
      range)
  }

  static func freezeWithoutLength(_ clip: String, range: SourceRange) -> Diagnostic {
    error(
      .freezeWithoutLength,
      "\(clip) holds one picture and does not say for how long", range,
      fixes: [
        Fix(
          message: "add \"duration\": \"2s\"", replacing: SourceRange(at: range.upper),
          with: ", \"duration\": \"2s\"")
      ])
  }

  static func keyTimesCount(
    _ count: Int, values: Int, range: SourceRange, other: SourceRange?
  ) -> Diagnostic {
    error(
      .keyTimesCount,
      "\(count) key \(count == 1 ? "time" : "times") for \(values) \(values == 1 ? "value" : "values")",
      range, notes: other.map { [Note(message: "the values", range: $0)] } ?? [],
      fixes: [Fix(message: "give one key time for each value")])
  }

  static func keyTimesOrder(_ reason: String, range: SourceRange, fix: Fix) -> Diagnostic {
    error(.keyTimesOrder, "key times have to rise from 0 to 1: \(reason)", range, fixes: [fix])
  }

  static func loopCountWithLength(
    _ clip: String, key: String, range: SourceRange, other: SourceRange
  ) -> Diagnostic {
    error(
      .loopCountWithLength,
      "\(clip) says how many times it is played and how long it is", range,
      notes: [Note(message: "the number of times", range: other)],
      fixes: [
        Fix(message: "remove \"\(key)\"; or set \"loop\" to true to play it for so long")
      ])
  }

  static func loopCrossFade(_ clip: String, reason: String, range: SourceRange) -> Diagnostic {
    error(
      .loopCrossFade,
      "the loop of \(clip) cannot cross-fade: \(reason)", range,
      fixes: [Fix(message: "remove \"crossFade\"")])
  }

  static func loopCrossFadeTooLong(
    _ clip: String, longest: String, range: SourceRange
  ) -> Diagnostic {
    error(
      .loopCrossFadeTooLong,
      "the cross-fade in the loop of \(clip) is too long: it takes at most 10 s and half of what is repeated",
      range, fixes: [Fix(message: "set it to \"\(longest)\" or less")])
  }

  /// - Parameter isPossible: whether the part is long enough for the shortest one.
  static func loopCrossFadeTooShort(
    _ clip: String, shortest: String, isPossible: Bool, range: SourceRange
  ) -> Diagnostic {
    error(
      .loopCrossFadeTooShort,
      "the loop of \(clip) cross-fades in less than the \(shortest) of \"declick\", so it would click",
      range,
      fixes: [
        Fix(
          message: (isPossible ? "set it to \"\(shortest)\" or more, or remove" : "remove")
            + " \"crossFade\"")
      ])
  }

  static func loopWithoutLength(_ clip: String, range: SourceRange) -> Diagnostic {
    error(
      .loopWithoutLength,
      "\(clip) is looped and does not say for how long", range,
      fixes: [
        Fix(
          message: "add \"duration\": \"10s\"; or set \"loop\" to a number of times",
          replacing: SourceRange(at: range.upper), with: ", \"duration\": \"10s\"")
      ])
  }

  static func missingLength(
    _ clip: String, media: String, key: String, range: SourceRange, mediaRange: SourceRange
  ) -> Diagnostic {
    error(
      .missingLength,
      "\(clip) needs \(key == "out" ? "an" : "a") \"\(key)\", because its media has no end", range,
      notes: [Note(message: "'\(shortened(media))' is defined here", range: mediaRange)],
      fixes: [Fix(message: "add \"\(key)\": \"5s\"")])
  }

  static func motionLongerThanTitle(
    _ title: String, duration: String, motion: String, parts: Int, stagger: String?,
    range: SourceRange
  ) -> Diagnostic {
    error(
      .motionLongerThanTitle,
      "the parts of \(title) take \(motion) to come and go, but it stays for \(duration)", range,
      notes: parts > 1
        ? [Note(message: "\(parts) parts begin one after another", range: range)] : [],
      fixes: [
        Fix(
          message: stagger.map { "set \"stagger\" to \"\($0)\" or less" }
            ?? "show it for longer, or let it move for shorter")
      ])
  }

  static func motionPartsCount(_ count: Int, most: Int, range: SourceRange) -> Diagnostic {
    error(
      .motionPartsCount, "\(count) parts of a text move; at most \(most) can", range,
      fixes: [Fix(message: "move words or lines: \"by\": \"word\"")])
  }

  static func outBeforeIn(
    _ clip: String, sourceIn: String, sourceOut: String, range: SourceRange, other: SourceRange,
    exchange: [Fix.Edit]
  ) -> Diagnostic {
    error(
      .outBeforeIn,
      "\(clip) ends at \(sourceOut) of its media, which is not after its start at \(sourceIn)",
      range, notes: other.isNone ? [] : [Note(message: "it starts here", range: other)],
      fixes: exchange.isEmpty
        ? [Fix(message: "let it end later: \"out\" is a time of its media, as \"in\" is")]
        : [
          Fix(message: "exchange \"in\" and \"out\"", edits: exchange),
          Fix(message: "if it is how long the clip stays, write \"duration\" instead of \"out\""),
        ])
  }

  static func pictureFadesLongerThanClip(
    _ clip: String, duration: String, fades: String, range: SourceRange
  ) -> Diagnostic {
    error(
      .pictureFadesLongerThanClip,
      "the fades of the picture of \(clip) take \(fades), but it stays for \(duration)", range)
  }

  static func rampOrder(at time: String, range: SourceRange) -> Diagnostic {
    error(
      .rampOrder,
      "this point at \(time) is not later than the one before it", range,
      fixes: [
        Fix(message: "give the points in the order of their times, each at a time of its own")
      ])
  }

  static func rampWithoutLength(
    _ clip: String, range: SourceRange, out: SourceRange?
  ) -> Diagnostic {
    let addition = ", \"duration\": \"5s\""
    return error(
      .rampWithoutLength,
      "\(clip) changes its speed and does not say how long it is", range,
      notes: out.map { [Note(message: "an out point does not say when it is reached", range: $0)] }
        ?? [],
      fixes: [
        out == nil
          ? Fix(
            message: "add \"duration\": \"5s\"", replacing: SourceRange(at: range.upper),
            with: addition)
          : Fix(message: "give a \"duration\" in place of \"out\"")
      ])
  }

  static func speedTooSlow(range: SourceRange) -> Diagnostic {
    error(
      .speedTooSlow,
      "a speed between -1/1000 and 1/1000 is too slow to show any motion", range,
      fixes: [
        Fix(
          message:
            "to hold a picture, write \"freeze\" and its time of the source in place of \"speed\", "
            + "\"in\" and \"out\", with a \"duration\"")
      ])
  }

  static func startAfterMedia(
    _ clip: String, key: String, start: String, end: String, range: SourceRange
  ) -> Diagnostic {
    error(
      .startAfterMedia,
      "\(clip) starts at \(start) of its media, which ends at \(end)", range,
      fixes: [Fix(message: "set \"\(key)\" to less than \"\(end)\"")])
  }

  static func stepWithFrom(range: SourceRange) -> Diagnostic {
    error(
      .stepWithFrom,
      "a step has no \"from\"", range,
      fixes: [Fix(message: "add \"duration\" to make it a ramp, or remove \"from\"")])
  }

  static func stepsWithoutJump(range: SourceRange) -> Diagnostic {
    error(
      .stepsWithoutJump,
      "one step that jumps at neither end never leaves the first value", range,
      fixes: [Fix(message: "write 2, or let it jump at the \"end\"", replacing: range, with: "2")])
  }

  static func stopBeforeOther(
    _ position: String, other: String, range: SourceRange, otherRange: SourceRange
  ) -> Diagnostic {
    error(
      .stopBeforeOther,
      "this colour is at \(position), before the colour that is listed before it", range,
      notes: [Note(message: "that one is at \(other)", range: otherRange)],
      fixes: [Fix(message: "write colours in the order of their places")])
  }

  static func timeOutOfRange(
    _ text: String, ofFrames count: Int, found: String, range: SourceRange
  ) -> Diagnostic {
    error(
      .timeOutOfRange,
      "'\(text)' is no part of the edit, which has frames 0..\(count)"
        + (found.isEmpty ? "" : "; it is \(found)"), range)
  }

  static func timeOutOfRange(
    _ text: String, expected: String, key: String, range: SourceRange
  ) -> Diagnostic {
    var fixes: [Fix] = []
    if text.hasPrefix("-") {
      let positive = String(text.dropFirst())
      switch key {
      case "at":
        fixes = [
          Fix(
            message: "write 0: the movie starts there, and nothing starts earlier",
            replacing: range, with: "0"),
          Fix(message: "to leave out what would come before, set \"in\" \(positive) later"),
        ]
      case "in":
        fixes = [
          Fix(
            message: "write 0: the media starts there, and has nothing earlier",
            replacing: range, with: "0"),
          Fix(message: "to wait before the clip, put { \"gap\": \"\(positive)\" } in front of it"),
        ]
      default:
        let text = JSONText.quoted(positive)
        fixes = [Fix(message: "write \(text)", replacing: range, with: text)]
      }
    }
    return error(.timeOutOfRange, "\(text) is not \(expected)", range, fixes: fixes)
  }

  static func timeOverflow(_ what: String, range: SourceRange) -> Diagnostic {
    error(
      .timeOverflow,
      "the times or places of \(what) are too large or too fine to be added exactly", range,
      fixes: [Fix(message: "write its numbers with fewer digits")])
  }

  static func timeResolution(
    _ reason: String, range: SourceRange, suggestion: String?
  ) -> Diagnostic {
    error(.timeResolution, reason, range, fixes: MessageParts.replacement(suggestion, range))
  }

  static func timeSyntax(
    _ text: String, reason: String, range: SourceRange, respelling: Respelling?
  ) -> Diagnostic {
    error(
      .timeSyntax,
      "'\(text)' is not a time: \(reason)", range,
      label: "expected a time like \"2.5s\", \"75f\" or \"00:00:02:15\"",
      fixes: respelling.map { [$0.fix(replacing: range)] } ?? [])
  }

  static func trackAnimationWithoutDuration(range: SourceRange) -> Diagnostic {
    error(
      .trackAnimationWithoutDuration,
      "an effect of a track has no end, so its animations need a duration", range,
      fixes: [Fix(message: "add \"duration\": \"2s\"; times are those of the movie")])
  }

  static func untilBeforeStart(
    _ item: String, verb: String, start: String, until: String, range: SourceRange
  ) -> Diagnostic {
    error(
      .untilBeforeStart, "\(item) \(verb) at \(until), which is not after its start at \(start)",
      range)
  }
}
