internal import BaseValues
internal import Raster
internal import TimelineModel

extension EffectKind {
  private static let master = points("master", "The curve of all components, applied first.")
  private static let red = points("red", "The curve of red.")
  private static let green = points("green", "The curve of green.")
  private static let blue = points("blue", "The curve of blue.")

  static let curves = EffectKind(
    "curves",
    "codes follow curves through points from black (0) to white (1), without overshooting (Fritsch and Butland).",
    alsoCalled: ["curve", "tonecurve", "citonecurve", "cicolorcurves", "rgbcurves"],
    parameters: [master.description, red.description, green.description, blue.description]
  ) { values in
    let all = curve(values[master])
    let each = ColorChange(
      red: curve(values[red]), green: curve(values[green]), blue: curve(values[blue]))
    return ColorChange(inTurn: [ColorChange(curve: all), each])
  }

  private static func points(_ name: String, _ summary: String) -> Parameter<[Point]> {
    let examples: [[(Int64, Int64)]] = [[(0, 0), (30, 25), (70, 80), (100, 100)]]
    return .curve(
      name, "a curve", summary,
      examples: examples.map { $0.map { Point(x: share($0.0), y: share($0.1)) } })
  }

  private static func share(_ hundredths: Int64) -> Rational { Rational(hundredths, 100) ?? .zero }

  private static func curve(_ points: [Point]) -> @Sendable (Double) -> Double {
    func number(_ share: Rational) -> Double {
      Double(share.numerator) / Double(share.denominator)
    }
    let curve = MonotoneCurve(points.map { (number($0.x), number($0.y)) })
    return { curve.value(at: $0) }
  }
}
