import Diagnostics
package import BaseValues
import OutputKinds

/// The movie is one that can be made: not too long, not too large.
package enum OutputLimitsRule: TimelineRule {
  /// One day, which keeps frames and samples far inside 32 bits.
  package static let longest = Rational(24 * 60 * 60)

  static func check(_ context: inout RuleContext) {
    let timeline = context.timeline
    let output = timeline.output
    let size = output.size
    let codec = output.video.codec
    if !codec.limit.allows(size) {
      context.report(
        RuleMessages.outputTooLarge(
          "\(size.width)x\(size.height)", codec: codec.title, range: output.range))
    }
    let least = codec.leastSize
    if size.width < least.width || size.height < least.height {
      context.report(
        RuleMessages.outputTooSmall(
          "\(size.width)x\(size.height)", codec: codec.title,
          least: "\(least.width)x\(least.height)", range: output.range))
    }
    if let highest = codec.highestRate, output.frameRate.rational > Rational(Int64(highest)) {
      context.report(
        RuleMessages.outputTooFast(
          output.frameRate.shortDescription, codec: codec.title, highest: highest,
          range: output.range))
    }
    let duration = timeline.duration
    if let longest = output.maxDuration, duration > longest.value, context.isComplete {
      context.report(
        RuleMessages.outputBeyondLimit(
          context.text(duration), limit: context.text(longest.value), range: longest.range))
    }
    let range = output.duration?.range ?? lastItem(timeline) ?? output.range
    if duration > longest {
      context.report(
        RuleMessages.outputTooLong(
          context.text(duration), limit: "24 hours", range: range))
    } else if let frames = tooManyFrames(duration, context) {
      context.report(
        RuleMessages.movieTooLong(frames, limit: context.limits[.frames], range: range))
    } else if duration > .zero, context.grid.nearestFrame(to: duration).value == 0 {
      context.report(RuleMessages.outputTooShort(range: range))
    }
  }

  /// How many frames the movie has, where that is more than is allowed.
  private static func tooManyFrames(_ duration: Rational, _ context: RuleContext) -> Int64? {
    let count = context.grid.nearestFrame(to: duration).value
    return count > Int64(context.limits[.frames]) ? count : nil
  }

  /// The place of the item that ends last.
  private static func lastItem(_ timeline: Timeline) -> SourceRange? {
    var last: (end: Rational, range: SourceRange)?
    for track in timeline.tracks {
      for clip in track.clips where clip.placed.end > last?.end ?? .zero {
        last = (clip.placed.end, clip.outRange.isNone ? clip.mediaRange : clip.outRange)
      }
      for title in track.titles where title.placed.end > last?.end ?? .zero {
        last = (title.placed.end, title.range)
      }
    }
    return last?.range
  }
}
