public import BaseValues

extension ColorCodes {
  /// The same of a movie's codes: R′G′B′ of its own primaries and transfer function.
  public func rgb(of color: PictureColor) -> (red: Int, green: Int, blue: Int) {
    guard color.isHighDynamicRange else { return rgb }
    let unit = Double(1 << Self.unit)
    let luma = (Double(y.code) / unit - 16) / 219
    let blue = (Double(cb.code) / unit - 128) / 224
    let red = (Double(cr.code) / unit - 128) / 224
    let shares = (0.2627, 0.6780, 0.0593)
    let (byCb, byCr) = (2 * (1 - shares.2), 2 * (1 - shares.0))
    func component(_ value: Double) -> Int { Int((min(max(value, 0), 1) * 255).rounded()) }
    return (
      red: component(luma + byCr * red),
      green: component(luma - (shares.2 * byCb * blue + shares.0 * byCr * red) / shares.1),
      blue: component(luma + byCb * blue)
    )
  }

  /// Gamma-coded R′G′B′, each 0…255: the inverse of ITU-R BT.709-6, items 3.2 to 3.4, rounded to
  /// nearest, ties up; what lies outside is cut off.
  public var rgb: (red: Int, green: Int, blue: Int) { rgb(maximum: 255) }

  /// Gamma-coded R′G′B′, each 0…`maximum`, which is at most 65535.
  @inline(__always)
  func rgb(maximum: Int) -> (red: Int, green: Int, blue: Int) {
    // Over 219 · 224 · 10000 · 7152, so that everything is whole; below 2^62 in 10 bits.
    let luma = maximum &* (224 * 10_000 * 7152) &* (Int(y.code) &- 16 << Self.unit)
    let blueDifference = maximum &* 219 &* (Int(cb.code) &- 128 << Self.unit)
    let redDifference = maximum &* 219 &* (Int(cr.code) &- 128 << Self.unit)
    let unit = (219 * 224 * 10_000 * 7152) << Self.unit
    @inline(__always)
    func component(_ value: Int) -> Int {
      min(max(0, 2 &* value &+ unit) / (2 &* unit), maximum)
    }
    return (
      red: component(luma &+ (7152 * 15_748) &* redDifference),
      green: component(
        luma &- (2126 * 15_748) &* redDifference &- (722 * 18_556) &* blueDifference),
      blue: component(luma &+ (7152 * 18_556) &* blueDifference)
    )
  }
}
