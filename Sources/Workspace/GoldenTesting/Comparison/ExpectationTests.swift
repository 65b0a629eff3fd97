import Diagnostics
import BaseValues
import PlanModel
import TimelineModel

/// Looks whether a plan is as its project expects.
struct ExpectationTests {
  let plan: RenderPlan
  let expectations: Expectations

  private var grid: FrameGrid { FrameGrid(plan.output.rate) }

  /// One result for each thing that is expected, in the order of the format.
  func results() -> [ExpectationResult] {
    [duration(), frames(), cuts()].compactMap(\.self) + expectations.texts.map(text)
  }

  private func duration() -> ExpectationResult? {
    guard let expected = expectations.duration?.value else { return nil }
    let frames = grid.nearestFrame(to: expected).value
    let count = plan.output.frameCount
    let holds = frames == Int64(count)
    return ExpectationResult(
      name: "duration",
      failure: holds
        ? nil
        : "the movie lasts \(time(count)) (\(Self.frames(count))), "
          + "not \(text(expected)) (\(frames))")
  }

  private func frames() -> ExpectationResult? {
    guard let expected = expectations.frameCount?.value else { return nil }
    let count = plan.output.frameCount
    return ExpectationResult(
      name: "frames",
      failure: expected == count ? nil : "the movie has \(Self.frames(count)), not \(expected)")
  }

  private func cuts() -> ExpectationResult? {
    guard let times = expectations.cuts?.value else { return nil }
    let expected = times.map { Int(clamping: grid.nearestFrame(to: $0.value).value) }
    let actual = plan.hardCuts()
    let missing = expected.filter { !actual.contains($0) }
    let surplus = actual.filter { !expected.contains($0) }
    var failures: [String] = []
    if !missing.isEmpty { failures.append("there is no cut at \(list(missing))") }
    if !surplus.isEmpty { failures.append("a cut is not expected at \(list(surplus))") }
    return ExpectationResult(
      name: "cuts", failure: failures.isEmpty ? nil : failures.joined(separator: "; "),
      frame: (missing + surplus).min())
  }

  private func text(_ expected: ExpectedText) -> ExpectationResult {
    let frame = Int(clamping: grid.frameContaining(expected.time.value).value)
    let seen = plan.visibleTexts(in: frame..<frame + 1).compactMap {
      plan.rasters[$0.index].text
    }
    let name = "text '\(shortened(expected.text))' at \(text(expected.time.value))"
    guard !seen.contains(where: { $0.contains(expected.text) }) else {
      return ExpectationResult(name: name, failure: nil, frame: frame)
    }
    let others = seen.prefix(3).map { "'\(shortened($0))'" }.joined(separator: ", ")
    return ExpectationResult(
      name: name,
      failure: "it cannot be seen in frame \(frame)"
        + (seen.isEmpty ? "; no text can" : "; what can is \(others)"),
      frame: frame)
  }

  // MARK: - Words

  private func list(_ frames: [Int]) -> String {
    let shown = frames.prefix(5).map { "frame \($0) (\(time($0)))" }.joined(separator: ", ")
    return shown + (frames.count > 5 ? " and \(frames.count - 5) more" : "")
  }

  private func time(_ frame: Int) -> String {
    guard let time = try? grid.time(of: FrameIndex(Int64(frame))) else { return "\(frame)f" }
    return text(time)
  }

  private func text(_ time: Rational) -> String { TimeText.text(time, plan.output.rate) }

  private static func frames(_ count: Int) -> String { TimeText.frames(Int64(count)) }
}
