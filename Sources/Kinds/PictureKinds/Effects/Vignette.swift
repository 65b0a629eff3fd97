internal import Raster

extension EffectKind {
  private static let amount = Parameter.thousandths(
    "amount", "a number from -1 to 1", "How much darker; 1 is black, below 0 is lighter.",
    in: -1000...1000, default: 500, example: 800)
  private static let radius = Parameter.thousandths(
    "radius", "a distance", "Distance from the centre at which it begins.", in: 0...2000,
    default: 500, example: 700)
  private static let softness = Parameter.thousandths(
    "softness", "a distance", "Distance over which it gets dark.", in: 1...2000, default: 900,
    example: 500)

  static let vignette = EffectKind(
    "vignette",
    "darker towards the corners: from the distance `radius` from the centre on, over `softness`, half a side being 1.",
    alsoCalled: ["civignette", "civignetteeffect"],
    parameters: [amount.description, radius.description, softness.description],
    meansCodes: true
  ) { values in
    .vignette(
      amount: values[amount], radius: values[radius], softness: values[softness])
  }
}
