import TextReports
import RenderFarm
import OutputFiles
import Diagnostics
import FileSystem
import PlanModel
import Rendering
import TimelineModel
import Workspace

extension Command {
  static let chunks = Command(
    name: "chunks", usage: "PLAN --store DIR [--range A..B]",
    summary: "render a run of chunks of a plan into a store, for 'join'",
    discussion:
      "Renders a run of chunks of a plan that 'plan --write' wrote, pictures with the sound that\n"
      + "goes with them, and says of each chunk whether it was rendered or was there already. 'join'\n"
      + "then makes the movie; 'farm' writes such jobs for schedulers.\n"
      + "\n"
      + "Chunks are counted from 0. Runs that cover all of them make the whole movie, whoever renders\n"
      + "which, when, and how often. A chunk appears in the store when it is complete. Chunks that\n"
      + "are there are read, and rendered again if they are damaged. The media that they show and the\n"
      + "plan's fonts are compared with the plan's hashes first.\n"
      + "\n"
      + "--range takes runs with commas between them, 0..4,9..10, or 'none'. A chunk of sound goes\n"
      + "with the chunk of pictures in which it begins; --sound names chunks of sound instead, or\n"
      + "'none'.\n"
      + "\n"
      + "A plan names the versions that it was made by. Other versions are refused, because their\n"
      + "chunks could not be joined.\n"
      + "\n"
      + "--json prints an object on a line for each chunk: kind, index, key, state, bytes, seconds.\n"
      + "--store-program is described in 'cutlist help farm'.",
    flags: [
      .chunkStore, .storeProgram, .chunkRange, .chunkSound, .jobs, .memory, .cache, .noCache,
      .onDamage, .json,
      .chunkProgress, .quiet,
    ] + planFlags,
    positional: 1...1
  ) { (arguments, console) throws(CommandFailure) in
    let place = try StorePlace(arguments)
    if arguments.has(.json), arguments.has(.chunkProgress) {
      throw CommandFailure(.usage, "--json and --progress openjd both write to standard output")
    }
    let wanted = try arguments.integer(.jobs, minimum: 1) ?? Machine.cores
    let limit = try MemoryLimit.bytes(arguments)
    // A task of many reads no more than its chunks show; what is wrong with its choice is said below.
    let loader = try ReportingLoader(arguments, console)
    let (project, plan) = try loader.writtenPlan(
      arguments.positional[0],
      needed: { plan in
        let parts = (try? ChunkChoice(arguments, plan))?.parts ?? plan.partsInOrder
        return plan.media(for: parts)
      })
    try Self.checkVersions(plan)
    try plan.output.checkRate()
    let choice = try ChunkChoice(arguments, plan)
    let workers = try WorkerChoice(
      plan, wanted: min(wanted, choice.parts.count), limit: limit, resources: Machine.resources)
    for warning in workers.warnings { console.say("cutlist: warning: \(warning)") }
    try place.prepare()
    let cancellation = Cancellation()
    let interruption = Interruption(cancellation)
    defer { withExtendedLifetime(interruption) {} }
    let store = place.store(of: project, loader.listener)
    let session = project.session(
      for: plan, store: store, jobs: workers.jobs, cancellation: cancellation)
    session.meter?.noteStart(nanoseconds: Int64(min(Machine.processTime, 60) * 1e9))
    let report = ChunkReport(
      isJSON: arguments.has(.json), count: arguments.has(.chunkProgress) ? choice.parts.count : nil,
      console: console)
    let statistics: RenderStatistics
    do throws(RenderError) {
      statistics = try session.render(parts: choice.parts) { outcome in
        if let failure = report.tell(outcome) { cancellation.request(failure) }
      }
    } catch {
      if let failure = report.failure { throw failure }
      throw CommandFailure(error, of: project)
    }
    project.learn(from: session)
    DamageReport(statistics.damage, plan, project).warn(console)
    console.tell(report.summary(of: choice, in: plan, store: place))
    return .done
  }

  /// - Throws: `CommandFailure` for a plan that other versions have made. Another machine may have the same.
  private static func checkVersions(_ plan: RenderPlan) throws(CommandFailure) {
    guard let made = plan.program,
      let (there, here) = RenderPlan.difference(fromProgram: made)
    else { return }
    throw CommandFailure(
      .failed,
      "the plan was made by \(there), and here is \(here): chunks of different versions are not "
        + "joined; install the same here, or write the plan anew with the program that renders it",
      helpTells: false)
  }
}
