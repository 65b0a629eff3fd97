/// Colours at positions from 0 to 1, and all between them.
///
/// Between two stops colours are mixed after they are multiplied by their alpha, as CSS does (CSS Images
/// Module Level 4, 3.5.3): what is seen of a colour that fades to `transparent` stays that colour, without
/// a dark fringe. They are mixed as they are coded, in Y′CbCr, which is the same as in R′G′B′. Before the
/// first stop all is of its colour, after the last one of that; where two stops have one position, the
/// colour changes at once.
public struct ColorRamp: Hashable, Sendable {
  let stops: [Stop]

  struct Stop: Hashable {
    var color: SolidColor
    var position: Double
  }

  /// Stops in the order of their positions; a position before that of the stop before counts as that one.
  public init(_ stops: [(color: SolidColor, position: Double)]) {
    var least = -Double.infinity
    self.stops = stops.map { color, position in
      least = max(least, position)
      return Stop(color: color, position: least)
    }
  }

  var isOpaque: Bool { !stops.isEmpty && stops.allSatisfy(\.color.isOpaque) }

  /// The stops' values in one plane, premultiplied, in parts of 2¹⁶.
  ///
  /// - Parameter value: a code that is not premultiplied, or alpha.
  func values<Sample: PixelSample>(
    as sample: Sample.Type, _ value: (SolidColor) -> Sample
  ) -> RampValues {
    RampValues(
      stops.map { stop in
        let full = Int(Sample.maximum)
        let product = Int(value(stop.color).code) * Int(stop.color.alpha(as: sample).code)
        return (stop.position, ((product << RampValues.fractionBits) + full / 2) / full)
      })
  }
}

/// A number that changes along a ramp.
struct RampValues {
  static let fractionBits = 16
  /// Shares of two stops are in parts of 2³⁰, so that nothing overflows: codes take up 26 bits.
  private static let shareBits = 30

  private var positions: [Double]
  /// What a share of a stretch is for a step along it; 0 where the stretch has no length.
  private var steepness: [Double]
  private var values: [Int]

  init(_ stops: [(position: Double, value: Int)]) {
    positions = stops.map(\.position)
    values = stops.map(\.value)
    steepness = zip(positions, positions.dropFirst()).map { start, end in
      end > start ? Double(1 << Self.shareBits) / (end - start) : 0
    }
  }

  /// The value at a position, in parts of 2¹⁶, rounded to nearest, ties up. Where one ramp's values are at
  /// most another's, its mixtures are, too.
  func value(at position: Double) -> Int {
    guard let first = values.first, let last = values.last else { return 0 }
    // The last stop at or before the position.
    guard var index = positions.firstIndex(where: { $0 > position }) else { return last }
    if index == 0 { return first }
    index -= 1
    let one = 1 << Self.shareBits
    let share = min(max(Int((position - positions[index]) * steepness[index]), 0), one)
    let sum = values[index] &* (one &- share) &+ values[index + 1] &* share
    return (sum &+ one / 2) &>> Self.shareBits
  }
}
