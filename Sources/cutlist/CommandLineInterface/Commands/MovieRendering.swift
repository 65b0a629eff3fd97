import ChunkStorage
import FileSystem
import MovieWriting
import OutputFiles
import OutputKinds
import PlanModel
import ProjectFormat
import Rendering
import TextReports
import Workspace

/// The render of one movie: what it is made of, where it goes, and what is said of it. Nothing is written before it is run,
/// alone or beside others; see `MovieGroup`.
struct MovieRendering {
  let arguments: Arguments
  let console: Console
  let project: LoadedProject
  /// What is rendered, the range that is asked for alone.
  let plan: RenderPlan
  /// The same pictures in other sizes and qualities.
  let renditions: MovieRenditions
  /// What the person named.
  let file: OutputFile
  /// Whether the movie leaves as it is made.
  private let streams: Bool
  /// Where it is written before standard output gets it.
  private let passing: TemporaryMovie?
  /// Whether what `--json` prints is of several movies, and whoever renders them prints it.
  var isOneOfSeveral = false

  /// Loads and plans a movie, and looks at all that can be known before.
  ///
  /// - Parameter loaded: the project, where it was loaded before.
  init(
    _ arguments: Arguments, _ console: Console, of loaded: LoadedProject? = nil
  ) throws(CommandFailure) {
    self.arguments = arguments
    self.console = console
    let input = try MovieInput(arguments)
    // What cannot be meant is told before media are opened.
    _ = try (arguments.integer(.jobs, minimum: 1), MemoryLimit.bytes(arguments))
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
    try Self.checkStream(arguments, whole.output)
    try whole.output.checkPictures(
      of: file, protected: project.protectedFiles, replacesAnything: arguments.has(.force))
    if arguments.has(.verify), !whole.output.container.isReadBack {
      throw CommandFailure(
        .usage, "--verify reads movies back, and \(whole.output.container.title) is none")
    }
    guard whole.output.frameCount > 0 else {
      throw CommandFailure(.projectWrong, "the movie has no frames")
    }
    var plan = whole.restricted(to: try FrameChoice.range(arguments, plan: whole, of: project))
    renditions = try MovieRenditions(of: project, plan, arguments, loader)
    if let size = arguments.value(.fitSize) {
      if !renditions.all.isEmpty {
        throw CommandFailure(
          .usage, "--fit-size takes a movie of one rendition, and this one has several",
          helpTells: false)
      }
      guard let bytes = FileSize.bytes(size) else {
        throw CommandFailure(.usage, "--fit-size takes a size as 50MB or 700kB, not '\(size)'")
      }
      plan = try plan.fitted(to: bytes)
      if case .bitRate(let rate) = plan.output.video.rateControl {
        console.tell("pictures have \(rate / 1000) kbit/s to fit \(size)")
      }
    }
    // Where the bytes are written: standard output gets them when all are there, unless the kind of file is one that
    // can be read as it grows.
    streams =
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
    passing = file.isStandardOutput && !streams ? try TemporaryMovie(plan.output.container) : nil
    self.project = project
    self.plan = plan
    self.file = file
  }

  /// How many workers render movies side by side.
  static func workers(of plans: [RenderPlan], _ arguments: Arguments) throws(CommandFailure)
    -> WorkerChoice
  {
    try WorkerChoice(
      together: plans, wanted: try arguments.integer(.jobs, minimum: 1) ?? Machine.cores,
      limit: try MemoryLimit.bytes(arguments), resources: Machine.resources)
  }

  /// Says what a person should know of the workers.
  static func tell(_ workers: WorkerChoice, _ arguments: Arguments, _ console: Console) {
    for warning in workers.warnings { console.say("cutlist: warning: \(warning)") }
    if progressForm(arguments, console) == .line || arguments.has(.memory) {
      console.tell(workers.text)
    }
  }

  /// What became of a movie.
  struct Result {
    /// How much of it was there, as far as that is known.
    var progress: RenderProgress?
    /// What `--json` prints.
    var json: String
  }

