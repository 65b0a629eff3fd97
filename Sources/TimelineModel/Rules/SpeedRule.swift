import Diagnostics
import MediaTime

/// The sound of a clip can follow its speed.
///
/// Limits are those of AV Foundation's time pitch algorithms: 1/32 to 32 times.
enum SpeedRule: TimelineRule {
  private static let slowest = Rational(1, 32) ?? .one
  private static let fastest = Rational(32)

  static func check(_ context: inout RuleContext) {
    guard context.hasAudio else { return }
    for track in context.timeline.tracks {
      for clip in track.clips where clip.sound != nil {
        if clip.tempo >= slowest, clip.tempo <= fastest { continue }
        context.report(
          RuleMessages.speedWithSound(
            context.noun(clip), speed: clip.speed.decimalApproximation(places: 3),
            range: clip.speedRange.isNone ? clip.mediaRange : clip.speedRange,
            isAudioTrack: track.kind == .audio))
      }
    }
  }
}
