import Diagnostics
import BaseValues

/// The transitions of a clip lie within it and do not overlap; together they may use it up.
enum ClipTransitionsRule: TimelineRule {
  static func check(_ context: inout RuleContext) {
    for track in context.timeline.tracks {
      var into: [Transition?] = Array(repeating: nil, count: track.clips.count)
      var outOf = into
      for transition in track.transitions {
        if let to = transition.to, track.clips.indices.contains(to) { into[to] = transition }
        if let from = transition.from, track.clips.indices.contains(from) {
          outOf[from] = transition
        }
      }
      for (index, clip) in track.clips.enumerated() {
        check(clip, into[index], outOf[index], &context)
      }
    }
  }

  private static func check(
    _ clip: Clip, _ into: Transition?, _ outOf: Transition?, _ context: inout RuleContext
  ) {
    let range = clip.outRange.isNone ? clip.mediaRange : clip.outRange
    context.attempt(range) { context throws(TimeOverflow) in
      // Handles of a neighbour are not part of this clip.
      var needed = Rational.zero
      var places: [SourceRange] = []
      if let into, into.placed.end > clip.placed.start {
        needed = try into.placed.end - clip.placed.start
        places.append(into.durationRange)
      }
      if let outOf, outOf.placed.start < clip.placed.end {
        needed = try needed + (clip.placed.end - outOf.placed.start)
        places.append(outOf.durationRange)
      }
      guard needed > clip.placed.duration else { return }
      context.report(
        RuleMessages.clipShorterThanTransitions(
          context.noun(clip), duration: context.text(clip.placed.duration),
          needed: context.text(needed), range: range, transitions: places))
    }
  }
}
