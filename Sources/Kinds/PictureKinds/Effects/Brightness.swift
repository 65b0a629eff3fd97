internal import Raster

extension EffectKind {
  private static let amount = Parameter.thousandths(
    "amount", "a number from -1 to 1",
    "What is added, as a share of white; below 0 the picture gets darker.",
    in: -1000...1000, default: 0, example: 100)

  static let brightness = EffectKind(
    "brightness", "brighter or darker: `amount` is added to all components.",
    alsoCalled: ["eqbrightness"],
    parameters: [amount.description]
  ) { values in
    ColorChange(ColorMatrix(gain: 1, offset: values[amount]))
  }
}
