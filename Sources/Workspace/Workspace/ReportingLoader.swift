package import Diagnostics
import FileSystem
import BaseValues
package import PlanModel
import ProjectFormat
import RenderPlanning
package import TimelineModel

/// Loads projects and says what was found.
package struct ReportingLoader {
  package let projects: ProjectLoader
  package let listener: any Listener

  /// - Parameter listener: who is told.
  package init(_ options: WorkspaceOptions, _ listener: any Listener) {
    projects = ProjectLoader(options)
    self.listener = listener
  }

  /// Reads a project's or a plan's text, `-` from standard input.
  /// - Parameter waits: whether it may come from a pipe, which is read until it is closed.
  package func read(
    _ path: String, as noun: String = "project", waits: Bool = true
  ) throws(CommandFailure) -> SourceFile {
    do throws(ProjectFileError) {
      guard path == "-" else { return try projects.read(path, waits: waits) }
      let limit = projects.options.limits[.fileBytes]
      return SourceFile(path: path, bytes: try ProjectFile.read(0, limit: limit))
    } catch {
      throw CommandFailure(error, reading: path, as: noun)
    }
  }

  package func load(_ path: String) throws(CommandFailure) -> LoadedProject {
    try legible(projects.load(try read(path)))
  }

  /// Goes on only where something can be said about the project.
  package func legible(_ project: LoadedProject) throws(CommandFailure) -> LoadedProject {
    if project.document != nil { return project }
    try report(project.diagnostics, in: project.file)
    throw CommandFailure(ExitStatus(project.diagnostics))
  }

  /// Loads a plan from its file.
  ///
  /// - Parameters:
  ///   - opens: whether what it names is opened and held against it.
  ///   - needed: the media that are, if so; `nil` for all.
  package func writtenPlan(
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
  package func plan(_ path: String) throws(CommandFailure) -> (LoadedProject, RenderPlan) {
    try plan(of: projects.load(try read(path)))
  }

  /// Reports, and goes on only without errors.
  ///
  /// - Parameter name: what people call the file of a path.
  package func plan(
    of project: LoadedProject, calling name: (_ path: String) -> String = { $0 }
  ) throws(CommandFailure) -> (LoadedProject, RenderPlan) {
    try report(project.diagnostics, in: project.file.renamed(name))
    guard let plan = project.plan else { throw CommandFailure(ExitStatus(project.diagnostics)) }
    if let origin = project.document?.formOrigin {
      let keys = origin.keys.map { "\"\($0)\"" }.joined(separator: " and ")
      let form = "\(plan.output.size), \(plan.output.rate.shortDescription) frames a second"
      listener.tell(
        "the output has \(keys) of '\(origin.media)', the first clip of moving pictures: \(form)")
    }
    return (project, plan)
  }

  package func report(_ findings: [Diagnostic], in file: SourceFile) throws(CommandFailure) {
    if !findings.isEmpty { try listener.report(findings, in: file) }
  }
}
