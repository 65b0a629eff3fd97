import Diagnostics

/// Audio tracks are heard only in a movie with sound.
enum AudioOutputRule: TimelineRule {
  static func check(_ context: inout RuleContext) {
    guard context.timeline.output.audio == nil else { return }
    for track in context.timeline.tracks where track.kind == .audio && !track.muted {
      context.report(
        RuleMessages.soundWithoutOutput(range: track.name?.range ?? track.range))
    }
  }
}
