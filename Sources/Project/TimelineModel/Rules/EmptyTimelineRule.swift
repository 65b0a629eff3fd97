import BaseValues

/// There is something to show or play, or a fixed length of nothing.
enum EmptyTimelineRule: TimelineRule {
  static func check(_ context: inout RuleContext) {
    guard context.isComplete, context.timeline.duration == .zero else { return }
    let tracks = context.timeline.tracks
    guard tracks.allSatisfy({ $0.clips.isEmpty && $0.titles.isEmpty }) else { return }
    context.report(
      RuleMessages.emptyTimeline(range: tracks.first?.range ?? context.timeline.output.range))
  }
}
