import BaseValues

/// Titles stand over a picture where there is any.
enum TitleOutsideRule: TimelineRule {
  static func check(_ context: inout RuleContext) {
    let timeline = context.timeline
    guard timeline.output.duration == nil, context.isComplete else { return }
    let ends = timeline.tracks.filter { $0.kind.showsClips && !$0.clips.isEmpty }.map(\.end)
    guard let pictureEnd = ends.max() else { return }
    for track in timeline.tracks where track.captions == nil {
      for title in track.titles where title.placed.end > pictureEnd {
        context.report(
          RuleMessages.titleOutside(
            context.noun(title), end: context.text(title.placed.end),
            pictureEnd: context.text(pictureEnd), range: title.range))
      }
    }
  }
}
