internal import Raster

extension EffectKind {
  private static let kelvin = Parameter.thousandths(
    "kelvin", "a temperature in kelvins",
    "Colour temperature of the light in which the picture was taken, in kelvin.",
    in: 1667000...25000000, default: 6504000, example: 5000000)
  private static let tint = Parameter.thousandths(
    "tint", "a number from -1 to 1", "Tint towards magenta; below 0 towards green.",
    in: -1000...1000,
    default: 0, example: 100)

  static let temperature = EffectKind(
    "temperature",
    "white balance: white of the temperature `kelvin`, as a camera is set to it, becomes that of "
      + "D65; above 6504 the picture gets warmer.",
    alsoCalled: ["whitebalance", "colortemperature", "citemperatureandtint", "wb"],
    parameters: [kelvin.description, tint.description]
  ) { values in
    // As light is a power of the code, gains of light are gains of codes.
    let gains = WhitePoint(kelvin: values[kelvin], tint: values[tint]).gains
    return ColorChange(ColorMatrix(gains: gains.map { Power.of($0, 1 / 2.4) }))
  }
}
