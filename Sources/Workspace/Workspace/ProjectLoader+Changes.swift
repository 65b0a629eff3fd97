package import Diagnostics
import ProjectFormat

extension ProjectLoader {
  /// What can be told at once of a project whose text has changed: what is wrong with the items that were
  /// changed, as far as it shows in them alone, and what was found before of all others. Media are not opened, and
  /// nothing is placed or planned.
  ///
  /// - Parameters:
  ///   - file: the project's text.
  ///   - project: what was loaded before; its parts and projects are taken to be as they were then.
  /// - Returns: a project that has findings and places alone.
  package func changed(_ file: SourceFile, since project: LoadedProject) -> LoadedProject {
    let movement = SourceMovement(from: project.file.bytes, to: file.bytes)
    let old = project.diagnostics.compactMap { $0.moved(by: movement) }
    var changed = LoadedProject(file, options)
    for part in project.file.included {
      _ = changed.file.include(part.file, isPart: part.isPart)
    }
    changed.add(
      ProjectCompiler.findings(
        ofChange: movement.changed, in: file, limits: options.limits, settings: options.settings,
        projects: projects(besides: file), keeping: old))
    return changed
  }
}
