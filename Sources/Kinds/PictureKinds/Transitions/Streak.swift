internal import BaseValues
internal import PlanModel
internal import TimelineModel

extension TransitionKind {
  private static let length = Parameter.thousandths(
    "length", "a share of the height",
    "How far a streak blurs halfway through, as a share of the picture's height.", in: 0...500,
    default: 250,
    example: 400)
  private static let angle = Parameter.thousandths(
    "angle", "an angle in degrees", "Which way a streak runs: 0 across, 90 down.",
    in: -360000...360000, default: 0, example: 90000)

  static let streak = TransitionKind(
    "streak",
    "both pictures are blurred along lines that grow up to p = ½ and shrink after it, while they "
      + "dissolve.",
    alsoCalled: ["hblur", "vblur", "blur", "blurdissolve", "directionalblur", "whip"],
    parameters: [length.description, angle.description]
  ) { context in
    let longest = context.choice[length].millionths
    let lengths = context.progress.map { $0.swell.of(longest) }
    let shares = context.progress.map { $0.of(PictureInput.one) }
    let angle = ParameterValue.number(context.choice[angle])
    context.from?.add(.directionalBlur, "length", lengths, fixed: ["angle": angle])
    context.to?.add(.directionalBlur, "length", lengths, fixed: ["angle": angle])
    context.from?.share = PerFrame(shares.map { PictureInput.one - $0 })
    context.to?.share = PerFrame(shares)
  }
}
