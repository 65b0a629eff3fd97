import Diagnostics

/// A transition is one layer, blended as its incoming clip is: an outgoing clip of another mode
/// changes its look where the transition begins.
enum TransitionBlendRule: TimelineRule {
  static func check(_ context: inout RuleContext) {
    for track in context.timeline.tracks where track.kind.showsClips {
      for transition in track.transitions {
        guard let from = transition.from, let to = transition.to,
          track.clips.indices.contains(from), track.clips.indices.contains(to)
        else { continue }
        let (outgoing, incoming) = (track.clips[from], track.clips[to])
        let modes = (outgoing.picture.look.blendMode, incoming.picture.look.blendMode)
        if modes.0 == modes.1 { continue }
        context.report(
          RuleMessages.transitionBlendModes(
            context.noun(outgoing), modes.0.rawValue, context.noun(incoming), modes.1.rawValue,
            range: place(outgoing), other: place(incoming)))
      }
    }
  }

  /// Where the mode is written, or the clip that has none of its own.
  private static func place(_ clip: Clip) -> SourceRange {
    let written = clip.picture.look.blendRange
    return written.isNone ? clip.mediaRange : written
  }
}
