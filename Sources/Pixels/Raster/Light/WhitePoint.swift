/// The colour of white under a light, and what makes it neutral.
public struct WhitePoint: Hashable, Sendable {
  /// CIE 1931 chromaticity.
  let x: Double
  let y: Double

  /// Light of a correlated colour temperature: a phase of daylight from 4000 K on (CIE 15, 3.1), a black
  /// body below (Kim and others, US 7 024 034, as is usual), both mixed between 4000 and 5000 K.
  ///
  /// - Parameters:
  ///   - kelvin: 1667…25000; others count as the nearer end.
  ///   - tint: −1…1: across the locus, 0.05 of CIE 1960's u and v, above 0 towards green light, which is
  ///     undone by magenta.
  public init(kelvin: Double, tint: Double) {
    let point = Self.point(min(max(kelvin, 1667), 25000))
    let (u, v) = Self.uv(point)
    // Along the locus, to find what lies across.
    let next = Self.uv(Self.point(min(max(kelvin, 1667), 25000) * 1.001))
    let (du, dv) = (next.u - u, next.v - v)
    let length = (du * du + dv * dv).squareRoot()
    // Towards green, above the locus: hotter light lies at the left, lower u.
    let (tintedU, tintedV) = (u + tint * 0.05 * dv / length, v - tint * 0.05 * du / length)
    let scale = 2 * tintedU - 8 * tintedV + 4
    x = 3 * tintedU / scale
    y = 2 * tintedV / scale
  }

  private static func point(_ kelvin: Double) -> (x: Double, y: Double) {
    let share = min(max((kelvin - 4000) / 1000, 0), 1)
    let (body, day) = (blackBody(kelvin), daylight(max(kelvin, 4000)))
    return (body.x + (day.x - body.x) * share, body.y + (day.y - body.y) * share)
  }

  private static func daylight(_ kelvin: Double) -> (x: Double, y: Double) {
    let t = 1000 / kelvin
    let x =
      kelvin <= 7000
      ? 0.244063 + t * (0.09911 + t * (2.9678 - t * 4.6070))
      : 0.237040 + t * (0.24748 + t * (1.9018 - t * 2.0064))
    return (x, -3 * x * x + 2.87 * x - 0.275)
  }

  private static func blackBody(_ kelvin: Double) -> (x: Double, y: Double) {
    let t = 1000 / kelvin
    let x =
      kelvin <= 4000
      ? 0.179910 + t * (0.8776956 + t * (-0.2343589 - t * 0.2661239))
      : 0.240390 + t * (0.2226347 + t * (2.1070379 - t * 3.0258469))
    let y =
      kelvin <= 2222
      ? -0.20219683 + x * (2.18555832 + x * (-1.34811020 - x * 1.1063814))
      : kelvin <= 4000
        ? -0.16748867 + x * (2.09137015 + x * (-1.37418593 - x * 0.9549476))
        : -0.37001483 + x * (3.75112997 + x * (-5.87338670 + x * 3.0817580))
    return (x, y)
  }

  private static func uv(_ point: (x: Double, y: Double)) -> (u: Double, v: Double) {
    let scale = -2 * point.x + 12 * point.y + 3
    return (4 * point.x / scale, 6 * point.y / scale)
  }

  /// Factors of BT.709's linear red, green and blue that make this white D65's, of the same luminance.
  public var gains: [Double] {
    let own = Self.light(x, y)
    let neutral = Self.light(0.3127, 0.3290)
    // Light beyond what BT.709 can show has a component below zero.
    let gains = zip(own, neutral).map { $1 / max($0, 0.01) }
    let luminance = zip(gains, ColorMatrix.lumaWeights).reduce(0) { $0 + $1.0 * $1.1 }
    return gains.map { $0 / luminance }
  }

  /// BT.709's linear components of a chromaticity with Y = 1: the inverse of SMPTE RP 177's matrix.
  private static func light(_ x: Double, _ y: Double) -> [Double] {
    let (bigX, bigZ) = (x / y, (1 - x - y) / y)
    return [
      3.2404542 * bigX - 1.5371385 - 0.4985314 * bigZ,
      -0.9692660 * bigX + 1.8760108 + 0.0415560 * bigZ,
      0.0556434 * bigX - 0.2040259 + 1.0572252 * bigZ,
    ]
  }
}
