import ChunkStorage
import Diagnostics
import FileSystem
import MediaOpening
import MediaProbing
import MediaReading
import MediaSources
import MediaTime
import PlanModel
import ProjectFormat
import Raster
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
  /// `nil` where there are errors.
  var plan: RenderPlan?
  var locator: MediaLocator
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
  private let limits: Result<ProjectLimits, CommandFailure>
  /// Whether findings are what the command is asked for, so that as JSON they are its result.
  var findingsAreResult = false

  /// - Parameter reportsJSON: `nil` for what `--json` says.
  init(arguments: Arguments, console: Console, reportsJSON: Bool? = nil) {
    self.arguments = arguments
    self.console = console
    self.reportsJSON = reportsJSON ?? arguments.has(.json)
    limits = arguments.limits
  }

  func load(_ path: String) throws(CommandFailure) -> LoadedProject {
    try load(try read(path))
  }

  /// Loads a project whose text may be another one than its file's.
  func load(_ file: SourceFile) throws(CommandFailure) -> LoadedProject {
    try load(file, folder: MediaLocator.folder(of: file.path))
  }

  /// - Parameter folder: what paths in the project are relative to.
  func load(_ file: SourceFile, folder: String) throws(CommandFailure) -> LoadedProject {
    for name in arguments.all(.allowFilter) {
      if let problem = FilterRules.problem(allowing: name) {
        throw CommandFailure(.usage, "--allow-filter: \(problem)")
      }
    }
    let limits = try limits.get()
    let (read, reading) = ProjectCompiler.document(from: file, limits: limits)
    let locator = MediaLocator(arguments, folder: folder)
    let texts = TextRenderer(FontAccess(locator), longestText: limits[.textLength])
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
    prober.limits = limits
    prober.program = try arguments.readerProgram()
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
      findings += TimelineRules.check(timeline, catalog: catalog, limits: limits)
      findings += Self.checkTexts(of: timeline, with: texts)
    }
    var plan: RenderPlan?
    if let timeline, !findings.containsErrors {
      do throws(PlanningError) {
        let made = try RenderPlanner.plan(timeline, catalog: catalog)
        findings += PlanCheck.findings(made, of: timeline, catalog: catalog) { texts.lines(of: $0) }
        plan = made
      } catch {
        findings.append(error.diagnostic)
      }
    }
    let sorted = unsilenced(findings)
    return LoadedProject(
      path: file.path, file: file, document: document,
      timeline: sorted.containsErrors ? nil : timeline, catalog: catalog, library: library,
      texts: texts, hashes: hashes, plan: plan, locator: locator, diagnostics: sorted)
  }

  /// Loads, reports, and goes on only without errors.
  func loadClean(_ path: String) throws(CommandFailure) -> (LoadedProject, Timeline) {
    let project = try load(path)
    try report(project.diagnostics, in: project.file)
    guard let timeline = project.timeline else { throw CommandFailure(project.status) }
    return (project, timeline)
  }

  /// Findings in the order of their places, without warnings that are silenced.
  func unsilenced(_ findings: [Diagnostic]) -> [Diagnostic] {
    let silenced = Set(arguments.all(.silence))
    return findings.filter { $0.severity == .error || !silenced.contains($0.id) }.sortedByPlace()
  }

  /// Lowers a project to its plan.
  func plan(_ path: String) throws(CommandFailure) -> (LoadedProject, RenderPlan) {
    let (project, timeline) = try loadClean(path)
    return (project, try plan(of: project, timeline))
  }

  /// Lowers a project without errors.
  func plan(of project: LoadedProject, _ timeline: Timeline) throws(CommandFailure) -> RenderPlan {
    if let plan = project.plan { return plan }
    do throws(PlanningError) {
      return try RenderPlanner.plan(timeline, catalog: project.catalog)
    } catch {
      try report([error.diagnostic], in: project.file)
      throw CommandFailure(.projectWrong)
    }
  }

  func report(_ diagnostics: [Diagnostic], in file: SourceFile) throws(CommandFailure) {
    guard !diagnostics.isEmpty else { return }
    if reportsJSON, findingsAreResult {
      return try console.write(DiagnosticRenderer.json(diagnostics, in: file), to: nil)
    }
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

  func read(_ path: String) throws(CommandFailure) -> SourceFile {
    let scope =
      path == "-" ? nil : MediaLocator(arguments, folder: MediaLocator.folder(of: path)).scope
    switch ProjectFile.read(path, limit: try limits.get()[.fileBytes], within: scope) {
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

extension TextRenderer {
  /// The lines of a text as they are painted; none where it cannot be drawn, of which another
  /// finding tells.
  fileprivate func lines(of raster: TextRaster) -> [LineInk] {
    let lines = try? ink(
      of: raster.style, anchorX: raster.anchorX, anchorY: raster.anchorY, scale: raster.scale)
    return (lines ?? []).map { LineInk(x: $0.x, y: $0.y, width: $0.width, height: $0.height) }
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
