/// A correction of the ASC's colour decision list, version 1.2: (x · slope + offset, cut to 0…1) to the
/// power of `power` in each component, then saturation about BT.709's luma.
public struct ColorDecisions: Hashable, Sendable {
  /// Of red, green and blue, at least 0.
  public var slope: [Double]
  /// Of red, green and blue.
  public var offset: [Double]
  /// Of red, green and blue, above 0.
  public var power: [Double]
  /// 1 changes nothing, 0 makes greys.
  public var saturation: Double

  /// What changes nothing, unless said otherwise.
  ///
  /// - Precondition: three numbers each.
  public init(
    slope: [Double] = [1, 1, 1], offset: [Double] = [0, 0, 0], power: [Double] = [1, 1, 1],
    saturation: Double = 1
  ) {
    precondition(slope.count == 3 && offset.count == 3 && power.count == 3, "no three components")
    self.slope = slope
    self.offset = offset
    self.power = power
    self.saturation = saturation
  }

  /// The correction as a change of colours.
  public var change: ColorChange {
    let curves = ColorChange(red: curve(0), green: curve(1), blue: curve(2))
    if saturation == 1 { return curves }
    return ColorChange(inTurn: [curves, ColorChange(ColorMatrix(saturation: saturation))])
  }

  private func curve(_ component: Int) -> @Sendable (Double) -> Double {
    let (slope, offset, power) = (slope[component], offset[component], power[component])
    return { Power.of(min(max($0 * slope + offset, 0), 1), power) }
  }
}
