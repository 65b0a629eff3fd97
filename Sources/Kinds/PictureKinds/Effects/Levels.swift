internal import Raster

extension EffectKind {
  private static let inBlack = Parameter.thousandths(
    "inBlack", "a number from 0 to 1", "The code that becomes the darkest.", in: 0...1000,
    default: 0, example: 50)
  private static let inWhite = Parameter.thousandths(
    "inWhite", "a number from 0 to 1", "The code that becomes the lightest.", in: 0...1000,
    default: 1000, example: 950)
  private static let gamma = Parameter.thousandths(
    "gamma", "a number above 0", "Between both: the power 1 / gamma.", in: 100...10000,
    default: 1000, example: 1200)
  private static let outBlack = Parameter.thousandths(
    "outBlack", "a number from 0 to 1", "What the darkest becomes.", in: 0...1000, default: 0,
    example: 20)
  private static let outWhite = Parameter.thousandths(
    "outWhite", "a number from 0 to 1", "What the lightest becomes.", in: 0...1000, default: 1000,
    example: 980)

  static let levels = EffectKind(
    "levels",
    "`inBlack` becomes `outBlack` and `inWhite` becomes `outWhite`; `gamma` lightens what is between above 1.",
    alsoCalled: ["colorlevels", "inputlevels"],
    parameters: [
      inBlack.description, inWhite.description, gamma.description, outBlack.description,
      outWhite.description,
    ]
  ) { values in
    let (low, high, power) = (values[inBlack], values[inWhite], 1 / values[gamma])
    let (first, last) = (values[outBlack], values[outWhite])
    return ColorChange { x in
      // Where both are one, all above it is white.
      let place = high > low ? min(max((x - low) / (high - low), 0), 1) : x < low ? 0 : 1
      return first + (last - first) * Power.of(place, power)
    }
  }
}
