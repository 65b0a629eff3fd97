package import BaseValues

extension Track {
  /// The longest duration in whole frames that one of the track's transitions can have: its clips are
  /// as long as their transitions together, and there is material where clips meet and have to go on.
  ///
  /// - Parameters:
  ///   - neighbours: the transition into the clip before it, and that out of the clip behind it.
  ///   - grid: of the movie.
  ///   - catalog: says what there is of the clips' media.
  /// - Returns: `nil` where nothing limits it; 0 where there is no room for one frame.
  package func longestDuration(
    of transition: Transition, beside neighbours: (into: Transition?, outOf: Transition?),
    _ grid: FrameGrid, in catalog: MediaCatalog
  ) throws(TimeOverflow) -> Int64? {
    let placed = transition.placed
    guard placed.duration > .zero else { return nil }
    var longest: Int64?
    func limit(_ frames: Int64) { longest = min(longest ?? frames, max(0, frames)) }
    // What it takes of a clip grows with its duration; another one takes the rest.
    func limit(_ taken: Rational, of clip: Clip, beside other: Rational) throws(TimeOverflow) {
      guard taken > .zero else { return }
      let room = try clip.placed.duration - max(.zero, other)
      limit(try grid.lastFrame(atOrBefore: room / (taken / placed.duration)))
    }
    let from = transition.from.flatMap { clips.indices.contains($0) ? clips[$0] : nil }
    let to = transition.to.flatMap { clips.indices.contains($0) ? clips[$0] : nil }
    if let from {
      let other = try neighbours.into.map { into throws(TimeOverflow) in
        try into.placed.end - from.placed.start
      }
      try limit(from.placed.end - placed.start, of: from, beside: other ?? .zero)
    }
    if let to {
      let other = try neighbours.outOf.map { outOf throws(TimeOverflow) in
        try to.placed.end - outOf.placed.start
      }
      try limit(placed.end - to.placed.start, of: to, beside: other ?? .zero)
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
