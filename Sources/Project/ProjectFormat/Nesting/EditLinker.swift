import Diagnostics
import BaseValues
import TimelineModel

/// Reads the projects and groups that a project shows, and those that they show.
///
/// Each is read once for each set of values that clips give to its parameters. A ring is reported and
/// cut.
struct EditLinker {
  /// A file with the groups in it.
  private struct Scope {
    /// Tells it from others: the file, and the values of its parameters.
    var identity: String
    /// Before the names of its media, as in `intro/`.
    var prefix: String
    var rebasing: PathRebasing
    var substitution: ParameterSubstitution
    var output: OutputDocument
    /// Its beats as its groups count them, from their own beginning.
    var beats: [BeatGridDocument]
    /// What expressions can ask of them where values are given.
    var beatTimes: [TimeReference: ExpressionValue]
    var beatsAreComplete: Bool
    /// Its styles and defaults.
    var styling: [JSONMember]
    var names: [String: MediaID]
    /// Of media and groups, in the order of the file.
    var knownNames: [String]
    var projects: [String: Located<String>]
    var groups: [String: GroupEntry]
  }

  /// A project or group that is being read.
  private struct Step {
    var identity: String
    var name: String
    var use: SourceRange
  }

  private struct Instance: Hashable {
    var scope: String
    var use: EditUse
  }

  private static let deepest = 12

  private let limits: ProjectLimits
  private let source: ProjectSource?
  /// The outermost file with all others in it.
  private(set) var file: SourceFile
  private(set) var findings: [Diagnostic] = []
  private(set) var uses = ParameterUses()
  private var media = LinkedMedia()
  private var edits: [EditDocument] = []
  private var known: [Instance: MediaID?] = [:]
  private var steps: [Step] = []
  /// Of the projects that were read, each as often as it was.
  private var bytes = 0

  /// - Parameter bytes: of the project's parts.
  init(
    _ file: SourceFile, _ limits: ProjectLimits, _ source: ProjectSource?, bytes: Int
  ) {
    self.file = file
    self.limits = limits
    self.source = source
    self.bytes = bytes
  }

  /// Links the outermost project.
  mutating func link(_ document: inout ProjectDocument, _ substitution: ParameterSubstitution) {
    if document.projects.isEmpty, document.groups.isEmpty { return }
    media = LinkedMedia(document.mediaItems)
    let scope = scope(
      of: document, identity: "", prefix: "", PathRebasing(besides: ""), substitution)
    steps = [Step(identity: "", name: "", use: .none)]
    link(&document, in: scope)
    // What nobody shows may be wrong as well.
    let shown = Set(document.links.keys.map(\.name))
    let used = Set(edits.flatMap { $0.document.links.keys.map(\.name) }).union(shown)
    for group in document.groups where !used.contains(group.name) && source != nil {
      findings.append(NestingMessages.unusedGroup(group.name, range: group.nameRange))
      let count = findings.count
      _ = instance(EditUse(name: group.name, given: []), in: scope, at: group.nameRange)
      findings[count...].removeAll { $0.id == .parameterWithoutValue }
    }
    document.mediaItems = media.items
    // Told once: each of them goes through all of the document.
    let (names, origins) = (document.timeNames, document.uses.origins)
    for index in edits.indices {
      edits[index].document.mediaItems = media.items
      edits[index].document.ownMediaCount = 0
      // Groups use the movie's media and parameters, too.
      if !document.mediaIsComplete { edits[index].document.mediaIsComplete = false }
      edits[index].document.outerNames = names
      edits[index].document.uses.origins.merge(origins) { own, _ in own }
    }
    document.edits = edits
  }

  // MARK: - Scopes

