import ProjectHistory
import Diagnostics
import Explaining
import PlanModel
import Rendering
import Workspace

extension Command {
  static let blame = Command(
    name: "blame", usage: "PROJECT [REVISIONS] (--frame N | --at TIME | --sample N) [--pixel X,Y]",
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
      + "counts as the newest version.\n"
      + "REVISIONS are git's, and so is the order REVISIONS -- PROJECT, with options before '--'. N, TIME\n"
      + "and X,Y are then those of the last commit's movie, made of that commit's files; files in the\n"
      + "working tree do not matter. PROJECT may be one in a commit, main:edits/promo.json, in a bare\n"
      + "repository too. Of v1..v2 no commit before v1 is looked at: ^ stands before what was there\n"
      + "then, as it does before the commit at which a shallow clone or a grafted history ends.",
    flags: [.frameNumber, .atTime, .pixel, .sample, .jobs, .json, .cache, .noCache]
      + projectFlags,
    positional: 1...8
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
    let choice = try HistoryChoice(arguments, loader)
    let history = try EditHistory(
      choice.file, loader.projects.options, jobs: jobs, at: choice.tip)
    let then = choice.tip.map { ProjectLoader(history.options(at: $0)) }
    let (project, plan) = try loader.plan(
      of: (then ?? loader.projects).load(choice.file), calling: choice.name)
    var subject: BlameSubject
    if wantsFrame {
      let frame = try FrameChoice.frame(arguments, plan: plan)
      subject = BlameSubject(frame: frame, of: plan)
      if let pixel = try FrameChoice.pixel(arguments, plan: plan) {
        let layers = try history.layers(of: frame)
        do throws(RenderError) {
          try subject.choosePixel(pixel.x, pixel.y, of: project, plan, layers)
        } catch {
          throw CommandFailure(error)
        }
      }
    } else {
      subject = BlameSubject(sample: try FrameChoice.sample(arguments, plan: plan), of: plan)
    }
    let report = BlameReport(
      subject: subject, history: history,
      trail: try ContentTrail(
        of: subject.content, at: subject.position, until: history.unwanted, in: history))
    try console.print(arguments.has(.json) ? try report.json() : try report.text())
    return .done
  }
}
