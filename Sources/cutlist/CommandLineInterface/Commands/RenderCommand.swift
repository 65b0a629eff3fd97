import TextReports
import OutputFiles
import ChunkStorage
import FileSystem
import Workspace
import MovieWriting
import OutputKinds
import PlanModel
import ProjectFormat
import Rendering

extension Command {
  static let render = Command(
    name: "render", usage: "(PROJECT | --plan FILE) [-o FILE]",
    summary: "render a project to a movie",
    discussion:
      "The movie appears under its name when it is complete. Finished chunks are kept: a render\n"
      + "that was stopped continues where it was, and after an edit only what changed is rendered\n"
      + "again. A movie that would come out the same is left as it is. A file that was not written by\n"
      + "cutlist is replaced only with --force.\n"
      + "\n"
      + "The ending of the name says what is written: a movie, a picture that moves, sound alone, or a\n"
      + "picture for each frame ('shot-%04d.png').\n"
      + "\n"
      + "'-o -' writes the movie to standard output when it is complete. With --json standard output\n"
      + "gets one object at the end: what was written, frames, seconds, chunks, warnings and damage.\n"
      + "\n"
      + "--plan renders a plan that 'plan --write' wrote, without its project: to the same bytes, on\n"
      + "any machine with the same cutlist, libraries and fonts. Relative paths of its media count\n"
      + "from the plan's folder. --map FROM=TO says where media are instead ('.' stands before\n"
      + "relative paths). A file with another content is refused.\n"
      + "\n"
      + "--data renders one movie for each row of a table, whose columns are parameters of the\n"
      + "project. -o 'out/{name}.mp4' puts values of the row into the movie's name, {row} its number;\n"
      + "a column that only -o uses needs no parameter. The table is CSV with names in its first\n"
      + "line, separated by commas, semicolons or tabs, in UTF-8, or in UTF-16 with a byte order\n"
      + "mark. A .jsonl file has an object on each line. What rows have in common is rendered once. A\n"
      + "row that fails does not stop the others.",
    flags: [
      .data, .plan, .map, .locked, .movie, .format, .allOutputs, .force, .fitSize, .range, .jobs,
      .memory,
      .cache, .noCache,
      .verify,
      .checkDeterminism,
      .progress, .onDamage, .json, .quiet,
    ] + projectFlags,
    positional: 0...1
  ) { (arguments, console) throws(CommandFailure) in
    if arguments.has(.data) {
      return try RowRendering(arguments: arguments, console: console).run()
    }
    if OutputRendering.isWanted(arguments) {
      return try OutputRendering(arguments: arguments, console: console).run()
    }
    if let movie = arguments.value(.movie), SoundFormat.named(movie) != nil {
      return try mix.run(arguments, console)
    }
    if let raw = try RawStream(arguments) { return try raw.run(arguments, console) }
    if arguments.has(.checkDeterminism) {
      let input = try MovieInput(arguments)
      return try DeterminismReport(arguments: arguments, console: console).run(input)
    }
    _ = try renderMovie(arguments, console)
    return .done
  }

