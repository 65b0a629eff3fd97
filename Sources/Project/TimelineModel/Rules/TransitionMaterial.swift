package import BaseValues

// ```
//  A: ──────────────┊▒▒▒▒▒        the outgoing clip goes on past its out point
//  B:          ▒▒▒▒▒┊──────────   the incoming clip starts before its in point
//              ├────┼────┤        the transition
// ```
/// The material beyond the out point of one clip and before the in point of the other that a transition
/// between them uses.
package struct TransitionMaterial: Sendable {
  /// What one clip has to give, and has; in seconds of movie. Nothing to have is no limit.
  struct Side: Sendable {
    var needed: Rational
    var available: Rational?

    func lack() throws(TimeOverflow) -> Rational {
      guard let available else { return .zero }
      return try needed - max(available, .zero)
    }
  }

  private let duration: Rational
  let after: Side
  let before: Side

  /// - Parameters:
  ///   - placed: where the transition takes place.
  ///   - catalog: says what there is of the clips' media.
  package init(
    of placed: TimeRange, from: Clip, to: Clip, on kind: Track.Kind, in catalog: MediaCatalog
  ) throws(TimeOverflow) {
    duration = placed.duration
    var after = Side(needed: try placed.end - from.placed.end)
    if let extent = try catalog.extent(of: from, on: kind) {
      after.available = try from.handles(within: extent).after
    }
    var before = Side(needed: try to.placed.start - placed.start)
    if let extent = try catalog.extent(of: to, on: kind) {
      before.available = try to.handles(within: extent).before
    }
    (self.after, self.before) = (after, before)
  }

  /// Whether less than half a frame is missing, so that no frame is.
  package func suffices(_ grid: FrameGrid) throws(TimeOverflow) -> Bool {
    for side in [after, before] where grid.nearestFrame(to: try side.lack()).value >= 1 {
      return false
    }
    return true
  }

  /// Whether it is known of a clip that has to go on how far its material does.
  var isLimited: Bool {
    [after, before].contains { $0.needed > .zero && $0.available != nil }
  }

  /// The longest duration in whole frames for which there is material, with the same alignment.
  package func longest(_ grid: FrameGrid) throws(TimeOverflow) -> Int64 {
    var longest: Int64?
    let halfFrame = try grid.time(of: FrameIndex(1)) / Rational(2)
    for side in [after, before] where side.needed > .zero {
      guard let available = side.available else { continue }
      let share = try side.needed / duration
      // What lacks less than half a frame is as good as there.
      let end = try (max(available, .zero) + halfFrame) / share
      let frames = grid.firstFrame(atOrAfter: end).value - 1
      longest = min(longest ?? frames, frames)
    }
    return longest ?? 0
  }
}

extension MediaCatalog {
  /// Where a clip's media has what its track shows or plays; `nil` where that is not known.
  func extent(of clip: Clip, on kind: Track.Kind) throws(TimeOverflow) -> MediaExtent? {
    guard let facts = self[clip.media] else { return nil }
    guard kind.showsClips else { return facts.audio?.extent }
    var extent = try facts.video?.extent()
    if clip.holdsLast { extent?.end = nil }
    return extent
  }
}
