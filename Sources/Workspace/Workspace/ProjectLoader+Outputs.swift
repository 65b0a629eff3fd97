package import Diagnostics
import ProjectFormat

extension ProjectLoader {
  /// What is wrong with the named outputs of a project and not with the project as it was loaded; nothing where one of them
  /// was chosen. Places are in the project's own file.
  ///
  /// - Parameter file: the project's text.
  package func outputFindings(
    of project: LoadedProject, in file: SourceFile
  ) -> [Diagnostic] {
    guard options.rendition.output == nil, project.document != nil else { return [] }
    var loader = self
    // Media are opened once for all of them.
    loader.options.memory = options.memory ?? MediaMemory()
    var known = project.diagnostics
    var found: [Diagnostic] = []
    for output in ProjectCompiler.outputs(of: file, limits: options.limits)
    where ProjectCompiler.isOutputName(output.name) {
      loader.options.rendition.output = output.name
      for finding in loader.load(file).diagnostics
      where finding.range.upper <= file.bytes.count
        && !known.contains(where: {
          $0.id == finding.id && $0.range == finding.range && $0.message == finding.message
        })
      {
        known.append(finding)
        found.append(finding)
      }
    }
    return found
  }
}
