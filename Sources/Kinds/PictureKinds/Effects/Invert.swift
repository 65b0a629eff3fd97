internal import Raster

extension EffectKind {
  private static let amount = Parameter.thousandths(
    "amount", "a number from 0 to 1", "Strength: 0 leaves the picture as it is.", in: 0...1000,
    default: 1000, example: 500)

  static let invert = EffectKind(
    "invert", "a negative, as CSS's `invert`.",
    alsoCalled: ["negate", "cicolorinvert", "negative"],
    parameters: [amount.description]
  ) { values in
    ColorChange(ColorMatrix(gain: 1 - 2 * values[amount], offset: values[amount]))
  }
}
