internal import PixelGeometry
internal import PlanModel
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
  static let wipe = TransitionKind(
    "wipe",
    "an edge travels in the direction and uncovers `to`; nothing moves. `up` reveals `to` from the "
      + "bottom.",
    parameters: [Direction.parameter.description]
  ) { context in
    let output = context.output
    let direction = context.choice[Direction.parameter]
    let windows = context.progress.map { output.wipe(direction, $0) }
    context.from?.coverage = PerFrame(windows.map { .window($0.from) })
    context.to?.coverage = PerFrame(windows.map { .window($0.to) })
  }
}

extension Size {
  /// The parts in which each picture is seen.
  fileprivate func wipe(_ direction: Direction, _ progress: Progress) -> (from: Rect, to: Rect) {
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
