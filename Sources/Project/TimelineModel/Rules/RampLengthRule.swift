import Diagnostics
import BaseValues

/// Speeds that change have changed before the clip ends. A map of time may be longer: its clip is a part of it.
enum RampLengthRule: TimelineRule {
  static func check(_ context: inout RuleContext) {
    for track in context.timeline.tracks {
      let reach = ClipReach(track)
      for (index, clip) in track.clips.enumerated() {
        guard let points = clip.curve?.points, points.count > 1, !clip.speedRange.isNone,
          clip.retimingKey == "speed"
        else {
          continue
        }
        context.attemptQuietly { context throws(TimeOverflow) in
          let length = try reach.ends[index] - clip.placed.start
          let (last, before) = (points[points.count - 1], points[points.count - 2])
          let excess = try last.at - length
          // What stays the same is the same without the last point.
          guard context.grid.nearestFrame(to: excess).value >= 1,
            before.speed != last.speed || before.at > length
          else { return }
          context.report(
            RuleMessages.rampLongerThanClip(
              context.noun(clip), end: context.text(last.at),
              length: context.text(length), range: clip.speedRange,
              fix: longer(clip, last.at, context)))
        }
      }
    }
  }

  /// The clip as long as its ramp.
  private static func longer(_ clip: Clip, _ end: Rational, _ context: RuleContext) -> Fix? {
    guard case .duration(let written) = clip.length else { return nil }
    let text = TimeText.text(end, context.rate, like: written)
    return Fix(
      message: "set \"duration\" to \"\(text)\"", replacing: clip.outRange, with: "\"\(text)\"")
  }
}
