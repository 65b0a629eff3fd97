import ProjectHistory
import Diagnostics
import Explaining
import PlanModel
import Rendering
import Workspace

extension Command {
  static let blame = Command(
    name: "blame", usage: "PROJECT (--frame N | --at TIME | --sample N) [--pixel X,Y]",
    summary: "name the commit that made a frame, a pixel or a sample what it is",
    discussion:
      "Says two things. Content: the newest commit before which this picture was nowhere in the movie.\n"
      + "Moved: the commits since then that put it at another time, the newest first. A frame is known\n"
      + "again by what is planned for it, so an edit elsewhere that only shifts it changes no content;\n"
      + "of several frames that show the same, those belong together whose neighbours are most alike.\n"
      + "--pixel follows the layer that decides the pixel, --sample what is heard there and how loud.\n"
      + "Follows renames and merged branches; versions with errors are passed over and named. Where a\n"
      + "merge has put together what its sides had made, the commits of both are named. Media are those\n"
      + "of the commit where git has them, else those that are there now, under their old paths or known\n"
      + "by hash; what showed a file that is gone is like nothing else. What is not committed yet\n"
      + "counts as the newest version.",
    flags: [.frameNumber, .atTime, .pixel, .sample, .jobs, .json, .cache, .noCache]
      + projectFlags,
    positional: 1...1
  ) { (arguments, console) throws(CommandFailure) in
    let wantsFrame = arguments.has(.frameNumber) || arguments.has(.atTime)
    guard wantsFrame != arguments.has(.sample) else {
      throw CommandFailure(
        .usage, "say what to follow: --frame N, --at TIME or --sample N, one of them")
    }
    if arguments.has(.pixel), !wantsFrame {
      throw CommandFailure(.usage, "--pixel needs a frame: --frame N or --at TIME")
    }
    let jobs = try arguments.integer(.jobs, minimum: 1) ?? Machine.cores
    let loader = try ReportingLoader(arguments, console)
    let (project, plan) = try loader.plan(arguments.positional[0])
    var subject: BlameSubject
    if wantsFrame {
      let frame = try FrameChoice.frame(arguments, plan: plan)
      subject = BlameSubject(frame: frame, of: plan)
      if let pixel = try FrameChoice.pixel(arguments, plan: plan) {
        do throws(RenderError) {
          try subject.choosePixel(pixel.x, pixel.y, of: project, plan)
        } catch {
          throw CommandFailure(error)
        }
      }
    } else {
      subject = BlameSubject(sample: try FrameChoice.sample(arguments, plan: plan), of: plan)
    }
    let history = try EditHistory(project.file, project.options, jobs: jobs)
    let report = BlameReport(
      subject: subject, history: history,
      trail: try ContentTrail(of: subject.content, at: subject.position, in: history))
    try console.print(arguments.has(.json) ? try report.json() : try report.text())
    return .done
  }
}
