internal import Raster

extension EffectKind {
  private static let red = Parameter.thousandths(
    "red", "a factor", "How much of red counts.", in: -2000...3000, default: 213, example: 500)
  private static let green = Parameter.thousandths(
    "green", "a factor", "How much of green counts.", in: -2000...3000, default: 715, example: 400)
  private static let blue = Parameter.thousandths(
    "blue", "a factor", "How much of blue counts.", in: -2000...3000, default: 72, example: 100)

  static let blackAndWhite = EffectKind(
    "black-and-white", "grey, as bright as a sum of the components.",
    alsoCalled: [
      "grayscale", "greyscale", "monochrome", "desaturate", "ciphotoeffectmono",
      "cicolormonochrome", "gray", "grey",
    ],
    parameters: [red.description, green.description, blue.description]
  ) { values in
    let row: [Double] = [values[red], values[green], values[blue], 0]
    return ColorChange(ColorMatrix(rows: [row, row, row]))
  }
}
