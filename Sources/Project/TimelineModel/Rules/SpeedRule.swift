import Diagnostics
import BaseValues

/// The sound of a clip can follow its speed.
///
/// Limits are those of AV Foundation's time pitch algorithms: 1/32 to 32 times.
enum SpeedRule: TimelineRule {
  private static let slowest = Rational(1, over: 32)
  private static let fastest = Rational(32)

  static func check(_ context: inout RuleContext) {
    guard context.hasAudio else { return }
    for track in context.timeline.tracks {
      for clip in track.clips where clip.sound != nil {
        checkKeptPitch(clip, &context)
        // A speed that changes may come to rest: what is slower is heard the less, see `RampedSpeed`.
        if clip.tempo >= slowest || clip.curve != nil, clip.tempo <= fastest { continue }
        let speed = clip.curve == nil ? clip.speed : clip.tempo
        context.report(
          RuleMessages.speedWithSound(
            context.noun(clip), speed: speed.decimalApproximation(places: 3),
            range: clip.speedRange.isNone ? clip.mediaRange : clip.speedRange,
            isAudioTrack: track.kind.isHeardAlone))
      }
    }
  }

  /// Where the pitch stays, the speed may change, but has to go on.
  private static func checkKeptPitch(_ clip: Clip, _ context: inout RuleContext) {
    guard let curve = clip.curve, let pitch = clip.sound?.pitch, pitch != .follow,
      let least = curve.points.map(\.speed).min(), least < slowest
    else { return }
    context.report(
      RuleMessages.keptPitchAtRest(
        context.noun(clip), speed: least.decimalApproximation(places: 3),
        range: clip.speedRange.isNone ? clip.mediaRange : clip.speedRange,
        pitch: clip.keys.range(of: "pitch")))
  }
}
