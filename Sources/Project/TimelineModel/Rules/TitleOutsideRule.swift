import BaseValues

/// Titles stand over a picture where there is any.
enum TitleOutsideRule: TimelineRule {
  static func check(_ context: inout RuleContext) {
    let timeline = context.timeline
    guard timeline.output.duration == nil, context.isComplete else { return }
    let ends = timeline.tracks.filter { $0.kind.showsClips && !$0.clips.isEmpty }.map(\.end)
    guard let pictureEnd = ends.max() else { return }
    for track in timeline.tracks {
      checkCaptions(of: track, pictureEnd, &context)
    }
    for track in timeline.tracks where track.captions == nil {
      for title in track.titles where title.placed.end > pictureEnd {
        context.report(
          RuleMessages.titleOutside(
            context.noun(title), end: context.text(title.placed.end),
            pictureEnd: context.text(pictureEnd), range: title.range))
      }
    }
  }

  /// Captions that come when there is no picture any more; the first one stands for those of its track.
  private static func checkCaptions(
    of track: Track, _ pictureEnd: Rational, _ context: inout RuleContext
  ) {
    let late = (track.captions ?? []).filter { $0.placed.start >= pictureEnd }
    guard let first = late.min(by: { $0.placed.start < $1.placed.start }) else { return }
    context.report(
      RuleMessages.captionsOutside(
        late.count, start: context.text(first.placed.start), pictureEnd: context.text(pictureEnd),
        range: first.range))
  }
}