  /// Renders it.
  @discardableResult func run() throws(CommandFailure) -> Result {
    let groups = try PlanGroup.groups(of: [plan] + renditions.all.map(\.plan), arguments)
    let workers = groups[0].workers
    Self.tell(workers, arguments, console)
    let cancellation = Cancellation()
    let interruption = Interruption(cancellation)
    defer { withExtendedLifetime(interruption) {} }
    var work = begun(jobs: workers.jobs, cancellation)
    do throws(RenderError) {
      let sinks = try sinks(of: work)
      if !sinks.isEmpty {
        // What each takes is not to be told from what they take together.
        if sinks.count > 1 { work.session.meter = nil }
        work.statistics = try MovieRenditions.render(
          [work.session] + work.renditions, into: sinks, groups, progress: work.progress)
        work.isRendered = true
        project.learn(from: work.session)
      }
    } catch {
      throw failure(error, of: work)
    }
    return try finish(work)
  }

  // MARK: - Steps

  /// A render that was begun.
  struct Work {
    var session: RenderSession
    /// Of the further renditions.
    fileprivate let renditions: [RenderSession]
    let reporter: ProgressReporter
    fileprivate let store: DiskChunkStore
    fileprivate let key: String
    fileprivate let records: MovieRecords
    /// Whether it was rendered; else it was there already.
    var isRendered = false
    /// Of the render.
    var statistics = RenderStatistics()

    /// Shows how far it is.
    var progress: @Sendable (RenderProgress) -> Void {
      { [reporter] in reporter.update($0) }
    }
  }

  /// Makes what renders the movie.
  ///
  /// - Parameter place: among how many movies that are rendered at the same time; `nil` where it is alone.
  func begun(
    jobs: Int, _ cancellation: Cancellation, place: (number: Int, count: Int)? = nil
  ) -> Work {
    let reporter = ProgressReporter(
      form: Self.progressForm(arguments, console), console: console,
      group: place.map { .init(movie: file.name, number: $0.number, count: $0.count) })
    let store = project.chunkStore(beside: path) { reporter.warn($0) }
    let session = project.session(
      for: plan, store: store, jobs: jobs, cancellation: cancellation)
    let further = renditions.all.map { project, plan in
      var session = project.session(
        for: plan, store: store, jobs: jobs, cancellation: cancellation)
      session.meter = nil
      return session
    }
    let keys = ([session] + further).map { $0.movieKey(context: RenderPlan.programContext) }
    return Work(
      session: session, renditions: further, reporter: reporter, store: store,
      key: keys.joined(separator: "+"),
      records: MovieRecords(folder: file.isStandardOutput ? nil : project.options.cache))
  }

  /// What takes the parts of the movie, and those of its renditions; none where it is there already and would be the same.
  func sinks(of work: Work) throws(RenderError) -> [any MovieSink] {
    if work.records.isCurrent(path, key: work.key),
      !plan.output.container.isSegmented || SegmentFolder(of: path).isComplete,
      work.session.damageWithoutRendering != nil
    {
      return []
    }
    tellSpace(work)
    if streams {
      return [
        try MovieFileSink(
          streaming: plan.output, place: MediaLocator.join(TemporaryFolder.place, "movie"))
      ]
    }
    return try MovieSinks.sinks(
      for: plan.output, renditions: renditions.all.map(\.plan.output),
      to: passing == nil ? file.destination : Destination(path))
  }

  /// Says so where there may not be room for the movie, its renditions and their chunks.
  private func tellSpace(_ work: Work) {
    let all =
      [(project, plan, work.session)]
      + zip(renditions.all, work.renditions).map { ($0.project, $0.plan, $1) }
    var (bytes, missing) = (0.0, 0.0)
    for (project, plan, session) in all {
      // What is cut is written as a whole first.
      let times = plan.output.container.isSegmented || plan.output.isFragmented ? 2.0 : 1
      for part in project.costEstimate(of: plan).parts {
        bytes += times * part.bytes
        // Until bits are shared, nobody knows what chunks are called.
        let isKept = !plan.output.video.sharesBits && session.isThere(part.part)
        if !isKept { missing += part.bytes }
      }
    }
    for warning in SpaceEstimate.warnings(
      bytes: streams ? 0 : bytes, missing: missing, movie: path, chunks: project.options.cache)
    {
      work.reporter.warn(warning)
    }
  }

