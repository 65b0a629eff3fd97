import Diagnostics
import BaseValues

// What is said of sound, sorted by name.
extension RuleMessages {
  /// - Parameter atStart: whether it is about the sound before the picture.
  static func audioLeadBeyondMedia(
    _ clip: String, wanted: String, missing: String, atStart: Bool, range: SourceRange
  ) -> Diagnostic {
    warning(
      .audioLeadBeyondMedia,
      atStart
        ? "\(clip) is heard \(wanted) before its picture, but its media begins \(missing) later: silence "
          + "until then"
        : "\(clip) is heard \(wanted) after its picture, but its media ends \(missing) earlier: silence "
          + "from then on", range)
  }

  static func audioTrackRate(
    _ rate: Int, codec: String, rates: [Int], range: SourceRange
  ) -> Diagnostic {
    error(
      .audioTrackRate,
      "\(codec) has no \(rate) samples a second, which all tracks of the movie's sound have", range,
      fixes: [
        Fix(
          message: "choose another \"codec\" for this track, or set \"sampleRate\" of the output's "
            + "\"audio\" to \(rates.map(String.init).joined(separator: ", "))")
      ])
  }

  static func automationAfterEnd(
    _ end: String, of what: String, start: String, length: String, excess: String, isHeard: Bool,
    room: String?,
    range: SourceRange
  ) -> Diagnostic {
    warning(
      .automationAfterEnd,
      isHeard
        ? "the last \(excess) of this change of \(what) are not heard: \(end)"
        : "this change of \(what) at \(start) is not heard: \(end)",
      range,
      fixes: [
        Fix(
          message: room.map { "set its \"duration\" to \"\($0)\" or less" }
            ?? "let it begin before \(length), or remove it")
      ])
  }

  static func automationOverlap(
    of what: String, at time: String, range: SourceRange, other: SourceRange
  ) -> Diagnostic {
    error(
      .automationOverlap,
      "this change of \(what) begins at \(time), before the one before it has ended", range,
      notes: [Note(message: "the other one", range: other)],
      fixes: [Fix(message: "begin later, or make the other ramp shorter")])
  }

  static func channelNotInMedia(
    _ noun: String, _ channel: String, count: Int, range: SourceRange
  ) -> Diagnostic {
    let names = SpeakerName.all(ofChannels: count)?.map { "\"\($0.rawValue)\"" }
    let channels = "\(count) channel\(count == 1 ? "" : "s")"
    return error(
      .channelNotInMedia,
      "\(noun) has \(channels), and no channel \(channel)", range,
      fixes: [
        Fix(
          message: "use a number from 1 to \(count)"
            + (names.map { ", or \($0.joined(separator: ", "))" } ?? ""))
      ])
  }

