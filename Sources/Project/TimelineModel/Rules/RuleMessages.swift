import Diagnostics
import BaseValues

/// What the rules have to say, sorted by name; ids are the functions' names.
enum RuleMessages: MessageTable {
  static func animationLongerThanItem(
    property: String, _ item: String, begin: String, end: String, length: String, excess: String,
    isSeen: Bool, range: SourceRange, fix: Fix
  ) -> Diagnostic {
    warning(
      .animationLongerThanItem,
      isSeen
        ? "the animation of \(property) ends at \(end), but \(item) is \(length) long: the last "
          + "\(excess) of the movement are not seen"
        : "the animation of \(property) begins at \(begin), but \(item) is \(length) long: nothing "
          + "of the movement is seen",
      range, fixes: [fix])
  }

  static func belowAlone(
    _ clip: String, end: String, below: String, range: SourceRange
  ) -> Diagnostic {
    warning(
      .belowAlone,
      "\(clip) is an adjustment clip until \(end), but what lies below it ends at \(below): from there on "
        + "it shows the background", range)
  }

  static func belowInMatte(_ item: String, range: SourceRange) -> Diagnostic {
    error(
      .belowInMatte,
      "\(item) is an adjustment clip, and nothing lies below a matte track",
      range, fixes: [Fix(message: "put clips of media on the matte track")])
  }

  static func belowInTitle(media: String, range: SourceRange) -> Diagnostic {
    error(
      .belowInTitle,
      "'\(shortened(media))' is for adjustment clips; a title's image cannot show it", range,
      fixes: [Fix(message: "put a clip of it on a video track below the titles")])
  }

  static func belowNothing(_ clip: String, range: SourceRange) -> Diagnostic {
    warning(
      .belowNothing,
      "\(clip) is an adjustment clip with nothing below it: it shows the background", range,
      fixes: [Fix(message: "put it on a track after those that it is to change")])
  }

  static func belowWithMotionBlur(_ item: String, range: SourceRange) -> Diagnostic {
    error(
      .belowWithMotionBlur,
      "\(item) is an adjustment clip, which takes no \"motionBlur\"", range,
      fixes: [Fix(message: "remove it; clips below may have motion blur of their own")])
  }

  static func blurredFitOfEdit(_ item: String, range: SourceRange) -> Diagnostic {
    error(
      .blurredFitOfEdit,
      "\(item) shows a project or group, which \"fit\": \"blur\" does not take", range,
      fixes: [
        Fix(
          message: "use \"contain\", with the same clip as \"cover\" and a blur on a track below")
      ])
  }

  static func captionsOutside(
    _ count: Int, start: String, pictureEnd: String, range: SourceRange
  ) -> Diagnostic {
    warning(
      .captionsOutside,
      count == 1
        ? "this caption comes at \(start), but the last picture ends at \(pictureEnd)"
        : "\(count) captions come after the last picture, which ends at \(pictureEnd): the first at "
          + start, range,
      fixes: [
        Fix(message: "check \"at\", \"in\" and \"shift\", or set the output's \"duration\"")
      ])
  }

  static func clipBackwards(
    _ clip: String, frames: String, isStart: Bool, source: String, range: SourceRange
  ) -> Diagnostic {
    error(
      .clipBackwards,
      isStart
        ? "\(clip) plays backwards and begins \(frames) after its media's end"
        : "\(clip) plays backwards and goes \(frames) beyond its media's start", range,
      label: isStart ? "\(source) of the media" : nil,
      fixes: [
        Fix(message: "it plays from \"out\" back to \"in\": say both, or take less of it")
      ])
  }

  static func clipNeverShown(_ clip: String, range: SourceRange) -> Diagnostic {
    warning(
      .clipNeverShown,
      "\(clip) is shorter than a frame and falls between two", range,
      fixes: [Fix(message: "make it at least one frame long")])
  }

  static func clipShorterThanTransitions(
    _ clip: String, duration: String, needed: String, range: SourceRange,
    transitions: [SourceRange], shorter: Fix?
  ) -> Diagnostic {
    let several = transitions.count > 1
    return error(
      .clipShorterThanTransitions,
      "\(clip) is \(duration) long, but its \(several ? "transitions take" : "transition takes")"
        + " \(needed) of it", range,
      notes: transitions.enumerated().map { index, place in
        Note(message: index == 0 ? "the transition" : "the other transition", range: place)
      },
      fixes: [
        Fix(message: "make the clip at least \(needed) long"),
        shorter ?? Fix(message: "make the \(several ? "transitions" : "transition") shorter"),
      ])
  }

