import BaseValues
import Diagnostics

/// A title or a caption is shown for at least one frame.
enum TitleFrameRule: TimelineRule {
  static func check(_ context: inout RuleContext) {
    for track in context.timeline.tracks {
      if let captions = track.captions {
        let unseen = captions.filter { isBetweenFrames($0.placed, context) }
        guard let first = unseen.min(by: { $0.placed.start < $1.placed.start }) else { continue }
        context.report(
          RuleMessages.textNeverShown(
            "caption '\(shortened(first.text.replacing("\n", with: " ")))'", more: unseen.count - 1,
            range: first.range))
      } else {
        for title in track.titles where isBetweenFrames(title.placed, context) {
          context.report(
            RuleMessages.textNeverShown(context.noun(title), more: 0, range: title.range))
        }
      }
    }
  }

  private static func isBetweenFrames(_ placed: TimeRange, _ context: RuleContext) -> Bool {
    placed.start < placed.end && context.grid.frames(of: placed).isEmpty
  }
}
