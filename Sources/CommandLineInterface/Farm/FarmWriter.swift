import Diagnostics
import FileSystem
import PlanModel
import Rendering
import TimelineModel
import Workspace

/// Writes the folder of a job: the plan, and what a scheduler takes.
struct FarmWriter {
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
    func files(of job: FarmJob) -> [(name: String, text: String, form: OutputForm)] {
      switch self {
      case .slurm: SlurmScripts(job: job).files.map { ($0.name, $0.text, .script) }
      case .openjd:
        [(OpenJobTemplate.fileName, OpenJobTemplate(job: job).text + "\n", .jobTemplate)]
      }
    }
  }

  private static let standardTasks = 16

  private let arguments: Arguments
  private let console: Console
  private let scheduler: Scheduler
  private let movie: OutputFile

  init(_ arguments: Arguments, _ console: Console) throws(CommandFailure) {
    self.arguments = arguments
    self.console = console
    guard let scheduler = Scheduler(rawValue: arguments.positional[0]) else {
      let names = Scheduler.allCases.map { "'\($0.rawValue)'" }.joined(separator: " or ")
      throw CommandFailure(.usage, "farm takes \(names), not '\(arguments.positional[0])'")
    }
    self.scheduler = scheduler
    guard let named = arguments.value(.movieOfFarm), named != "-" else {
      throw CommandFailure(.usage, "-o FILE.mp4 says where the movie is to be written")
    }
    if arguments.has(.submit), scheduler != .slurm {
      throw CommandFailure(.usage, "--submit goes with 'cutlist farm slurm'")
    }
    movie = try OutputFile(path: named, as: .movie, option: "-o", console)
  }

  func run() throws(CommandFailure) {
    let tasks = try arguments.integer(.farmTasks, minimum: 1) ?? Self.standardTasks
    guard tasks <= scheduler.mostTasks else {
      throw CommandFailure(.usage, "--tasks takes at most \(scheduler.mostTasks), not '\(tasks)'")
    }
    let jobs = try arguments.integer(.jobsOfTask, minimum: 1) ?? 1
    _ = try MemoryLimit.bytes(arguments)
    let (project, plan) = try ReportingLoader(arguments, console).plan(arguments.positional[1])
    guard plan.output.frameCount > 0 else {
      throw CommandFailure(.projectWrong, "the movie has no frames")
    }
    let (text, demands) = PlanJSON.document(project.marked(plan))
    let options = try FarmOptions(arguments, project, plan, demands)
    let protected = project.protectedFiles
    var outputs = Outputs(arguments, console)
    try outputs.add(movie)
    try outputs.check(against: protected)

    let folder = try makeFolder()
    let job = FarmJob(
      name: Self.name(of: arguments.positional[1]), program: program, folder: folder,
      store: arguments.value(.storeOfFarm).map(Paths.absolute) ?? "store",
      movie: Paths.absolute(movie.path), jobs: jobs, replaces: arguments.has(.force),
      options: options.both, renderingOptions: options.rendering,
      tasks: FarmJob.tasks(
        of: project.costEstimate(of: plan).runCosts(cores: jobs), count: tasks))
    if scheduler == .openjd { try OpenJobTemplate.check(job) }
    var files: [(OutputFile, String)] = []
    for (name, text, form) in [(FarmJob.planName, text + "\n", .plan)] + scheduler.files(of: job) {
      let path = MediaLocator.join(folder, name)
      let file = try OutputFile(path: path, as: form, option: "the folder's '\(name)'", console)
      try outputs.add(file)
      files.append((file, text))
    }
    try outputs.check(against: protected)
    for (file, text) in files { try file.write(Array(text.utf8), console: console) }
    tell(job, plan)
    if arguments.has(.json) { try console.print(json(job, files.map(\.0.path))) }
    if arguments.has(.submit) { try submit(folder) }
  }

  // MARK: - Places

  /// `--folder`, else the movie's name with `.farm` in place of its extension, beside it; absolute.
  private func makeFolder() throws(CommandFailure) -> String {
    let beside = movie.path.lastIndex(of: ".").map { String(movie.path[..<$0]) } ?? movie.path
    let folder = arguments.value(.farmFolder) ?? beside + ".farm"
    do throws(FileError) {
      try FileAccess.makeFolder(folder)
    } catch {
      throw CommandFailure(error)
    }
    return MediaLocator.resolve(folder) ?? folder
  }

  /// `--program`, else this program's file.
  private var program: String {
    arguments.value(.program) ?? arguments.executable.flatMap(MediaLocator.resolve) ?? "cutlist"
  }

  private static func name(of project: String) -> String {
    let file = OutputFile.standardName(for: project)
    return String(file.dropLast(".mp4".count))
  }

  // MARK: - What is said

  private func tell(_ job: FarmJob, _ plan: RenderPlan) {
    let chunks = plan.chunks.count
    let most = job.tasks.map(\.cost).max() ?? 0
    let all = job.tasks.reduce(0) { $0 + $1.cost }
    console.tell(
      "wrote \(job.folder): \(chunks) chunks in \(job.tasks.count) "
        + "\(job.tasks.count == 1 ? "task" : "tasks"), the longest has "
        + "\(all > 0 ? most * 100 / all : 0) % of the work")
    if plan.output.video.sharesBits {
      console.tell(
        "the movie's chunks share bits: every task helps to measure all of them before it renders "
          + "its own, so tasks should run at the same time")
    }
    if scheduler == .slurm, !arguments.has(.submit) {
      let script = MediaLocator.join(job.folder, SlurmScripts.submission)
      console.tell("hand it to Slurm with 'sh \(ShellText.word(script))'")
    }
  }

  private func json(_ job: FarmJob, _ files: [String]) -> String {
    var json = JSONWriter()
    json.object { json in
      json.member("folder", job.folder)
      json.member("movie", job.movie)
      json.member(
        "store", job.store.hasPrefix("/") ? job.store : MediaLocator.join(job.folder, job.store))
      json.key("files")
      json.array { json in
        for file in files { json.string(file) }
      }
      json.key("tasks")
      json.array { json in
        for task in job.tasks {
          json.object(inline: true) { json in
            json.member("range", task.range)
            json.member("seconds", number: task.seconds)
          }
        }
      }
    }
    return json.text
  }

  private func submit(_ folder: String) throws(CommandFailure) {
    let script = MediaLocator.join(folder, SlurmScripts.submission)
    let status = try ShellProgram.run(script)
    guard status == 0 else {
      throw CommandFailure(
        .failed, "'\(script)' ended with \(status); the folder is complete, so run it by hand")
    }
  }
}
