internal import PlanModel

extension TransitionKind {
  static let desaturate = TransitionKind(
    "desaturate",
    "`from` loses its colours up to p = ⅓, the greys of both dissolve up to p = ⅔, and `to` gets its own.",
    alsoCalled: ["fadegrays", "fadegreys", "dissolvegray", "greyfade"]
  ) { context in
    let shares = context.progress.map { $0.thirds(1, 2).of(PictureInput.one) }
    let million = 1_000_000
    context.from?.add(
      .saturation, "amount", context.progress.map { million - $0.thirds(0, 1).of(million) })
    context.to?.add(.saturation, "amount", context.progress.map { $0.thirds(2, 3).of(million) })
    context.from?.share = PerFrame(shares.map { PictureInput.one - $0 })
    context.to?.share = PerFrame(shares)
  }
}
