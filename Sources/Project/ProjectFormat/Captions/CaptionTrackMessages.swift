import Diagnostics
import TimelineModel

/// What there is to say about tracks of captions, sorted by name; ids are the functions' names.
enum CaptionTrackMessages: MessageTable {
  static func captionFile(
    _ reason: String, range: SourceRange, notes: [Note], fixes: [Fix]
  ) -> Diagnostic {
    error(.captionFile, reason, range, notes: notes, fixes: fixes)
  }

  static func captionFollowsNothing(
    _ name: String, isMedia: Bool, suggestion: String?, range: SourceRange
  ) -> Diagnostic {
    var fixes: [Fix] = []
    if let suggestion {
      let quoted = JSONText.quoted(suggestion)
      fixes = [Fix(message: "did you mean \(quoted)?", replacing: range, with: quoted)]
    }
    return error(
      .captionFollowsNothing,
      isMedia
        ? "no clip on the tracks here shows '\(shortened(name))'"
        : "no clip is called '\(shortened(name))' or shows it", range,
      fixes: fixes + [
        Fix(
          message: isMedia
            ? "clips within groups are not looked at: follow the clip that shows the group, or put "
              + "the track of captions into the group"
            : "name a clip's id, or a media item that a track shows")
      ])
  }

  static func captionSpeaker(
    _ name: String, others: [String], range: SourceRange
  ) -> Diagnostic {
    let suggestion = Suggestion.closest(to: name, among: others)
    let note =
      others.isEmpty
      ? Note(message: "these captions do not say who speaks")
      : Note(
        message: "there are "
          + others.prefix(8).map { "'\(shortened($0))'" }.joined(separator: ", ")
          + (others.count > 8 ? " and \(others.count - 8) more" : ""))
    return warning(
      .captionSpeaker, "nobody called '\(shortened(name))' speaks in these captions", range,
      notes: [note], fixes: MessageParts.replacement(suggestion, range))
  }

  static func captionsAsClip(
    _ media: String, range: SourceRange, other: SourceRange
  ) -> Diagnostic {
    error(
      .captionsAsClip, "'\(shortened(media))' is a file of captions", range,
      notes: [Note(message: "it is defined here", range: other)],
      fixes: [
        Fix(
          message:
            "show it on a track of its own: { \"captions\": [{ \"clip\": "
            + "\(JSONText.quoted(shortened(media))) }] }")
      ])
  }

  static func captionStyleKey(_ key: String, range: SourceRange) -> Diagnostic {
    warning(
      .captionStyleKey,
      "\"\(key)\" does nothing in the style of captions: what they say and when comes from the captions themselves",
      range, fixes: [Fix(message: "remove \"\(key)\"")])
  }

  static func captionsNotShown(_ media: String, range: SourceRange) -> Diagnostic {
    warning(
      .captionsNotShown, "no caption of '\(shortened(media))' is shown", range,
      fixes: [Fix(message: "check its times against \"at\", \"in\" and \"out\"")])
  }

  static func captionsOfRuns(range: SourceRange) -> Diagnostic {
    warning(
      .captionsOfRuns,
      "a caption of runs is shown as it is written: \"words\", \"censor\", \"replace\", \"uppercase\", "
        + "\"characters\" and \"lines\" of its track do nothing to it", range,
      fixes: [Fix(message: "write its \"text\" as one text, or write the runs as they are to be")])
  }

  static func clipAsCaptions(
    _ media: String, range: SourceRange, other: SourceRange
  ) -> Diagnostic {
    error(
      .clipAsCaptions, "'\(shortened(media))' is not a file of captions", range,
      notes: [Note(message: "it is defined here", range: other)],
      fixes: [Fix(message: "name a file such as \"talk.srt\" or \"talk.vtt\" under \"media\"")])
  }

  static func motionOfCaptions(range: SourceRange) -> Diagnostic {
    error(
      .motionOfCaptions, "parts of captions do not come and go by themselves", range,
      fixes: [Fix(message: "use \"words\" for a change with each word, or a track of titles")])
  }
}
