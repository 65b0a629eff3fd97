import Diagnostics
package import BaseValues
package import TimelineModel

/// The size and rate that a movie takes of which the project says none: those of its first clip.
package struct PictureForm: Hashable, Sendable {
  /// Both sides even, 2 to 8192.
  package var size: Size
  /// Of pictures, not of fields.
  package var frameRate: FrameRate

  /// The form of upright pictures with square pixels, which are as high as the stored ones.
  ///
  /// Sides become the nearest even numbers, and where one would be above 8192 both shrink. Where
  /// pictures are not equally long the rate is the common one nearest to their mean.
  ///
  /// `nil` for stills, and where there is no such rate.
  package init?(_ facts: VideoFacts) {
    guard let rate = Self.rate(of: facts) else { return nil }
    var (width, height) = (
      Int128(facts.codedSize.width) * Int128(facts.pixelAspect.numerator),
      Int128(facts.codedSize.height) * Int128(facts.pixelAspect.denominator)
    )
    if facts.orientation.swapsAxes { swap(&width, &height) }
    // Both are so many times too large.
    let parts = Int128(facts.pixelAspect.denominator)
    let longest = max(width, height)
    let (factor, divisor): (Int128, Int128) =
      longest > 8192 * parts ? (8192, longest) : (1, parts)
    func side(_ length: Int128) -> Int {
      2 * Int(min(max(roundDivide(length * factor, by: 2 * divisor), 1), 4096))
    }
    size = Size(width: side(width), height: side(height))
    frameRate = rate
  }

  /// What cameras and standards use, for pictures that are not equally long.
  private static let common = [
    FrameRate("24000/1001"), FrameRate("24"), FrameRate("25"), FrameRate("30000/1001"),
    FrameRate("30"), FrameRate("48"), FrameRate("50"), FrameRate("60000/1001"), FrameRate("60"),
    FrameRate("120"), FrameRate("240"),
  ].compactMap(\.self)

  private static func rate(of facts: VideoFacts) -> FrameRate? {
    switch facts.frames {
    case .still:
      return nil
    case .regular(_, let rate, _):
      return facts.unit == .fields ? FrameRate(rate.frames, per: 2 * rate.seconds) : rate
    case .irregular(let times, let end, let timeBase):
      guard let first = times.first,
        let span = try? Rational(end) * timeBase - Rational(first) * timeBase, span > .zero,
        let count = Rational(Int64(times.count), facts.unit == .fields ? 2 : 1),
        let mean = try? count / span
      else { return nil }
      let usual = facts.unit == .fields ? nil : usualRate(times, timeBase)
      return common.min { $0.distance(to: usual ?? mean) < $1.distance(to: usual ?? mean) }
    }
  }

  /// The rate of pictures most of which follow one another equally fast, apart from those that are missing;
  /// `nil` where fewer than half do.
  private static func usualRate(_ times: [Int64], _ timeBase: Rational) -> Rational? {
    let steps = zip(times, times.dropFirst()).map { $1 &- $0 }
    guard !steps.isEmpty else { return nil }
    let usual = steps.sorted()[steps.count / 2]
    // A clock rounds them to one tick or the next; where one is missing there are twice as many.
    let near = steps.filter { 4 * abs($0 - usual) <= usual }
    guard 2 * near.count >= steps.count, case let sum = near.reduce(0, +), sum > 0,
      let mean = Rational(Int64(near.count), sum)
    else { return nil }
    return try? mean / timeBase
  }
}

extension FrameRate {
  fileprivate init?(_ text: String) {
    guard let rate = FrameRate.parse(text) else { return nil }
    self = rate
  }

  /// Frames a second; close enough to tell which of several is the nearest.
  fileprivate func distance(to other: Rational) -> Double {
    abs(Double(frames) / Double(seconds) - Double(other.numerator) / Double(other.denominator))
  }
}
