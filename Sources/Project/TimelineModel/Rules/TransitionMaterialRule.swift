import Diagnostics
import BaseValues

/// A transition finds material beyond the out point of one clip and before the in point of the
/// other. Less than half a frame too little shows no frame too many.
enum TransitionMaterialRule: TimelineRule {
  static func check(_ context: inout RuleContext) {
    for track in context.timeline.tracks where track.kind.isSeen || context.hasAudio {
      for transition in track.transitions {
        guard !transition.overlaps, transition.handles == .require, let from = transition.from,
          let to = transition.to, track.clips.indices.contains(from),
          track.clips.indices.contains(to)
        else { continue }
        context.attempt(transition.durationRange) { context throws(TimeOverflow) in
          let (outgoing, incoming) = (track.clips[from], track.clips[to])
          let material = try TransitionMaterial(
            of: transition.placed, from: outgoing, to: incoming, on: track.kind, in: context.catalog
          )
          try check(transition, material, outgoing, incoming, track.kind, &context)
        }
      }
    }
  }

  private static func check(
    _ transition: Transition, _ material: TransitionMaterial, _ from: Clip, _ to: Clip,
    _ kind: Track.Kind,
    _ context: inout RuleContext
  ) throws(TimeOverflow) {
    let lackAfter = context.grid.nearestFrame(to: try material.after.lack()).value
    let lackBefore = context.grid.nearestFrame(to: try material.before.lack()).value
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
        fixes: try fixes(transition, material, kind, context)))
  }

  private static func fixes(
    _ transition: Transition, _ material: TransitionMaterial, _ kind: Track.Kind,
    _ context: RuleContext
  ) throws(TimeOverflow) -> [Fix] {
    let purpose = kind.showsClips ? "hold the last or first frame" : "have silence there"
    let end = SourceRange(at: transition.durationRange.upper)
    var fixes = [
      Fix(
        message: "add \"handles\": \"freeze\" to \(purpose)", replacing: end,
        with: ", \"handles\": \"freeze\"")
    ]
    // Clips that are moved over each other leave no choice of alignment.
    if material.after.needed == material.before.needed {
      fixes.append(
        Fix(
          message: "add \"mode\": \"overlap\" to move the clips over each other", replacing: end,
          with: ", \"mode\": \"overlap\""))
    }
    let frames = try material.longest(context.grid)
    if frames >= 1 {
      fixes.append(
        Fix(
          message: "add \"handles\": \"shorten\" to let it take as long as there is material",
          replacing: end, with: ", \"handles\": \"shorten\""))
      fixes.append(
        Fix(
          message: "set \"duration\" to \"\(frames)f\" or less",
          replacing: transition.durationRange, with: "\"\(frames)f\""))
    }
    return fixes
  }
}
