import TextReports
import RenderFarm
import OutputFiles
import Diagnostics
import FileSystem
import Glibc
import MovieWriting
import PlanModel
import Rendering
import Workspace

extension Command {
  static let join = Command(
    name: "join", usage: "PLAN --store DIR -o FILE.mp4",
    summary: "join the chunks of a plan into the movie",
    discussion:
      "Writes the movie of a plan from chunks that 'chunks' has rendered: byte for byte the movie\n"
      + "that 'render' makes of the project. Each chunk is checked against its hash. If chunks are\n"
      + "missing or damaged, all of them are named with the runs that 'chunks' has to render again,\n"
      + "and no movie is written.\n"
      + "\n"
      + "Nothing is rendered, and no media are opened. --map and --media only say where the media\n"
      + "are, so that the movie does not replace one of them.\n"
      + "\n"
      + "--wait is for stores that show late what other machines have written: for so long, missing\n"
      + "and damaged chunks are looked for again.\n"
      + "\n"
      + "--json prints one object: the movie, and what it lacks.",
    flags: [.movie, .chunkStore, .storeProgram, .joinWait, .force, .onDamage, .json, .quiet]
      + planFlags,
    positional: 1...1
  ) { (arguments, console) throws(CommandFailure) in
    let place = try StorePlace(arguments)
    let path = arguments.positional[0]
    guard let named = arguments.value(.movie) else {
      throw CommandFailure(.usage, "-o FILE.mp4 says where the movie is written; it is missing")
    }
    let wait = arguments.value(.joinWait) ?? "0s"
    guard let seconds = UTCTime.seconds(wait) else {
      throw CommandFailure(.usage, "--wait takes a time, for example 30s or 5m, not '\(wait)'")
    }
    var outputs = Outputs(arguments, console)
    let file = try OutputFile(
      path: named, as: .movie, option: "-o", console, replacesAnything: arguments.has(.force))
    try outputs.add(file)
    if file.isStandardOutput, arguments.has(.json) {
      throw CommandFailure(.usage, "-o - and --json both write to standard output")
    }
    let loader = try ReportingLoader(arguments, console)
    let (project, plan) = try loader.writtenPlan(path, opens: false)
    try outputs.check(against: project.protectedFiles)
    try plan.output.checkRate()
    try plan.output.checkName(of: file)
    guard plan.output.frameCount > 0 else {
      throw CommandFailure(.projectWrong, "the movie has no frames")
    }
    let passing = file.isStandardOutput ? try TemporaryMovie(plan.output.container) : nil
    let cancellation = Cancellation()
    let interruption = Interruption(cancellation)
    defer { withExtendedLifetime(interruption) {} }
    let session = project.session(
      for: plan, store: place.kept(loader.listener), jobs: 1, cancellation: cancellation)
    let result: JoinResult
    do throws(RenderError) {
      let sink = try MovieSinks.sink(
        for: plan.output, to: passing.map { Destination($0.path) } ?? file.destination)
      let end = ContinuousClock.now + .seconds(seconds)
      result = try session.join(into: sink) {
        guard .now < end else { return false }
        usleep(200_000)
        return true
      }
    } catch {
      var failure = CommandFailure(error)
      if error.kind == .interrupted { failure.message = "interrupted" }
      throw failure
    }
    var report = JoinReport(
      result: result, plan: plan, order: session.parts(in: 0..<plan.chunks.count))
    if !result.lacks.isEmpty {
      report.others = project.otherPrograms(
        of: result.lacks, in: plan, place.kept(loader.listener), place.programs)
    }
    if arguments.has(.json) { try console.print(report.json(movie: file.path)) }
    guard result.lacks.isEmpty else {
      for line in report.lines { console.say("cutlist: \(line)") }
      throw CommandFailure(.failed, report.advice(plan: path, store: place))
    }
    DamageReport(result.statistics.damage, plan, project).warn(console)
    if let text = result.statistics.level.flatMap({ AudioMessages.afterRender($0, plan) }) {
      console.say("cutlist: warning: \(text)")
    }
    try passing?.copy(to: console)
    console.tell(
      "joined \(report.order.count) chunks, \(plan.output.frameCount) frames, to \(file.name)")
    return .done
  }
}
