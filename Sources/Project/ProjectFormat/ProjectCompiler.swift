package import Diagnostics
package import OutputKinds
package import TimelineModel

/// From the text of a project to its timeline, in steps that can be looked at.
///
/// ```
/// text ── document ──▶ ProjectDocument ── (media are opened) ── timeline ──▶ Timeline
/// ```
///
/// No step stops at its first finding, and each goes on where the one before has found mistakes,
/// so that one run shows all of them. A timeline is good for rendering only when there is no error
/// among all findings; whoever opens the media sees to that.
package enum ProjectCompiler {
  /// Reads a project.
  ///
  /// - Parameters:
  ///   - limits: how much the project may hold.
  ///   - settings: values of its parameters by their names.
  /// - Returns: what is written, also when some of it is wrong; `nil` when nothing can be said
  ///   about it. Findings are in order of their places. Projects that it shows are not read.
  package static func document(
    from file: SourceFile, limits: ProjectLimits = ProjectLimits(),
    settings: [String: String] = [:]
  ) -> (ProjectDocument?, [Diagnostic]) {
    var file = file
    return document(from: &file, limits: limits, settings: settings, projects: nil)
  }

  /// Reads a project and those that it shows.
  ///
  /// - Parameters:
  ///   - file: takes in the files of the others, so that findings have places in it.
  ///   - projects: reads the others; `nil` to leave them alone.
  ///   - rendition: which of its movies is made.
  package static func document(
    from file: inout SourceFile, limits: ProjectLimits = ProjectLimits(),
    settings: [String: String] = [:], rendition: Rendition = Rendition(),
    projects: ProjectSource?
  ) -> (ProjectDocument?, [Diagnostic]) {
    let (parsed, syntax) = JSONParser.parse(file, limits: limits.json, as: .project)
    guard let written = parsed, !written.isInvalid else { return (nil, syntax.sortedByLocation()) }
    return document(
      of: written, syntax, in: &file, limits: limits, settings: settings, rendition: rendition,
      projects: projects)
  }

  /// What is wrong with what was changed in a project, as far as it can be told of that alone: its items, one by one,
  /// and what it says besides; and wherever it is no JSON.
  ///
  /// - Parameters:
  ///   - change: the bytes that are others than before.
  ///   - old: the findings before that, at their places now: those about what was not changed still hold.
  /// - Returns: findings in order of their places, all of them in the project's own file.
  package static func findings(
    ofChange change: SourceRange, in file: SourceFile, limits: ProjectLimits = ProjectLimits(),
    settings: [String: String] = [:], projects: ProjectSource?,
    keeping old: [Diagnostic]
  ) -> [Diagnostic] {
    let (parsed, syntax) = JSONParser.parse(file, limits: limits.json, as: .project)
    guard let written = parsed, !written.isInvalid else { return syntax.sortedByLocation() }
    let changed = ChangedProject(written, change: change)
    var whole = file
    let found = document(
      of: changed.value, syntax, in: &whole, limits: limits, settings: settings,
      rendition: Rendition(), projects: projects
    ).1
    let said = Set(syntax)
    let own = found.filter { said.contains($0) || changed.concerns($0) }.map { finding in
      var finding = finding
      // Files within lie elsewhere as long as not all of them are read.
      for index in finding.notes.indices
      where finding.notes[index].range.map({ $0.upper > file.bytes.count }) ?? false {
        finding.notes[index].range = nil
      }
      return finding
    }
    let others = old.filter { !$0.id.isOfSyntax && !changed.concerns($0) }
    return (own + others).sortedByLocation()
  }

  private static func document(
    of project: JSONValue, _ syntax: [Diagnostic], in file: inout SourceFile,
    limits: ProjectLimits, settings: [String: String], rendition: Rendition,
    projects: ProjectSource?
  ) -> (ProjectDocument?, [Diagnostic]) {
    var (written, syntax) = (project, syntax)
    if written["cutlist"] == nil, let plan = written["cutlistPlan"] {
      return (nil, [ProjectMessages.planGiven(file.path, range: plan.range)])
    }
    if written["cutlist"] == nil, written.isPart {
      return (nil, [PartMessages.partGiven(file.path, range: written.range)])
    }
    var bytes = 0
    var isIncomplete = false
    if file.mentions("\"include\"") {
      var assembly = PartAssembly(file, limits, projects, bytes: file.bytes.count)
      written = assembly.assembled(written)
      (file, bytes) = (assembly.file, assembly.bytes)
      isIncomplete = assembly.isIncomplete && projects != nil
      syntax += assembly.findings
    }
    if let finding = rendition.finding(in: written) {
      return (nil, (syntax + [finding]).sortedByLocation())
    }
    let given = OutputsReader.givenFindings(in: written)
    let settings = rendition.settings(settings, in: written)
    let place = rendition.place(in: written)
    let (part, wrongPart) = rendition.part(in: written)
    let common = written["output"]?.range
    let describing = written.describingMedia
    written = rendition.applied(to: written)
    let reading = ProjectReading(
      written, of: file, settings: settings, limits: limits, form: projects?.form)
    if let excess = reading.excess { return (nil, (syntax + [excess]).sortedByLocation()) }
    let filled = reading.filled
    var document = reading.document
    var findings = given + wrongPart + filled.findings + reading.findings
    // What looks missing may be what the parser could not make out.
    if syntax.contains(where: { $0.severity == .error && $0.id != .jsonDuplicateKey }) {
      findings.removeAll { $0.id == .missingKey || $0.id == .unknownForm }
      document?.hasSyntaxErrors = true
    }
    // What names something, or what is named, may be in what could not be included.
    if isIncomplete { findings.removeAll { [.unknownStyle, .styleUnused].contains($0.id) } }
    if var whole = document {
      if let name = rendition.output, let place {
        whole.chosenOutput = ChosenOutput(
          name: name, nameRange: place.name, places: [place.value, common].compactMap(\.self),
          part: part)
        findings = findings.map { whole.ofOutput($0) }
      }
      if rendition.further != nil { whole.chosenRendition = whole.output.renditions.first?.range }
      for size in rendition.sizes(of: whole.output) {
        let own = whole.outputSize
        whole.output.resize(size)
        let other = whole.outputSize
        whole.expect?.resize(from: own, to: other)
      }
      var linker = EditLinker(file, limits, projects, bytes: bytes)
      linker.link(&whole, filled.substitution)
      whole.uses.add(linker.uses)
      findings += linker.findings
      file = linker.file
      var captions = CaptionLinker(file, limits, projects)
      captions.link(&whole)
      findings += captions.findings
      file = captions.file
      var filters = FilterLinker()
      filters.link(&whole)
      findings += filters.findings
      for index in whole.mediaItems.indices
      where whole.uses.absentWords.contains(whole.mediaItems[index].name)
        || describing.contains(whole.mediaItems[index].name)
      {
        whole.mediaItems[index].isNamedWhereLeftOut = true
      }
      document = whole
    }
    return (document, (syntax + findings).sortedByLocation())
  }

  /// A project's value with its parts in place; what cannot be included is left out.
  ///
  /// - Parameters:
  ///   - file: takes in the files of the parts, as reading the project does.
  ///   - projects: reads the parts.
  package static func whole(
    _ project: JSONValue, in file: inout SourceFile, limits: ProjectLimits = ProjectLimits(),
    projects: ProjectSource
  ) -> JSONValue {
    guard file.mentions("\"include\"") else { return project }
    var assembly = PartAssembly(file, limits, projects, bytes: file.bytes.count)
    let whole = assembly.assembled(project)
    file = assembly.file
    return whole
  }

  /// What has to be replaced in a project that says something in a way of earlier versions.
  package static func upgrades(
    of file: SourceFile, limits: ProjectLimits = ProjectLimits()
  ) -> [Fix.Edit] {
    guard let parsed = JSONParser.parse(file, limits: limits.json, as: .project).0,
      !parsed.isInvalid
    else { return [] }
    // Each of several files says for itself what is old in it.
    var assembly = PartAssembly(file, limits, nil, bytes: 0)
    let filled = FilledProject(
      assembly.assembled(parsed.isPart ? parsed.asProject : parsed), of: file, settings: [:],
      limits: limits)
    guard var document = StyledReading(project: filled, limit: limits[.fileBytes]).document else {
      return []
    }
    var linker = EditLinker(file, limits, nil, bytes: 0)
    linker.link(&document, filled.substitution)
    let titles = ([document] + document.edits.map(\.document)).flatMap { $0.tracks ?? [] }
      .flatMap(\.titles)
    let old = titles.flatMap(\.placement.animations).map(\.value.property)
      .filter { $0.value == .position }.map { ProjectMessages.titlePosition(range: $0.range) }
    return file.certainEdits(of: old.sortedByLocation())
  }

  /// The names of a project's parameters, in the order written; none of a file that is no project.
  package static func parameterNames(
    of file: SourceFile, limits: ProjectLimits = ProjectLimits()
  ) -> [String] {
    guard
      case .object(let members)? = JSONParser.parse(
        file, limits: limits.json, as: .project
      ).0?["parameters"]?.kind
    else { return [] }
    return members.map(\.key)
  }

  /// Whether an output may be called so.
  package static func isOutputName(_ name: String) -> Bool { NamedOutput.isName(name) }

  /// The project's named outputs with the kinds of files that they are, in the order written; none of a file that is
  /// no project.
  package static func outputs(
    of file: SourceFile, limits: ProjectLimits = ProjectLimits()
  ) -> [(name: String, container: MovieContainer)] {
    guard let project = JSONParser.parse(file, limits: limits.json, as: .project).0,
      case .object(let members)? = project["outputs"]?.kind
    else { return [] }
    return members.map { member in
      let written =
        (project["output"] ?? JSONValue(range: .none, kind: .object([]))).output(
          differingAs: member.value.plainOutput)
      if case .string(let name)? = written["container"]?.kind,
        let named = MovieContainer(name: name)
      {
        return (member.key, named)
      }
      var trial = Reading()
      let background = written["background"].flatMap { Shape<Color>.color.read($0, &trial) }
      return (member.key, .usual(for: written, hasAlpha: background?.alpha == 0))
    }
  }

  /// Resolves a project: exact times, defaults, names.
  ///
  /// - Parameter catalog: the facts about ``ProjectDocument/mediaItems``.
  /// - Returns: the timeline with everything that could be resolved, and findings in order of their
  ///   places. Where there are errors the timeline lacks items, or is `nil`.
  package static func timeline(
    from document: ProjectDocument, catalog: MediaCatalog
  ) -> (Timeline?, [Diagnostic]) {
    var catalog = catalog
    return timeline(from: document, catalog: &catalog)
  }

  /// A project or group that is shown, and the facts about it; `nil` where it is not whole.
  private static func resolved(
    _ edit: EditDocument, _ catalog: MediaCatalog
  ) -> (edit: NestedEdit, facts: MediaFacts?, findings: [Diagnostic]) {
    var resolver = TimelineResolver(document: edit.document, catalog: catalog)
    let resolved = resolver.resolve()
    let findings = edit.document.styles.explained(resolver.diagnostics).map {
      $0.within(edit.way)
    }
    let nested = NestedEdit(
      name: edit.name, media: edit.media, timeline: resolved ?? resolver.emptyTimeline,
      isTransparent: edit.document.output.isTransparent ?? true, way: edit.way)
    return (nested, resolver.isWhole(resolved) ? nested.facts(catalog) : nil, findings)
  }

  /// The same, with the facts about the projects and groups that are shown put into the catalog.
  package static func timeline(
    from document: ProjectDocument, catalog: inout MediaCatalog
  ) -> (Timeline?, [Diagnostic]) {
    var findings: [Diagnostic] = []
    var edits: [NestedEdit] = []
    for edit in document.edits {
      let (nested, facts, found) = resolved(edit, catalog)
      // The resolver is gone: what it holds of the catalog would have it copied.
      catalog[edit.media] = facts
      findings += found
      edits.append(nested)
    }
    var resolver = TimelineResolver(document: document, catalog: catalog)
    var timeline = resolver.resolve()
    timeline?.edits = edits
    return (timeline, (findings + resolver.diagnostics).sortedByLocation())
  }
}

extension JSONValue {
  /// Names of media by which outputs are described: artwork, and what metadata is from.
  fileprivate var describingMedia: Set<String> {
    var names: Set<String> = []
    var outputs = [self["output"]].compactMap(\.self)
    if case .object(let members)? = self["outputs"]?.kind { outputs += members.map(\.value) }
    for output in outputs {
      let source = output["metadata"]?["from"]
      for value in [output["artwork"], source, source?["media"]] {
        if case .string(let name)? = value?.kind { names.insert(name) }
      }
    }
    return names
  }

  fileprivate var isInvalid: Bool {
    if case .invalid = kind { true } else { false }
  }
}
