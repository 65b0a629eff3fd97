import Diagnostics
import PictureKinds
import TimelineModel

/// Reads an effect of a clip or a title layer: its kind, the kind's parameters, and their keyframes.
struct EffectReader: Sendable {
  fileprivate struct Table: Sendable {
    let kind: EffectKind
    let parameters: [Key<ParameterValue>]
    /// `nil` where no parameter may have keyframes.
    let animate: Key<[Located<AnimationDocument>]>?
    let description: ObjectDescription
  }

  private let tables: [Table]
  private let name: Shape<String>

  init(_ kinds: [EffectKind]) {
    tables = kinds.map { Table($0) }
    name = .name("an effect", of: kinds.map(\.name))
  }

  /// A list of effects.
  var list: Shape<[Located<EffectDocument>]> {
    let list = Shape<[Located<EffectDocument>]>.list(
      of: shape, "an array of effects", example: "[\(example)]")
    return Shape(expected: list.expected, example: list.example, schema: list.schema) {
      value, reading in
      guard let named = spelled(value) else { return list.read(value, &reading) }
      reading.reportType(
        of: value, expected: list.expected, example: list.example,
        respelling: Respelling(json: "[\(named.json)]", isCertain: named.isCertain))
      return nil
    }
  }

  /// An effect for its name alone.
  private func spelled(_ value: JSONValue) -> Respelling? {
    guard case .string(let text) = value.kind else { return nil }
    let isName = tables.contains { $0.kind.name == text }
    let other = isName ? nil : Spelling.name(text, of: tables.map(\.kind.name))
    guard isName || other != nil else { return nil }
    let name = other?.json ?? JSONText.quoted(text)
    return Respelling(json: "{ \"effect\": \(name) }", isCertain: other?.isCertain ?? true)
  }

  private var example: String { tables.first?.description.example ?? "{}" }

  var shape: Shape<EffectDocument> {
    Shape(
      expected: "an effect", example: example,
      schema: .any(tables.map { .object($0.description) })
    ) { value, reading in
      guard case .object(let members) = value.kind else {
        reading.reportType(
          of: value, expected: "an effect", example: example, respelling: spelled(value))
        return nil
      }
      guard let member = members.first(where: { $0.key == "effect" }) else {
        reading.report(
          ProjectMessages.missingKey(
            "effect", of: "an effect", range: value.range, example: name.example))
        return nil
      }
      guard let name = name.read(member.value, &reading),
        let table = tables.first(where: { $0.kind.name == name })
      else { return nil }
      return table.read(value, &reading)
    }
  }
}

extension EffectReader.Table {
  init(_ kind: EffectKind) {
    self.kind = kind
    parameters = kind.parameters.map(\.key)
    let moving = kind.parameters.filter(\.isAnimated)
    animate =
      moving.isEmpty
      ? nil
      : Key(
        "animate", AnimationReader.list(of: AnimationReader.shape(of: moving, in: kind)),
        "Movements of its numbers\(moving.contains { $0.type == .points } ? " and points" : ""), in time from "
          + "the start of the clip or title.",
        examples: [
          "[{\"property\": \(JSONText.quoted(moving[0].name)), \"to\": \(moving[0].defaultValue?.json ?? "1")}]"
        ])
    let name = Key(
      "effect", Shape<String>.name("an effect", of: [kind.name]), required: true, kind.summary,
      examples: [JSONText.quoted(kind.name)])
    description = ObjectDescription(
      "\(kind.name)Effect", "the effect '\(kind.name)'", kind.summary,
      keys: [name.description] + parameters.map(\.description)
        + [animate?.description].compactMap(\.self), exclusive: kind.exclusive)
  }

  func read(_ value: JSONValue, _ reading: inout Reading) -> EffectDocument? {
    guard let fields = ObjectFields(value, description, &reading) else { return nil }
    let values = parameters.map { ($0.description.name, fields.read($0, &reading)) }
    let animations = animate.flatMap { fields.read($0, &reading)?.value }
    let choice = kind.choice { name in values.first { $0.0 == name }?.1?.value }
    let idleKeys = kind.idleParameters(choice).compactMap { name, reason in
      values.first { $0.0 == name }?.1.map { IdleKey(name, reason, range: $0.range) }
    }
    let names = kind.parameters.filter { $0.type == .media }.map(\.name)
    let media = names.lazy.compactMap { name in
      values.first { $0.0 == name }?.1.map { Located(value: $0.value.text, range: $0.range) }
    }.first
    // What it needs and does not have has been reported.
    if media == nil, kind.takesMedia { return nil }
    return EffectDocument(
      kind: choice, media: media, animations: animations ?? [], idleKeys: idleKeys,
      range: value.range)
  }
}
