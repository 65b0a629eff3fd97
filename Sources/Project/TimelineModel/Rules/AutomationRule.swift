import BaseValues

/// Changes of gain and pan follow each other: none begins before the one before it has ended.
enum AutomationRule: TimelineRule {
  static func check(_ context: inout RuleContext) {
    guard context.hasAudio else { return }
    for track in context.timeline.tracks {
      check(track.automation, of: "gain", &context)
      check(track.panAutomation, of: "pan", &context)
      for clip in track.clips {
        guard let sound = clip.sound else { continue }
        check(sound.automation, of: "gain", &context)
        check(sound.panAutomation, of: "pan", &context)
      }
    }
  }

  private static func check(
    _ changes: [GainChange], of what: String, _ context: inout RuleContext
  ) {
    for index in changes.indices.dropFirst() {
      let earlier = changes[index - 1]
      let later = changes[index]
      context.attempt(later.range) { context throws(TimeOverflow) in
        let end = try earlier.start + earlier.duration
        // A step right at the end of a ramp is no overlap, two steps at one time are.
        guard later.start < end || later.start == earlier.start else { return }
        context.report(
          RuleMessages.automationOverlap(
            of: what, at: context.text(later.start), range: later.range, other: earlier.range))
      }
    }
  }
}
