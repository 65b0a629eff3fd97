internal import Raster

extension EffectKind {
  private static let radius = Parameter.thousandths(
    "radius", "a share of the height", "Half a side, in heights of the picture.", in: 0...250,
    default: 10, example: 20)

  static let boxBlur = EffectKind(
    "box-blur", "a box blur: the mean of a square around each pixel.",
    alsoCalled: ["boxblur", "ciboxblur", "avgblur"],
    parameters: [radius.description] + RegionParameters.all
  ) { values in
    .boxBlur(radius: values[radius], in: RegionParameters.region(values))
  }
}
