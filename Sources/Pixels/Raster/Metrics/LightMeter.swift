public import BaseValues

/// Measures how bright pictures of a movie of HDR10 are.
public struct LightMeter: Sendable {
  /// Light of codes of full range in 12 bits, in 256ths of a cd/m².
  private let light: [UInt32]
  /// What was measured so far; `nil` before the first picture.
  public private(set) var levels: LightLevels?

  private static let steps = 4095
  private static let unit = 256

  /// A meter that has seen nothing.
  public init() {
    light = (0...Self.steps).map {
      let candela = Curve.quantizerLight(Double($0) / Double(Self.steps))
      return UInt32((candela * Double(Self.unit)).rounded())
    }
  }

  /// Looks at a picture in HDR10's codes of 10 bits. The colour of a pixel has the chroma sample that belongs to it.
  ///
  /// - Precondition: samples have 10 bits.
  public mutating func add(_ image: Image) {
    precondition(image.format.depth == UInt16.depth, "HDR10 of \(image.format)")
    var (highest, sum): (UInt32, UInt64) = (0, 0)
    for y in 0..<image.size.height {
      let row = Self.measure(
        image.row(Plane.luma, y, as: UInt16.self), image.row(Plane.cb, y / 2, as: UInt16.self),
        image.row(Plane.cr, y / 2, as: UInt16.self), light.span)
      highest = max(highest, row.highest)
      sum += row.sum
    }
    func candela(_ light: UInt64, _ count: UInt64) -> Int {
      let unit = UInt64(Self.unit) * count
      return Int((light + unit / 2) / unit)
    }
    let found = LightLevels(
      content: candela(UInt64(highest), 1),
      frameAverage: candela(sum, UInt64(image.size.width * image.size.height)))
    levels = levels.map { $0 + found } ?? found
  }

  /// The greatest light of a row's pixels, and the sum of all.
  private static func measure(
    _ luma: Span<UInt16>, _ cb: Span<UInt16>, _ cr: Span<UInt16>, _ light: Span<UInt32>
  ) -> (highest: UInt32, sum: UInt64) {
    // 4095 of 876 and of 896 codes, by the matrix of BT.2020, in 2.14 fixed point.
    let (gain, redByCr, blueByCb): (Int32, Int32, Int32) = (76_590, 110_418, 140_879)
    let (greenByCb, greenByCr): (Int32, Int32) = (12_322, 42_783)
    var (highest, sum): (UInt32, UInt64) = (0, 0)
    for x in luma.indices {
      let y = (Int32(luma[x]) &- 64) &* gain
      let (blue, red) = (Int32(cb[x / 2]) &- 512, Int32(cr[x / 2]) &- 512)
      let greatest = max(
        y &+ redByCr &* red, max(y &+ blueByCb &* blue, y &- greenByCb &* blue &- greenByCr &* red))
      let place = min(max((greatest &+ 1 << 13) >> 14, 0), Int32(steps))
      let found = light[Int(place)]
      highest = max(highest, found)
      sum &+= UInt64(found)
    }
    return (highest, sum)
  }
}