  private mutating func scope(
    of document: ProjectDocument, identity: String, prefix: String, _ rebasing: PathRebasing,
    _ substitution: ParameterSubstitution
  ) -> Scope {
    var scope = Scope(
      identity: identity, prefix: prefix, rebasing: rebasing, substitution: substitution,
      output: document.output,
      beats: document.beats.map { grid in
        var grid = grid
        grid.offset = nil
        return grid
      }, beatTimes: document.beatTimes, beatsAreComplete: document.beatsAreComplete,
      styling: document.styling, names: [:],
      knownNames: document.mediaItems.prefix(document.ownMediaCount).map(\.name)
        + document.groups.map(\.name),
      projects: [:], groups: [:])
    for item in document.mediaItems.prefix(document.ownMediaCount)
    where scope.names[item.name] == nil {
      if let path = document.projects[item.id] {
        scope.projects[item.name] = Located(
          value: rebasing.path(path), range: item.pathRange)
      }
      scope.names[item.name] = prefix.isEmpty ? item.id : media.id(of: item, prefix, rebasing)
    }
    let places =
      document.groups.isEmpty
      ? [:]
      : Dictionary(
        document.mediaItems.map { ($0.name, $0.nameRange) }, uniquingKeysWith: { first, _ in first }
      )
    for group in document.groups {
      if let other = places[group.name] {
        findings.append(
          NestingMessages.nameTaken(
            shortened(group.name), range: group.nameRange, other: other))
      } else if scope.groups[group.name] == nil {
        scope.groups[group.name] = group
      }
    }
    return scope
  }

  // MARK: - Uses

  /// Values of which those of times and numbers are worked out where they are expressions: they are said
  /// in the project that gives them.
  private mutating func worked(
    _ settings: [String: String], for parameters: JSONValue?, in scope: Scope,
    at range: SourceRange
  ) -> [String: String] {
    guard case .object(let members)? = parameters?.kind else { return settings }
    var settings = settings
    for member in members {
      guard let text = settings[member.key], case .string(let type)? = member.value["type"]?.kind,
        type == "time" || type == "number", Rational.decimal(text) == nil,
        (try? TimeExpression(parsing: text)) == nil
      else { continue }
      let (values, times) = (scope.substitution.values, scope.beatTimes)
      do throws(ExpressionError) {
        let rate = scope.substitution.rate
        let value = try Expression.value(of: text, rate: rate) { (name) throws(ExpressionError) in
          values[name]
        } times: { (reference) throws(ExpressionError) in
          times[reference]
        }
        settings[member.key] = try value.description(rate: rate)
      } catch {
        // Of what is no expression at all the parameter says what it takes.
        guard text.contains("{") else { continue }
        var finding = ParameterMessages.expressionValue(error, range: range)
        if case .noTimes(let reference) = error.reason {
          finding = NestingMessages.givenTime(
            shortened(member.key), time: shortened(reference.description), range: range)
        }
        if !findings.contains(finding) { findings.append(finding) }
        // One mistake is one finding.
        settings[member.key] = nil
        if member.value["default"] == nil { settings[member.key] = type == "time" ? "1s" : "1" }
      }
    }
    return settings
  }

  private mutating func link(_ document: inout ProjectDocument, in scope: Scope) {
    for use in document.editUses {
      let name = use.name.value
      let given = use.given?.value ?? []
      let key = EditUse(name: name, given: given)
      guard scope.projects[name] != nil || scope.groups[name] != nil else {
        if let written = use.given, scope.names[name] != nil {
          findings.append(
            NestingMessages.givenWithoutParameters(shortened(name), range: written.range))
        }
        continue
      }
      if document.links.keys.contains(key) { continue }
      document.links[key] = .some(instance(key, in: scope, at: use.name.range, use.given?.range))
    }
    document.names = scope.names
    document.knownNames = scope.knownNames
  }

  /// The media item that a project or group with some values is; `nil` where it cannot be read.
  private mutating func instance(
    _ use: EditUse, in scope: Scope, at range: SourceRange, _ given: SourceRange? = nil
  ) -> MediaID? {
    let key = Instance(scope: scope.identity, use: use)
    if let id = known[key] { return id }
    let id: MediaID?
    if let project = scope.projects[use.name] {
      id = self.project(project, use, in: scope, at: range, given)
    } else if let group = scope.groups[use.name] {
      id = self.group(group, use, in: scope, at: range, given)
    } else {
      id = nil
    }
    known[key] = .some(id)
    return id
  }

