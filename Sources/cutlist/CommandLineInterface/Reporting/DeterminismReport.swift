import Diagnostics
import Workspace
import PlanModel
import Rendering

/// `render --check-determinism`: shows that a movie depends on its project and media alone, on three
/// levels: the plan, composed frames and mixed sound, and encoded bytes.
struct DeterminismReport {
  var arguments: Arguments
  var console: Console

  func run(_ input: MovieInput) throws(CommandFailure) -> ExitStatus {
    if arguments.value(.movie) != nil {
      throw CommandFailure(.usage, "--check-determinism writes no movie; leave out -o")
    }
    let (project, whole) = try ReportingLoader(arguments, console).plan(of: input)
    let frames = try FrameChoice.range(arguments, plan: whole, of: project)
    let plan = whole.restricted(to: frames)
    let again = try planAgain(input).restricted(to: frames)
    var problems: [String] = []
    if Self.print(plan, project) != Self.print(again, project) {
      problems.append("the project compiled again has another plan")
    }
    let cancellation = Cancellation()
    let interruption = Interruption(cancellation)
    defer { withExtendedLifetime(interruption) {} }
    let check = DeterminismCheck(
      plan: plan,
      backend: project.backend(for: plan),
      cancellation: cancellation)
    do throws(RenderError) {
      problems += try check.run { pass in
        if console.isTerminal { console.tell(pass.name) }
      }.differences.map(\.message)
    } catch {
      var failure = CommandFailure(error)
      if error.kind == .interrupted { failure.message = "interrupted" }
      throw failure
    }
    let name = TerminalText.visible(input.path)
    for problem in problems { try console.print("\(name): \(problem)") }
    guard problems.isEmpty else { return .projectWrong }
    try console.print("\(name): the same \(counts(of: check)) with 1, 2 and 4 workers")
    return .done
  }

  /// Everything anew but what is kept of media files on disk, and without saying it all again.
  private func planAgain(_ input: MovieInput) throws(CommandFailure) -> RenderPlan {
    try ReportingLoader(arguments, .silent).plan(of: input).1
  }

  /// The plan in words and the keys of its chunks.
  private static func print(_ plan: RenderPlan, _ project: LoadedProject) -> [String] {
    let contexts = plan.contexts(texts: project.texts)
    return [PlanJSON.text(plan)] + plan.pictureKeys { contexts[$0.index] }
      + plan.audioKeys(of: plan.audioChunks, context: RenderPlan.programContext)
  }

  private func counts(of check: DeterminismCheck) -> String {
    var frames = 0
    var pictures = 0
    var sounds = 0
    for part in check.parts {
      switch part {
      case .picture(let chunk):
        pictures += 1
        frames += chunk.frames.count
      case .sound:
        sounds += 1
      }
    }
    let text = "plan, \(frames) frames in \(pictures) of \(check.plan.chunks.count) chunks"
    guard sounds > 0 else { return text }
    return text + ", and \(sounds) of \(check.plan.audioChunks.count) chunks of sound"
  }
}
