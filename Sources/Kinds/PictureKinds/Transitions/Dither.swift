internal import BaseValues
internal import PlanModel

extension TransitionKind {
  private static let size = Parameter.thousandths(
    "size", "a share of the height",
    "How large the blocks of a dither are, as a share of the canvas's height; 0 is single pixels.",
    in: 0...500, default: 0, example: 50)

  static let dither = TransitionKind(
    "dither",
    "pixel by pixel, or block by block, `from` gives way to `to`, in an order without a rule that stands "
      + "still: each is of one picture or of the other.",
    alsoCalled: ["ditherdissolve", "dissolveblocks", "blockdissolve", "randomblocks"],
    parameters: [size.description, WipeOrder.reverse.description]
  ) { context in
    let heights = context.choice[size]
    let side = roundDivide(
      Int128(context.output.height) * Int128(heights.numerator), by: Int128(heights.denominator))
    let order = PlannedMask.noise(block: max(1, Int(clamping: side)), context.output)
    WipeOrder(
      context.masks.id(of: order), context.choice, isMirrored: false, hasWholePixels: true
    ).apply(to: &context)
  }
}
