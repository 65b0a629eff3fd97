import Diagnostics
import FileSystem
import BaseValues
import PlanModel
import ProjectFormat
import RenderPlanning
import TimelineModel
import Workspace

/// Loads projects for commands and says what was found.
struct ReportingLoader {
  let projects: ProjectLoader
  private let console: Console
  /// Whether findings are written as JSON.
  private let reportsJSON: Bool
  private let usesColor: Bool
  /// Whether findings are what the command is asked for, so that as JSON they are its result.
  var findingsAreResult = false

  /// - Parameters:
  ///   - reportsJSON: `nil` for what `--json` says.
  ///   - silenced: warnings that do not concern the command.
  init(
    _ arguments: Arguments, _ console: Console, reportsJSON: Bool? = nil,
    silenced: Set<String> = []
  ) throws(CommandFailure) {
    var options = try WorkspaceOptions(arguments)
    options.silenced.formUnion(silenced)
    projects = ProjectLoader(options)
    self.console = console
    self.reportsJSON = reportsJSON ?? arguments.has(.json)
    switch arguments.value(.color) {
    case "always": usesColor = true
    case "never": usesColor = false
    default: usesColor = console.allowsColor
    }
  }

  /// Reads a project's or a plan's text, `-` from standard input.
  func read(_ path: String, as noun: String = "project") throws(CommandFailure) -> SourceFile {
    do throws(ProjectFileError) {
      guard path == "-" else { return try projects.read(path) }
      let limit = projects.options.limits[.fileBytes]
      return SourceFile(path: path, bytes: try ProjectFile.read(0, limit: limit))
    } catch {
      throw CommandFailure(error, reading: path, as: noun)
    }
  }

  func load(_ path: String) throws(CommandFailure) -> LoadedProject {
    try legible(projects.load(try read(path)))
  }

  /// Goes on only where something can be said about the project.
  func legible(_ project: LoadedProject) throws(CommandFailure) -> LoadedProject {
    if project.document != nil { return project }
    try report(project.diagnostics, in: project.file)
    throw CommandFailure(ExitStatus(project.diagnostics))
  }

  /// Loads a project or a plan, reports, and goes on only without errors.
  func plan(of input: MovieInput) throws(CommandFailure) -> (LoadedProject, RenderPlan) {
    guard case .plan(let path) = input else { return try plan(input.path) }
    return try writtenPlan(path)
  }

  /// Loads a plan from its file.
  ///
  /// - Parameters:
  ///   - opens: whether what it names is opened and held against it.
  ///   - needed: the media that are, if so; `nil` for all.
  func writtenPlan(
    _ path: String, opens: Bool = true, needed: ((RenderPlan) -> Set<MediaID>)? = nil
  ) throws(CommandFailure) -> (LoadedProject, RenderPlan) {
    let file = try read(path, as: "plan")
    let loaded = opens ? projects.load(plan: file, needed: needed) : projects.load(unopened: file)
    let (project, plan) = try plan(of: loaded)
    if let entry = projects.unusedMaps(of: plan).first {
      let folders = projects.folders(of: plan)
      let there = folders.prefix(3).map { "'\($0)'" }.joined(separator: ", ")
      let more = folders.count > 3 ? " and \(folders.count - 3) more" : ""
      throw CommandFailure(
        .usage,
        "--map: no path of the plan begins with '\(entry.from)'; "
          + (folders.isEmpty ? "it names no files" : "its files are in \(there)\(more)"),
        helpTells: false)
    }
    return (project, plan)
  }

  /// Loads a project, reports, and goes on only without errors.
  func plan(_ path: String) throws(CommandFailure) -> (LoadedProject, RenderPlan) {
    try plan(of: projects.load(try read(path)))
  }

  /// Reports, and goes on only without errors.
  ///
  /// - Parameter name: what people call the file of a path.
  func plan(
    of project: LoadedProject, calling name: (_ path: String) -> String = { $0 }
  ) throws(CommandFailure) -> (LoadedProject, RenderPlan) {
    try report(project.diagnostics, in: project.file.renamed(name))
    guard let plan = project.plan else { throw CommandFailure(ExitStatus(project.diagnostics)) }
    if let origin = project.document?.formOrigin {
      let keys = origin.keys.map { "\"\($0)\"" }.joined(separator: " and ")
      let form = "\(plan.output.size), \(plan.output.rate.shortDescription) frames a second"
      console.tell(
        "the output has \(keys) of '\(origin.media)', the first clip of moving pictures: \(form)")
    }
    return (project, plan)
  }

  func report(_ diagnostics: [Diagnostic], in file: SourceFile) throws(CommandFailure) {
    guard !diagnostics.isEmpty else { return }
    if reportsJSON {
      let text = DiagnosticRenderer.json(diagnostics, in: file)
      return findingsAreResult ? try console.write(text, to: nil) : console.raw(text + "\n")
    }
    let text = DiagnosticRenderer.text(diagnostics, in: file, color: usesColor)
    console.raw(text.hasSuffix("\n") ? text : text + "\n")
  }
}

/// What a movie is made of.
enum MovieInput {
  case project(String)
  case plan(String)

  /// A project by its path, or what `--plan` names.
  init(_ arguments: Arguments) throws(CommandFailure) {
    switch (arguments.positional.first, arguments.value(.plan)) {
    case (let project?, nil):
      if arguments.has(.map) { throw CommandFailure(.usage, "--map goes with --plan") }
      self = .project(project)
    case (nil, let plan?):
      if arguments.has(.locked) {
        throw CommandFailure(
          .usage, "--locked goes with a project; a plan knows by itself what it was made of")
      }
      self = .plan(plan)
    case (_?, _?):
      throw CommandFailure(.usage, "--plan takes the place of the project; leave one of them out")
    case (nil, nil): throw CommandFailure(.usage, "usage: cutlist render \(Command.render.usage)")
    }
  }

  /// As the command line gives it.
  var path: String {
    switch self {
    case .project(let path), .plan(let path): path
    }
  }
}