  static func clipWithinMedia(
    _ clip: String, frames: String, range: SourceRange, label: String, note: Note?, fix: Fix?
  ) -> Diagnostic {
    error(
      .clipWithinMedia,
      "\(clip) ends \(frames) after its media", range, label: label,
      notes: note.map { [$0] } ?? [], fixes: fix.map { [$0] } ?? [])
  }

  static func clipWithoutPicture(
    _ clip: String, media: String, others: Int, range: SourceRange, other: SourceRange
  ) -> Diagnostic {
    error(
      .clipWithoutPicture,
      "\(clip) stands on a video track, but its media has no picture", range,
      notes: [Note(message: "media '\(shortened(media))' is defined here", range: other)],
      fixes: [
        Fix(
          message: others == 0
            ? "put the clip on an audio track"
            : "write \"audio\" for \"video\": so it is with all \(others + 1) clips of this track")
      ])
  }

  static func cutOffMedia(
    _ clip: String, announced: String, end: String, range: SourceRange
  ) -> Diagnostic {
    warning(
      .cutOffMedia,
      "\(clip) goes to the end of a file that is cut off: it says \(announced), but its material "
        + "ends at \(end)", range,
      fixes: [Fix(message: "copy the whole file again, or let the clip end earlier")])
  }

  /// - Parameter free: a name like it that nothing has.
  static func duplicateName(
    _ name: String, range: SourceRange, other: SourceRange, free: String
  ) -> Diagnostic {
    error(
      .duplicateName,
      "the id '\(shortened(name))' is taken", range,
      notes: [Note(message: "it is first given here", range: other)],
      fixes: [
        Fix(
          message: "call it \(JSONText.quoted(free))", replacing: range,
          with: JSONText.quoted(free))
      ])
  }

  static func groupEnlarged(
    _ clip: String, by factor: Double, size: String, wanted: String, range: SourceRange
  ) -> Diagnostic {
    let times = Int((factor * 100).rounded())
    return warning(
      .groupEnlarged,
      "the \"view\" of \(clip) enlarges an edit of \(size) to \(times) %, which looks soft",
      range,
      fixes: [
        Fix(
          message:
            "give the edit \"size\": \"\(wanted)\", with places in it in per cent or as much larger"
        )
      ])
  }

  static func holdOfEdit(_ clip: String, range: SourceRange) -> Diagnostic {
    error(
      .holdOfEdit,
      "\(clip) shows a project or a group, whose last picture is not held", range,
      fixes: [Fix(message: "say \"hold\" of the last clip within it, and how long that lasts")])
  }

  static func imageWithoutPicture(
    media: String, range: SourceRange, other: SourceRange
  ) -> Diagnostic {
    error(
      .imageWithoutPicture,
      "this title shows media '\(shortened(media))', which has no picture", range,
      notes: [Note(message: "media '\(shortened(media))' is defined here", range: other)])
  }

  static func itemAfterEnd(
    _ item: String, start: String, end: String, range: SourceRange, other: SourceRange
  ) -> Diagnostic {
    warning(
      .itemAfterEnd,
      "\(item) starts at \(start), but the movie ends at \(end)", range,
      notes: [Note(message: "the movie's duration", range: other)])
  }

  static func keyWithoutEffect(
    _ key: String, _ reason: String, range: SourceRange
  ) -> Diagnostic {
    warning(
      .keyWithoutEffect,
      "\"\(key)\" changes nothing here: \(reason)", range,
      fixes: [Fix(message: "remove \"\(key)\"")])
  }

  static func loopBeyondMedia(
    _ clip: String, frames: String, end: String, range: SourceRange, note: Note?
  ) -> Diagnostic {
    error(
      .loopBeyondMedia,
      "the loop of \(clip) ends \(frames) after its media", range,
      notes: note.map { [$0] } ?? [], fixes: [Fix(message: "set \"out\" to \"\(end)\" or less")])
  }