  /// Says what was rendered, and hands it on.
  func finish(_ work: Work) throws(CommandFailure) -> Result {
    var work = work
    do throws(RenderError) {
      if work.isRendered {
        if !project.hashes.isTouched { work.records.remember(path, key: work.key) }
      } else {
        work.statistics.damage = work.session.damageWithoutRendering ?? []
        work.statistics.level = work.session.levelWithoutRendering
        work.reporter.update(.unchanged(plan))
      }
      if arguments.has(.verify) {
        let (session, further) = (work.session, work.renditions)
        let verification = try MovieVerifier.verify(
          path: path, plan: plan, renditions: renditions.all.map(\.plan)
        ) { (index, rendition) throws(RenderError) in
          try (rendition.map { further[$0] } ?? session).chunk(at: index)
        }
        try report(verification)
      }
      work.store.prune()
    } catch {
      throw failure(error, of: work)
    }
    let damage = DamageReport(work.statistics.damage, plan, project)
    let isJSON = Self.progressForm(arguments, console) == .json
    if isJSON { damage.printLines(console) }
    work.reporter.finish(
      output: file.name, work.statistics, peakMemory: Machine.peakMemory)
    if !isJSON {
      damage.warn(console)
      if let text = work.statistics.level.flatMap({ AudioMessages.afterRender($0, plan) }) {
        console.say("cutlist: warning: \(text)")
      }
      if let path = leftover {
        console.say(
          "cutlist: warning: '\(path)' and what follows it is of an earlier, longer movie")
      }
    }
    try passing?.copy(to: console)
    guard arguments.has(.json) else { return Result(progress: work.reporter.latest, json: "") }
    let json = RenderResult(
      movie: file.path, plan: plan, statistics: work.statistics,
      progress: work.reporter.latest, elapsed: work.reporter.elapsed,
      isUnchanged: !work.isRendered, project: project, damage: damage
    ).json
    if !isOneOfSeveral { try console.print(json) }
    return Result(progress: work.reporter.latest, json: json)
  }

  /// What to say of a render that failed.
  func failure(_ error: RenderError, of work: Work) -> CommandFailure {
    work.reporter.abandon()
    if streams, console.readerHasGone { return CommandFailure(.brokenPipe) }
    var failure = CommandFailure(error, of: project)
    if error.kind == .interrupted, project.options.cache == nil {
      failure.message = "interrupted; without a cache nothing is kept"
    }
    return failure
  }

  /// The first picture beyond the last one, where the movie is numbered pictures and there is one.
  private var leftover: String? {
    guard plan.output.container.pictures != nil else { return nil }
    let path = NumberedPicturesSink.path(plan.output.frameCount, in: file.path)
    return FileAccess.isFolder(path) == false && PictureFormat.isOurs(path) ? path : nil
  }

  /// Where the movie is written.
  private var path: String { passing?.path ?? file.path }

  /// What goes to standard output is what `--format` says, and can go there.
  private static func checkStream(
    _ arguments: Arguments, _ output: PlannedOutput
  ) throws(CommandFailure) {
    guard let format = arguments.value(.format).flatMap(MovieContainer.init(name:)),
      format != output.container
    else { return }
    throw CommandFailure(
      .usage,
      "--format says \(format.title), and the project's output is \(output.container.title); leave out "
        + "--format, or the output's \"container\"", helpTells: false)
  }

  private func report(_ verification: Verification) throws(RenderError) {
    guard verification.problems.isEmpty else {
      throw RenderError(
        .encoder,
        "\(file.name) is not what was rendered: "
          + verification.problems.joined(separator: "; "))
    }
    console.tell(
      "\(file.name): verified \(verification.frameCount) frames in \(verification.equalChunks) chunks"
    )
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
