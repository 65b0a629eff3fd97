internal import Raster

extension EffectKind {
  private static let length = Parameter.thousandths(
    "length", "a share of the height", "How long the line is, in heights of the picture.",
    in: 0...500, default: 30, example: 50)
  private static let angle = Parameter.thousandths(
    "angle", "an angle in degrees", "Which way the line runs: 0 across, 90 down.",
    in: -360000...360000, default: 0, example: 45000)

  static let directionalBlur = EffectKind(
    "directional-blur", "a motion blur along a line: each pixel is the mean of a line through it.",
    alsoCalled: ["motionblur", "cimotionblur", "dblur"],
    parameters: [length.description, angle.description] + RegionParameters.all
  ) { values in
    .directionalBlur(
      length: values[length], turns: values[angle] / 360, in: RegionParameters.region(values))
  }
}