  static func markerAfterEnd(
    _ name: String?, time: String, end: String, range: SourceRange
  ) -> Diagnostic {
    let marker = name.map { "marker '\(shortened($0))'" } ?? "this marker"
    return warning(
      .markerAfterEnd, "\(marker) stands at \(time), but the movie ends at \(end)", range)
  }

  static func markersOfOneName(
    _ name: String, range: SourceRange, other: SourceRange
  ) -> Diagnostic {
    warning(
      .markersOfOneName,
      "another marker is called '\(shortened(name))' too", range,
      notes: [Note(message: "the first one", range: other)],
      fixes: [Fix(message: "choose another name")])
  }

  static func maskBesidePicture(_ item: String, range: SourceRange) -> Diagnostic {
    warning(
      .maskBesidePicture,
      "nothing of \(item) is seen: the mask's box lies beside the picture", range,
      fixes: [
        Fix(message: "give \"x\", \"y\", \"width\" and \"height\" as shares of the picture, 0 to 1")
      ])
  }

  static func matteItself(range: SourceRange) -> Diagnostic {
    error(
      .matteItself,
      "a track cannot be its own matte", range, fixes: [Fix(message: "name another track")])
  }

  static func matteNeverThere(
    _ track: String, isInverted: Bool, range: SourceRange
  ) -> Diagnostic {
    warning(
      .matteNeverThere,
      "the matte '\(shortened(track))' shows nothing while this track does: "
        + (isInverted ? "the matte changes nothing" : "nothing of it is seen"), range,
      fixes: [
        Fix(message: "move the items of one of them to the times of the other, or remove the matte")
      ])
  }

  static func matteOfMatte(_ track: String, range: SourceRange, other: SourceRange) -> Diagnostic {
    error(
      .matteOfMatte,
      "track '\(shortened(track))' has a matte itself, so it cannot be one", range,
      notes: [Note(message: "its matte is here", range: other)],
      fixes: [Fix(message: "put both into a group, and a clip of it on the matte track")])
  }

  static func matteWithoutPicture(_ track: String, range: SourceRange) -> Diagnostic {
    error(
      .matteWithoutPicture,
      "track '\(shortened(track))' has no pictures, so it cannot be a matte", range,
      fixes: [Fix(message: "name a video or titles track")])
  }

  static func nestedItems(_ name: String?, limit: Int, range: SourceRange) -> Diagnostic {
    error(
      .nestedItems,
      name.map { "'\(shortened($0))' with all that it shows has more than \(limit) items" }
        ?? "with all that its projects and groups show the movie has more than \(limit) items",
      range, fixes: [Fix(message: "show fewer; 'cutlist help limits' says how to allow more")])
  }

  static func pictureFault(
    _ clip: String, _ fault: String, at time: String?, range: SourceRange
  ) -> Diagnostic {
    warning(
      .pictureFault,
      time.map { "\(clip) shows its media at \($0) of the source: \(fault)" }
        ?? "\(clip): \(fault)",
      range)
  }

  static func rampBeyondMedia(
    _ clip: String, at time: String, frames: String, range: SourceRange, ramp: SourceRange,
    fixes: [Fix]
  ) -> Diagnostic {
    error(
      .rampBeyondMedia,
      "\(clip) runs out of its media at \(time), \(frames) before its end", range,
      notes: ramp.isNone || ramp == range ? [] : [Note(message: "so its speed runs", range: ramp)],
      fixes: fixes.isEmpty
        ? [Fix(message: "make it shorter, slower, or let it begin elsewhere")] : fixes)
  }

  static func rampLongerThanClip(
    _ clip: String, end: String, length: String, range: SourceRange, fix: Fix?
  ) -> Diagnostic {
    warning(
      .rampLongerThanClip,
      "the last speed is reached at \(end), but \(clip) is \(length) long", range,
      fixes: [
        Fix(message: "let the ramp end with the clip: set its last \"at\" to \"\(length)\""),
        fix ?? Fix(message: "make the clip longer"),
      ])
  }

  static func regionOutside(
    _ right: String, _ bottom: String, size: String, range: SourceRange
  ) -> Diagnostic {
    error(
      .regionOutside,
      "this region ends at \(right), \(bottom), outside the picture of \(size)", range,
      fixes: [Fix(message: "keep \"rect\", which is [left, top, width, height], within \(size)")])
  }

