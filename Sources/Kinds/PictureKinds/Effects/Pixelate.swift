internal import Raster

extension EffectKind {
  private static let size = Parameter.thousandths(
    "size", "a share of the height", "A side of a square, in heights of the picture.", in: 0...500,
    default: 50, example: 80)

  static let pixelate = EffectKind(
    "pixelate", "pixelation: squares that have their mean colour.",
    alsoCalled: ["mosaic", "cipixellate", "pixelize", "pixellate"],
    parameters: [size.description] + RegionParameters.all
  ) { values in
    .pixelated(size: values[size], in: RegionParameters.region(values))
  }
}
