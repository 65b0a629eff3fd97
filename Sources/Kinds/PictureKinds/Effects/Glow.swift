internal import Raster

extension EffectKind {
  private static let amount = Parameter.thousandths(
    "amount", "a factor", "Strength of the light.", in: 0...4000, default: 500, example: 800)
  private static let start = Parameter.thousandths(
    "threshold", "a number from 0 to 1", "The luma from which on the picture glows.", in: 0...1000,
    default: 600, example: 500)
  private static let radius = Parameter.thousandths(
    "radius", "a share of the height",
    "How far it reaches: a standard deviation in heights of the picture.", in: 0...250, default: 30,
    example: 50)

  static let glow = EffectKind(
    "glow", "a glow around what is bright, screened over the picture.",
    alsoCalled: ["bloom", "cibloom", "cigloom"],
    parameters: [amount.description, start.description, radius.description],
    meansCodes: true
  ) { values in
    .glow(
      threshold: values[start], amount: values[amount], deviation: values[radius])
  }
}
