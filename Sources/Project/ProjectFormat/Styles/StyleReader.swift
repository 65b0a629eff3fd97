import Diagnostics
import TimelineModel

/// The keys about styles and defaults; what they say is put into the items before these are read.
enum StyleReader {
  /// The names of the styles that an item takes.
  static let key = Key(
    "style", Shape<[Located<String>]>.styleNames,
    "A style, or a list of styles, that gives keys which are not written here. If several give a "
      + "key, the last one counts.", examples: ["\"lower-third\"", "[\"lower-third\", \"dark\"]"])

  /// Any key that some item can take. What is called alike may be said in the ways of each.
  static let description: ObjectDescription = {
    var keys: [KeyDescription] = []
    for key in StyledKind.allCases.flatMap(\.keys) {
      guard let index = keys.firstIndex(where: { $0.name == key.name }) else {
        keys.append(key.free)
        continue
      }
      if !keys[index].schema.isSame(as: key.schema) {
        keys[index] = keys[index].or(key.schema)
      }
    }
    return ObjectDescription(
      "style", "a style", "Keys of titles, clips, transitions or layers under one name.",
      keys: keys + [NoteReader.key.description])
  }()

  /// All styles of a project.
  static let all = Key(
    "styles",
    Shape<Void>(
      expected: "an object that gives each style a name",
      example: "{ \"lower-third\": { \"font\": \"DejaVu Sans\", \"size\": 32 } }",
      schema: .map(.object(description))
    ) { _, _ in () },
    "Sets of keys under names, which items take with `style`.",
    examples: ["{\"lower-third\": {\"font\": \"DejaVu Sans\", \"size\": 32}}"])

  // MARK: - Defaults

  /// What items of each kind have where they do not say otherwise.
  static let defaults = Key(
    "defaults",
    Shape<Void>(
      expected: defaultsDescription.noun, example: "{ \"title\": { \"font\": \"DejaVu Sans\" } }",
      schema: .object(defaultsDescription)
    ) { _, _ in () },
    "Keys for items that neither write them nor get them from a style.",
    examples: ["{\"title\": {\"font\": \"DejaVu Sans\"}, \"transition\": {\"duration\": \"1s\"}}"])

  static let defaultsDescription = ObjectDescription(
    "defaults", "an object of defaults",
    "Default keys of clips, of clips of audio tracks, of titles and of transitions.",
    keys: StyledKind.withDefaults.map { kind in
      let description = description(of: kind)
      return KeyDescription(
        name: kind.rawValue, schema: .object(description), isRequired: false,
        summary: description.summary, default: nil, examples: [description.example])
    } + [NoteReader.key.description])

  /// What the style of captions can say where it stands there.
  static let captions: ObjectDescription = {
    let title = description(of: .title)
    return ObjectDescription(
      title.name, "the style of captions", title.summary, keys: title.keys)
  }()

  /// What the defaults of a kind can say.
  static func description(of kind: StyledKind) -> ObjectDescription {
    let noun = kind == .audio ? "clips of audio tracks" : "\(kind.rawValue)s"
    return ObjectDescription(
      "\(kind.rawValue)Defaults", "defaults of \(noun)",
      "What \(noun) have where they do not say otherwise.",
      keys: kind.keys.map(\.free) + [NoteReader.key.description])
  }
}

extension KeyDescription {
  /// The same, where nothing is needed and nothing counts by itself.
  var free: KeyDescription {
    KeyDescription(
      name: name, schema: schema, isRequired: false, summary: summary, default: nil,
      examples: examples, since: since)
  }

  fileprivate func or(_ other: ValueSchema) -> KeyDescription {
    KeyDescription(
      name: name, schema: .any([schema, other]), isRequired: false, summary: summary, default: nil,
      examples: examples)
  }
}

extension ValueSchema {
  /// Whether two keys of one name are said alike, as far as that can be told.
  fileprivate func isSame(as other: ValueSchema) -> Bool {
    switch (self, other) {
    case (.string(let a), .string(let b)), (.path(let a), .path(let b)): a == b
    case (.names(let a), .names(let b)): a == b
    case (.object(let a), .object(let b)): a.name == b.name
    case (.array(let a, _, _), .array(let b, _, _)), (.map(let a), .map(let b)): a.isSame(as: b)
    case (.any(let a), .any(let b)), (.tuple(let a), .tuple(let b)):
      a.count == b.count && zip(a, b).allSatisfy { $0.isSame(as: $1) }
    case (.boolean, .boolean), (.integer, .integer), (.number, .number), (.anything, .anything),
      (.constant, .constant), (.font, .font):
      true
    default: false
    }
  }
}

extension Shape where Value == [Located<String>] {
  /// A name or several. What is read here names nothing: styles that there are have been taken.
  fileprivate static var styleNames: Shape {
    let one = Shape<String>.text("the name of a style", example: "\"lower-third\"")
    return Shape(
      expected: "the name of a style, or several", example: "\"lower-third\"",
      schema: .any([one.schema, .array(one.schema, atLeast: 1, atMost: nil)])
    ) { value, reading in
      var values = [value]
      if case .array(let items) = value.kind { values = items }
      // Of a list with something else in it no name was taken, whether or not there is such a style.
      let others = values.filter { value in
        if case .string = value.kind { false } else { true }
      }
      for value in others.isEmpty ? values : others {
        if case .object = value.kind, values.count > 1 {
          reading.report(StyleMessages.keysAmongStyles(range: value.range))
          continue
        }
        guard let name = one.read(value, &reading) else { continue }
        reading.report(StyleMessages.unknownStyle(name, names: [], range: value.range))
      }
      return nil
    }
  }
}
