/// Frames of a source that are shown at once: those of a window of the source, each by its share of it.
///
/// ```
///   source   │  n   │ n+1  │ n+2  │
///   window       ├────────────┤         ½ · n + 1 · n+1 + ½ · n+2, over 2
/// ```
package struct FrameBlend: Hashable, Sendable {
  /// Where the window begins, in 1/32768 of a frame of the source.
  package var start: Int
  /// Where it ends, not included.
  package var end: Int

  /// Parts of a frame.
  package static let one = PictureInput.one
  /// Frames that a window is long at most.
  package static let longest = 16

  /// A window; not empty, from 0 on and at most ``longest`` frames long.
  package init(start: Int, end: Int) {
    self.start = start
    self.end = end
  }

  /// Whether it is one that can be drawn.
  package var isSound: Bool {
    start >= 0 && end > start && end <= 1 << 50 && end - start <= Self.longest * Self.one
  }

  /// The frames that the window touches.
  package var frames: ClosedRange<Int> { start / Self.one...max(start, end - 1) / Self.one }

  /// The frames with their shares, which add up to 32768; those of no share are left out.
  ///
  /// Each share is the difference of two sums that are rounded to nearest, so that nothing is lost.
  package var shares: [(frame: Int, share: Int)] {
    guard isSound else { return [] }
    let length = end - start
    func sum(_ position: Int) -> Int {
      ((min(max(position, start), end) - start) * Self.one + length / 2) / length
    }
    return frames.compactMap { frame in
      let share = sum((frame + 1) * Self.one) - sum(frame * Self.one)
      return share > 0 ? (frame, share) : nil
    }
  }
}

extension PictureContent {
  /// The frames of a source that it shows; `nil` for what is drawn.
  package var source: (conform: ConformID, frames: ClosedRange<Int>)? {
    switch self {
    case .source(let conform, let frame): (conform, frame...frame)
    case .blend(let conform, let blend): (conform, blend.frames)
    case .flow(let conform, let point): (conform, point.frames)
    case .text, .color, .gradient: nil
    }
  }
}