  static func channelNotInOutput(
    _ speaker: String, count: Int, range: SourceRange
  ) -> Diagnostic {
    let layout = [1: "mono", 2: "stereo", 6: "5.1", 8: "7.1"][count] ?? "\(count) channels"
    let names = SpeakerName.all(ofChannels: count) ?? []
    return error(
      .channelNotInOutput,
      "the movie's sound is \(layout), which has no \"\(speaker)\"", range,
      fixes: [
        Fix(
          message: "use \(names.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")), or set "
            + "\"channels\" of the output's \"audio\"")
      ])
  }

  static func clipWithoutSound(
    _ clip: String, media: String, others: Int, range: SourceRange, other: SourceRange
  ) -> Diagnostic {
    error(
      .clipWithoutSound,
      "\(clip) stands on an audio track, but its media has no sound", range,
      notes: [Note(message: "media '\(shortened(media))' is defined here", range: other)],
      fixes: [
        Fix(
          message: others == 0
            ? "put the clip on a video track"
            : "write \"video\" for \"audio\": so it is with all \(others + 1) clips of this track")
      ])
  }

  static func duckCycle(range: SourceRange, others: [SourceRange]) -> Diagnostic {
    error(
      .duckCycle,
      "circular reference: these sounds duck under each other", range,
      notes: others.map { Note(message: "which leads back through here", range: $0) },
      fixes: [Fix(message: "remove one \"duck\"")])
  }

  static func duckItself(isClip: Bool, range: SourceRange) -> Diagnostic {
    error(
      .duckItself,
      "a \(isClip ? "clip" : "track") cannot duck under itself", range,
      fixes: [Fix(message: "name another \(isClip ? "clip or track" : "track")")])
  }

  static func duckNeverHappens(
    _ noun: String, _ others: [String], reason: String, range: SourceRange,
    other: (noun: String, range: SourceRange)?, fix: String
  ) -> Diagnostic {
    warning(
      .duckNeverHappens,
      "this \(noun) is never lowered for \(others.joined(separator: " and ")): \(reason)", range,
      notes: other.map { [Note(message: "the other \($0.noun)", range: $0.range)] } ?? [],
      fixes: [Fix(message: fix)])
  }

  static func duckWithoutSound(
    _ noun: String, _ name: String, isTitles: Bool, this: String, range: SourceRange,
    other: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      id: .duckWithoutSound, severity: isTitles ? .error : .warning,
      message: isTitles
        ? "\(noun) '\(shortened(name))' is for titles and never sounds"
        : "\(noun) '\(shortened(name))' has no sound, so this \(this) is never lowered",
      range: range, notes: [Note(message: "the \(noun)", range: other)])
  }

  static func fadesLongerThanClip(
    _ clip: String, duration: String, fades: String, range: SourceRange, other: SourceRange?
  ) -> Diagnostic {
    error(
      .fadesLongerThanClip,
      "the fades of \(clip) take \(fades), but it is \(duration) long", range,
      notes: other.map { [Note(message: "the other fade", range: $0)] } ?? [],
      fixes: [Fix(message: "shorten them to \(duration) together")])
  }

  static func keptPitchAtRest(
    _ clip: String, speed: String, range: SourceRange, pitch: SourceRange?
  ) -> Diagnostic {
    error(
      .keptPitchAtRest,
      "\(clip) comes to \(speed) times its speed, where its sound cannot keep its pitch", range,
      label: "sound keeps its pitch from 1/32 on",
      notes: pitch.map { [Note(message: "the pitch is kept here", range: $0)] } ?? [],
      fixes: [
        Fix(message: "set \"pitch\" to \"follow\", with which sound may stop and turn back"),
        Fix(message: "use speeds from 0.03125 to 32"),
      ])
  }

  static func nestedBackwards(
    _ clip: String, edit: String, canBeSilent: Bool, range: SourceRange
  ) -> Diagnostic {
    error(
      .nestedBackwards,
      "\(clip) plays the sound of an edit, '\(shortened(edit))', backwards, in which a clip changes its "
        + "speed", range, fixes: soundFixes(canBeSilent: canBeSilent))
  }

  /// - Parameter filter: where the chain is written.
  static func nestedFilter(
    _ noun: String, edit: String, filter: SourceRange, range: SourceRange
  ) -> Diagnostic {
    error(
      .nestedFilter,
      "\(noun) plays '\(shortened(edit))', whose sound goes through a chain of filters, at another speed or "
        + "in a loop", range,
      notes: [Note(message: "the chain is given here", range: filter)],
      fixes: [Fix(message: "move the \"audioFilter\" to this clip")])
  }

  static func nestedPan(_ noun: String, edit: String, range: SourceRange) -> Diagnostic {
    error(
      .nestedPan,
      "\(noun) cannot be panned: clips of '\(shortened(edit))' are panned already", range,
      fixes: [Fix(message: "remove \"pan\" and \"panAutomation\" here, or those within")])
  }

  /// - Parameters:
  ///   - pitch: as it is set here.
  ///   - other: where the clip of the edit is.
  static func nestedPitch(
    _ noun: String, edit: String, pitch: String, other: SourceRange, range: SourceRange
  ) -> Diagnostic {
    error(
      .nestedPitch,
      "\(noun) changes the speed of clips of '\(shortened(edit))' that change it already, and treats "
        + "their pitch otherwise",
      range,
      notes: [Note(message: "this clip of it does not say \"pitch\": \"\(pitch)\"", range: other)],
      fixes: [Fix(message: "set \"pitch\" to the same in both")])
  }

  static func nestedRamp(
    _ noun: String, edit: String, canBeSilent: Bool, range: SourceRange
  ) -> Diagnostic {
    error(
      .nestedRamp,
      "\(noun) changes the speed of an edit, '\(shortened(edit))', whose sound cannot follow",
      range,
      fixes: soundFixes(canBeSilent: canBeSilent))
  }

  /// Where an edit's pictures can be had and its sound cannot.
  private static func soundFixes(canBeSilent: Bool) -> [Fix] {
    (canBeSilent ? [Fix(message: "set \"audio\" to false, if its pictures are enough")] : [])
      + [Fix(message: "render it to a file of its own, and use that")]
  }

  static func pictureAfterSound(
    _ clip: String, end: String, pictureEnd: String, excess: String, range: SourceRange
  ) -> Diagnostic {
    warning(
      .pictureAfterSound,
      "\(clip) is the last that is heard and ends at \(end), but the pictures go on until "
        + "\(pictureEnd): the movie ends with \(excess) of silence", range,
      fixes: [
        Fix(message: "let it end at \(pictureEnd), or the pictures at \(end)"),
        Fix(message: "if silence is meant, set the output's \"duration\" to \"\(pictureEnd)\""),
      ])
  }

  static func rateOfMixAlone(_ rate: Int, codec: String, highest: Int, range: SourceRange)
    -> Diagnostic
  {
    warning(
      .rateOfMixAlone,
      "a movie cannot have sound of \(rate) Hz: \(codec) ends at \(highest); `cutlist mix` writes it to a file "
        + "of its own", range,
      fixes: [Fix(message: "set \"sampleRate\" to \(highest) or less to render the movie")])
  }

  static func soundAfterPicture(
    _ clip: String, end: String, pictureEnd: String, excess: String, range: SourceRange, fix: Fix?
  ) -> Diagnostic {
    warning(
      .soundAfterPicture,
      "\(clip) is heard until \(end), but the last picture ends at \(pictureEnd): the movie ends "
        + "with \(excess) of an empty picture", range,
      fixes: (fix.map { [$0] } ?? []) + [
        Fix(message: "if that is meant, end the pictures with { \"gap\": \"\(excess)\" }")
      ])
  }

  static func soundAlone(size: String, range: SourceRange) -> Diagnostic {
    warning(
      .soundAlone,
      "the project has sound alone: a movie of it shows nothing but the background, in \(size)",
      range,
      fixes: [
        Fix(message: "write a sound file with 'cutlist mix', or add a track of pictures"),
        Fix(
          message:
            "if an empty picture is meant, say its \"size\" in \"output\", or add { \"video\": [{ "
            + "\"gap\": \"…\" }] }"),
      ])
  }

  static func soundBeforeMovie(
    _ clip: String, missing: String, range: SourceRange
  ) -> Diagnostic {
    warning(
      .soundBeforeMovie,
      "the sound of \(clip) would begin \(missing) before the movie: it is heard from the movie's "
        + "start on", range)
  }

  static func soundBeyondPicture(
    _ clip: String, lost: String, range: SourceRange
  ) -> Diagnostic {
    warning(
      .soundBeyondPicture,
      "\(clip) ends with its pictures: the last \(lost) of its sound are not heard", range,
      fixes: [
        Fix(
          message: "let the sound go on with \"audioTail\": \"\(lost)\"",
          replacing: SourceRange(at: range.upper), with: ", \"audioTail\": \"\(lost)\""),
        Fix(
          message: "let the last picture stay as long as the sound with \"hold\": true",
          replacing: SourceRange(at: range.upper), with: ", \"hold\": true"),
        Fix(message: "if it is to end there, say so with \"audioTail\": 0"),
      ])
  }

  static func soundKeyWithoutSound(
    _ keys: [String], _ reason: String, range: SourceRange, others: [SourceRange],
    other: SourceRange?
  ) -> Diagnostic {
    let names = keys.map { "\"\($0)\"" }.joined(separator: " and ")
    return warning(
      .soundKeyWithoutSound,
      "\(names) \(keys.count == 1 ? "is" : "are") not heard: \(reason)", range,
      notes: others.map { Note(message: "and here", range: $0) }
        + (other.map { [Note(message: "the media", range: $0)] } ?? []),
      fixes: [Fix(message: "remove \(names)")])
  }

  static func soundWithoutOutput(range: SourceRange) -> Diagnostic {
    warning(
      .soundWithoutOutput,
      "this track is not heard, because the output has no sound", range,
      fixes: [Fix(message: "remove \"audio\": false from the output")])
  }

  static func speedWithSound(
    _ clip: String, speed: String, range: SourceRange, isAudioTrack: Bool
  ) -> Diagnostic {
    let end = SourceRange(at: range.upper)
    return error(
      .speedWithSound,
      "\(clip) plays at \(speed) times its speed, which its sound cannot follow", range,
      label: "sound takes a speed from 1/32 to 32",
      fixes: isAudioTrack
        ? [Fix(message: "use a speed from 0.03125 to 32")]
        : [Fix(message: "add \"audio\": false", replacing: end, with: ", \"audio\": false")])
  }

  static func splitEditEmpty(_ clip: String, range: SourceRange) -> Diagnostic {
    error(.splitEditEmpty, "the sound of \(clip) would end before it begins", range)
  }
}
