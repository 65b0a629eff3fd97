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
        check(clip, into[index], outOf[index], on: track, &context) { transition in
          (transition.from.flatMap { into[$0] }, transition.to.flatMap { outOf[$0] })
        }
      }
    }
  }

  private static func check(
    _ clip: Clip, _ into: Transition?, _ outOf: Transition?, on track: Track,
    _ context: inout RuleContext,
    beside neighbours: (Transition) -> (into: Transition?, outOf: Transition?)
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
          needed: context.text(needed), range: range, transitions: places,
          shorter: try shorter(
            [into, outOf].compactMap(\.self), on: track, context, beside: neighbours)))
    }
  }

  /// The longest duration that the longest of a clip's transitions can have.
  private static func shorter(
    _ transitions: [Transition], on track: Track, _ context: RuleContext,
    beside neighbours: (Transition) -> (into: Transition?, outOf: Transition?)
  ) throws(TimeOverflow) -> Fix? {
    guard let longest = transitions.max(by: { $0.placed.duration < $1.placed.duration }) else {
      return nil
    }
    let frames = try track.longestDuration(
      of: longest, beside: neighbours(longest), context.grid, in: context.catalog)
    guard let frames, frames >= 1 else { return nil }
    return Fix(
      message: "set the transition's \"duration\" to \"\(frames)f\" or less",
      replacing: longest.durationRange, with: "\"\(frames)f\"")
  }
}
