package import BaseValues
package import Diagnostics

/// A title that passes over the canvas by whole pixels in each frame, so that its letters look the same in all of them.
package struct TitleRoll: Hashable, Sendable {
  /// In each frame up, or to the left; below 0 down, or to the right. Not 0.
  package var pixels: Int
  /// The same in pixels of the canvas as it is drawn.
  package var step: Rational
  /// Whether it passes across and not along the canvas's height.
  package var isAcross: Bool

  /// A roll; up or down unless said otherwise.
  package init(pixels: Int, isAcross: Bool = false) {
    self.pixels = pixels
    step = Rational(Int64(pixels))
    self.isAcross = isAcross
  }

  /// Pixels of the canvas that the project is designed for that can be said for each frame.
  package static let speeds = -1000...1000

  /// How it moves all layers of a title: from its first frame, in which it is the whole of the canvas away from its
  /// place, by `step` in each frame until the title's end.
  ///
  /// - Throws: where the numbers are not representable.
  package func animation(
    over placed: TimeRange, rate: FrameRate, canvas: Size, range: SourceRange
  ) throws(TimeOverflow) -> Animation {
    let length = Rational(Int64(isAcross ? canvas.width : canvas.height))
    let grid = FrameGrid(rate)
    // The frame in which the title is seen first, which may begin before it.
    var first = try grid.time(of: grid.nearestFrame(to: placed.start))
    if first >= placed.end { first = placed.start }
    let begin = pixels > 0 ? length : try .zero - length
    let whole = try placed.end - first
    let end = try begin - step * (whole * rate.rational)
    return Animation(
      property: .offset, values: [begin, end].map { isAcross ? [$0, .zero] : [.zero, $0] },
      keyTimes: [.zero, .one], easings: [.linear], begin: try first - placed.start,
      duration: whole, range: range)
  }
}
