import Diagnostics

/// Tracks have ids of their own, and so have clips and titles together.
enum DuplicateNameRule: TimelineRule {
  static func check(_ context: inout RuleContext) {
    check(context.timeline.tracks.compactMap(\.name), &context)
    var items: [Located<String>] = []
    for track in context.timeline.tracks {
      items += track.clips.compactMap(\.name)
      items += track.titles.compactMap(\.name)
    }
    // In the order of the file, so that the second one is reported.
    check(items.sorted { $0.range.lower < $1.range.lower }, &context)
  }

  private static func check(_ names: [Located<String>], _ context: inout RuleContext) {
    var places: [String: SourceRange] = [:]
    for name in names {
      if let other = places[name.value] {
        context.report(
          RuleMessages.duplicateName(name.value, range: name.range, other: other))
      } else {
        places[name.value] = name.range
      }
    }
  }
}
