package import Diagnostics

/// A change of a picture.
package struct Effect: Hashable, Sendable {
  /// Its kind, and the values of its parameters at rest.
  package var kind: KindChoice
  /// The media that one of the kind's parameters names, and where.
  package var media: Located<MediaID>?
  /// Of parameters that are numbers, in time relative to the start of the clip or title.
  package var animations: [Animation]
  /// Keys that were written and change nothing beside the others.
  package var idleKeys: [IdleKey]
  /// Where its object stands in the project file.
  package var range: SourceRange

  /// An effect that does not move, unless said otherwise.
  package init(
    kind: KindChoice, media: Located<MediaID>? = nil, animations: [Animation] = [],
    idleKeys: [IdleKey] = [],
    range: SourceRange = .none
  ) {
    self.kind = kind
    self.media = media
    self.animations = animations
    self.idleKeys = idleKeys
    self.range = range
  }
}

/// A key whose value changes nothing where it stands.
package struct IdleKey: Hashable, Sendable {
  /// As it is written.
  package var key: String
  /// Why, as a message goes on: `an ellipse has no corners`.
  package var reason: String
  /// Where its value stands.
  package var range: SourceRange

  /// A key with its reason and its place.
  package init(_ key: String, _ reason: String, range: SourceRange) {
    self.key = key
    self.reason = reason
    self.range = range
  }
}

/// A blend mode by the name it has in the registry of them.
package struct BlendModeName: RawRepresentable, Hashable, Sendable {
  /// The layer lies over what is below as its alpha says.
  package static let normal = BlendModeName(rawValue: "normal")

  /// Part of the keys of chunks.
  package let rawValue: String

  /// A mode by its name; rendering refuses one that it does not know.
  package init(rawValue: String) { self.rawValue = rawValue }
}

/// What is done with the colours of a clip's or a title layer's picture.
package struct PictureLook: Hashable, Sendable {
  /// Done in this order to the picture in its own pixels, before it is put in its place.
  package var effects: [Effect]
  /// How it is blended with what is below.
  package var blendMode: BlendModeName
  /// Where the blend mode is written; `.none` where it is not.
  package var blendRange: SourceRange

  /// The colours as they are, covering what is below, unless said otherwise.
  package init(
    effects: [Effect] = [], blendMode: BlendModeName = .normal, blendRange: SourceRange = .none
  ) {
    self.effects = effects
    self.blendMode = blendMode
    self.blendRange = blendRange
  }

  /// The animations of all effects.
  package var animations: [Animation] { effects.flatMap(\.animations) }
}
