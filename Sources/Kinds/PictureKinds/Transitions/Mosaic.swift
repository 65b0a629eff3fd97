internal import BaseValues
internal import PlanModel

extension TransitionKind {
  private static let squares = Parameter.thousandths(
    "squares", "a share of the height",
    "How large the squares of a mosaic get, as a share of the picture's height.", in: 0...500,
    default: 100,
    example: 200)

  static let mosaic = TransitionKind(
    "mosaic",
    "both pictures become squares that grow up to p = ½ and shrink after it, while they dissolve.",
    alsoCalled: ["pixelize", "pixelate", "pixellate", "mosaicdissolve"],
    parameters: [squares.description]
  ) { context in
    let largest = context.choice[squares].millionths
    let sizes = context.progress.map { $0.swell.of(largest) }
    let shares = context.progress.map { $0.of(PictureInput.one) }
    context.from?.add(.pixelate, "size", sizes)
    context.to?.add(.pixelate, "size", sizes)
    context.from?.share = PerFrame(shares.map { PictureInput.one - $0 })
    context.to?.share = PerFrame(shares)
  }
}

extension Rational {
  /// In millionths, rounded to nearest, ties up.
  var millionths: Int {
    Int(clamping: roundDivide(Int128(numerator) * 1_000_000, by: Int128(denominator)))
  }
}
