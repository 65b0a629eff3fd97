/// The colours of a gradient, place by place, for what is painted with it.
public struct GradientColors {
  /// A colour that is multiplied by its alpha, in 16 bits.
  public struct Sample: Hashable {
    /// Of 65,535.
    public var red, green, blue, alpha: Int
  }

  private let position: (Double, Double) -> Double
  private let red, green, blue, alpha: RampValues
  /// Whether all its colours are opaque.
  public let isOpaque: Bool

  /// A colour with straight alpha, and its place from 0 to 1.
  public struct Stop: Hashable {
    var red, green, blue, alpha: UInt8
    var position: Double

    /// A stop; one before that of the stop before it counts as there.
    public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8, at position: Double) {
      (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
      self.position = position
    }
  }

  /// A gradient over an area with sides in pixels.
  public init(width: Double, height: Double, _ path: ColorPath, _ stops: [Stop]) {
    position = path.position(width: width, height: height)
    isOpaque = !stops.isEmpty && stops.allSatisfy { $0.alpha == 255 }
    var least = -Double.infinity
    let places = stops.map { stop in
      least = max(least, stop.position)
      return least
    }
    func values(_ value: (Stop) -> UInt8) -> RampValues {
      RampValues(
        zip(places, stops).map { ($0, Int(value($1)) * Int($1.alpha)) })
    }
    red = values { $0.red }
    green = values { $0.green }
    blue = values { $0.blue }
    alpha = values { _ in 255 }
  }

  /// The colour at a place in pixels from the area's upper left corner, rounded to nearest.
  public func sample(x: Double, y: Double) -> Sample {
    let place = position(x, y)
    // 255 · 255 is full.
    func part(_ values: RampValues) -> Int { (values.value(at: place) * 65_535 + 32_512) / 65_025 }
    return Sample(red: part(red), green: part(green), blue: part(blue), alpha: part(alpha))
  }
}
