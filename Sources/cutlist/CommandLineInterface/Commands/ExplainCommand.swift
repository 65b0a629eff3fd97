import OutputFiles
import Explaining
import Workspace
import PlanModel
import Rendering
import TimelineModel

extension Command {
  static let explain = Command(
    name: "explain", usage: "PROJECT (--frame N | --at TIME | --sample N) [--pixel X,Y]",
    summary: "say why a frame, a pixel or a sample is what it is",
    discussion:
      "A frame: its layers from back to front. For each layer the clip or title and its place in\n"
      + "the project, the source's frame and timestamp and the arithmetic that chose it, transitions,\n"
      + "key frames, geometry and conversions; also what is not seen, and why. With --pixel the pixel\n"
      + "after each layer is painted, too.\n"
      + "\n"
      + "A sample: what each clip adds to it, with every factor of its gain. --sample takes a number,\n"
      + "or a time such as 2.5s, 75f or 00:00:02:15.",
    flags: [
      .frameNumber, .atTime, .pixel, .sample, .soundTrack, .json, .text, .force, .cache, .noCache,
    ]
      + projectFlags,
    positional: 1...1
  ) { (arguments, console) throws(CommandFailure) in
    let wantsFrame = arguments.has(.frameNumber) || arguments.has(.atTime)
    if arguments.has(.pixel), !wantsFrame {
      throw CommandFailure(.usage, "--pixel needs a frame: --frame N or --at TIME")
    }
    guard wantsFrame || arguments.has(.sample) else {
      throw CommandFailure(.usage, "say what to explain: --frame N, --at TIME or --sample N")
    }
    var outputs = Outputs(arguments, console)
    let output = try outputs.add(.text, arguments, as: .explanation)
    let loader = try ReportingLoader(arguments, console)
    let (project, whole) = try loader.plan(arguments.positional[0])
    let plan = try SoundChoice.plan(arguments, whole)
    guard let timeline = project.timeline else {
      throw CommandFailure(ExitStatus(project.diagnostics))
    }
    try outputs.check(against: project.protectedFiles)
    let explaining = Explanations(
      plan: plan, timeline: timeline, project: project,
      facts: ProjectFacts(project, plan, cache: arguments.cacheFolder))
    let text: String
    if wantsFrame {
      text = try explaining.frame(arguments)
    } else {
      text = try explaining.sound(arguments)
    }
    try console.write(text, to: output)
    return .done
  }
}

/// Explanations of one project, as the command line asks for them.
private struct Explanations {
  let plan: RenderPlan
  let timeline: Timeline
  let project: LoadedProject
  let facts: ProjectFacts

  private var backend: MediaBackend { project.backend(for: plan) }

  /// A frame, with `--pixel` a pixel of it, else with the sound at its first sample or the sample
  /// that is asked for.
  func frame(_ arguments: Arguments) throws(CommandFailure) -> String {
    guard plan.output.frameCount > 0 else {
      throw CommandFailure(.usage, "the movie has no frames")
    }
    let number = try FrameChoice.frame(arguments, plan: plan, of: timeline)
    let pixel = try FrameChoice.pixel(arguments, plan: plan)
    let asked =
      arguments.has(.sample) ? try FrameChoice.sample(arguments, plan: plan, of: timeline) : nil
    let explainer = FrameExplainer(
      plan, of: timeline, catalog: project.catalog, file: project.file, facts: facts)
    guard var explanation = explainer.explanation(of: number) else {
      throw CommandFailure(.usage, "there is no frame \(number)")
    }
    var more = ""
    do throws(RenderError) {
      if let pixel {
        explanation.pixel = try explainer.pixel(
          x: pixel.x, y: pixel.y, in: explanation,
          images: project.backendOfSingleFrames(for: plan).makeImageSource(),
          texts: backend.textSource)
      }
      if let asked, let sound = try sound(at: asked) {
        if arguments.has(.json) { explanation.sound = sound } else { more = sound.text }
      } else if pixel == nil, let audio = plan.audio {
        explanation.sound = try sound(
          at: plan.output.sample(ofFrame: number, sampleRate: audio.sampleRate))
      }
    } catch {
      throw CommandFailure(error)
    }
    return arguments.has(.json) ? explanation.json : explanation.text + more
  }

  func sound(_ arguments: Arguments) throws(CommandFailure) -> String {
    let sample = try FrameChoice.sample(arguments, plan: plan, of: timeline)
    do throws(RenderError) {
      guard let explanation = try sound(at: sample) else { return "" }
      return arguments.has(.json) ? explanation.json : explanation.text
    } catch {
      throw CommandFailure(error)
    }
  }

  private func sound(at sample: Int64) throws(RenderError) -> AudioExplanation? {
    try AudioExplainer(plan, of: timeline, file: project.file, facts: facts)
      .explanation(of: sample, source: backend.makeAudioSource())
  }
}
