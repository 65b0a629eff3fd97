import Diagnostics
import BaseValues

/// Where the movie's length is fixed, every item starts before its end.
enum ItemAfterEndRule: TimelineRule {
  static func check(_ context: inout RuleContext) {
    guard let end = context.timeline.output.duration else { return }
    for track in context.timeline.tracks {
      for clip in track.clips where clip.placed.start >= end.value {
        report(context.noun(clip), clip.placed.start, clip.mediaRange, end, &context)
      }
      for title in track.titles where track.captions == nil && title.placed.start >= end.value {
        report(context.noun(title), title.placed.start, title.range, end, &context)
      }
    }
  }

  private static func report(
    _ item: String, _ start: Rational, _ range: SourceRange, _ end: Located<Rational>,
    _ context: inout RuleContext
  ) {
    context.report(
      RuleMessages.itemAfterEnd(
        item, start: context.text(start), end: context.text(end.value), range: range,
        other: end.range))
  }
}
