package import BaseValues

extension Track {
  /// The longest duration in whole frames that one of the track's transitions can have: its clips are
  /// as long as their transitions together, and there is material where clips meet and have to go on.
  ///
  /// - Parameters:
  ///   - number: index in `transitions`.
  ///   - grid: of the movie.
  ///   - catalog: says what there is of the clips' media.
  /// - Returns: `nil` where nothing limits it; 0 where there is no room for one frame.
  package func longestTransition(
    _ number: Int, _ grid: FrameGrid, in catalog: MediaCatalog
  ) throws(TimeOverflow) -> Int64? {
    let transition = transitions[number]
    let placed = transition.placed
    guard placed.duration > .zero else { return nil }
    var longest: Int64?
    func limit(_ frames: Int64) { longest = min(longest ?? frames, max(0, frames)) }
    let from = transition.from.flatMap { clips.indices.contains($0) ? clips[$0] : nil }
    let to = transition.to.flatMap { clips.indices.contains($0) ? clips[$0] : nil }
    if let from, placed.start < from.placed.end {
      let into = transitions.first { $0.to == transition.from }
      let used = try into.map { other throws(TimeOverflow) in
        try max(.zero, other.placed.end - from.placed.start)
      }
      let share = try (from.placed.end - placed.start) / placed.duration
      let end = try (from.placed.duration - (used ?? .zero)) / share
      limit(try grid.lastFrame(atOrBefore: end))
    }
    if let to, placed.end > to.placed.start {
      let outOf = transitions.first { $0.from == transition.to }
      let used = try outOf.map { other throws(TimeOverflow) in
        try max(.zero, to.placed.end - other.placed.start)
      }
      let share = try (placed.end - to.placed.start) / placed.duration
      let end = try (to.placed.duration - (used ?? .zero)) / share
      limit(try grid.lastFrame(atOrBefore: end))
    }
    if let from, let to, !transition.overlaps, transition.handles == .require {
      let material = try TransitionMaterial(
        of: placed, from: from, to: to, on: kind, in: catalog)
      if material.isLimited { limit(try material.longest(grid)) }
    }
    return longest
  }
}

extension FrameGrid {
  /// The last frame that begins at a time or before it.
  fileprivate func lastFrame(atOrBefore time: Rational) throws(TimeOverflow) -> Int64 {
    let next = firstFrame(atOrAfter: time)
    return try self.time(of: next) > time ? next.value - 1 : next.value
  }
}
