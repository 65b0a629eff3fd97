internal import Raster

extension EffectKind {
  private static let radius = Parameter.thousandths(
    "radius", "a share of the height", "The standard deviation, in heights of the picture.",
    in: 0...250, default: 10, example: 20)

  /// A Gaussian blur, which planning uses itself too.
  package static let blur = EffectKind(
    "blur", "a Gaussian blur.",
    alsoCalled: ["gblur", "gaussianblur", "cigaussianblur", "gauss"],
    parameters: [radius.description] + RegionParameters.all
  ) { values in
    .gaussianBlur(deviation: values[radius], in: RegionParameters.region(values))
  }
}
