internal import Raster

extension EffectKind {
  private static let amount = Parameter.thousandths(
    "amount", "a number from -1 to 1", "Below 0 colours get paler.", in: -1000...1000, default: 0,
    example: 400)

  static let vibrance = EffectKind(
    "vibrance",
    "saturation that changes pale colours most: by 1 + `amount` · (1 − the greatest component + the least one).",
    alsoCalled: ["civibrance"],
    parameters: [amount.description]
  ) { values in
    .vibrance(values[amount])
  }
}
