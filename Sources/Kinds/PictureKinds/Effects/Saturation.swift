internal import Raster

extension EffectKind {
  private static let amount = Parameter.thousandths(
    "amount", "a factor", "The factor; 1 changes nothing, 0 makes greys.", in: 0...8000,
    default: 1000, example: 1300)

  static let saturation = EffectKind(
    "saturation",
    "more or less colour: colours move away from their luma by the factor `amount`, or towards "
      + "it below 1.",
    alsoCalled: ["saturate", "eqsaturation", "cicolorcontrols"],
    parameters: [amount.description]
  ) { values in
    ColorChange(ColorMatrix(saturation: values[amount]))
  }
}
