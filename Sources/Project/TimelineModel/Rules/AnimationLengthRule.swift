import Diagnostics
import BaseValues

/// Animations end before the clip or title that they move does.
///
/// What is held at the end is no loss: an animation whose values stay the same from where the item
/// ends is as good as one that is shorter.
enum AnimationLengthRule: TimelineRule {
  static func check(_ context: inout RuleContext) {
    for track in context.timeline.tracks {
      let reach = ClipReach(track)
      for (index, clip) in track.clips.enumerated() where track.kind.showsClips {
        for animation in clip.picture.animations + clip.picture.look.animations {
          context.attemptQuietly { context throws(TimeOverflow) in
            let length = try reach.ends[index] - clip.placed.start
            try check(animation, within: length, of: context.noun(clip), &context)
          }
        }
      }
      // Those of captions are counted from before what is drawn of them.
      for title in track.titles where track.captions == nil {
        for animation in title.animations
          + title.layers.flatMap({ $0.animations + $0.look.animations })
        {
          context.attemptQuietly { context throws(TimeOverflow) in
            try check(
              animation, within: title.placed.duration, of: context.noun(title), &context)
          }
        }
      }
    }
  }

  private static func check(
    _ animation: Animation, within length: Rational, of item: String, _ context: inout RuleContext
  ) throws(TimeOverflow) {
    guard animation.values.count > 1, let repeatCount = animation.repeatCount else { return }
    let passes = try animation.autoreverses ? repeatCount * Rational(2) : repeatCount
    let end = try animation.begin + animation.duration * passes
    let excess = try end - length
    guard context.grid.nearestFrame(to: excess).value >= 1,
      try !isHeld(animation, passes: passes, after: length)
    else { return }
    context.report(
      RuleMessages.animationLongerThanItem(
        property: animation.property.name, item, begin: context.text(animation.begin),
        end: context.text(end), length: context.text(length), excess: context.text(excess),
        isSeen: animation.begin < length,
        range: animation.durationRange.isNone ? animation.range : animation.durationRange,
        fix: try fix(animation, passes: passes, within: length, context)))
  }

  /// Whether nothing changes any more from a time on.
  private static func isHeld(
    _ animation: Animation, passes: Rational, after time: Rational
  ) throws(TimeOverflow) -> Bool {
    guard let last = animation.values.last else { return true }
    if animation.values.allSatisfy({ $0 == last }) { return true }
    guard passes == .one else { return false }
    // The key before the time and all after it.
    for (index, value) in animation.values.enumerated() where value != last {
      let next = min(index + 1, animation.keyTimes.count - 1)
      guard next >= 0 else { return false }
      let place = try animation.begin + animation.duration * animation.keyTimes[next]
      if place > time { return false }
    }
    return true
  }

  private static func fix(
    _ animation: Animation, passes: Rational, within length: Rational, _ context: RuleContext
  ) throws(TimeOverflow) -> Fix {
    guard animation.begin < length else { return Fix(message: "let it begin earlier") }
    let pass = try (length - animation.begin) / passes
    let text = context.atMost(pass)
    if animation.durationRange.isNone {
      return Fix(message: "add \"duration\": \"\(text)\" for one pass")
    }
    let purpose =
      passes == .one ? "" : ", or let it go on to the end with \"repeat\": \"forever\""
    return Fix(
      message: "set \"duration\" to \"\(text)\"\(purpose)", replacing: animation.durationRange,
      with: "\"\(text)\"")
  }
}
