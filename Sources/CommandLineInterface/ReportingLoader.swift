import Diagnostics
import PlanModel
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

  /// - Parameter reportsJSON: `nil` for what `--json` says.
  init(
    _ arguments: Arguments, _ console: Console, reportsJSON: Bool? = nil
  ) throws(CommandFailure) {
    projects = ProjectLoader(try WorkspaceOptions(arguments))
    self.console = console
    self.reportsJSON = reportsJSON ?? arguments.has(.json)
    switch arguments.value(.color) {
    case "always": usesColor = true
    case "never": usesColor = false
    default: usesColor = console.allowsColor
    }
  }

  /// Reads a project's text, `-` from standard input.
  func read(_ path: String) throws(CommandFailure) -> SourceFile {
    do throws(ProjectFileError) {
      guard path == "-" else { return try projects.read(path) }
      let limit = projects.options.limits[.fileBytes]
      return SourceFile(path: path, bytes: try ProjectFile.read(0, limit: limit))
    } catch {
      throw CommandFailure(error, reading: path)
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

  /// Loads a project, reports, and goes on only without errors.
  func plan(_ path: String) throws(CommandFailure) -> (LoadedProject, RenderPlan) {
    try plan(of: projects.load(try read(path)))
  }

  /// Reports, and goes on only without errors.
  func plan(of project: LoadedProject) throws(CommandFailure) -> (LoadedProject, RenderPlan) {
    try report(project.diagnostics, in: project.file)
    guard let plan = project.plan else { throw CommandFailure(ExitStatus(project.diagnostics)) }
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
