internal import Raster

extension EffectKind {
  private static let start = Parameter.thousandths(
    "from", "a number from 0 to 1", "The darkest luma that vanishes.", in: 0...1000, default: 0,
    example: 800)
  private static let end = Parameter.thousandths(
    "to", "a number from 0 to 1", "The lightest luma that vanishes.", in: 0...1000, default: 100,
    example: 1000)
  private static let softness = Parameter.thousandths(
    "softness", "a number from 0 to 1", "How soft the change is, on both sides.", in: 0...1000,
    default: 50, example: 100)
  private static let isInverted = Parameter.flag("invert", "Inverts the key: the rest vanishes.")

  static let lumaKey = EffectKind(
    "luma-key",
    "a luma key: what has a luma from `from` to `to` becomes transparent, black being 0 and "
      + "white 1, with a soft change over `softness` on both sides.",
    alsoCalled: ["lumakey", "luminancekey", "lumamatte", "cimasktoalpha", "blackkey", "whitekey"],
    parameters: [start.description, end.description, softness.description, isInverted.description],
    meansCodes: true
  ) { values in
    .lumaKey(
      from: values[start], to: values[end], softness: values[softness],
      isInverted: values[isInverted])
  }
}
