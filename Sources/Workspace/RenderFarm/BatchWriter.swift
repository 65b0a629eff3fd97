package import ParameterTables
import OutputFiles
import ChunkStorage
import Diagnostics
import FileSystem
import OutputKinds
import PlanModel
import Rendering
import TimelineModel
package import Workspace

/// Writes the folder of jobs that render a movie for each row of a table.
package struct BatchWriter {
  private let order: FarmOrder
  private let rows: [RowMovies.Movie]
  private let options: WorkspaceOptions
  private let listener: any Listener

  package init(
    _ order: FarmOrder, _ rows: [RowMovies.Movie], _ options: WorkspaceOptions,
    _ listener: any Listener
  ) {
    (self.order, self.rows, self.options, self.listener) = (order, rows, options, listener)
  }

  /// What came of the rows.
  private struct Batch {
    var split = BatchSplit()
    var rows: [RowMovies.Movie] = []
    var movies: [BatchJob.Movie] = []
    var failures = 0
    var failed: ExitStatus?
    var sharesBits = false
    /// What the largest of the movies takes, in bytes.
    var memory = 0
    /// What no file of the folder may replace.
    var protected = ProtectedFiles()
  }

  /// Writes the folder; a row that is wrong is said, and left out.
  package func write() throws(CommandFailure) -> WrittenFarm {
    let folder = try order.makeFolder(else: standardFolder)
    try makeFolders(in: folder)
    var batch = Batch()
    for row in rows {
      do throws(CommandFailure) {
        try add(row, to: &batch, folder)
      } catch {
        if error.status == .interrupted || error.status == .brokenPipe { throw error }
        batch.failures += 1
        batch.failed = batch.failed ?? error.status
        let words = error.message.isEmpty ? "left out" : error.message
        listener.say("cutlist: \(row.title): \(words)")
      }
    }
    guard !batch.movies.isEmpty else {
      throw CommandFailure(batch.failed ?? .projectWrong, "no row makes a movie")
    }
    let tasks = batch.split.tasks(count: order.tasks)
    let longest = tasks.map(\.cost).max() ?? 0
    let job = BatchJob(
      common: FarmJob(
        name: order.name, program: order.program, folder: folder, store: order.store,
        storeSize: order.storeSize, movie: "", jobs: order.jobs, replaces: order.replacesAnything,
        options: [], renderingOptions: [],
        tasks: [], need: FarmSteps.Need(estimatedBytes: batch.memory, cost: longest)),
      movies: batch.movies, tasks: tasks, mostTasks: order.tasks,
      tellsProgress: order.scheduler == .openjd)
    for (name, text) in job.scripts {
      try write(text, name, .script, in: folder, batch.protected)
    }
    for (name, text, form) in try order.scheduler.files(of: job.steps) {
      try write(text, name, form, in: folder, batch.protected)
    }
    let record = FarmRecord(
      store: job.common.store.absolute(in: folder),
      movies: batch.movies.map {
        FarmRecord.Movie(plan: $0.plan, path: $0.path, row: $0.title, limits: $0.options.limits)
      })
    try write(record.text + "\n", FarmRecord.fileName, .jobRecord, in: folder, batch.protected)
    tell(job, batch)
    return WrittenFarm(folder: folder, json: json(job, batch), failed: batch.failed)
  }

  /// The project's name with `.farm`, beside the movies, or beside the folders that values name.
  private var standardFolder: String {
    let fixed = order.output.prefix { $0 != "{" }
    let folder = fixed.lastIndex(of: "/").map { String(fixed[...$0]) } ?? ""
    return folder + order.name + ".farm"
  }

  private func makeFolders(in folder: String) throws(CommandFailure) {
    for name in ["plans", "chunks", "joins"] {
      do throws(FileError) {
        try FileAccess.makeFolder(MediaLocator.join(folder, name))
      } catch {
        throw CommandFailure(error)
      }
    }
  }

  /// Plans the movie of a row, writes its plan, and takes in its chunks.
  private func add(
    _ row: RowMovies.Movie, to batch: inout Batch, _ folder: String
  ) throws(CommandFailure) {
    var outputs = OutputSet(replacesAnything: order.replacesAnything)
    let movie = try OutputFile(path: row.name, as: .movie, option: "-o")
    try outputs.add(movie)
    let (project, whole) = try ReportingLoader(options.adding(row.settings), listener)
      .plan(order.project)
    try project.checkIsOneRendition()
    let plan = whole.restricted(to: project.frames(of: whole))
    try plan.output.checkRate()
    try plan.output.checkName(of: movie)
    guard plan.output.frameCount > 0 else {
      throw CommandFailure(.projectWrong, "the movie has no frames")
    }
    let (text, demands) = PlanJSON.document(project.marked(plan))
    let options = try FarmOptions(order.options, project, plan, demands)
    let protected = project.protectedFiles
    try outputs.check(against: protected)
    batch.protected.add(protected)
    let digits = String(row.number)
    let name = "plans/" + String(repeating: "0", count: max(0, 5 - digits.count)) + digits + ".json"
    try write(text + "\n", name, .plan, in: folder, protected)

    let session = project.session(
      for: plan, store: KeptChunks(folder: nil), jobs: 1, cancellation: Cancellation())
    let rates = project.rates
    let estimate = CostEstimate(project.workCounter(of: plan), rates: rates)
    let parts = estimate.parts.map { part in
      (
        part: part.part, identity: session.identity(of: part.part),
        cost: part.microseconds(cores: order.jobs)
      )
    }
    // A program for each movie of a task.
    batch.split.add(parts, start: Int(min(max(rates.total(.start) / 1000, 0), 1e9)))
    batch.rows.append(row)
    batch.movies.append(
      BatchJob.Movie(
        plan: name, path: Paths.absolute(movie.path), options: options, title: row.title))
    batch.memory = max(batch.memory, try order.memory(of: plan))
    batch.sharesBits = batch.sharesBits || plan.output.video.sharesBits
  }

  private func write(
    _ text: String, _ name: String, _ form: OutputForm, in folder: String,
    _ protected: ProtectedFiles
  ) throws(CommandFailure) {
    let file = try OutputFile(
      path: MediaLocator.join(folder, name), as: form, option: "the folder's '\(name)'")
    var outputs = OutputSet(replacesAnything: order.replacesAnything)
    try outputs.add(file)
    try outputs.check(against: protected)
    try file.write(form.bytes(of: text))
  }

  // MARK: - What is said

  private func tell(_ job: BatchJob, _ batch: Batch) {
    let movies = batch.movies.count
    let rows = batch.failures == 1 ? "row" : "rows"
    let left = batch.failures > 0 ? ", \(batch.failures) \(rows) left out" : ""
    listener.tell(
      "wrote \(job.common.folder): \(movies) \(movies == 1 ? "movie" : "movies")\(left); "
        + "\(batch.split.count) chunks, \(batch.split.items.count) different ones in "
        + job.tasks.map(\.cost).taskText)
    if batch.sharesBits {
      listener.tell(
        "the chunks of each movie share bits, so each movie's pictures are rendered by themselves")
    }
  }

  private func json(_ job: BatchJob, _ batch: Batch) -> String {
    var json = JSONWriter()
    json.object { json in
      json.member("folder", job.common.folder)
      json.member("store", job.common.storePath)
      json.key("movies")
      json.array { json in
        for (row, movie) in zip(batch.rows, batch.movies) {
          json.object(inline: true) { json in
            json.member("row", row.number)
            json.member("movie", movie.path)
            json.member("plan", movie.plan)
          }
        }
      }
      json.member("rowsLeftOut", batch.failures)
      json.member("chunks", batch.split.count)
      json.member("differentChunks", batch.split.items.count)
      json.key("tasks")
      json.array { json in
        for (number, task) in job.tasks.enumerated() {
          json.object(inline: true) { json in
            json.member("script", BatchJob.chunkScript(number))
            json.member("chunks", task.count)
            json.member("seconds", number: task.cost.secondsOfMicroseconds)
          }
        }
      }
    }
    return json.text
  }
}
