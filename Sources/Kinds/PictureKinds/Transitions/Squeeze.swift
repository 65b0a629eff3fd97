internal import BaseValues
internal import PlanModel
internal import Raster

extension TransitionKind {
  enum Axis: String, NamedChoice {
    case horizontal, vertical

    var summary: String {
      switch self {
      case .horizontal: "ends in a horizontal line"
      case .vertical: "ends in a vertical line"
      }
    }
  }

  private static let axis = Parameter<Axis>.choice(
    "axis", "an axis", "Whether a squeeze ends in a horizontal or a vertical line.",
    default: .horizontal,
    examples: [.vertical])

  static let squeeze = TransitionKind(
    "squeeze",
    "`from` is squeezed to a line through the middle, in whole pairs of luma pixels, and uncovers "
      + "`to`, which stands.",
    alsoCalled: ["squeezeh", "squeezev"], parameters: [axis.description]
  ) { context in
    let output = context.output
    let isHorizontal = context.choice[axis] == .horizontal
    let length = isHorizontal ? output.height : output.width
    // Pixels on each side of what is left.
    let hidden = context.progress.map {
      $0.numerator >= $0.denominator ? (length + 1) / 2 : $0.of(length) / 2
    }
    let mask = context.masks.id(of: .wipe(isHorizontal ? 22 : 21, output))
    context.from?.scale(
      hidden.map { hidden in
        let left = Scale(
          numerator: Int128(max(1, length - 2 * hidden)), denominator: Int128(length))
        return isHorizontal ? (.one, left) : (left, .one)
      }, on: output)
    // Between the orders of the last pixel that is left and of the first one beside it.
    let limits = hidden.map { roundedShare(length - 2 * $0, of: length) }
    let isUntouched = hidden.map { $0 == 0 }
    func coverages(
      untouched: Coverage, gone: Coverage, else coverage: (_ threshold: Int) -> Coverage
    ) -> PerFrame<Coverage> {
      PerFrame(
        zip(limits, isUntouched).map { limit, isUntouched in
          isUntouched ? untouched : limit <= 0 ? gone : coverage(limit - 1)
        })
    }
    context.from?.coverage = coverages(untouched: .whole(output), gone: .nothing) {
      .outside(mask, threshold: $0, softness: 1)
    }
    context.to?.coverage = coverages(untouched: .nothing, gone: .whole(output)) {
      .mask(mask, threshold: $0, softness: 1)
    }
  }

  private static func roundedShare(_ part: Int, of whole: Int) -> Int {
    (2 * part * PictureInput.one + whole) / (2 * whole)
  }
}
