import Diagnostics
import BaseValues

/// Changes of gain and pan end before what they change does.
enum AutomationLengthRule: TimelineRule {
  static func check(_ context: inout RuleContext) {
    guard context.hasAudio else { return }
    for track in context.timeline.tracks where !track.muted {
      let reach = ClipReach(track)
      for (index, clip) in track.clips.enumerated() {
        guard let sound = clip.sound, !(sound.automation + sound.panAutomation).isEmpty else {
          continue
        }
        context.attemptQuietly { context throws(TimeOverflow) in
          let length = try reach.ends[index] - clip.placed.start
          let end = "\(context.noun(clip)) is \(context.text(length)) long"
          try check(sound.automation, of: "gain", within: length, end: end, &context)
          try check(sound.panAutomation, of: "pan", within: length, end: end, &context)
        }
      }
      if track.isComplete, !(track.automation + track.panAutomation).isEmpty,
        !track.clips.isEmpty
      {
        context.attemptQuietly { context throws(TimeOverflow) in
          let end = reach.ends.max() ?? .zero
          let words = "the track ends at \(context.text(end))"
          try check(track.automation, of: "gain", within: end, end: words, &context)
          try check(track.panAutomation, of: "pan", within: end, end: words, &context)
        }
      }
    }
  }

  private static func check(
    _ changes: [GainChange], of what: String, within length: Rational, end: String,
    _ context: inout RuleContext
  ) throws(TimeOverflow) {
    for change in changes {
      let excess = try change.start + change.duration - length
      let isHeard = change.start < length
      guard context.grid.nearestFrame(to: excess).value >= 1, !isHeard || change.from != change.to
      else { continue }
      context.report(
        RuleMessages.automationAfterEnd(
          end, of: what, start: context.text(change.start), length: context.text(length),
          excess: context.text(excess), isHeard: isHeard,
          room: isHeard ? context.text(try length - change.start) : nil, range: change.range))
    }
  }
}
