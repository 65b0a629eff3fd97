internal import Raster

extension EffectKind {
  private static let stops = Parameter.thousandths(
    "stops", "a number of stops", "Exposure stops: how many times the light is doubled.",
    in: -10000...10000,
    default: 0, example: 1000)

  static let exposure = EffectKind(
    "exposure",
    "brighter or darker by `stops`: light times 2 to the power of `stops`, on a display of gamma "
      + "2.4 (BT.1886).",
    alsoCalled: ["ciexposureadjust", "ev", "stops", "gainstops"],
    parameters: [stops.description]
  ) { values in
    // Light is a power of the code, so a factor of light is one of the code.
    ColorChange(ColorMatrix(gain: Power.of(2, values[stops] / 2.4)))
  }
}