  /// Whether something may be read within what is being read.
  private mutating func enters(_ identity: String, _ name: String, _ use: SourceRange) -> Bool {
    if let first = steps.firstIndex(where: { $0.identity == identity }) {
      let ring = steps[(first + 1)...].map { Located(value: $0.name, range: $0.use) }
      findings.append(
        NestingMessages.circularProjects(ring + [Located(value: name, range: use)], range: use))
      return false
    }
    guard steps.count < Self.deepest else {
      findings.append(NestingMessages.nestedTooDeep(limit: Self.deepest, range: use))
      return false
    }
    return true
  }

  // MARK: - Projects

  private mutating func project(
    _ path: Located<String>, _ use: EditUse, in scope: Scope, at range: SourceRange,
    _ given: SourceRange?
  ) -> MediaID? {
    guard let source else { return nil }
    let found: ProjectSource.Found
    switch source.read(path.value) {
    case .success(let file): found = file
    case .failure(let problem):
      var finding = NestingMessages.nestedProject(
        problem.reason, range: path.range, notes: problem.notes.map { Note(message: $0) },
        fixes: problem.fixes(of: path.value, at: path.range))
      finding.origin = .media
      if !findings.contains(finding) { findings.append(finding) }
      return nil
    }
    guard enters(found.identity, use.name, range) else { return nil }
    bytes += found.file.bytes.count
    guard bytes <= limits[.fileBytes] else {
      let finding = NestingMessages.nestedBytes(limit: limits[.fileBytes], range: path.range)
      if !findings.contains(finding) { findings.append(finding) }
      return nil
    }
    let (parsed, syntax) = JSONParser.parse(found.file, limits: limits.json, as: .nestedProject)
    let start = file.include(found.file)
    let first = findings.count
    findings += syntax.map { $0.shifted(by: start) }
    defer { tell(use.name, at: range, from: first) }
    guard let parsed, parsed.kind != .invalid else { return nil }
    let settings = worked(use.settings, for: parsed["parameters"], in: scope, at: given ?? range)
    let rebasing = PathRebasing(besides: path.value)
    var value = parsed.shifted(by: start)
    if found.file.mentions("\"include\"") {
      var assembly = PartAssembly(
        file, limits, source, base: rebasing, identity: found.identity, bytes: bytes)
      value = assembly.assembled(value)
      (file, bytes) = (assembly.file, assembly.bytes)
      findings += assembly.findings
    }
    let reading = ProjectReading(
      value, of: found.file, settings: settings, limits: limits
    ) { item in
      var item = item
      item.content = rebasing.content(item.content)
      return source.form(item)
    }
    let filled = reading.filled
    findings += filled.findings.map { $0.placed(given ?? range) }
    if let excess = reading.excess {
      findings.append(excess)
      return nil
    }
    // What looks missing may be what the parser could not make out.
    findings += reading.findings.filter {
      !syntax.containsErrors || ![.missingKey, .unknownForm].contains($0.id)
    }
    uses.add(filled.uses)
    guard var document = reading.document else { return nil }
    document.hasSyntaxErrors = syntax.containsErrors
    rebasing.fonts(of: &document)
    let inner = self.scope(
      of: document, identity: found.identity + "\n\(settings.sorted { $0.key < $1.key })",
      prefix: scope.prefix + use.name + "/", rebasing, filled.substitution)
    steps.append(Step(identity: found.identity, name: use.name, use: range))
    link(&document, in: inner)
    steps.removeLast()
    return add(document, use, in: scope, at: range)
  }

  // MARK: - Groups

