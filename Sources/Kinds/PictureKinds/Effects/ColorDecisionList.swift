internal import Raster

extension EffectKind {
  private static let slopeRed = Parameter.thousandths(
    "slopeRed", "a factor", "The slope of red.", in: 0...16000, default: 1000, example: 1100)
  private static let slopeGreen = Parameter.thousandths(
    "slopeGreen", "a factor", "The slope of green.", in: 0...16000, default: 1000, example: 1100)
  private static let slopeBlue = Parameter.thousandths(
    "slopeBlue", "a factor", "The slope of blue.", in: 0...16000, default: 1000, example: 1100)
  private static let offsetRed = Parameter.thousandths(
    "offsetRed", "a number", "The offset of red.", in: -4000...4000, default: 0, example: -20)
  private static let offsetGreen = Parameter.thousandths(
    "offsetGreen", "a number", "The offset of green.", in: -4000...4000, default: 0, example: -20)
  private static let offsetBlue = Parameter.thousandths(
    "offsetBlue", "a number", "The offset of blue.", in: -4000...4000, default: 0, example: -20)
  private static let powerRed = Parameter.thousandths(
    "powerRed", "a number above 0", "The power of red.", in: 50...10000, default: 1000, example: 900
  )
  private static let powerGreen = Parameter.thousandths(
    "powerGreen", "a number above 0", "The power of green.", in: 50...10000, default: 1000,
    example: 900)
  private static let powerBlue = Parameter.thousandths(
    "powerBlue", "a number above 0", "The power of blue.", in: 50...10000, default: 1000,
    example: 900)
  private static let colorfulness = Parameter.thousandths(
    "saturation", "a factor", "The factor of saturation; 1 changes nothing.", in: 0...8000,
    default: 1000, example: 900)

  static let cdl = EffectKind(
    "cdl",
    "the ASC's colour decision list, version 1.2: (x · slope + offset, cut to 0…1) to the power of `power` in each component, then `saturation` about BT.709's luma.",
    alsoCalled: ["asccdl", "colordecisionlist", "ccc", "cc"],
    parameters: [
      slopeRed.description, slopeGreen.description, slopeBlue.description, offsetRed.description,
      offsetGreen.description, offsetBlue.description, powerRed.description, powerGreen.description,
      powerBlue.description, colorfulness.description,
    ]
  ) { values in
    ColorDecisions(
      slope: [values[slopeRed], values[slopeGreen], values[slopeBlue]],
      offset: [values[offsetRed], values[offsetGreen], values[offsetBlue]],
      power: [values[powerRed], values[powerGreen], values[powerBlue]],
      saturation: values[colorfulness]
    ).change
  }
}
