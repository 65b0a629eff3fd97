internal import BaseValues
internal import PlanModel

// ```
//   cover left, p = ¼
//   ┌──────────┬────┐
//   │   from   │ to │
//   │          │◀── │
//   └──────────┴────┘
// ```
extension TransitionKind {
  static let cover = TransitionKind(
    "cover",
    "`to` moves in over `from`, which stands, in whole luma pixels, or between them where it is eased.",
    alsoCalled: ["slide", "slidein", "slideover", "slidewipe", "movein"],
    parameters: [Direction.parameter.description]
  ) { context in
    let output = context.output
    let direction = context.choice[Direction.parameter]
    if context.isEased {
      context.to?.slide(context.progress.map { Size.shares.push(direction, $0).to }, on: output)
      let coverages = context.coverages(direction)
      context.from?.coverage = PerFrame(coverages.map(\.from))
      return
    }
    let moves = context.progress.map { output.push(direction, $0) }
    let windows = context.progress.map { output.wipe(direction, $0) }
    context.from?.coverage = PerFrame(windows.map { .window($0.from) })
    context.to?.move(moves.map(\.to), on: output)
  }
}