  private mutating func group(
    _ group: GroupEntry, _ use: EditUse, in scope: Scope, at range: SourceRange,
    _ given: SourceRange?
  ) -> MediaID? {
    let identity = scope.identity + "\n\n" + group.name
    guard enters(identity, use.name, range) else { return nil }
    if let excess = ProjectCounts.excess(in: group.value, limits: limits) {
      findings.append(excess)
      return nil
    }
    let first = findings.count
    defer { tell(use.name, at: range, from: first) }
    let rate =
      group.value["frameRate"].flatMap { WrittenValue.frameRate($0) }
      ?? scope.output.frameRate?.value ?? .default
    var reading = Reading()
    reading.expressions = ExpressionContext(rate: rate)
    let written = group.value["parameters"]
    let parameters = written.flatMap { ParameterReader.all.shape.read($0, &reading) } ?? []
    findings += reading.diagnostics
    let settings = worked(use.settings, for: written, in: scope, at: given ?? range)
    for name in settings.keys.sorted() where !parameters.contains(where: { $0.name == name }) {
      let names = parameters.map(\.name)
      findings.append(
        ParameterMessages.unknownParameter(
          shortened(name), names: names, suggestion: Suggestion.closest(to: name, among: names),
          range: given ?? range))
    }
    var substitution = ParameterSubstitution(
      parameters, given: settings, rate: rate, limit: limits[.fileBytes],
      within: scope.substitution)
    let value = substitution.group(group.value)
    let isWhole = !reading.diagnostics.containsErrors
    findings += substitution.findings.filter { isWhole || $0.id != .unknownParameter }
      .map { $0.placed(given ?? range) }
    let places = ParameterUses(substitution, of: parameters, given: settings)
    let styled = StyledReading(
      group: value, in: scope.output, styling: scope.styling, values: substitution.values,
      uses: places, limit: limits[.fileBytes])
    findings += styled.findings
    uses.add(places)
    guard var document = styled.document else { return nil }
    scope.rebasing.fonts(of: &document)
    (document.beats, document.beatsAreComplete) = (scope.beats, scope.beatsAreComplete)
    steps.append(Step(identity: identity, name: use.name, use: range))
    link(&document, in: scope)
    steps.removeLast()
    return add(document, use, in: scope, at: range)
  }

  // MARK: - Results

  /// Puts an edit on the lists, after those that it shows.
  private mutating func add(
    _ document: ProjectDocument, _ use: EditUse, in scope: Scope, at range: SourceRange
  ) -> MediaID {
    let content = MediaContent.edit(edits.count)
    let id: MediaID
    if use.given.isEmpty, let own = scope.names[use.name] {
      media.items[own.index].content = content
      id = own
    } else {
      let entry = scope.names[use.name].map { media.items[$0.index] }
      let group = scope.groups[use.name]
      id = MediaID(media.items.count)
      media.items.append(
        MediaItem(
          id: id, name: scope.prefix + use.name,
          nameRange: group?.nameRange ?? entry?.nameRange ?? range,
          valueRange: group?.value.range ?? entry?.valueRange ?? range, content: content))
    }
    let way = steps.dropFirst().map { Located(value: $0.name, range: $0.use) }
    edits.append(
      EditDocument(
        name: use.name, media: id, document: document,
        way: way + [Located(value: use.name, range: range)]))
    return id
  }

  /// Says of what was found since then how one gets there.
  private mutating func tell(_ name: String, at range: SourceRange, from first: Int) {
    // A parameter that nothing uses is one whoever shows the edit.
    for index in findings.indices.dropFirst(first) where findings[index].id != .parameterUnused {
      findings[index] = findings[index].within([Located(value: name, range: range)])
    }
  }
}

extension Diagnostic {
  /// A finding about parameters, at a place where it has none, with the way to give them here.
  fileprivate func placed(_ range: SourceRange) -> Diagnostic {
    var result = self
    if id == .parameterValue {
      result.notes.append(Note(message: "the parameter is written here", range: self.range))
      result.range = range
      return result
    }
    if id == .parameterWithoutValue {
      result.fixes = [Fix(message: "give it one in \"with\" of the clip, or a \"default\"")]
    }
    if range.isNone || !self.range.isNone { return result }
    result.range = range
    return result
  }
}
