internal import Raster

extension EffectKind {
  private static let amount = Parameter.thousandths(
    "amount", "a factor", "Strength; below 0 the picture gets softer.", in: -1000...5000,
    default: 500, example: 1000)
  private static let radius = Parameter.thousandths(
    "radius", "a share of the height", "The blur's standard deviation, in heights of the picture.",
    in: 0...100, default: 2, example: 3)

  static let sharpen = EffectKind(
    "sharpen", "unsharp masking of luma: what a Gaussian blur takes away is added `amount` times.",
    alsoCalled: ["unsharp", "unsharpmask", "ciunsharpmask", "cisharpenluminance"],
    parameters: [amount.description, radius.description] + RegionParameters.all
  ) { values in
    .sharpened(
      deviation: values[radius], amount: values[amount], in: RegionParameters.region(values))
  }
}
