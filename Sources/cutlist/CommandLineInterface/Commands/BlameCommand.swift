import ProjectHistory
import Diagnostics
import Explaining
import PlanModel
import Rendering
import Workspace

extension Command {
  static let blame = Command(
    name: "blame", usage: "PROJECT [REVISIONS] (--frame N | --at TIME | --sample N) [--pixel X,Y]",
    summary: "find the commit that made a frame, a pixel or a sample what it is",
    discussion:
      "Names two kinds of commits. \"Content\" is the newest commit before which this picture was\n"
      + "nowhere in the movie. \"Moved\" are the commits since then that put it at another time, the\n"
      + "newest first. So an edit elsewhere that only shifts a frame does not count as a change of\n"
      + "its content. --pixel follows the layer that decides the pixel; --sample follows what is\n"
      + "heard there, and how loud.\n"
      + "\n"
      + "Renames and merged branches are followed. Versions with errors are passed over and named. If\n"
      + "a merge has combined what its sides had made, the commits of both sides are named. What is\n"
      + "not committed yet counts as the newest version.\n"
      + "\n"
      + "Frames are recognized by what is planned for them. Of several frames that show the same,\n"
      + "those belong together whose neighbours are most alike. Media are those of the commit if git\n"
      + "has them. Others are taken as they are now, under their old paths or by hash; a file that is\n"
      + "gone equals nothing else.\n"
      + "\n"
      + "REVISIONS are git's, and so is the order REVISIONS -- PROJECT, with options before '--'. N,\n"
      + "TIME and X,Y then count in the last commit's movie, which is made of that commit's files\n"
      + "alone. PROJECT can be a path in a commit, main:edits/promo.json, also in a bare repository.\n"
      + "With v1..v2 no commit before v1 is looked at: ^ stands before what was there then, and\n"
      + "before the commit at which a shallow clone or a grafted history ends.",
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
