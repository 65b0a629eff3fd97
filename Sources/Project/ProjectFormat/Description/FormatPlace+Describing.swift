package import BaseValues
import Diagnostics
import PictureKinds
import TimelineModel

/// A key of an object of the format, for people who write one.
package struct FormatKey: Sendable {
  package let name: String
  /// A sentence for people, in Markdown.
  package let summary: String
  /// What may stand there, in words; empty where anything may.
  package let words: String
  package let isRequired: Bool
  /// The value that counts where it is left out, as JSON.
  package let defaultValue: String?
  /// Values worth showing, as JSON.
  package let examples: [String]
  /// The version that brought it; `nil` for the first one.
  package let since: String?
  /// Where its value stands.
  package let place: FormatPlace

  init(_ key: KeyDescription) {
    name = key.name
    summary = key.summary
    words = key.schema.words
    isRequired = key.isRequired
    defaultValue = key.default
    examples = key.examples
    since = key.since
    place = FormatPlace(key.schema)
  }
}

/// What a name in a project is a name of.
package enum NameRole: String, Hashable, Sendable, CaseIterable {
  /// A media item, or a group: both stand under names of their own and are shown by clips.
  case media
  /// A track, an item of a track, or a grid of beats.
  case item
  case style, parameter, marker
}

extension FormatObject {
  /// What a message calls such an object: `a clip`.
  package var noun: String { description.noun }

  /// A sentence for people.
  package var summary: String { description.summary }

  /// The smallest one worth showing, as JSON.
  package var example: String { description.example }

  /// All its keys with what is known of them, in the order of the format.
  package var describedKeys: [FormatKey] { description.keys.map { FormatKey($0) } }

  /// What is known of one of its keys.
  package func key(_ name: String) -> FormatKey? {
    description.keys.first { $0.name == name }.map { FormatKey($0) }
  }

  /// The keys of which one has to be given.
  package var neededKeys: Set<String> {
    Set(description.keys.filter(\.isRequired).map(\.name) + description.oneRequired.flatMap(\.self))
  }

  /// The keys that may not stand beside given ones.
  package func excludedKeys(beside given: Set<String>) -> Set<String> {
    var excluded: Set<String> = []
    for group in description.exclusive(beside: given) where !given.isDisjoint(with: group) {
      excluded.formUnion(group)
    }
    return excluded.subtracting(given)
  }

  /// What the text of a key names.
  package func reference(of key: String) -> NameRole? {
    switch (name, key) {
    case ("videoClip", "clip"), ("audioClip", "clip"), ("captionsItem", "clip"), (_, "image"),
      (_, "artwork"),
      ("metadataSource", "media"):
      .media
    case (_, "style"): .style
    case ("matte", "track"), ("inclusion", "track"), ("duck", "under"), ("captionsItem", "follow"),
      ("audioMix", "from"),
      ("audioMix", "without"):
      .item
    default: mediaParameters.contains(key) ? .media : nil
    }
  }

  /// What the text of a key gives a name to.
  package func definition(of key: String) -> NameRole? {
    switch (name, key) {
    case ("videoClip", "id"), ("audioClip", "id"), ("title", "id"), ("track", "id"),
      ("beats", "id"):
      .item
    case ("marker", "name"): .marker
    default: nil
    }
  }

  /// What the names are that stand as keys of an object under one of its keys.
  package func namedEntries(of key: String) -> NameRole? {
    switch (name, key) {
    case ("project", "media"), ("part", "media"), ("project", "groups"), ("part", "groups"): .media
    case ("project", "styles"), ("part", "styles"): .style
    case ("project", "parameters"), ("group", "parameters"): .parameter
    default: nil
    }
  }

  /// Whether the entries of a key are groups.
  package func hasGroups(_ key: String) -> Bool {
    ["project", "part"].contains(name) && key == GroupReader.all.description.name
  }

  /// Whether the entries of a key are values for parameters: of what a clip or an image shows, or of
  /// the project for an output.
  package func givesParameters(_ key: String) -> Bool {
    key == GroupReader.given.description.name && description.keyNames.contains(key)
  }

  /// The keys that say what a clip or an image shows, which may be a group or a project.
  package static let shownKeys = ["clip", "image"]

  /// The parameters of an effect or of transitions that name media.
  private var mediaParameters: [String] {
    if let effect = EffectKind.all.first(where: { "\($0.name)Effect" == name }) {
      return effect.parameters.filter { $0.type == .media }.map(\.name)
    }
    guard name.hasSuffix("Transition") else { return [] }
    return TransitionKind.all.flatMap(\.parameters).filter { $0.type == .media }.map(\.name)
  }
}

extension FormatPlace {
  /// Where a whole project stands, or a part of one.
  package static func file(isPart: Bool) -> FormatPlace {
    FormatPlace(.object(isPart ? PartReader.description : ProjectReader.description))
  }

  /// Where what can stand in any of some places can stand.
  package static func any(_ places: [FormatPlace]) -> FormatPlace {
    FormatPlace(.any(places.flatMap(\.schemas)))
  }

  /// The kinds of objects that can stand here.
  package var objects: [FormatObject] {
    schemas.compactMap {
      if case .object(let description) = $0 { FormatObject(description) } else { nil }
    }
  }

  /// The words of which one can stand here, each with what it means.
  package var names: [NamedValue] {
    schemas.flatMap { if case .names(let names) = $0 { names } else { [] as [NamedValue] } }
  }

  /// What can stand here, for people; empty where anything may.
  package var words: String { ValueSchema.any(schemas).words }

  /// Whether a colour can stand here.
  package var takesColors: Bool {
    let names = names
    return names.contains { $0.name == "white" } && names.contains { $0.name == "black" }
  }

  /// Whether the path of a file can stand here.
  package var takesPaths: Bool {
    schemas.contains { if case .path = $0 { true } else { false } }
  }

  /// Whether the name of a font can stand here.
  package var takesFonts: Bool {
    schemas.contains { if case .font = $0 { true } else { false } }
  }

  /// Whether true and false can stand here.
  package var takesTruth: Bool { takesConditions }

  /// Whether a list can stand here.
  package var takesLists: Bool {
    schemas.contains {
      switch $0 {
      case .array, .tuple: true
      default: false
      }
    }
  }

  /// Whether a text can stand here.
  package var takesTexts: Bool {
    schemas.contains {
      switch $0 {
      case .string, .path, .font, .names: true
      default: false
      }
    }
  }
}
