import Diagnostics
import MediaTime

// ```
//  A: ──────────────┊▒▒▒▒▒        the outgoing clip goes on past its out point
//  B:          ▒▒▒▒▒┊──────────   the incoming clip starts before its in point
//              ├────┼────┤        the transition
// ```
/// A transition finds material beyond the out point of one clip and before the in point of the
/// other. Less than half a frame too little shows no frame too many.
enum TransitionMaterialRule: TimelineRule {
  static func check(_ context: inout RuleContext) {
    for track in context.timeline.tracks where track.kind != .audio || context.hasAudio {
      for transition in track.transitions {
        guard !transition.overlaps, transition.handles == .require, let from = transition.from,
          let to = transition.to, track.clips.indices.contains(from),
          track.clips.indices.contains(to)
        else { continue }
        context.attempt(transition.durationRange) { context throws(TimeOverflow) in
          let sides = Sides(
            after: try after(track.clips[from], transition, track.kind, context),
            before: try before(track.clips[to], transition, track.kind, context))
          try check(transition, sides, track.clips[from], track.clips[to], track.kind, &context)
        }
      }
    }
  }

  /// What one clip has to give, and has; in seconds of movie. Nothing to have is no limit.
  private struct Side {
    var needed: Rational
    var available: Rational?

    func lack() throws(TimeOverflow) -> Rational {
      guard let available else { return .zero }
      return try needed - max(available, .zero)
    }
  }

  private struct Sides {
    var after: Side
    var before: Side
  }

  private static func after(
    _ clip: Clip, _ transition: Transition, _ kind: Track.Kind, _ context: RuleContext
  ) throws(TimeOverflow) -> Side {
    var side = Side(needed: try transition.placed.end - clip.placed.end)
    if let extent = try context.extent(of: clip, on: kind) {
      side.available = try clip.handles(within: extent).after
    }
    return side
  }

  private static func before(
    _ clip: Clip, _ transition: Transition, _ kind: Track.Kind, _ context: RuleContext
  ) throws(TimeOverflow) -> Side {
    var side = Side(needed: try clip.placed.start - transition.placed.start)
    if let extent = try context.extent(of: clip, on: kind) {
      side.available = try clip.handles(within: extent).before
    }
    return side
  }

  private static func check(
    _ transition: Transition, _ sides: Sides, _ from: Clip, _ to: Clip, _ kind: Track.Kind,
    _ context: inout RuleContext
  ) throws(TimeOverflow) {
    let lackAfter = context.grid.nearestFrame(to: try sides.after.lack()).value
    let lackBefore = context.grid.nearestFrame(to: try sides.before.lack()).value
    var lacks: [String] = []
    var notes: [Note] = []
    if lackAfter >= 1 {
      lacks.append("\(TimeText.frames(lackAfter)) after \(context.noun(from))")
      if let end = try context.extent(of: from, on: kind)?.end,
        let note = context.note(about: from.media, end: end, kind: kind)
      {
        notes.append(note)
      }
    }
    if lackBefore >= 1 {
      lacks.append("\(TimeText.frames(lackBefore)) before \(context.noun(to))")
      notes.append(
        Note(
          message: "\(context.noun(to)) starts at \(context.text(to.sourceStart)) of its media",
          range: to.inRange))
    }
    guard !lacks.isEmpty else { return }
    context.report(
      RuleMessages.transitionMaterial(
        lacks, range: transition.durationRange, notes: notes,
        fixes: try fixes(transition, sides, kind, context)))
  }

  private static func fixes(
    _ transition: Transition, _ sides: Sides, _ kind: Track.Kind, _ context: RuleContext
  ) throws(TimeOverflow) -> [Fix] {
    let purpose = kind == .video ? "hold the last or first frame" : "have silence there"
    let end = SourceRange(at: transition.durationRange.upper)
    var fixes = [
      Fix(
        message: "add \"handles\": \"freeze\" to \(purpose)", replacing: end,
        with: ", \"handles\": \"freeze\"")
    ]
    // Clips that are moved over each other leave no choice of alignment.
    if sides.after.needed == sides.before.needed {
      fixes.append(
        Fix(
          message: "add \"mode\": \"overlap\" to move the clips over each other", replacing: end,
          with: ", \"mode\": \"overlap\""))
    }
    let frames = try longest(transition, sides, context)
    if frames >= 1 {
      fixes.append(
        Fix(
          message: "set \"duration\" to \"\(frames)f\" or less",
          replacing: transition.durationRange, with: "\"\(frames)f\""))
    }
    return fixes
  }

  /// The longest duration in whole frames for which there is material, with the same alignment.
  private static func longest(
    _ transition: Transition, _ sides: Sides, _ context: RuleContext
  ) throws(TimeOverflow) -> Int64 {
    var longest: Int64?
    let halfFrame = try context.grid.time(of: FrameIndex(1)) / Rational(2)
    for side in [sides.after, sides.before] where side.needed > .zero {
      guard let available = side.available else { continue }
      let share = try side.needed / transition.placed.duration
      // What lacks less than half a frame is as good as there.
      let end = try (max(available, .zero) + halfFrame) / share
      let frames = context.grid.firstFrame(atOrAfter: end).value - 1
      longest = min(longest ?? frames, frames)
    }
    return longest ?? 0
  }
}
