internal import PlanModel

// ```
//   reveal left, p = ¼
//   ┌──────────┬────┐
//   │   from   │ to │
//   │   ◀──    │    │
//   └──────────┴────┘
// ```
extension TransitionKind {
  static let reveal = TransitionKind(
    "reveal", "`from` moves out and uncovers `to`, which stands, in whole luma pixels.",
    alsoCalled: ["uncover", "slideout", "slideaway", "moveout"],
    parameters: [Direction.parameter.description]
  ) { context in
    let output = context.output
    let direction = context.choice[Direction.parameter]
    let moves = context.progress.map { output.push(direction, $0) }
    let windows = context.progress.map { output.wipe(direction, $0) }
    context.from?.move(moves.map(\.from), on: output)
    context.to?.coverage = PerFrame(windows.map { .window($0.to) })
  }
}
