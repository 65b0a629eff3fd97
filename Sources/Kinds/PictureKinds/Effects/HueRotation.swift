internal import Raster

extension EffectKind {
  private static let angle = Parameter.thousandths(
    "angle", "an angle in degrees", "Degrees of hue, from red towards yellow and green.",
    in: -360000...360000,
    default: 0, example: 30000)

  static let hue = EffectKind(
    "hue", "other hues: colours are turned by `angle` around grey, as CSS's `hue-rotate`.",
    alsoCalled: ["huerotate", "cihueadjust", "hueadjust", "rotatehue"],
    parameters: [angle.description]
  ) { values in
    ColorChange(ColorMatrix(hueTurns: values[angle] / 360))
  }
}
