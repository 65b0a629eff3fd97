import OutputFiles
import Diagnostics
import FileSystem
import OutputKinds
import PlanModel
import Rendering
import TimelineModel
package import Workspace

/// Writes the folder of a movie's job: the plan, and what a scheduler takes.
package struct FarmWriter {
  private let order: FarmOrder
  private let movie: OutputFile

  /// - Throws: `CommandFailure` where the movie cannot be written.
  package init(_ order: FarmOrder) throws(CommandFailure) {
    self.order = order
    movie = try OutputFile(path: order.output, as: .movie, option: "-o")
  }

  /// Writes the folder and tells how the work is shared.
  package func write(
    _ options: WorkspaceOptions, _ listener: any Listener
  ) throws(CommandFailure) -> WrittenFarm {
    let (project, whole) = try ReportingLoader(options, listener).plan(order.project)
    try project.checkIsOneRendition()
    let plan = whole.restricted(to: project.frames(of: whole))
    try plan.output.checkRate()
    try plan.output.checkName(of: movie)
    guard plan.output.frameCount > 0 else {
      throw CommandFailure(.projectWrong, "the movie has no frames")
    }
    let (text, demands) = PlanJSON.document(project.marked(plan))
    var options = try FarmOptions(order.options, project, plan, demands)
    let protected = project.protectedFiles
    var outputs = OutputSet(replacesAnything: order.replacesAnything)
    try outputs.add(movie)
    try outputs.check(against: protected)

    let beside = movie.path.lastIndex(of: ".").map { String(movie.path[..<$0]) } ?? movie.path
    let folder = try order.makeFolder(else: beside + ".farm")
    let paths = order.scheduler == .openjd ? options.placeEach(project.placedFiles(of: plan)) : []
    let tasks = FarmJob.tasks(
      of: project.costEstimate(of: plan).runCosts(cores: order.jobs), count: order.tasks)
    // Where chunks share bits each task helps with all of them.
    let costs = tasks.map(\.cost)
    let longest = (plan.output.video.sharesBits ? costs.reduce(0, +) : costs.max()) ?? 0
    let job = FarmJob(
      name: order.name, program: order.program, folder: folder, store: order.store,
      storeSize: order.storeSize, movie: Paths.absolute(movie.path), jobs: order.jobs,
      replaces: order.replacesAnything,
      options: options.both, renderingOptions: options.rendering,
      tasks: tasks,
      need: FarmSteps.Need(estimatedBytes: try order.memory(of: plan), cost: longest), paths: paths,
      progressOptions: order.scheduler == .openjd ? ["--progress", "openjd"] : [])
    var files: [(OutputFile, String)] = []
    let scripts = try order.scheduler.files(of: job.steps)
    let record = FarmRecord(
      store: job.store.absolute(in: folder),
      movies: [FarmRecord.Movie(plan: FarmJob.planName, path: job.movie, limits: options.limits)])
    let own: [(String, String, OutputForm)] = [
      (FarmJob.planName, text + "\n", .plan),
      (FarmRecord.fileName, record.text + "\n", .jobRecord),
    ]
    for (name, text, form) in own + scripts {
      let path = MediaLocator.join(folder, name)
      let file = try OutputFile(path: path, as: form, option: "the folder's '\(name)'")
      try outputs.add(file)
      files.append((file, text))
    }
    try outputs.check(against: protected)
    for (file, text) in files { try file.write(file.form.bytes(of: text)) }
    tell(job, plan, listener)
    return WrittenFarm(folder: folder, json: json(job, files.map(\.0.path)))
  }

  // MARK: - What is said

  private func tell(_ job: FarmJob, _ plan: RenderPlan, _ listener: any Listener) {
    // As 'farm status' counts them.
    let chunks = plan.partsInOrder.count
    let sounds = chunks - plan.chunks.count
    listener.tell(
      "wrote \(job.folder): \(chunks) chunks\(sounds > 0 ? ", \(sounds) of them sound," : "") in "
        + job.tasks.map(\.cost).taskText)
    if plan.output.video.sharesBits {
      listener.tell(
        "the movie's chunks share bits: every task helps to measure all of them before it renders "
          + "its own, so tasks should run at the same time")
    }
  }

  private func json(_ job: FarmJob, _ files: [String]) -> String {
    var json = JSONWriter()
    json.object { json in
      json.member("folder", job.folder)
      json.member("movie", job.movie)
      json.member("store", job.storePath)
      json.key("files")
      json.array { json in
        for file in files { json.string(file) }
      }
      json.key("tasks")
      json.array { json in
        for task in job.tasks {
          json.object(inline: true) { json in
            json.member("range", task.range)
            json.member("seconds", number: task.cost.secondsOfMicroseconds)
          }
        }
      }
    }
    return json.text
  }
}

/// A folder of jobs that was written.
package struct WrittenFarm {
  package var folder: String
  /// The same as data.
  package var json: String
  /// How the first row failed that is left out, if one is.
  package var failed: ExitStatus?
}

extension [Int] {
  /// Costs of tasks: `3 tasks, the longest has 34 % of the work`.
  var taskText: String {
    let all = reduce(0, +)
    let share = all > 0 ? Int(Double(self.max() ?? 0) * 100 / Double(all)) : 0
    return "\(count) \(count == 1 ? "task" : "tasks"), the longest has \(share) % of the work"
  }
}
