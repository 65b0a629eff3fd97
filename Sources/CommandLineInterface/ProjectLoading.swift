import Diagnostics
import MediaIO
import MediaTime
import ProjectFormat
import RenderPlanning
import Rendering
import TimelineModel
import TitleRendering

/// A project after all checks, ready to be planned.
struct LoadedProject {
  var path: String
  var file: SourceFile
  var document: ProjectDocument
  var timeline: Timeline?
  var catalog: MediaCatalog
  var library: MediaLibrary
  var texts: TextRenderer
  var hashes: SourceHashes
  var diagnostics: [Diagnostic]

  /// The status of a command that stops at the findings.
  var status: ExitStatus {
    let errors = diagnostics.filter { $0.severity == .error }
    if errors.isEmpty { return .done }
    return errors.allSatisfy { MediaProblem.ids.contains($0.id) } ? .failed : .projectWrong
  }
}

/// Reads, opens and checks a project.
struct ProjectLoader {
  var arguments: Arguments
  var console: Console
  /// Whether findings are written as JSON.
  var reportsJSON: Bool

  /// - Parameter reportsJSON: `nil` for what `--json` says.
  init(arguments: Arguments, console: Console, reportsJSON: Bool? = nil) {
    self.arguments = arguments
    self.console = console
    self.reportsJSON = reportsJSON ?? arguments.has(.json)
  }

  func load(_ path: String) throws(CommandFailure) -> LoadedProject {
    let folder = MediaLocator.folder(of: path)
    return try load(try read(path, folder: folder), folder: folder)
  }

  /// - Parameter folder: what paths in the project are relative to.
  func load(_ file: SourceFile, folder: String) throws(CommandFailure) -> LoadedProject {
    for name in arguments.all(.allowFilter) {
      if let problem = FilterRules.problem(allowing: name) {
        throw CommandFailure(.usage, "--allow-filter: \(problem)")
      }
    }
    let (read, reading) = ProjectCompiler.document(from: file)
    let locator = MediaLocator(arguments, folder: folder)
    let texts = TextRenderer(FontAccess(locator))
    guard var document = read else {
      try report(reading, in: file)
      throw CommandFailure(.projectWrong)
    }
    if let policy = arguments.value(.onDamage).flatMap(DamagePolicy.init) {
      document.treatDamage(by: policy)
    }
    var prober = MediaProber(
      locator: locator, outputSize: document.outputSize, outputRate: document.outputRate,
      sampleRate: document.outputSampleRate)
    prober.filters = FilterRules(allowed: Set(arguments.all(.allowFilter)))
    let cache = ChunkCache.folder(arguments)
    let hashes = SourceHashes(folder: cache)
    prober.hashes = hashes
    prober.facts = FactsStore(folder: cache)
    var catalog = MediaCatalog(count: document.mediaItems.count)
    var library = MediaLibrary(allowedProtocols: locator.allowedProtocols)
    var findings = reading
    for (item, result) in zip(document.mediaItems, prober.probe(document.mediaItems)) {
      switch result {
      case .success(let source):
        catalog[item.id] = source.facts
        library.add(source, for: item)
        findings += source.notes.map { note in
          Diagnostic(
            id: "media-note", severity: .warning, message: "'\(item.name)': \(note)",
            range: item.valueRange)
        }
      case .failure(let problem):
        findings.append(problem.diagnostic)
      }
    }
    let (timeline, resolving) = ProjectCompiler.timeline(from: document, catalog: catalog)
    findings += resolving
    if let timeline {
      findings += TimelineRules.check(timeline, catalog: catalog)
      findings += Self.checkTexts(of: timeline, with: texts)
    }
    let sorted = findings.sortedByPlace()
    return LoadedProject(
      path: file.path, file: file, document: document,
      timeline: sorted.containsErrors ? nil : timeline, catalog: catalog, library: library,
      texts: texts, hashes: hashes, diagnostics: sorted)
  }

  /// Loads, reports, and goes on only without errors.
  func loadClean(_ path: String) throws(CommandFailure) -> (LoadedProject, Timeline) {
    let project = try load(path)
    try report(project.diagnostics, in: project.file)
    guard let timeline = project.timeline else { throw CommandFailure(project.status) }
    return (project, timeline)
  }

  /// Lowers a project to its plan.
  func plan(_ path: String) throws(CommandFailure) -> (LoadedProject, RenderPlan) {
    let (project, timeline) = try loadClean(path)
    return (project, try plan(of: project, timeline))
  }

  /// Lowers a project without errors.
  func plan(of project: LoadedProject, _ timeline: Timeline) throws(CommandFailure) -> RenderPlan {
    do throws(PlanningError) {
      return try RenderPlanner.plan(timeline, catalog: project.catalog)
    } catch {
      try report([error.diagnostic], in: project.file)
      throw CommandFailure(.projectWrong)
    }
  }

  func report(_ diagnostics: [Diagnostic], in file: SourceFile) throws(CommandFailure) {
    guard !diagnostics.isEmpty else { return }
    if reportsJSON {
      console.raw(DiagnosticRenderer.json(diagnostics, in: file) + "\n")
      return
    }
    let text = DiagnosticRenderer.text(diagnostics, in: file, color: usesColor)
    console.raw(text.hasSuffix("\n") ? text : text + "\n")
  }

  private var usesColor: Bool {
    switch arguments.value(.color) {
    case "always": true
    case "never": false
    default: console.allowsColor
    }
  }

  private func read(_ path: String, folder: String) throws(CommandFailure) -> SourceFile {
    let scope = path == "-" ? nil : MediaLocator(arguments, folder: folder).scope
    switch ProjectFile.read(path, limit: ProjectFile.sizeLimit, within: scope) {
    case .success(let bytes): return SourceFile(path: path, bytes: bytes)
    case .failure(let problem):
      throw CommandFailure(
        problem.isWrongName ? .usage : .failed, problem.message, helpTells: false)
    }
  }

  private static func checkTexts(of timeline: Timeline, with texts: TextRenderer) -> [Diagnostic] {
    var findings: [Diagnostic] = []
    for track in timeline.tracks {
      for title in track.titles {
        for layer in title.layers {
          guard case .text(let style) = layer.content else { continue }
          findings += texts.check(style, range: layer.fontRange)
        }
      }
    }
    return findings
  }
}

extension PlanningError {
  /// The finding that a person sees.
  var diagnostic: Diagnostic {
    switch self {
    case .timeOverflow(let range):
      Diagnostic(
        id: "time-not-representable", severity: .error,
        message: "this time cannot be computed exactly", range: range,
        fixes: [Fix(message: "use times with fewer digits or a smaller fraction")])
    case .tooManyFrames(let count):
      Diagnostic(
        id: "movie-too-long", severity: .error,
        message: "the movie has \(count) frames; the limit is \(RenderPlanner.frameLimit)",
        range: .none, fixes: [Fix(message: "split the project into several movies")])
    case .missingFacts(_, let range):
      Diagnostic(
        id: "media-unknown", severity: .error, message: "nothing is known about this media item",
        range: range)
    }
  }
}
