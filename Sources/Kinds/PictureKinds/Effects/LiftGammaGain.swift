internal import Raster

extension EffectKind {
  private static let lift = Parameter.thousandths(
    "lift", "a number from -1 to 1", "What is added to black.", in: -1000...1000, default: 0,
    example: 50)
  private static let liftRed = Parameter.thousandths(
    "liftRed", "a number from -1 to 1", "What is added to black of red.", in: -1000...1000,
    default: 0, example: 50)
  private static let liftGreen = Parameter.thousandths(
    "liftGreen", "a number from -1 to 1", "What is added to black of green.", in: -1000...1000,
    default: 0, example: 50)
  private static let liftBlue = Parameter.thousandths(
    "liftBlue", "a number from -1 to 1", "What is added to black of blue.", in: -1000...1000,
    default: 0, example: 50)
  private static let gamma = Parameter.thousandths(
    "gamma", "a number above 0", "Lightens midtones above 1.", in: 100...10000, default: 1000,
    example: 1100)
  private static let gammaRed = Parameter.thousandths(
    "gammaRed", "a number above 0", "Lightens midtones of red above 1.", in: 100...10000,
    default: 1000, example: 1100)
  private static let gammaGreen = Parameter.thousandths(
    "gammaGreen", "a number above 0", "Lightens midtones of green above 1.", in: 100...10000,
    default: 1000, example: 1100)
  private static let gammaBlue = Parameter.thousandths(
    "gammaBlue", "a number above 0", "Lightens midtones of blue above 1.", in: 100...10000,
    default: 1000, example: 1100)
  private static let gain = Parameter.thousandths(
    "gain", "a factor", "What white is multiplied by.", in: 0...8000, default: 1000, example: 1100)
  private static let gainRed = Parameter.thousandths(
    "gainRed", "a factor", "What white of red is multiplied by.", in: 0...8000, default: 1000,
    example: 1100)
  private static let gainGreen = Parameter.thousandths(
    "gainGreen", "a factor", "What white of green is multiplied by.", in: 0...8000, default: 1000,
    example: 1100)
  private static let gainBlue = Parameter.thousandths(
    "gainBlue", "a factor", "What white of blue is multiplied by.", in: 0...8000, default: 1000,
    example: 1100)

  static let liftGammaGain = EffectKind(
    "lift-gamma-gain",
    "shadows, midtones and highlights: (`gain` · (x + `lift` · (1 − x))) to the power of 1 / `gamma`, with the numbers of the component added to `lift` and multiplied by `gamma` and `gain`.",
    alsoCalled: ["liftgammagain", "colorbalance", "threewaycolor", "colorwheels", "lgg"],
    parameters: [
      lift.description, liftRed.description, liftGreen.description, liftBlue.description,
      gamma.description, gammaRed.description, gammaGreen.description, gammaBlue.description,
      gain.description, gainRed.description, gainGreen.description, gainBlue.description,
    ]
  ) { values in
    ColorChange(
      red: curve(
        values[lift] + values[liftRed], values[gamma] * values[gammaRed],
        values[gain] * values[gainRed]),
      green: curve(
        values[lift] + values[liftGreen], values[gamma] * values[gammaGreen],
        values[gain] * values[gainGreen]),
      blue: curve(
        values[lift] + values[liftBlue], values[gamma] * values[gammaBlue],
        values[gain] * values[gainBlue]))
  }
}

private func curve(
  _ lift: Double, _ gamma: Double, _ gain: Double
) -> @Sendable (Double) -> Double {
  { Power.of(gain * ($0 + lift * (1 - $0)), 1 / gamma) }
}
