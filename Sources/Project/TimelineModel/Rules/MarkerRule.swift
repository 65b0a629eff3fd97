import Diagnostics
import BaseValues

/// Markers stand within the movie and can be told apart by their names.
enum MarkerRule: TimelineRule {
  static func check(_ context: inout RuleContext) {
    let end = context.timeline.duration
    let isEndKnown = context.isComplete || context.timeline.output.duration != nil
    var names: [String: SourceRange] = [:]
    for marker in context.timeline.markers {
      if isEndKnown, marker.time.value > end {
        context.report(
          RuleMessages.markerAfterEnd(
            marker.name?.value, time: context.text(marker.time.value), end: context.text(end),
            range: marker.time.range))
      }
      guard let name = marker.name else { continue }
      if let first = names[name.value] {
        context.report(
          RuleMessages.markersOfOneName(name.value, range: name.range, other: first))
      } else {
        names[name.value] = name.range
      }
    }
  }
}
