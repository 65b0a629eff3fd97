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
    let said = SaidFindings()
    _ = said.new(project.diagnostics)
    var found: [Diagnostic] = []
    for output in ProjectCompiler.outputs(of: file, limits: options.limits)
    where ProjectCompiler.isOutputName(output.name) {
      loader.options.rendition.output = output.name
      found += said.new(loader.load(file).diagnostics.filter { $0.range.upper <= file.bytes.count })
    }
    return found
  }
}
