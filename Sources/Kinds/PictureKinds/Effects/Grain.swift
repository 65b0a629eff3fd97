internal import Raster

extension EffectKind {
  private static let amount = Parameter.thousandths(
    "amount", "a number from 0 to 1",
    "Strength: the standard deviation, where black to white is 1.",
    in: 0...500, default: 30, example: 50)

  static let grain = EffectKind(
    "grain", "film grain: noise on luma, new in each frame.",
    alsoCalled: ["noise", "filmgrain", "cirandomgenerator"],
    parameters: [amount.description], isSeeded: true,
    meansCodes: true
  ) { values in
    .grain(amount: values[amount], frame: values.frame)
  }
}
