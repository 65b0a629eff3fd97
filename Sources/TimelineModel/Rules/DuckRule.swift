import Diagnostics

/// Ducking leads from track to track without coming back, and to tracks that sound.
enum DuckRule: TimelineRule {
  static func check(_ context: inout RuleContext) {
    guard context.hasSound else { return }
    let tracks = context.timeline.tracks
    for track in tracks {
      guard let duck = track.duck, tracks.indices.contains(duck.under.index) else { continue }
      if duck.under == track.id {
        context.report(RuleMessages.duckItself(range: duck.range))
        continue
      }
      let voice = tracks[duck.under.index]
      guard voice.isComplete, !voice.clips.contains(where: { $0.sound != nil }) else { continue }
      context.report(
        RuleMessages.duckWithoutSound(
          voice.name?.value ?? "\(voice.id.index + 1)", isTitles: voice.kind == .titles,
          range: duck.range, other: voice.name?.range ?? voice.range))
    }
    checkCycles(tracks, &context)
  }

  /// Each track leads to at most one other, so following the way once from each track is enough.
  private static func checkCycles(_ tracks: [Track], _ context: inout RuleContext) {
    enum Mark { case new, onWay, done }
    var marks = Array(repeating: Mark.new, count: tracks.count)
    for start in tracks.indices {
      var way: [Int] = []
      var current: Int? = start
      while let index = current, marks[index] == .new {
        marks[index] = .onWay
        way.append(index)
        current = tracks[index].duck.map(\.under.index).flatMap {
          tracks.indices.contains($0) && $0 != index ? $0 : nil
        }
      }
      if let index = current, marks[index] == .onWay, let first = way.firstIndex(of: index) {
        let places = way[first...].compactMap { tracks[$0].duck?.range }
        if let place = places.first {
          context.report(RuleMessages.duckCycle(range: place, others: Array(places.dropFirst())))
        }
      }
      for index in way { marks[index] = .done }
    }
  }
}
