internal import Raster

extension EffectKind {
  private static let redFromRed = Parameter.thousandths(
    "redFromRed", "a factor", "How much red there is in the new red.", in: -4000...4000,
    default: 1000,
    example: 500)
  private static let redFromGreen = Parameter.thousandths(
    "redFromGreen", "a factor", "How much green there is in the new red.", in: -4000...4000,
    default: 0,
    example: 500)
  private static let redFromBlue = Parameter.thousandths(
    "redFromBlue", "a factor", "How much blue there is in the new red.", in: -4000...4000,
    default: 0,
    example: 500)
  private static let redOffset = Parameter.thousandths(
    "redOffset", "a number", "What is added to red.", in: -1000...1000, default: 0, example: 50)
  private static let greenFromRed = Parameter.thousandths(
    "greenFromRed", "a factor", "How much red there is in the new green.", in: -4000...4000,
    default: 0,
    example: 500)
  private static let greenFromGreen = Parameter.thousandths(
    "greenFromGreen", "a factor", "How much green there is in the new green.", in: -4000...4000,
    default: 1000,
    example: 500)
  private static let greenFromBlue = Parameter.thousandths(
    "greenFromBlue", "a factor", "How much blue there is in the new green.", in: -4000...4000,
    default: 0,
    example: 500)
  private static let greenOffset = Parameter.thousandths(
    "greenOffset", "a number", "What is added to green.", in: -1000...1000, default: 0, example: 50)
  private static let blueFromRed = Parameter.thousandths(
    "blueFromRed", "a factor", "How much red there is in the new blue.", in: -4000...4000,
    default: 0,
    example: 500)
  private static let blueFromGreen = Parameter.thousandths(
    "blueFromGreen", "a factor", "How much green there is in the new blue.", in: -4000...4000,
    default: 0,
    example: 500)
  private static let blueFromBlue = Parameter.thousandths(
    "blueFromBlue", "a factor", "How much blue there is in the new blue.", in: -4000...4000,
    default: 1000,
    example: 500)
  private static let blueOffset = Parameter.thousandths(
    "blueOffset", "a number", "What is added to blue.", in: -1000...1000, default: 0, example: 50)

  static let channelMixer = EffectKind(
    "channel-mixer", "each component is a weighted sum of all three, and an offset.",
    alsoCalled: ["colorchannelmixer", "cicolormatrix", "colormatrix", "fecolormatrix"],
    parameters: [
      redFromRed.description, redFromGreen.description, redFromBlue.description,
      redOffset.description, greenFromRed.description, greenFromGreen.description,
      greenFromBlue.description, greenOffset.description, blueFromRed.description,
      blueFromGreen.description, blueFromBlue.description, blueOffset.description,
    ]
  ) { values in
    ColorChange(
      ColorMatrix(rows: [
        [values[redFromRed], values[redFromGreen], values[redFromBlue], values[redOffset]],
        [values[greenFromRed], values[greenFromGreen], values[greenFromBlue], values[greenOffset]],
        [values[blueFromRed], values[blueFromGreen], values[blueFromBlue], values[blueOffset]],
      ]))
  }
}
