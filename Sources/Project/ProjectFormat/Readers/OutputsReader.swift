import BaseValues
import Diagnostics
import TimelineModel

/// Reads the object `outputs`: further movies of the same edit, each under a name.
///
/// What an output says stands in place of what `output` says; so it is read as `output` is, after that.
enum OutputsReader {
  static let description = ObjectDescription(
    "namedOutput", "an output", "A further movie of the edit: what it says in place of `output`.",
    keys: (OutputReader.description.keys
      + [OutputRange.key.description, GroupReader.given.description]).map {
        $0.appearing(in: "0.2.0")
      })

  static let all = Key(
    "outputs", shape,
    "Further movies of the edit by name, for `cutlist render --output NAME`: each says what differs from `output`.",
    examples: ["{\"square\": {\"size\": \"1080x1080\"}, \"web\": {\"container\": \"webm\"}}"],
    since: "0.2.0")

  private static let shape = Shape<[NamedOutput]>(
    expected: "an object that gives each output a name",
    example: "{ \"square\": { \"size\": \"1080x1080\" } }", schema: .map(.object(description))
  ) { value, reading in
    guard case .object(let members) = value.kind else {
      return reading.wrong(
        value, "an object that gives each output a name",
        "{ \"square\": { \"size\": \"1080x1080\" } }")
    }
    return members.compactMap { member in
      guard NamedOutput.isName(member.key) else {
        reading.report(ProjectMessages.outputName(shortened(member.key), range: member.keyRange))
        return nil
      }
      guard let fields = ObjectFields(member.value, description, &reading) else { return nil }
      _ = fields.read(OutputRange.key, &reading)
      return NamedOutput(name: member.key, range: member.keyRange, value: member.value)
    }
  }

  /// Findings about outputs that are not about `output`, too.
  ///
  /// - Parameter output: what they differ from.
  static func check(
    _ outputs: [NamedOutput], besides output: JSONValue?, _ reading: inout Reading
  ) {
    var findings: [Diagnostic] = []
    for named in outputs {
      var trial = Reading()
      trial.expressions = reading.expressions
      _ = OutputReader.shape.read(
        (output ?? JSONValue(range: .none, kind: .object([]))).output(
          differingAs: named.value.plainOutput), &trial)
      for finding in trial.diagnostics
      where !reading.diagnostics.contains(where: finding.isSame(as:)) {
        if let place = findings.firstIndex(where: finding.isSame(as:)) {
          findings[place].notes.append(named.note)
        } else {
          findings.append(finding)
          findings[findings.count - 1].notes.append(named.note)
        }
      }
    }
    for finding in findings { reading.report(finding) }
  }

  /// What is wrong with the values that outputs give parameters.
  ///
  /// - Parameter project: as it is written, with its parts in place.
  static func givenFindings(in project: JSONValue) -> [Diagnostic] {
    guard case .object(let outputs)? = project["outputs"]?.kind,
      outputs.contains(where: { $0.value[GroupReader.given.description.name] != nil })
    else { return [] }
    let parameters = parameters(of: project)
    let names = parameters.map(\.name)
    var findings: [Diagnostic] = []
    for output in outputs {
      guard case .object(let given)? = output.value[GroupReader.given.description.name]?.kind else {
        continue
      }
      for member in given {
        guard let parameter = parameters.first(where: { $0.name == member.key }) else {
          // Of a parameter that is wrong itself nothing is known.
          if project["parameters"]?[member.key] != nil { continue }
          findings.append(
            ParameterMessages.unknownParameter(
              shortened(member.key), names: names,
              suggestion: Suggestion.closest(to: member.key, among: names), range: member.keyRange))
          continue
        }
        guard let text = GivenValue(member)?.text,
          case .failure(let objection) = parameter.value(of: text, rate: rate(of: project))
        else { continue }
        findings.append(
          ParameterMessages.parameterValue(
            shortened(member.key), objection, range: member.value.range))
      }
    }
    return findings
  }

  /// Whether a parameter of the project can have a value.
  static func takes(_ given: GivenValue, in project: JSONValue) -> Bool {
    guard let parameter = parameters(of: project).first(where: { $0.name == given.name }) else {
      return false
    }
    return (try? parameter.value(of: given.text, rate: rate(of: project)).get()) != nil
  }

  private static func parameters(of project: JSONValue) -> [ProjectParameter] {
    var trial = Reading()
    trial.expressions = ExpressionContext(rate: rate(of: project))
    return project["parameters"].flatMap { ParameterReader.all.shape.read($0, &trial) } ?? []
  }

  private static func rate(of project: JSONValue) -> FrameRate {
    project["output"]?["frameRate"].flatMap { WrittenValue.frameRate($0) } ?? .default
  }
}

/// A further movie of an edit.
struct NamedOutput: Sendable {
  var name: String
  var range: SourceRange
  var value: JSONValue

  /// That a finding is about this output.
  var note: Note { Self.note(name, range) }

  static func note(_ name: String, _ range: SourceRange) -> Note {
    Note(message: "of the output '\(shortened(name, to: 40))'", range: range)
  }

  /// Letters, digits, `-` and `_`: nothing that a file's name has between its parts.
  static func isName(_ text: String) -> Bool {
    !text.isEmpty && text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
      && text != "-"
  }
}

extension Diagnostic {
  /// Whether another one says the same of the same place.
  func isSame(as other: Diagnostic) -> Bool { id == other.id && range == other.range }
}

extension KeyDescription {
  /// The same key where it came with a later version.
  func appearing(in version: String) -> KeyDescription {
    KeyDescription(
      name: name, schema: schema, isRequired: isRequired, summary: summary, default: `default`,
      examples: examples, since: version)
  }
}
