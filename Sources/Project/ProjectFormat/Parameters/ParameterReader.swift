import Diagnostics
import BaseValues
import TimelineModel

/// Reads what a project leaves open.
enum ParameterReader {
  static let kind = Key(
    "type", Shape<ProjectParameter.Kind>.name("a type of parameter"), required: true,
    "The type of its values.",
    examples: ["\"text\"", "\"number\""])
  static let standard = Key(
    "default", Shape<JSONValue>.anything,
    "Its value if none is given. Without a default, one has to be given.",
    examples: ["\"Ann Lee\"", "3"])
  static let minimum = Key(
    "minimum", Shape<JSONValue>.anything, "Least number or time.", examples: ["1", "\"0.5s\""])
  static let maximum = Key(
    "maximum", Shape<JSONValue>.anything, "Greatest number or time.", examples: ["99", "\"10s\""])
  static let choices = Key(
    "of",
    Shape<[Located<String>]>.list(
      of: .text("a choice", example: "\"calm\""), "an array of texts",
      example: "[\"calm\", \"loud\"]", atLeast: 1),
    "The words that a choice can be.", examples: ["[\"calm\", \"loud\"]"])
  static let summary = Key(
    "description", Shape<String>.text("a description", example: "\"the guest's name\""),
    "What it is for.", examples: ["\"the guest's name\""])

  static let description = ObjectDescription(
    "parameter", "a parameter",
    "A value that can be set from outside. Texts use it as `{name}`, times, numbers and "
      + "conditions in expressions such as `{count} * 2s`, all other values as `{ \"use\": \"name\" "
      + "}`.",
    keys: [
      kind.description, standard.description, minimum.description, maximum.description,
      choices.description, summary.description, NoteReader.key.description,
    ])

  static let shape = Shape.object(
    description, example: "{ \"type\": \"text\", \"default\": \"Ann Lee\" }"
  ) { value, reading -> ProjectParameter? in
    guard let fields = ObjectFields(value, description, &reading) else { return nil }
    let kind = fields.read(kind, &reading)
    let choices = fields.read(choices, &reading)
    _ = fields.read(summary, &reading)
    let (least, most) = (fields.read(minimum, &reading), fields.read(maximum, &reading))
    let standard = fields.read(standard, &reading)
    guard let kind = kind?.value else { return nil }
    var parameter = ProjectParameter(name: "", kind: kind, range: value.range)
    parameter.choices = choices?.value.map(\.value) ?? []
    if kind == .choice, choices == nil {
      reading.report(ParameterMessages.parameterChoices(value.range))
      return nil
    }
    if kind != .choice, let choices {
      reading.report(ParameterMessages.parameterKey("of", kind.noun, range: choices.range))
    }
    parameter.minimum = bound("minimum", least, of: parameter, &reading)
    parameter.maximum = bound("maximum", most, of: parameter, &reading)
    let rate = reading.expressions.rate
    if let standard {
      switch parameter.value(standard.value.kind, rate: rate) {
      case .success(let value):
        parameter.standard = Located(value: value, range: standard.range)
      case .failure(let objection):
        parameter.standardIsWrong = true
        reading.report(
          ParameterMessages.parameterDefault(objection.words, range: standard.range))
      }
    }
    return parameter
  }

  private static func bound(
    _ key: String, _ written: Located<JSONValue>?, of parameter: ProjectParameter,
    _ reading: inout Reading
  ) -> Rational? {
    guard let written else { return nil }
    switch parameter.kind {
    case .number, .time:
      switch parameter.value(written.value.kind, rate: reading.expressions.rate) {
      case .success(.number(let number)): return number
      case .success(.time(let seconds, .zero)): return seconds
      case .success:
        reading.report(
          ParameterMessages.parameterDefault("a limit is said in seconds", range: written.range))
      case .failure(let objection):
        reading.report(
          ParameterMessages.parameterDefault(objection.words, range: written.range))
      }
    default:
      reading.report(
        ParameterMessages.parameterKey(key, parameter.kind.noun, range: written.range))
    }
    return nil
  }

  /// All parameters of a project, in the order written.
  static let all = Key(
    "parameters", Shape<[ProjectParameter]>.parameters,
    "Values that can be set from outside, each under a name: `--set name=value`.",
    examples: ["{\"guest\": {\"type\": \"text\", \"default\": \"Ann Lee\"}}"])

  /// Whether an item is there at all.
  static let when = Key(
    "when", Shape<Bool>.boolean,
    "Whether it is in the edit at all: true, false or a condition such as `{episode > 1}`.",
    default: "true", examples: ["\"{episode > 1}\""])
}

extension Shape where Value == JSONValue {
  /// Any value, as it stands.
  fileprivate static var anything: Shape {
    Shape(expected: "a value", example: "1", schema: .anything) { value, _ in value }
  }
}

extension Shape where Value == [ProjectParameter] {
  fileprivate static var parameters: Shape {
    let expected = "an object that gives each parameter a name"
    let example = "{ \"guest\": { \"type\": \"text\" } }"
    return Shape(
      expected: expected, example: example, schema: .map(ParameterReader.shape.schema)
    ) { value, reading in
      guard case .object(let members) = value.kind else {
        return reading.wrong(value, expected, example)
      }
      return members.compactMap { member in
        let name = member.key
        guard let first = name.first, ExpressionLexer.beginsName(first),
          name.allSatisfy(ExpressionLexer.isInName),
          !["and", "or", "not", "true", "false"].contains(name)
        else {
          reading.report(ParameterMessages.parameterName(shortened(name), range: member.keyRange))
          return nil
        }
        guard var parameter = ParameterReader.shape.read(member.value, &reading) else { return nil }
        parameter.name = name
        parameter.range = member.keyRange
        return parameter
      }
    }
  }
}
