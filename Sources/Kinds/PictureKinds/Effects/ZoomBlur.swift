internal import Raster

extension EffectKind {
  private static let amount = Parameter.thousandths(
    "amount", "a share", "Length of the line, as a share of the distance to the point.",
    in: 0...1000,
    default: 100, example: 200)
  private static let centerX = Parameter.thousandths(
    "centerX", "a share", "The point, in widths.", in: -1000...2000, default: 500, example: 300)
  private static let centerY = Parameter.thousandths(
    "centerY", "a share", "The point, in heights.", in: -1000...2000, default: 500, example: 300)

  static let zoomBlur = EffectKind(
    "zoom-blur",
    "a zoom blur: each pixel is the mean of a line towards a point.",
    alsoCalled: ["cizoomblur", "radialblur"],
    parameters: [amount.description, centerX.description, centerY.description]
  ) { values in
    .zoomBlur(amount: values[amount], x: values[centerX], y: values[centerY])
  }
}