  /// Renders one movie.
  ///
  /// - Parameter loaded: the project, where it was loaded before.
  /// - Returns: how much of it was there, as far as that is known.
  static func renderMovie(
    _ arguments: Arguments, _ console: Console, of loaded: LoadedProject? = nil
  ) throws(CommandFailure) -> RenderProgress? {
    let input = try MovieInput(arguments)
    let form = progressForm(arguments, console)
    let wanted = try arguments.integer(.jobs, minimum: 1) ?? Machine.cores
    let limit = try MemoryLimit.bytes(arguments)
    var outputs = Outputs(arguments, console)
    let named = try outputs.add(.movie, arguments, as: .movie)
    if named?.isStandardOutput == true, arguments.has(.json) {
      throw CommandFailure(.usage, "-o - and --json both write to standard output")
    }
    let loader = try ReportingLoader(arguments, console)
    let (project, whole) =
      if let loaded { try loader.plan(of: loaded) } else { try loader.plan(of: input) }
    let file =
      if let named { named } else { try outputs.addMovie(of: input.path, whole.output.container) }
    try outputs.check(against: project.protectedFiles)
    try whole.output.checkRate()
    try whole.output.checkName(of: file)
    try checkStream(arguments, whole.output, file)
    try whole.output.checkPictures(
      of: file, protected: project.protectedFiles, replacesAnything: arguments.has(.force))
    if arguments.has(.verify), !whole.output.container.isReadBack {
      throw CommandFailure(
        .usage, "--verify reads movies back, and \(whole.output.container.title) is none")
    }
    guard whole.output.frameCount > 0 else {
      throw CommandFailure(.projectWrong, "the movie has no frames")
    }
    var plan = whole.restricted(to: try FrameChoice.range(arguments, plan: whole))
    if let size = arguments.value(.fitSize) {
      guard let bytes = FileSize.bytes(size) else {
        throw CommandFailure(.usage, "--fit-size takes a size as 50MB or 700kB, not '\(size)'")
      }
      plan = try plan.fitted(to: bytes)
      if case .bitRate(let rate) = plan.output.video.rateControl {
        console.tell("pictures have \(rate / 1000) kbit/s to fit \(size)")
      }
    }
    let workers = try WorkerChoice(
      plan, wanted: wanted, limit: limit, resources: Machine.resources)
    let jobs = workers.jobs
    for warning in workers.warnings { console.say("cutlist: warning: \(warning)") }
    if form == .line || limit != nil { console.tell(workers.text) }
    // Where the bytes are written: standard output gets them when all are there, unless the kind of file is one that
    // can be read as it grows.
    let streams =
      file.isStandardOutput && arguments.has(.format) && plan.output.container.streaming != nil
    if streams, arguments.has(.verify) {
      throw CommandFailure(
        .usage, "what is passed on as it is rendered cannot be read back; leave out --verify")
    }
    if streams, plan.output.maxSize != nil {
      throw CommandFailure(
        .usage,
        "what is passed on as it is rendered cannot be measured; leave out --format, or \"maxSize\"",
        helpTells: false)
    }
    let passing =
      file.isStandardOutput && !streams ? try TemporaryMovie(plan.output.container) : nil
    let output = passing?.path ?? file.path
    let cancellation = Cancellation()
    let interruption = Interruption(cancellation)
    defer { withExtendedLifetime(interruption) {} }
    let reporter = ProgressReporter(form: form, console: console)
    var statistics: RenderStatistics
    var isUnchanged = false
    do throws(RenderError) {
      let store = project.chunkStore(beside: output) { reporter.warn($0) }
      let session = project.session(
        for: plan, store: store, jobs: jobs, cancellation: cancellation)
      let key = session.movieKey(context: RenderPlan.programContext)
      let movies = MovieRecords(folder: file.isStandardOutput ? nil : project.options.cache)
      if movies.isCurrent(output, key: key),
        !plan.output.container.isSegmented || SegmentFolder(of: output).isComplete,
        let damage = session.damageWithoutRendering
      {
        statistics = RenderStatistics()
        statistics.damage = damage
        statistics.level = session.levelWithoutRendering
        isUnchanged = true
        reporter.update(.unchanged(plan))
      } else {
        let sink: any MovieSink =
          try streams
          ? MovieFileSink(
            streaming: plan.output, place: MediaLocator.join(TemporaryFolder.place, "movie"))
          : MovieSinks.sink(
            for: plan.output, to: passing == nil ? file.destination : Destination(output))
        statistics = try session.render(into: sink) { reporter.update($0) }
        if !project.hashes.isTouched { movies.remember(output, key: key) }
        project.learn(from: session)
      }
      if arguments.has(.verify) {
        let verification = try MovieVerifier.verify(path: output, plan: plan) {
          (index) throws(RenderError) in try session.chunk(at: index)
        }
        try report(verification, output: file.name, console)
      }
      store.prune()
    } catch {
      reporter.abandon()
      if streams, console.readerHasGone { throw CommandFailure(.brokenPipe) }
      var failure = CommandFailure(error, of: project)
      if error.kind == .interrupted, project.options.cache == nil {
        failure.message = "interrupted; without a cache nothing is kept"
      }
      throw failure
    }
    let damage = DamageReport(statistics.damage, plan, project)
    if form == .json { damage.printLines(console) }
    reporter.finish(output: file.name, statistics, peakMemory: Machine.peakMemory)
    if form != .json {
      damage.warn(console)
      if let text = statistics.level.flatMap({ AudioMessages.afterRender($0, plan) }) {
        console.say("cutlist: warning: \(text)")
      }
    }
    try passing?.copy(to: console)
    if arguments.has(.json) {
      try console.print(
        RenderResult(
          movie: file.path, plan: plan, statistics: statistics, progress: reporter.latest,
          elapsed: reporter.elapsed, isUnchanged: isUnchanged, project: project, damage: damage
        ).json)
    }
    return reporter.latest
  }

  /// What goes to standard output is what `--format` says, and can go there.
  private static func checkStream(
    _ arguments: Arguments, _ output: PlannedOutput, _ file: OutputFile
  ) throws(CommandFailure) {
    guard let format = arguments.value(.format).flatMap(MovieContainer.init(name:)),
      format != output.container
    else { return }
    throw CommandFailure(
      .usage,
      "--format says \(format.title), and the project's output is \(output.container.title); leave out "
        + "--format, or the output's \"container\"", helpTells: false)
  }

  private static func report(
    _ verification: Verification, output: String, _ console: Console
  ) throws(RenderError) {
    guard verification.problems.isEmpty else {
      throw RenderError(
        .encoder,
        "\(output) is not what was rendered: "
          + verification.problems.joined(separator: "; "))
    }
    console.tell(
      "\(output): verified \(verification.frameCount) frames in \(verification.equalChunks) chunks")
  }

  private static func progressForm(
    _ arguments: Arguments, _ console: Console
  ) -> ProgressReporter.Form {
    switch arguments.value(.progress) {
    case "json": .json
    case "none": .none
    default: console.isTerminal && !console.isQuiet ? .line : .none
    }
  }
}

extension RenderProgress {
  /// All of a movie that is there already.
  fileprivate static func unchanged(_ plan: RenderPlan) -> RenderProgress {
    RenderProgress(
      framesDone: plan.output.frameCount, frameCount: plan.output.frameCount, chunksRendered: 0,
      chunksReused: plan.chunks.count, chunkCount: plan.chunks.count)
  }
}
