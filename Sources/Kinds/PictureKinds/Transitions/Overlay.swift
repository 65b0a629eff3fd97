internal import BaseValues
internal import PlanModel
internal import Raster
internal import TimelineModel

// ```
//   above   ░░▒▒▓▓██▓▓▒▒░░     the media, as long as the transition
//   track   ── from ──┃── to ──
//                    cut
// ```
extension TransitionKind {
  private static let media = Parameter<String?>.media(
    "media", "the name of a media",
    "The media that an overlay plays over the cut, from its start, on all of the canvas.",
    isRequired: true,
    examples: ["burn"])
  private static let blend = Parameter<String>.word(
    "blend", "a blend mode", "The blend mode of an overlay's media.",
    of: BlendMode.namedValues, default: "normal", examples: ["screen"])
  private static let cut = Parameter.thousandths(
    "cut", "a number from 0 to 1",
    "When an overlay cuts from the first clip to the second, as a share of its time.",
    in: 0...1000, default: 500, example: 300)

  static let overlay = TransitionKind(
    "overlay",
    "`from` is cut to `to` at p = `cut` while a `media` is played over both, a film burn or a flare for "
      + "example, blended as `blend` says.",
    alsoCalled: ["filmburn", "burn", "stinger", "lightleak", "flare"],
    parameters: [media.description, blend.description, cut.description]
  ) { context in
    let cut = context.choice[cut]
    let isBefore = context.progress.map {
      $0.numerator * Int128(cut.denominator) < Int128(cut.numerator) * $0.denominator
    }
    context.from?.share = PerFrame(isBefore.map { $0 ? PictureInput.one : 0 })
    context.to?.share = PerFrame(isBefore.map { $0 ? 0 : PictureInput.one })
    context.above = context.played.map {
      PictureLayer($0, blendMode: BlendModeName(rawValue: context.choice[blend]))
    }
  }
}
