internal import BaseValues
internal import PlanModel
internal import Raster
internal import TimelineModel

// ```
//   wipe down, p = ¼
//   ┌───────────────┐
//   │      to       │
//   ├──────  ▼ ─────┤
//   │     from      │
//   └───────────────┘
// ```
extension TransitionKind {
  private static let shape = Parameter<WipeShape?>.shape(
    "shape", "a wipe's shape", "The shape of a wipe, by name or SMPTE number.",
    examples: [201, 119].compactMap(WipeShape.numbered))
  private static let luma = Parameter<String?>.media(
    "luma", "the name of a media",
    "A luma wipe: a picture among the media whose dark areas are uncovered first.",
    examples: ["clouds"])

  static let wipe = TransitionKind(
    "wipe",
    "`to` is uncovered, and nothing moves: by an edge that travels in the `direction` (`up` reveals "
      + "`to` from the bottom), in the order of a `shape`, or by the brightness of a picture "
      + "(`luma`).",
    alsoCalled: ["smpte", "luma", "smooth"],
    parameters: [
      Direction.parameter.description, shape.description, luma.description,
      WipeOrder.softness.description, WipeOrder.reverse.description,
      WipeOrder.border.description, WipeOrder.borderColor.description,
    ],
    exclusive: [["direction", "shape", "luma"]]
  ) { context in
    let choice = context.choice
    let output = context.output
    let number = choice[shape]?.number
    let direction = number.map(Direction.init(wipe:)) ?? choice[Direction.parameter]
    if context.picture == nil, let direction, WipeOrder.isPlain(choice) {
      let windows = context.progress.map { output.wipe(direction, $0) }
      context.from?.coverage = PerFrame(windows.map { .window($0.from) })
      context.to?.coverage = PerFrame(windows.map { .window($0.to) })
      return
    }
    let mask = context.picture ?? .wipe(number ?? direction?.wipe ?? 1, output)
    let isMirrored =
      context.picture == nil && number == nil && (direction == .left || direction == .up)
    let hasWholePixels = context.picture == nil && choice[shape]?.isGrained == true
    WipeOrder(
      context.masks.id(of: mask), choice, isMirrored: isMirrored, hasWholePixels: hasWholePixels
    ).apply(to: &context)
  }
}

extension Direction {
  /// The direction in which the edge of a wipe's shape travels; `nil` for one that is no bar.
  fileprivate init?(wipe number: Int) {
    switch number {
    case 1: self = .right
    case 2: self = .down
    default: return nil
    }
  }

  /// The shape whose edge travels in this direction or against it.
  fileprivate var wipe: Int { self == .left || self == .right ? 1 : 2 }
}

extension TransitionContext {
  /// The parts in which each picture is seen, with an edge that may run through pixels.
  mutating func coverages(_ direction: Direction) -> [(from: Coverage, to: Coverage)] {
    let mask = masks.id(of: .wipe(direction.wipe, output))
    let isBackwards = direction == .left || direction == .up
    return progress.map { progress in
      if progress.numerator <= 0 { return (.whole(output), .nothing) }
      if progress.numerator >= progress.denominator { return (.nothing, .whole(output)) }
      let done = progress.of(PictureInput.one)
      let threshold = isBackwards ? PictureInput.one - done : done
      let before = Coverage.outside(mask, threshold: threshold, softness: 0)
      let after = Coverage.mask(mask, threshold: threshold, softness: 0)
      return isBackwards ? (before, after) : (after, before)
    }
  }
}

extension Size {
  /// The parts in which each picture is seen.
  func wipe(_ direction: Direction, _ progress: Progress) -> (from: Rect, to: Rect) {
    let x = progress.of(width)
    let y = progress.of(height)
    return switch direction {
    case .left: (columns(0..<(width - x)), columns((width - x)..<width))
    case .right: (columns(x..<width), columns(0..<x))
    case .up: (rows(0..<(height - y)), rows((height - y)..<height))
    case .down: (rows(y..<height), rows(0..<y))
    }
  }

  private func columns(_ range: Range<Int>) -> Rect {
    Rect(x: range.lowerBound, y: 0, width: range.count, height: height)
  }

  private func rows(_ range: Range<Int>) -> Rect {
    Rect(x: 0, y: range.lowerBound, width: width, height: range.count)
  }
}
