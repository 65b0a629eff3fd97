internal import PlanModel

extension TransitionKind {
  static let dissolve = TransitionKind(
    "dissolve", "one picture becomes the other: from · (1 − p) + to · p.",
    alsoCalled: ["fade", "crossfade", "crossdissolve", "mix", "xfade"]
  ) { context in
    let shares = context.progress.map { $0.of(PictureInput.one) }
    context.from?.share = PerFrame(shares.map { PictureInput.one - $0 })
    context.to?.share = PerFrame(shares)
  }
}
