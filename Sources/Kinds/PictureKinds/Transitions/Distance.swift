internal import BaseValues
internal import PlanModel
internal import TimelineModel

// ```
//   d    0 ─────────── 1 − p ─────────── 1      how far both pictures are apart at a pixel
//        from · (1 − p) + to · p │    to
// ```
extension TransitionKind {
  static let distance = TransitionKind(
    "distance",
    "both dissolve, and where they are farther apart than 1 − p, by the mean of the differences of red, "
      + "green and blue, `to` is there at once.",
    alsoCalled: ["xfadedistance", "differencedissolve"]
  ) { context in
    let shares = context.progress.map { $0.of(PictureInput.one) }
    context.from?.share = PerFrame(shares.map { PictureInput.one - $0 })
    context.to?.share = PerFrame(shares)
    guard let from = context.from, let to = context.to else { return }
    // Both inputs are the same picture, told of the clip that there is more of.
    let isBefore = context.progress.map { 2 * $0.numerator < $0.denominator }
    let mixed = PictureInput(from: from, to: to, mixedIn: context)
    context.from = mixed
    context.from?.side = .from
    context.from?.share = PerFrame(isBefore.map { $0 ? PictureInput.one : 0 })
    context.to = mixed
    context.to?.side = .to
    context.to?.origin = to.origin
    context.to?.share = PerFrame(isBefore.map { $0 ? 0 : PictureInput.one })
  }
}

extension PictureInput {
  /// Both pictures of a transition as one, on a canvas of their own: mixed by their shares, and above
  /// that the incoming one where it is far from the other.
  fileprivate init(from: PictureInput, to: PictureInput, mixedIn context: TransitionContext) {
    let whole = PerFrame<Geometry>.constant(.offset(x: 0, y: 0))
    func group(_ origin: PlanOrigin, _ layers: [PictureLayer]) -> PictureInput {
      PictureInput(
        origin: origin, content: .group(Composition(size: context.output, layers: layers)),
        geometry: whole)
    }
    func alone(_ input: PictureInput) -> PictureInput {
      var input = input
      input.share = .constant(Self.one)
      return input
    }
    var apart = group(
      context.origin,
      [
        PictureLayer(alone(from)),
        PictureLayer(alone(to), blendMode: BlendModeName(rawValue: "distance")),
      ])
    let third = Rational(1, over: 3)
    apart.add(
      .blackAndWhite, "red", context.progress.map { _ in 333_333 },
      fixed: ["green": .number(third), "blue": .number(third)])
    apart.add(.threshold, "level", context.progress.map { $0.rest.of(1_000_000) })
    var far = group(to.origin, [PictureLayer(alone(to))])
    // Nothing is farther than that at p = 0, black from white neither.
    far.opacity = PerFrame(context.progress.map { $0.numerator > 0 ? Self.one : 0 })
    far.mattes = [
      PlannedMatte(.luma, of: Composition(size: context.output, layers: [PictureLayer(apart)]))
    ]
    self = group(
      from.origin,
      [
        PictureLayer(origin: context.origin, name: "", inputs: [from, to]),
        PictureLayer(far),
      ])
  }
}
