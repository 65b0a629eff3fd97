internal import PlanModel
internal import TimelineModel

// ```
//   p       0        ½        1
//   from    ─────────╲_________      1, then 2 − 2p
//   to      _________╱─────────      2p, then 1
// ```
extension TransitionKind {
  static let additive = TransitionKind(
    "additive",
    "`from` · min(1, 2 − 2p) + `to` · min(1, 2p), cut at white: in the middle all of both.",
    alsoCalled: ["additivedissolve", "adddissolve", "plusdissolve", "lightdissolve"]
  ) { context in
    let isBefore = context.progress.map { 2 * $0.numerator < $0.denominator }
    let rising = context.progress.map { min(2 * $0.of(PictureInput.one), PictureInput.one) }
    let falling = context.progress.map { min(2 * $0.rest.of(PictureInput.one), PictureInput.one) }
    guard let from = context.from, let to = context.to else {
      context.from?.share = PerFrame(falling)
      context.to?.share = PerFrame(rising)
      return
    }
    context.from = from.sum(with: to, rising, in: context)
    context.from?.share = PerFrame(isBefore.map { $0 ? PictureInput.one : 0 })
    context.from?.side = .from
    context.to = to.sum(with: from, falling, in: context)
    context.to?.share = PerFrame(isBefore.map { $0 ? 0 : PictureInput.one })
    context.to?.side = .to
  }
}

extension PictureInput {
  /// The picture with a share of another one's light added where it is, and that share of the other one
  /// seen beside it: together from a canvas of their own.
  fileprivate func sum(
    with other: PictureInput, _ shares: [Int], in context: TransitionContext
  ) -> PictureInput {
    let whole = PerFrame<Geometry>.constant(.offset(x: 0, y: 0))
    func canvas(_ layers: [PictureLayer]) -> Composition {
      Composition(size: context.output, layers: layers)
    }
    var beside = other
    beside.opacity = PerFrame(
      shares.enumerated().map { (other.opacity[$0] * $1 + Self.one / 2) / Self.one })
    let dark = PictureInput(
      origin: context.origin, content: .picture(.constant(.color(.black, context.output))),
      opacity: PerFrame(shares.map { Self.one - $0 }), geometry: whole)
    var light = PictureInput(
      origin: other.origin,
      content: .group(canvas([PictureLayer(other), PictureLayer(dark)])),
      opacity: PerFrame(shares.map { $0 > 0 ? Self.one : 0 }), geometry: whole)
    light.mattes = [PlannedMatte(.alpha, of: canvas([PictureLayer(self)]))]
    return PictureInput(
      origin: origin,
      content: .group(
        canvas([
          PictureLayer(beside), PictureLayer(self),
          PictureLayer(light, blendMode: BlendModeName(rawValue: "add")),
        ])),
      geometry: whole)
  }
}
