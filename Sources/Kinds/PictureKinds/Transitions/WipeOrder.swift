internal import BaseValues
internal import PlanModel
internal import TimelineModel

/// Uncovers `to` in the order that a mask's brightness tells, dark first.
///
/// ```
///   brightness   0 ─────────────────────────────── 32768
///   shown        to, softly to │ border │ softly to from
///                             low      high
/// ```
struct WipeOrder {
  static let softness = Parameter<Rational>.number(
    "softness", "a share", "How soft the edge of a wipe is, as a share of the way.",
    in: .zero ... .one, default: .zero, examples: [Rational(1, over: 5)], isTold: false)
  static let border = Parameter<Rational>.number(
    "border", "a share", "How wide a line along the edge of a wipe is, as a share of the way.",
    in: .zero ... .one, default: .zero, examples: [Rational(1, over: 50)], isTold: false)
  static let borderColor = Parameter<Color>.color(
    "borderColor", "a colour", "The colour of that line.", default: .white, examples: [.black],
    isTold: false)
  static let reverse = Parameter<Bool>.flag(
    "reverse", "Reverses a wipe, or makes a zoom go inwards.")

  private let mask: MaskID
  /// 0…32768: without any an edge covers pixels by the part that it uncovers. Where pixels are whole, an edge of
  /// the least softness is as hard as one without, and holds what is as bright as its threshold.
  private let softness: Int
  /// 0…32768
  private let border: Int
  private let borderColor: Color
  private let isReversed: Bool

  /// - Parameters:
  ///   - isMirrored: whether the mask itself tells the reverse of the order that is meant.
  ///   - hasWholePixels: whether a hard edge leaves pixels whole.
  init(_ mask: MaskID, _ choice: KindChoice, isMirrored: Bool, hasWholePixels: Bool) {
    self.mask = mask
    softness = max(hasWholePixels ? 1 : 0, Self.share(choice[Self.softness]))
    border = Self.share(choice[Self.border])
    borderColor = choice[Self.borderColor]
    isReversed = choice[Self.reverse] != isMirrored
  }

  private static func share(_ share: Rational) -> Int {
    Int(
      roundDivide(
        Int128(PictureInput.one) * Int128(share.numerator), by: Int128(share.denominator)))
  }

  /// Whether a choice asks for no more than a hard edge.
  static func isPlain(_ choice: KindChoice) -> Bool {
    choice[softness] == .zero && choice[border] == .zero && !choice[reverse]
  }

  func apply(to context: inout TransitionContext) {
    let steps = context.progress.map { step($0, on: context.output) }
    context.from?.coverage = PerFrame(steps.map(\.from))
    guard border > 0, let origin = (context.to ?? context.from)?.origin else {
      context.to?.coverage = PerFrame(steps.map(\.beyondFrom))
      return
    }
    var line = PictureInput(
      origin: context.origin, side: .from,
      content: .picture(.constant(.color(borderColor, context.output))),
      geometry: .constant(.offset(x: 0, y: 0)), coverage: PerFrame(steps.map(\.beforeTo)))
    var layer = PictureLayer(line)
    if var to = context.to {
      to.coverage = PerFrame(steps.map(\.to))
      line.side = .from
      layer = PictureLayer(origin: context.origin, name: "", inputs: [line, to])
    }
    context.to = PictureInput(
      origin: origin, side: .to,
      content: .group(Composition(size: context.output, layers: [layer])),
      geometry: .constant(.offset(x: 0, y: 0)), coverage: PerFrame(steps.map(\.beyondFrom)))
  }

  /// What is seen where at a moment: `from`, all that is not `from`, in that `to`, and the line.
  private struct Step {
    var from, beyondFrom, to, beforeTo: Coverage
  }

  private func step(_ progress: Progress, on canvas: Size) -> Step {
    if progress.numerator <= 0 {
      return Step(from: .whole(canvas), beyondFrom: .nothing, to: .nothing, beforeTo: .nothing)
    }
    if progress.numerator >= progress.denominator {
      return Step(
        from: .nothing, beyondFrom: .whole(canvas), to: .whole(canvas), beforeTo: .nothing)
    }
    let way = PictureInput.one + softness + border
    let done = progress.of(way)
    let high = (isReversed ? way - done : done) - softness
    let (dark, bright) = (threshold(high - border), threshold(high))
    func below(_ threshold: Int) -> Coverage {
      .outside(mask, threshold: threshold, softness: softness)
    }
    func above(_ threshold: Int) -> Coverage {
      .mask(mask, threshold: threshold, softness: softness)
    }
    return isReversed
      ? Step(from: below(dark), beyondFrom: above(dark), to: above(bright), beforeTo: below(bright))
      : Step(from: above(bright), beyondFrom: below(bright), to: below(dark), beforeTo: above(dark))
  }

  private func threshold(_ number: Int) -> Int {
    min(max(number, -PictureInput.one), PictureInput.one)
  }
}

extension Coverage {
  /// An empty window.
  static let nothing = Coverage.window(Rect(x: 0, y: 0, width: 0, height: 0))

  /// A window of all of a canvas: unlike `all` it can be told to leave room for nothing else.
  static func whole(_ canvas: Size) -> Coverage { .window(canvas.bounds) }
}
