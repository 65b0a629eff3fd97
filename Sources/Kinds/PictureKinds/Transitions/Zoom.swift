internal import BaseValues
internal import PlanModel

extension TransitionKind {
  private static let scale = Parameter<Rational>.number(
    "scale", "a factor", "How many times a zoom enlarges the picture.", in: .one...Rational(16),
    default: Rational(4), examples: [Rational(2)], isTold: false)

  static let zoom = TransitionKind(
    "zoom",
    "`from` grows about the middle to `scale` times its size, evenly in p, while it dissolves into "
      + "`to`; with `reverse`, `to` shrinks from there.",
    alsoCalled: ["zoomin", "zoomout", "crosszoom"],
    parameters: [scale.description, WipeOrder.reverse.description]
  ) { context in
    let output = context.output
    let most = context.choice[scale]
    let one = 1 << 16
    let growth =
      roundDivide(Int128(one) * Int128(most.numerator), by: Int128(most.denominator)) - Int128(one)
    func factor(_ share: Progress) -> Scale {
      Scale(numerator: Int128(one + share.of(Int(growth))), denominator: Int128(one))
    }
    let shares = context.progress.map { $0.of(PictureInput.one) }
    context.from?.share = PerFrame(shares.map { PictureInput.one - $0 })
    context.to?.share = PerFrame(shares)
    if context.choice[WipeOrder.reverse] {
      let scales = context.progress.map { factor($0.rest) }
      context.to?.scale(zip(scales, scales), on: output)
    } else {
      let scales = context.progress.map(factor)
      context.from?.scale(zip(scales, scales), on: output)
    }
  }
}

extension Progress {
  /// What is left to 1.
  var rest: Progress { Progress(denominator - numerator, over: denominator) }
}
