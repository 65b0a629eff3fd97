import Diagnostics
import BaseValues

/// A clip goes to the end of media that were cut off: there should be more.
enum CutOffMediaRule: TimelineRule {
  static func check(_ context: inout RuleContext) {
    context.attemptClips { (clip, kind, context) throws(TimeOverflow) in
      try check(clip, on: kind, &context)
    }
  }

  private static func check(
    _ clip: Clip, on kind: Track.Kind, _ context: inout RuleContext
  ) throws(TimeOverflow) {
    guard clip.speed > .zero, let announced = context.catalog[clip.media]?.announcedEnd,
      let extent = try context.extent(of: clip, on: kind), let end = extent.end,
      let missing = try clip.handles(within: extent).after
    else { return }
    guard context.grid.nearestFrame(to: missing).value < 1 else { return }
    context.report(
      RuleMessages.cutOffMedia(
        context.noun(clip), announced: context.text(announced), end: context.text(end),
        range: clip.mediaRange))
  }
}
