import Diagnostics

/// The last picture of media can be held, not that of an edit: its clips hold theirs.
enum HoldRule: TimelineRule {
  static func check(_ context: inout RuleContext) {
    for track in context.timeline.tracks where track.kind.showsClips {
      for clip in track.clips where clip.holdsLast {
        guard context.timeline.media.indices.contains(clip.media.index),
          case .edit = context.timeline.media[clip.media.index].content.unfiltered
        else { continue }
        context.report(
          RuleMessages.holdOfEdit(
            context.noun(clip), range: clip.keys.range(of: "hold") ?? clip.mediaRange))
      }
    }
  }
}
