internal import Raster

extension EffectKind {
  private static let media = Parameter.media(
    "media", "a media name", "The LUT or CDL: a media entry with `lut`.",
    isRequired: true, examples: ["look"])
  private static let amount = Parameter.thousandths(
    "amount", "a number from 0 to 1", "Strength: 0 leaves the picture as it is.", in: 0...1000,
    default: 1000, example: 500)

  static let lut = EffectKind(
    "lut",
    "a look from a file: a 1-D LUT with linear interpolation, a 3-D LUT with tetrahedral "
      + "interpolation, or an ASC CDL. Colours outside of its domain count as the nearest in it.",
    alsoCalled: [
      "lut3d", "lut1d", "3dlut", "1dlut", "applylut", "haldclut", "colorlookup", "lookuptable",
      "look", "cube", "lumetri", "cicolorcube", "cicolorcubewithcolorspace",
    ],
    parameters: [media.description, amount.description]
  ) { values in
    values.look.change(amount: values[amount])
  }
}
