import Diagnostics
import MediaTime

/// Changes of gain end before what they change does.
enum AutomationLengthRule: TimelineRule {
  static func check(_ context: inout RuleContext) {
    guard context.hasAudio else { return }
    for track in context.timeline.tracks where !track.muted {
      let reach = ClipReach(track)
      for (index, clip) in track.clips.enumerated() {
        guard let sound = clip.sound, !sound.automation.isEmpty else { continue }
        context.attemptQuietly { context throws(TimeOverflow) in
          let length = try reach.ends[index] - clip.placed.start
          try check(
            sound.automation, within: length,
            end: "\(context.noun(clip)) is \(context.text(length)) long",
            &context)
        }
      }
      if track.isComplete, !track.automation.isEmpty, !track.clips.isEmpty {
        context.attemptQuietly { context throws(TimeOverflow) in
          let end = reach.ends.max() ?? .zero
          try check(
            track.automation, within: end, end: "the track ends at \(context.text(end))", &context)
        }
      }
    }
  }

  private static func check(
    _ changes: [GainChange], within length: Rational, end: String,
    _ context: inout RuleContext
  ) throws(TimeOverflow) {
    for change in changes {
      let excess = try change.start + change.duration - length
      let isHeard = change.start < length
      guard context.grid.nearestFrame(to: excess).value >= 1, !isHeard || change.from != change.to
      else { continue }
      context.report(
        RuleMessages.automationAfterEnd(
          end, start: context.text(change.start), length: context.text(length),
          excess: context.text(excess), isHeard: isHeard,
          room: isHeard ? context.text(try length - change.start) : nil, range: change.range))
    }
  }
}
