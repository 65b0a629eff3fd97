internal import BaseValues
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
    "both pictures move by the output's width or height times p, in whole luma pixels, or where "
      + "it is eased between them; left moves `from` to −W while `to` comes from +W.",
    alsoCalled: ["slide", "pushwipe"], parameters: [Direction.parameter.description]
  ) { context in
    let output = context.output
    let direction = context.choice[Direction.parameter]
    if context.isEased {
      let slides = context.progress.map { Size.shares.push(direction, $0) }
      context.from?.slide(slides.map(\.from), on: output)
      context.to?.slide(slides.map(\.to), on: output)
      return
    }
    let moves = context.progress.map { output.push(direction, $0) }
    context.from?.move(moves.map(\.from), on: output)
    context.to?.move(moves.map(\.to), on: output)
  }
}

extension Size {
  /// A canvas in shares of its sides.
  static let shares = Size(width: PictureInput.one, height: PictureInput.one)

  /// How far each picture is moved.
  func push(
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
