import Diagnostics
import TimelineModel

/// Reads the object `outputs`: further movies of the same edit, each under a name.
///
/// What an output says stands in place of what `output` says; so it is read as `output` is, after that.
enum OutputsReader {
  static let description = ObjectDescription(
    "namedOutput", "an output", "A further movie of the edit: what it says in place of `output`.",
    keys: (OutputReader.description.keys + [GroupReader.given.description]).map {
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
      guard ObjectFields(member.value, description, &reading) != nil else { return nil }
      return NamedOutput(name: member.key, range: member.keyRange, value: member.value)
    }
  }

  /// Findings about outputs that are not about `output`, too.
  ///
  /// - Parameter output: what they differ from.
  static func check(
    _ outputs: [NamedOutput], besides output: JSONValue?, _ reading: inout Reading
  ) {
    for named in outputs {
      var trial = Reading()
      trial.expressions = reading.expressions
      _ = OutputReader.shape.read(
        (output ?? JSONValue(range: .none, kind: .object([]))).overridden(
          by: named.value.without(GroupReader.given.description.name)), &trial)
      for finding in trial.diagnostics
      where !reading.diagnostics.contains(where: {
        $0.id == finding.id && $0.range == finding.range
      }) {
        reading.report(finding)
      }
    }
  }
}

/// A further movie of an edit.
struct NamedOutput: Sendable {
  var name: String
  var range: SourceRange
  var value: JSONValue

  /// Letters, digits, `-` and `_`: nothing that a file's name has between its parts.
  static func isName(_ text: String) -> Bool {
    !text.isEmpty && text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
      && text != "-"
  }
}

extension KeyDescription {
  /// The same key where it came with a later version.
  fileprivate func appearing(in version: String) -> KeyDescription {
    KeyDescription(
      name: name, schema: schema, isRequired: isRequired, summary: summary, default: `default`,
      examples: examples, since: version)
  }
}
