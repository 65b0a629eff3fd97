import Diagnostics
import BaseValues

/// A clip of a video track is shown for at least one frame.
enum ClipFrameRule: TimelineRule {
  static func check(_ context: inout RuleContext) {
    for track in context.timeline.tracks where track.kind.showsClips {
      for clip in track.clips where context.grid.frames(of: clip.placed).isEmpty {
        let range = clip.outRange.isNone ? clip.mediaRange : clip.outRange
        context.report(RuleMessages.clipNeverShown(context.noun(clip), range: range))
      }
    }
  }
}