  static func textNeverShown(_ text: String, more: Int, range: SourceRange) -> Diagnostic {
    let others =
      more == 0 ? "" : "; so \(more == 1 ? "is one more" : "are \(more) more") of its track"
    return warning(
      .textNeverShown,
      "\(text) is shorter than a frame and falls between two\(others)", range,
      fixes: [Fix(message: "let it last at least one frame")])
  }

  static func timeTooFine(range: SourceRange) -> Diagnostic {
    error(
      .timeTooFine,
      "the times here are too large or too fine to be computed exactly", range,
      fixes: [Fix(message: "use times with fewer digits")])
  }

  static func titleOutside(
    _ title: String, end: String, pictureEnd: String, range: SourceRange
  ) -> Diagnostic {
    warning(
      .titleOutside,
      "\(title) stays until \(end), but the last picture ends at \(pictureEnd)", range,
      fixes: [Fix(message: "let it end earlier, or set the output's \"duration\"")])
  }

  static func tooManyBelow(_ item: String, limit: Int, range: SourceRange) -> Diagnostic {
    error(
      .tooManyBelow,
      "\(item) is an adjustment clip, as are clips on \(limit) tracks below it at the same time",
      range,
      notes: [Note(message: "each of them draws all that is below it again", range: nil)],
      fixes: [Fix(message: "put the effects of some of them into one clip")])
  }

  static func tooManyDrawn(_ count: Int, limit: Int, range: SourceRange) -> Diagnostic {
    error(
      .tooManyDrawn,
      "\(count) pictures would be drawn for one frame; the limit is \(limit)", range,
      notes: [
        Note(
          message: "what groups show and the moments of \"motionBlur\" multiply inside each other",
          range: nil)
      ],
      fixes: [
        Fix(
          message:
            "blur in one place, with fewer \"samples\", or raise the limit with --limit drawn=N")
      ])
  }

  static func tooManyLayers(
    _ count: Int, limit: Int, at time: String, range: SourceRange
  ) -> Diagnostic {
    error(
      .tooManyLayers,
      "at \(time) \(count) layers are shown at the same time; the limit is \(limit)", range,
      fixes: [Fix(message: "show fewer at a time, or raise the limit with --limit layers=N")])
  }

  static func trackOverlap(
    _ clip: String, start: String, other: String, end: String, range: SourceRange,
    otherRange: SourceRange
  ) -> Diagnostic {
    error(
      .trackOverlap,
      "\(clip) starts at \(start), before \(other) on the same track has ended", range,
      notes: [Note(message: "\(other) ends at \(end)", range: otherRange)],
      fixes: [
        Fix(message: "set \"at\" to \"\(end)\" or later, or remove it"),
        Fix(message: "put one of them on another track"),
      ])
  }

  static func transitionBlendModes(
    _ outgoing: String, _ mode: String, _ incoming: String, _ other: String, range: SourceRange,
    other otherRange: SourceRange
  ) -> Diagnostic {
    warning(
      .transitionBlendModes,
      "\(outgoing) has the blend mode '\(mode)', but '\(other)' as soon as the transition to "
        + "\(incoming) begins: its look changes there at once", range,
      notes: [Note(message: "\(incoming) has the blend mode '\(other)'", range: otherRange)],
      fixes: [Fix(message: "give both clips the same \"blend\"")])
  }

  static func transitionMaterial(
    _ lacks: [String], range: SourceRange, notes: [Note], fixes: [Fix]
  ) -> Diagnostic {
    error(
      .transitionMaterial,
      "this transition lacks \(lacks.joined(separator: " and "))", range, notes: notes,
      fixes: fixes)
  }

  static func transitionWithoutPicture(
    media: String, range: SourceRange, other: SourceRange
  ) -> Diagnostic {
    error(
      .transitionWithoutPicture,
      "media '\(shortened(media))' has no picture that a transition could use", range,
      notes: [Note(message: "media '\(shortened(media))' is defined here", range: other)],
      fixes: [Fix(message: "name a file with pictures, or a generator")])
  }

  static func unusedMedia(_ name: String, range: SourceRange) -> Diagnostic {
    warning(
      .unusedMedia,
      "media '\(shortened(name))' is not used", range, fixes: [Fix(message: "use it or remove it")])
  }
}
