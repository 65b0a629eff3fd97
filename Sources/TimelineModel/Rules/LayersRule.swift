import Diagnostics
import MediaTime

/// Not too many pictures and texts are shown at the same time: each takes memory and time in every
/// frame.
enum LayersRule: TimelineRule {
  private struct Change {
    var time: Rational
    /// Layers that appear; below 0 that go.
    var layers: Int
    var range: SourceRange
  }

  static func check(_ context: inout RuleContext) {
    let limit = context.limits[.layers]
    var shown = 0
    for change in changes(context.timeline) {
      shown += change.layers
      guard shown > limit else { continue }
      context.report(
        RuleMessages.tooManyLayers(
          shown, limit: limit, at: context.text(change.time), range: change.range))
      return
    }
  }

  /// Where layers come and go, in order; at the same time what goes is first.
  private static func changes(_ timeline: Timeline) -> [Change] {
    var changes: [Change] = []
    func add(_ layers: Int, _ placed: TimeRange, _ range: SourceRange) {
      changes.append(Change(time: placed.start, layers: layers, range: range))
      changes.append(Change(time: placed.end, layers: -layers, range: range))
    }
    for track in timeline.tracks {
      if track.kind == .video { for clip in track.clips { add(1, clip.placed, clip.range) } }
      for title in track.titles { add(title.layers.count, title.placed, title.range) }
    }
    return changes.sorted {
      ($0.time, $0.layers, $0.range.lower) < ($1.time, $1.layers, $1.range.lower)
    }
  }
}
