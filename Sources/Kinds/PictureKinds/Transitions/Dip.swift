internal import BaseValues
internal import PlanModel
internal import TimelineModel

extension TransitionKind {
  private static let color = Parameter<Color>.color(
    "color", "a colour", "The colour that a dip goes through.", default: .black, examples: [.white],
    isTold: false)

  static let dip = TransitionKind(
    "dip",
    "`from` dissolves into a colour over all of the canvas up to p = ½, the colour into `to` after "
      + "it.",
    alsoCalled: [
      "diptocolor", "diptoblack", "diptowhite", "fadetoblack", "fadethroughblack", "fadethrough",
      "fadetocolor",
    ],
    parameters: [color.description]
  ) { context in
    let color = context.choice[color]
    let isBefore = context.progress.map { 2 * $0.numerator < $0.denominator }
    let opacities = context.progress.map { $0.swell.of(PictureInput.one) }
    func dipped(_ input: PictureInput?, isShown: [Bool]) -> PictureInput? {
      guard let origin = (input ?? context.from ?? context.to)?.origin else { return nil }
      let cover = PictureInput(
        origin: context.origin, content: .picture(.constant(.color(color, context.output))),
        opacity: PerFrame(opacities), geometry: .constant(.offset(x: 0, y: 0)))
      let layers = [input.map { PictureLayer($0) }, PictureLayer(cover)].compactMap(\.self)
      return PictureInput(
        origin: origin, content: .group(Composition(size: context.output, layers: layers)),
        geometry: .constant(.offset(x: 0, y: 0)),
        share: PerFrame(isShown.map { $0 ? PictureInput.one : 0 }))
    }
    let (from, to) = (context.from, context.to)
    context.from = dipped(from, isShown: isBefore)
    context.to = dipped(to, isShown: isBefore.map { !$0 })
    context.from?.side = .from
    context.to?.side = .to
  }
}
