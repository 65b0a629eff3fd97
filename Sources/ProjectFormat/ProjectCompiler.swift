public import Diagnostics
public import TimelineModel

/// From the text of a project to its timeline, in steps that can be looked at.
///
/// ```
/// text ── document ──▶ ProjectDocument ── (media are opened) ── timeline ──▶ Timeline
/// ```
///
/// No step stops at its first finding, and each goes on where the one before has found mistakes,
/// so that one run shows all of them. A timeline is good for rendering only when there is no error
/// among all findings; whoever opens the media sees to that.
public enum ProjectCompiler {
  /// Reads a project.
  ///
  /// - Parameters:
  ///   - limits: how much the project may hold.
  ///   - settings: values of its parameters by their names.
  /// - Returns: what is written, also when some of it is wrong; `nil` when nothing can be said
  ///   about it. Findings are in order of their places.
  public static func document(
    from file: SourceFile, limits: ProjectLimits = ProjectLimits(),
    settings: [String: String] = [:]
  ) -> (ProjectDocument?, [Diagnostic]) {
    let (parsed, syntax) = JSONParser.parse(file, limits: limits.json)
    guard let written = parsed, !written.isInvalid else { return (nil, syntax.sortedByLocation()) }
    let filled = FilledProject(written, of: file, settings: settings, limits: limits)
    var value = filled.value
    if value["cutlist"] == nil, let plan = value["cutlistPlan"] {
      return (nil, [ProjectMessages.planGiven(file.path, range: plan.range)])
    }
    // Reading takes more memory than parsing; what is too much is not read at all.
    if let excess = ProjectCounts.excess(in: value, limits: limits) {
      return (nil, (syntax + [excess]).sortedByLocation())
    }
    var reading = Reading()
    let rate = value["output"]?["frameRate"].flatMap { WrittenValue.frameRate($0) }
    reading.expressions = ExpressionContext(parameters: filled.values, rate: rate ?? .default)
    let styled = StyledProject(
      value, reading.expressions, mentioned: filled.uses.absentStyles, limit: limits[.fileBytes])
    value = styled.value
    reading.readsAgain = !styled.uses.sources.isEmpty
    var document = ProjectReader.read(value, &reading)
    let found = styled.uses.explained(styled.findings + reading.diagnostics)
    var findings = filled.findings + filled.uses.explained(found)
    document?.uses = filled.uses
    document?.styles = styled.uses
    // What looks missing may be what the parser could not make out.
    if syntax.contains(where: { $0.severity == .error && $0.id != "json-duplicate-key" }) {
      findings.removeAll { $0.id == "missing-key" || $0.id == "unknown-form" }
      document?.hasSyntaxErrors = true
    }
    return (document, (syntax + findings).sortedByLocation())
  }

  /// The names of a project's parameters, in the order written; none of a file that is no project.
  public static func parameterNames(
    of file: SourceFile, limits: ProjectLimits = ProjectLimits()
  ) -> [String] {
    guard
      case .object(let members)? = JSONParser.parse(file, limits: limits.json).0?["parameters"]?
        .kind
    else { return [] }
    return members.map(\.key)
  }

  /// Resolves a project: exact times, defaults, names.
  ///
  /// - Parameter catalog: the facts about ``ProjectDocument/mediaItems``.
  /// - Returns: the timeline with everything that could be resolved, and findings in order of their
  ///   places. Where there are errors the timeline lacks items, or is `nil`.
  public static func timeline(
    from document: ProjectDocument, catalog: MediaCatalog
  ) -> (Timeline?, [Diagnostic]) {
    var resolver = TimelineResolver(document: document, catalog: catalog)
    let timeline = resolver.resolve()
    return (timeline, resolver.diagnostics.sortedByLocation())
  }
}

extension JSONValue {
  fileprivate var isInvalid: Bool {
    if case .invalid = kind { true } else { false }
  }
}
