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
        // A speed that changes may come to rest: what is slower is heard the less, see `RampedSpeed`.
        if clip.tempo >= slowest || clip.curve != nil, clip.tempo <= fastest { continue }
        let speed = clip.curve == nil ? clip.speed : clip.tempo
        context.report(
          RuleMessages.speedWithSound(
            context.noun(clip), speed: speed.decimalApproximation(places: 3),
            range: clip.speedRange.isNone ? clip.mediaRange : clip.speedRange,
            isAudioTrack: track.kind == .audio))
      }
    }
  }
}
