internal import PixelGeometry
internal import PlanModel
internal import TimelineModel

// ```
//   push left, p = ¼
//   ┌──────────┬────┐
//   │   from   │ to │
//   │   ◀──    │◀── │
//   │          │    │
//   └──────────┴────┘
// ```
extension TransitionKind {
  static let push = TransitionKind(
    "push",
    "both pictures move by the output's width or height times p, in whole luma pixels; left moves "
      + "`from` to −W while `to` comes from +W.",
    alsoCalled: ["slide"], parameters: [Direction.parameter.description]
  ) { context in
    let output = context.output
    let direction = context.choice[Direction.parameter]
    let moves = context.progress.map { output.push(direction, $0) }
    context.from?.move(moves.map(\.from), on: output)
    context.to?.move(moves.map(\.to), on: output)
  }
}

extension Size {
  /// How far each picture is moved.
  fileprivate func push(
    _ direction: Direction, _ progress: Progress
  ) -> (from: (x: Int, y: Int), to: (x: Int, y: Int)) {
    let x = progress.of(width)
    let y = progress.of(height)
    return switch direction {
    case .left: ((-x, 0), (width - x, 0))
    case .right: ((x, 0), (x - width, 0))
    case .up: ((0, -y), (0, height - y))
    case .down: ((0, y), (0, y - height))
    }
  }
}

extension PictureInput {
  /// Moves the picture with its whole canvas; the canvas's edges are its window.
  fileprivate mutating func move(_ moves: [(x: Int, y: Int)], on canvas: Size) {
    geometry = PerFrame(moves.enumerated().map { geometry[$0].moved(x: $1.x, y: $1.y) })
    coverage = PerFrame(
      moves.map { x, y in
        .window(
          Rect(
            x: max(0, x), y: max(0, y), width: max(0, canvas.width - abs(x)),
            height: max(0, canvas.height - abs(y))))
      })
  }
}

extension Geometry {
  /// The same picture moved by whole pixels of the canvas.
  fileprivate func moved(x: Int, y: Int) -> Geometry {
    switch self {
    case .offset(let left, let top):
      // Positions are within ±2^31, so that sums cannot overflow.
      return .offset(x: left + x, y: top + y)
    case .projective(let p):
      let (x, y) = (2 * Int64(x), 2 * Int64(y))
      return .projective(
        Projection(
          a: p.a, b: p.b, c: p.c &- p.a &* x &- p.b &* y,
          d: p.d, e: p.e, f: p.f &- p.d &* x &- p.e &* y,
          g: p.g, h: p.h, i: p.i &- p.g &* x &- p.h &* y))
    }
  }
}
