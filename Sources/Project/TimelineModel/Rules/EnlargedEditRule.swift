import Diagnostics
import BaseValues

/// A view of a group or a project that shows fewer of its pixels than the canvas has: unlike media, these could have
/// as many as are wanted.
enum EnlargedEditRule: TimelineRule {
  /// Less is not seen.
  private static let limit = 1.05

  static func check(_ context: inout RuleContext) {
    let timeline = context.timeline
    let output = timeline.output.size
    for clip in timeline.tracks.filter({ $0.kind.showsClips }).flatMap(\.clips) {
      guard let view = clip.picture.view, timeline.media.indices.contains(clip.media.index),
        case .edit(let index) = timeline.media[clip.media.index].content,
        let size = timeline.edits.indices.contains(index)
          ? timeline.edits[index].timeline.output.size
          : context.catalog[clip.media]?.video?.codedSize
      else { continue }
      let moving = clip.picture.animations.filter { $0.property == .view }.flatMap(\.values)
      let parts = moving.isEmpty ? [view.numbers] : moving
      let factor = parts.map { enlargement($0, of: size, on: output) }.max() ?? 1
      guard factor > limit else { continue }
      let (width, height) = (even(size.width, factor), even(size.height, factor))
      context.report(
        RuleMessages.groupEnlarged(
          context.noun(clip), by: factor, size: "\(size.width)x\(size.height)",
          wanted: "\(width)x\(height)", range: clip.keys.range(of: "view") ?? clip.mediaRange))
    }
  }

  /// How many pixels of the canvas a pixel of the edit takes up; a part of another shape than the canvas is
  /// made larger until it has that.
  private static func enlargement(_ part: [Rational], of size: Size, on output: Size) -> Double {
    func factor(_ share: Rational, _ side: Int, _ length: Int) -> Double? {
      guard share > .zero else { return nil }
      let pixels = Double(side) * Double(share.numerator) / Double(share.denominator)
      return Double(length) / pixels
    }
    guard part.count == 4 else { return 1 }
    let factors = [
      factor(part[2], size.width, output.width), factor(part[3], size.height, output.height),
    ]
    return factors.compactMap(\.self).min() ?? 1
  }

  private static func even(_ side: Int, _ factor: Double) -> Int {
    2 * Int((Double(side) * factor / 2).rounded(.up))
  }
}
