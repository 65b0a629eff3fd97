internal import BaseValues
internal import Raster
internal import TimelineModel

/// A gradient over a text's box, as letters are painted with it.
struct TextGradient {
  private let colors: GradientColors
  /// From the corner of the box to what places are counted from.
  private let left: Double
  private let top: Double
  /// From places of what is drawn on to raster pixels from the anchor.
  private let transform: (xx: Double, xy: Double, yx: Double, yy: Double, dx: Double, dy: Double)

  /// - Parameters:
  ///   - width: of the box in raster pixels.
  ///   - left: the box's edge in raster pixels from the anchor.
  ///   - anchorX: from the anchor to what is drawn on, in raster pixels.
  ///   - transform: of raster pixels from the anchor to what is drawn on, where that is turned.
  init(
    _ shading: Shading, width: Double, height: Double, left: Double, top: Double, anchorX: Double,
    anchorY: Double, _ transform: TextTransform?
  ) {
    colors = GradientColors(
      width: max(width, 1), height: max(height, 1), ColorPath(shading),
      shading.stops.map { GradientColors.Stop($0) })
    (self.left, self.top) = (left, top)
    guard let transform else {
      self.transform = (1, 0, 0, 1, anchorX, anchorY)
      return
    }
    let unit = Double(1 << TextTransform.factorBits)
    let (xx, xy) = (Double(transform.xx) / unit, Double(transform.xy) / unit)
    let (yx, yy) = (Double(transform.yx) / unit, Double(transform.yy) / unit)
    let area = xx * yy - xy * yx
    let place = Double(1 << TextTransform.placeBits)
    let (dx, dy) = (Double(transform.dx) / place, Double(transform.dy) / place)
    let (a, b, c, d) = (yy / area, -xy / area, -yx / area, xx / area)
    self.transform = (a, b, c, d, -(a * dx + b * dy), -(c * dx + d * dy))
  }

  /// The colour of a pixel, premultiplied, in 16 bits.
  func color(x: Int, y: Int) -> GradientColors.Sample {
    let (u, v) = (Double(x) + 0.5, Double(y) + 0.5)
    return colors.sample(
      x: transform.xx * u + transform.xy * v + transform.dx - left,
      y: transform.yx * u + transform.yy * v + transform.dy - top)
  }

  var isOpaque: Bool { colors.isOpaque }
}

extension ColorPath {
  fileprivate init(_ shading: Shading) {
    func share(_ millionths: Int) -> Double { Double(millionths) / Double(Shading.end) }
    let turns = Double(shading.angle) / Double(Shading.fullTurn)
    let center = (x: share(shading.centerX), y: share(shading.centerY))
    self =
      switch shading.kind {
      case .linear: .line(turns: turns)
      case .radial:
        .rays(
          x: center.x, y: center.y, radius: shading.radius.map(share), isCircle: shading.isCircle)
      case .conic: .circles(x: center.x, y: center.y, turns: turns)
      }
  }
}

extension GradientColors.Stop {
  fileprivate init(_ stop: Shading.Stop) {
    self.init(
      red: stop.color.red, green: stop.color.green, blue: stop.color.blue, alpha: stop.color.alpha,
      at: Double(stop.position) / Double(Shading.end))
  }
}
