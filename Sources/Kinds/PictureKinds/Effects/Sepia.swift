internal import Raster

extension EffectKind {
  private static let amount = Parameter.thousandths(
    "amount", "a number from 0 to 1", "Strength: 0 leaves the picture as it is.", in: 0...1000,
    default: 1000, example: 800)

  static let sepia = EffectKind(
    "sepia", "the brown of old photographs, as CSS's `sepia`.",
    alsoCalled: ["cisepiatone", "sepiatone"],
    parameters: [amount.description]
  ) { values in
    // Filter Effects Module Level 1, 9.6.
    let sepia = [[0.393, 0.769, 0.189], [0.349, 0.686, 0.168], [0.272, 0.534, 0.131]]
    let amount = values[amount]
    return ColorChange(
      ColorMatrix(
        rows: (0..<3).map { row in
          (0..<3).map { sepia[row][$0] * amount + ($0 == row ? 1 - amount : 0) } + [0]
        }))
  }
}
