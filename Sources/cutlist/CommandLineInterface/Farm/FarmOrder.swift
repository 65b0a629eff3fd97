import OutputFiles
import Diagnostics
import FileSystem
import PlanModel
import Rendering
import TimelineModel
import Workspace

/// Whose jobs are written.
enum Scheduler: String, CaseIterable {
  case slurm, openjd

  var mostTasks: Int {
    switch self {
    case .slurm: SlurmScripts.mostTasks
    case .openjd: OpenJobTemplate.mostTasks
    }
  }

  /// Files by their names, in the order in which they are written.
  ///
  /// - Throws: `CommandFailure` for a job that cannot be said.
  func files(
    of job: FarmSteps
  ) throws(CommandFailure) -> [(name: String, text: String, form: OutputForm)] {
    switch self {
    case .slurm: return SlurmScripts(job: job).files.map { ($0.name, $0.text, .script) }
    case .openjd:
      try OpenJobTemplate.check(job)
      let template = OpenJobTemplate(job: job)
      return [(OpenJobTemplate.fileName, template.text + "\n", .jobTemplate)]
        + (template.values.map { [(OpenJobTemplate.valuesName, $0 + "\n", .jobParameters)] } ?? [])
    }
  }
}

/// What the command line says of jobs, whatever they render.
struct FarmOrder {
  private static let standardTasks = 16

  let scheduler: Scheduler
  /// Tasks of one job at most.
  let tasks: Int
  /// Chunks rendered at the same time by one task.
  let jobs: Int
  let project: String
  /// As the command line names movies.
  let output: String
  private let arguments: Arguments

  init(_ arguments: Arguments) throws(CommandFailure) {
    self.arguments = arguments
    guard let scheduler = Scheduler(rawValue: arguments.positional[0]) else {
      let names =
        Scheduler.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ") + " or 'status'"
      throw CommandFailure(.usage, "farm takes \(names), not '\(arguments.positional[0])'")
    }
    self.scheduler = scheduler
    guard let named = arguments.value(.movieOfFarm), named != "-" else {
      throw CommandFailure(.usage, "-o FILE.mp4 says where the movie is to be written")
    }
    output = named
    project = arguments.positional[1]
    if arguments.has(.submit), scheduler != .slurm {
      throw CommandFailure(.usage, "--submit goes with 'cutlist farm slurm'")
    }
    tasks = try arguments.integer(.farmTasks, minimum: 1) ?? Self.standardTasks
    guard tasks <= scheduler.mostTasks else {
      throw CommandFailure(.usage, "--tasks takes at most \(scheduler.mostTasks), not '\(tasks)'")
    }
    jobs = try arguments.integer(.jobsOfTask, minimum: 1) ?? 1
    memoryLimit = try MemoryLimit.bytes(arguments)
    storeSize = try arguments.size(.storeSize)
    guard let program = arguments.value(.storeProgram) else {
      store = .folder(arguments.value(.storeOfFarm).map(Paths.absolute) ?? "store")
      return
    }
    guard !arguments.has(.storeOfFarm) else { throw StorePlace.both }
    guard storeSize == nil else {
      throw CommandFailure(
        .usage, "--store-size is for folders; what --store-program keeps is its own to bound")
    }
    store = .program(program.contains("/") ? Paths.absolute(program) : program)
  }

  /// `--memory`, in bytes.
  private let memoryLimit: Int?

  /// What a task of a plan is expected to take of memory, or is allowed to.
  func memory(of plan: RenderPlan) throws(CommandFailure) -> Int {
    let estimate = MemoryEstimate(plan)
    let workers = min(jobs, max(1, plan.chunks.count))
    guard let memoryLimit else { return estimate.bytes(workers: workers) }
    return min(
      estimate.bytes(workers: workers), max(memoryLimit, estimate.bytes(workers: 1)))
  }

  /// `--program`, else this program's file.
  var program: String {
    arguments.value(.program) ?? arguments.executable.flatMap(MediaLocator.resolve) ?? "cutlist"
  }

  /// `--store`, absolute, or `--store-program`, else a folder in that of the jobs.
  let store: StorePlace
  /// `--store-size`.
  let storeSize: Int?

  /// What the jobs are called.
  var name: String {
    OutputFile.stem(of: project)
  }

  /// Makes `--folder`, or another where nothing is said; absolute.
  func makeFolder(else standard: String) throws(CommandFailure) -> String {
    let folder = arguments.value(.farmFolder) ?? standard
    do throws(FileError) {
      try FileAccess.makeFolder(folder)
    } catch {
      throw CommandFailure(error)
    }
    return MediaLocator.resolve(folder) ?? folder
  }

  /// Hands what was written to Slurm where that is asked for; else says how.
  func submit(_ folder: String, _ console: Console) throws(CommandFailure) {
    guard scheduler == .slurm else { return }
    let script = MediaLocator.join(folder, SlurmScripts.submission)
    guard arguments.has(.submit) else {
      return console.tell("hand it to Slurm with 'sh \(ShellText.word(script))'")
    }
    let status = try ShellProgram.run(script)
    guard status == 0 else {
      throw CommandFailure(
        .failed, "'\(script)' ended with \(status); the folder is complete, so run it by hand")
    }
  }
}
