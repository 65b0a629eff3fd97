import MediaTime
import RenderPlanning

/// Which frames the command line asks for.
enum FrameChoice {
  /// `--frame N` or `--at TIME`.
  static func frame(_ arguments: Arguments, plan: RenderPlan) throws(CommandFailure) -> Int {
    let count = plan.output.frameCount
    let number: Int
    if let given = try arguments.integer(.frameNumber, minimum: 0) {
      number = given
    } else if let text = arguments.value(.atTime) {
      let time = try self.time(text, plan: plan)
      number = Int(clamping: FrameGrid(plan.output.rate).frameContaining(time).value)
    } else {
      throw CommandFailure(.usage, "say which frame: --at TIME or --frame N")
    }
    guard number >= 0, number < count else {
      throw CommandFailure(
        .usage, "there is no frame \(number); the movie has frames 0 to \(count - 1)")
    }
    return number
  }

  /// `--range A..B`, else all frames.
  static func range(
    _ arguments: Arguments, plan: RenderPlan
  ) throws(CommandFailure) -> Range<Int> {
    let all = 0..<plan.output.frameCount
    guard let text = arguments.value(.range) else { return all }
    let parts = text.split(separator: "..", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else {
      throw CommandFailure(.usage, "--range takes A..B, for example 2s..5s, not '\(text)'")
    }
    let grid = FrameGrid(plan.output.rate)
    let from =
      parts[0].isEmpty ? 0 : try grid.nearestFrame(to: time(String(parts[0]), plan: plan)).value
    let to =
      parts[1].isEmpty
      ? Int64(all.upperBound) : try grid.nearestFrame(to: time(String(parts[1]), plan: plan)).value
    guard from >= 0, from < to, to <= Int64(all.upperBound) else {
      throw CommandFailure(
        .usage,
        "--range \(text) is frames \(from)..\(to); the movie has frames 0..\(all.upperBound)")
    }
    return Int(from)..<Int(to)
  }

  static func time(_ text: String, plan: RenderPlan) throws(CommandFailure) -> Rational {
    do {
      return try TimeExpression(parsing: text).resolved(rate: plan.output.rate)
    } catch {
      throw CommandFailure(.usage, "'\(text)' is not a time: \(error)")
    }
  }

  /// The frame's timecode, drop-frame at rates that have it; its number where there is none.
  static func timecode(_ frame: Int, plan: RenderPlan) -> String {
    Timecode.text(FrameIndex(Int64(frame)), rate: plan.output.rate)
  }
}
