import Diagnostics
import BaseValues

/// Sound that begins earlier or later than its picture, or ends so, is heard for some time, and its media and
/// the movie have what is asked for.
enum SplitEditRule: TimelineRule {
  static func check(_ context: inout RuleContext) {
    guard context.hasAudio else { return }
    for track in context.timeline.tracks where track.kind.showsClips {
      for clip in track.clips { check(clip, &context) }
    }
  }

  private static func check(_ clip: Clip, _ context: inout RuleContext) {
    guard let sound = clip.sound, sound.lead != nil || sound.tail != nil else { return }
    let leadRange = clip.keys.range(of: "audioLead") ?? clip.mediaRange
    let tailRange = clip.keys.range(of: "audioTail") ?? clip.mediaRange
    context.attempt(sound.lead == nil ? tailRange : leadRange) { context throws(TimeOverflow) in
      let start = try clip.placed.start - (sound.lead ?? .zero)
      let end = try clip.placed.end + (sound.tail ?? .zero)
      guard start < end else {
        return context.report(
          RuleMessages.splitEditEmpty(
            context.noun(clip), range: sound.lead == nil ? tailRange : leadRange))
      }
      if sound.lead != nil, start < .zero {
        context.report(
          RuleMessages.soundBeforeMovie(
            context.noun(clip), missing: context.text(try Rational.zero - start),
            range: leadRange))
      }
      guard let extent = context.catalog[clip.media]?.audio?.extent else { return }
      let source = try clip.handles(within: extent)
      if let lead = sound.lead, let before = source.before, lead > before, lead > .zero {
        context.report(
          RuleMessages.audioLeadBeyondMedia(
            context.noun(clip), wanted: context.text(lead),
            missing: context.text(try lead - max(before, .zero)), atStart: true,
            range: leadRange))
      }
      if let tail = sound.tail, let after = source.after, tail > after, tail > .zero {
        context.report(
          RuleMessages.audioLeadBeyondMedia(
            context.noun(clip), wanted: context.text(tail),
            missing: context.text(try tail - max(after, .zero)), atStart: false,
            range: tailRange))
      }
    }
  }
}
