internal import Raster

extension EffectKind {
  private static let amount = Parameter.thousandths(
    "amount", "a factor", "The factor; 1 changes nothing.", in: 0...8000, default: 1000,
    example: 1200)
  private static let pivot = Parameter.thousandths(
    "pivot", "a number from 0 to 1", "The code that stays as it is, from 0 (black) to 1 (white).",
    in: 0...1000, default: 500, example: 435)

  static let contrast = EffectKind(
    "contrast",
    "more or less contrast: codes move away from `pivot` by the factor `amount`, or towards it "
      + "below 1.",
    alsoCalled: ["eqcontrast", "contrastfilter"],
    parameters: [amount.description, pivot.description]
  ) { values in
    ColorChange(ColorMatrix(gain: values[amount], offset: values[pivot] * (1 - values[amount])))
  }
}
