/// A shape that a picture is seen through.
///
/// Its brightness falls from the middle outwards in a straight line: 32768 in the middle, 16384 on
/// the shape's edge, 0 where everything is twice as far from the middle. So a mask's threshold
/// makes the shape larger or smaller, and its softness blurs the edge.
public struct MaskShape: Hashable, Sendable {
  /// What its edge is.
  public enum Kind: Hashable, Sendable {
    case rectangle, ellipse
  }

  /// An ellipse touches the middles of the rectangle's sides.
  public let kind: Kind
  /// The middle in half samples.
  private let middleX, middleY: Int
  /// From the middle to the edge in half samples.
  private let reachX, reachY: Int

  /// The largest shape in a rectangle of luma samples. One without width or height is dark
  /// everywhere; numbers beyond ±2^24 are taken as the nearer end.
  public init(_ kind: Kind, x: Int, y: Int, width: Int, height: Int) {
    func cut(_ number: Int) -> Int { min(max(number, -(1 << 24)), 1 << 24) }
    self.kind = kind
    (reachX, reachY) = (max(0, cut(width)), max(0, cut(height)))
    (middleX, middleY) = (2 * cut(x) + reachX, 2 * cut(y) + reachY)
  }

  /// Writes the brightness, 0…32768, at the centres of the first samples of row `y`.
  func write(row y: Int, to row: inout MutableSpan<UInt16>) {
    guard reachX > 0, reachY > 0 else { return row.update(repeating: 0) }
    let down = Self.distance(2 * y + 1, from: middleY, reach: reachY)
    for x in row.indices {
      let across = Self.distance(2 &* x &+ 1, from: middleX, reach: reachX)
      let distance =
        switch kind {
        case .rectangle: max(across, down)
        // Exact: a correctly rounded root of an integer below 2^52, rounded down.
        case .ellipse: Int(Double(across &* across &+ down &* down).squareRoot())
        }
      row[x] = UInt16(truncatingIfNeeded: max(0, 32768 &- distance / 4))
    }
  }

  /// The distance from the middle, 2^16 at the edge; at most twice that, where all is dark.
  @inline(__always)
  private static func distance(_ place: Int, from middle: Int, reach: Int) -> Int {
    min((abs(place &- middle) &<< 16) / reach, 2 &<< 16)
  }
}
