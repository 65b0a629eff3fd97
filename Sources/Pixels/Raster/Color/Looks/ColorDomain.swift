/// The colours that a table has entries for; others count as the nearest ones that it has.
public struct ColorDomain: Hashable, Sendable {
  /// The first entry's red, green and blue.
  public let lowest: [Double]
  /// The last entry's.
  public let highest: [Double]

  /// From black to white.
  public static let full = ColorDomain(lowest: [0, 0, 0], highest: [1, 1, 1])

  /// - Precondition: three finite numbers each, and each highest above its lowest.
  public init(lowest: [Double], highest: [Double]) {
    precondition(
      lowest.count == 3 && highest.count == 3 && zip(lowest, highest).allSatisfy { $0 < $1 }
        && (lowest + highest).allSatisfy(\.isFinite), "an empty domain")
    self.lowest = lowest
    self.highest = highest
  }

  /// How a component becomes a place among entries.
  func axis(_ component: Int, of count: Int) -> Axis {
    let steps = Double(count - 1)
    return Axis(
      lowest: Float(lowest[component]),
      scale: Float(steps / (highest[component] - lowest[component])), last: Float(steps))
  }

  /// Entries at even distances along one component.
  struct Axis: Sendable {
    var lowest: Float
    /// Entries for a component of 1.
    var scale: Float
    /// The last entry's place.
    var last: Float

    /// The place of a component among the entries, 0…`last`.
    @inline(__always)
    func place(_ component: Float) -> Float {
      let place = (component - lowest) * scale
      let positive: Float = place > 0 ? place : 0
      return positive < last ? positive : last
    }

    /// The entry before a place, at most the last but one. Of a place that is an entry's it may be the
    /// one before, with all of the way to go.
    @inline(__always)
    static func index(before place: Float, cells: Int32) -> Int32 {
      // The lowest bit of what is added stands for 1.
      let nearest = Int32(truncatingIfNeeded: (place - 0.5 + 0x1.8p23).bitPattern & 0x3F_FFFF)
      return nearest < cells ? nearest : cells &- 1
    }
  }
}
