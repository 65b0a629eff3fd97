internal import BaseValues
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
    "reveal",
    "`from` moves out and uncovers `to`, which stands, in whole luma pixels, or between them where it "
      + "is eased.",
    alsoCalled: ["uncover", "slideout", "slideaway", "moveout"],
    parameters: [Direction.parameter.description]
  ) { context in
    let output = context.output
    let direction = context.choice[Direction.parameter]
    if context.isEased {
      context.from?.slide(context.progress.map { Size.shares.push(direction, $0).from }, on: output)
      let coverages = context.coverages(direction)
      context.to?.coverage = PerFrame(coverages.map(\.to))
      return
    }
    let moves = context.progress.map { output.push(direction, $0) }
    let windows = context.progress.map { output.wipe(direction, $0) }
    context.from?.move(moves.map(\.from), on: output)
    context.to?.coverage = PerFrame(windows.map { .window($0.to) })
  }
}
