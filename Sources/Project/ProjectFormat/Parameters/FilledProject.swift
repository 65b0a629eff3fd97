package import Diagnostics
import BaseValues
import TimelineModel

/// A project whose parameters have their values, and without what is not there for them.
struct FilledProject {
  /// All else as written.
  let value: JSONValue
  private(set) var findings: [Diagnostic] = []
  /// Where values of parameters stand now.
  let uses: ParameterUses
  /// Fills in groups.
  let substitution: ParameterSubstitution
  /// What the parameters are, for expressions that have to wait.
  let values: [String: ExpressionValue]

  /// - Parameter settings: values as a command line or a table has them, by name.
  init(
    _ project: JSONValue, of file: SourceFile, settings: [String: String], limits: ProjectLimits
  ) {
    let written = project["parameters"]
    guard
      written != nil || !settings.isEmpty || file.mentions("\"when\"")
        || file.mentions("\"{") || file.mentions("\"use\"") || file.mentions("\"include\"")
    else {
      (value, uses, values) = (project, ParameterUses(), [:])
      substitution = ParameterSubstitution(
        [], given: [:],
        rate: project["output"]?["frameRate"].flatMap { WrittenValue.frameRate($0) } ?? .default,
        limit: limits[.fileBytes])
      return
    }
    let rate = Self.frameRate(of: project, settings, limits)
    var reading = Reading()
    reading.expressions = ExpressionContext(rate: rate)
    let parameters = written.flatMap { ParameterReader.all.shape.read($0, &reading) } ?? []
    findings = reading.diagnostics
    let names = parameters.map(\.name)
    for name in settings.keys.sorted() where !names.contains(name) {
      findings.append(
        ParameterMessages.unknownParameter(
          shortened(name), names: names, suggestion: Suggestion.closest(to: name, among: names),
          range: .none))
    }
    var substitution = ParameterSubstitution(
      parameters, given: settings, rate: rate, limit: limits[.fileBytes])
    value = substitution.project(project)
    // Of parameters that are wrong themselves nothing is known.
    let isWhole = !reading.diagnostics.contains { $0.severity == .error }
    findings += substitution.findings.filter { isWhole || $0.id != .unknownParameter }
    self.substitution = substitution
    uses = ParameterUses(substitution, of: parameters, given: settings)
    values = substitution.values
  }

  /// The rate of the movie, by which times are counted; a parameter may say it.
  private static func frameRate(
    of project: JSONValue, _ settings: [String: String], _ limits: ProjectLimits
  ) -> FrameRate {
    guard let written = project["output"]?["frameRate"] else { return .default }
    if let rate = WrittenValue.frameRate(written) { return rate }
    var trial = Reading()
    let parameters = project["parameters"].flatMap { ParameterReader.all.shape.read($0, &trial) }
    var substitution = ParameterSubstitution(
      parameters ?? [], given: settings, rate: .default, limit: limits[.fileBytes])
    return substitution.frameRate(of: project) ?? .default
  }
}

/// Where values of parameters were put into a project.
struct ParameterUses: Sendable {
  /// Which parameters stand where.
  var places: [SourceRange: [String]] = [:]
  /// The items that values of parameters belong to, with their keys.
  var owners: [SourceRange: (owner: SourceRange, key: String)] = [:]
  /// What each of them is, and where that is said.
  var origins: [String: Note] = [:]
  /// Where each of them is written.
  var parameters: [String: SourceRange] = [:]
  /// The conditions that leave out what has a name, by the names.
  var absent: [String: SourceRange] = [:]
  /// Styles that something names which is left out.
  var absentStyles: Set<String> = []
  /// Words of what is left out that may be names of media.
  var absentWords: Set<String> = []

  /// Nothing came from parameters.
  init() {}

  /// - Parameter given: values as a command line, a table or a clip has them.
  init(
    _ substitution: ParameterSubstitution, of parameters: [ProjectParameter],
    given settings: [String: String]
  ) {
    places = substitution.places
    owners = substitution.owners
    absent = substitution.absent
    absentStyles = substitution.absentStyles
    absentWords = substitution.absentWords
    for parameter in parameters {
      self.parameters[parameter.name] = parameter.range
      let given = settings[parameter.name]
      let standard = parameter.standard.flatMap { try? $0.value.description(rate: .default) }
      guard let text = given ?? standard else { continue }
      let way = given == nil ? "by default" : "as it was given"
      origins[parameter.name] = Note(
        message: "'\(parameter.name)' is \(quotedForMessage(text)), \(way)",
        range: given == nil ? parameter.standard?.range ?? parameter.range : parameter.range)
    }
  }

  /// Takes in those of a project or group that is shown; what is known of a place stays.
  mutating func add(_ other: ParameterUses) {
    places.merge(other.places) { first, _ in first }
    owners.merge(other.owners) { first, _ in first }
    origins.merge(other.origins) { first, _ in first }
    parameters.merge(other.parameters) { first, _ in first }
    absentWords.formUnion(other.absentWords)
  }

  /// Findings with what values came from parameters; what would change such a value in the file is
  /// no way out.
  func explained(_ findings: [Diagnostic]) -> [Diagnostic] {
    if places.isEmpty { return findings }
    return findings.map { finding in
      guard let names = places[finding.range] else { return finding }
      var finding = finding
      let notes = Set(names).sorted().compactMap { origins[$0] }
      finding.notes += notes.filter { !finding.notes.contains($0) }
      // Of an expression it is what is written that is wrong.
      if finding.id != .expressionValue {
        finding.fixes.removeAll { !$0.edits.isEmpty && !$0.isSpelling }
      }
      return finding
    }
  }
}

extension SourceFile {
  /// Whether some bytes are anywhere in it.
  package func mentions(_ text: StaticString) -> Bool {
    let wanted = Array("\(text)".utf8)
    guard let first = wanted.first, bytes.count >= wanted.count else { return false }
    let second = wanted.count > 1 ? wanted[1] : 0
    var start = 0
    let last = bytes.count - wanted.count
    while start <= last {
      // Projects are full of quotes, with which most of what is looked for begins.
      if bytes[start] == first, wanted.count == 1 || bytes[start + 1] == second,
        bytes[start..<start + wanted.count].elementsEqual(wanted)
      {
        return true
      }
      start += 1
    }
    return false
  }
}
