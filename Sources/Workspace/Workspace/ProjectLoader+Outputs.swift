package import Diagnostics
package import ProjectFormat

extension ProjectLoader {
  /// What is wrong with the named outputs of a project, and with further renditions of its pictures, and not with the
  /// project as it was loaded. Places are in the project's own file.
  ///
  /// - Parameter file: the project's text.
  package func outputFindings(
    of project: LoadedProject, in file: SourceFile
  ) -> [Diagnostic] {
    guard project.document != nil else { return [] }
    var loader = self
    // Media are opened once for all of them.
    loader.options.memory = options.memory ?? MediaMemory()
    let said = SaidFindings()
    _ = said.new(project.diagnostics)
    func own(_ project: LoadedProject) -> [Diagnostic] {
      said.new(project.diagnostics.filter { $0.range.upper <= file.bytes.count })
    }
    // What is wrong with the movie is wrong with its renditions.
    func renditions(_ loader: ProjectLoader, of project: LoadedProject) -> [Diagnostic] {
      guard let document = project.document, !project.diagnostics.containsErrors else { return [] }
      return loader.renditions(of: document, in: file).flatMap(own)
    }
    var found = renditions(loader, of: project)
    // One of them was chosen.
    if options.rendition.output != nil || !file.mentions("\"outputs\"") { return found }
    for output in ProjectCompiler.outputs(of: file, limits: options.limits)
    where ProjectCompiler.isOutputName(output.name) {
      var chosen = loader
      chosen.options.rendition.output = output.name
      let project = chosen.load(file)
      let its = own(project) + renditions(chosen, of: project)
      found += its.map { project.document?.ofNamedOutput($0) ?? $0 }
    }
    return found
  }

  /// The further renditions of a project's pictures, each loaded as a project of its own whose movie has no sound.
  ///
  /// - Parameters:
  ///   - document: the project as it was loaded.
  ///   - file: its text.
  package func renditions(of document: ProjectDocument, in file: SourceFile) -> [LoadedProject] {
    (0..<document.renditionCount).map { number in
      var loader = self
      loader.options.rendition.further = number
      // The movie has the sound.
      loader.options.silenced.insert(.soundWithoutOutput)
      return loader.load(file)
    }
  }
}

extension LoadedProject {
  /// How many further renditions of its pictures the output names; 0 for a plan.
  package var renditionCount: Int { document?.renditionCount ?? 0 }

  /// - Throws: `CommandFailure` for a movie of several renditions, which jobs do not make.
  package func checkIsOneRendition() throws(CommandFailure) {
    if renditionCount == 0 { return }
    throw CommandFailure(
      .projectWrong,
      "jobs make movies of one rendition, and \"renditions\" names more; render this one with "
        + "'cutlist render', or give a movie of one rendition with --output")
  }
}
