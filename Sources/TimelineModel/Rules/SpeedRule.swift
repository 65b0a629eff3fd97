import Diagnostics
import MediaTime

/// A clip with sound plays at its natural speed.
enum SpeedRule: TimelineRule {
  static func check(_ context: inout RuleContext) {
    for track in context.timeline.tracks {
      for clip in track.clips where clip.speed != .one && clip.sound != nil {
        context.report(
          RuleMessages.speedWithSound(
            context.noun(clip), speed: clip.speed.decimalApproximation(places: 3),
            range: clip.speedRange.isNone ? clip.mediaRange : clip.speedRange,
            isAudioTrack: track.kind == .audio))
      }
    }
  }
}
