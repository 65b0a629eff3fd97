import BaseValues
import Diagnostics
import OutputKinds
import TimelineModel

// Choosing one of a list of kinds, and what follows for the keys beside the choice.

extension Key where Value: OutputKind {
  /// A key that chooses one of the kinds by name; none where there is nothing to choose from.
  ///
  /// - Parameter advice: what to do where a word is none of them.
  init?(
    _ name: String, _ summary: String, since: String? = nil,
    advice: @escaping @Sendable (String) -> String? = { _ in nil }
  ) {
    guard Value.all.count > 1 else { return nil }
    let names = Shape<String>.name(
      Value.noun, of: Value.all.map { NamedValue($0.name, $0.title) },
      meaning: { Value.name(meantBy: $0) }, advice: advice)
    self.init(
      name,
      Shape<Value>(expected: names.expected, example: names.example, schema: names.schema) {
        names.read($0, &$1).flatMap { Value(name: $0) }
      }, summary, examples: Value.all.dropFirst().prefix(1).map { JSONText.quoted($0.name) },
      since: since)
  }
}

extension Key {
  /// The same key, read in another way.
  func with(_ shape: Shape<Value>) -> Key {
    Key(
      description.name, shape, required: description.isRequired, description.summary,
      default: description.default, examples: description.examples, since: description.since)
  }

  /// The same key with another meaning where it is left out.
  func described(_ summary: String) -> Key {
    Key(
      description.name, shape, required: description.isRequired, summary,
      examples: description.examples, since: "0.2.0")
  }
}

extension MovieContainer {
  /// What a movie is where its container is not said: the first kind that holds the codecs which are.
  ///
  /// - Parameter hasAlpha: whether its pictures have alpha.
  static func usual(for output: JSONValue, hasAlpha: Bool) -> MovieContainer {
    let video = codec(VideoCodec.self, output["video"])
    let audio = codec(AudioCodec.self, output["audio"])
    return all.first { container in
      container.isReadBack && container.holdsPictures
        && video.map(container.videoCodecs.contains) ?? true
        && audio.map(container.audioCodecs.contains) ?? true
        && (!hasAlpha || container.videoCodecs.contains(where: container.holdsAlpha(of:)))
    } ?? .usual
  }

  private static func codec<Codec: OutputKind>(_: Codec.Type, _ encoding: JSONValue?) -> Codec? {
    guard case .string(let name)? = encoding?["codec"]?.kind else { return nil }
    return Codec(name: name)
  }

  /// What pictures are encoded with where nothing is said: with alpha, the first codec that has it.
  func usualVideoCodec(hasAlpha: Bool = false) -> VideoCodec {
    hasAlpha
      ? videoCodecs.first(where: holdsAlpha(of:)) ?? usualVideoCodec()
      : videoCodecs.first ?? .usual
  }
  /// What sound is encoded with where nothing is said.
  var usualAudioCodec: AudioCodec { audioCodecs.first ?? .usual }
}

extension OutputKind {
  /// What there is, for people: `H.264`.
  static var titles: String { all.map(\.title).joined(separator: " or ") }
}

extension KeyDescription {
  /// The keys of several kinds as those of one object: of a name there is one, which takes what any of them takes.
  static func merged(_ lists: [(title: String, keys: [KeyDescription])]) -> [KeyDescription] {
    var names: [String] = []
    var merged: [String: [(title: String, key: KeyDescription)]] = [:]
    for (title, keys) in lists {
      for key in keys {
        if merged[key.name] == nil { names.append(key.name) }
        merged[key.name, default: []].append((title, key))
      }
    }
    return names.compactMap { merged[$0].flatMap(KeyDescription.init(of:)) }
  }

  /// One key for those of one name of several kinds, in their order.
  private init?(of all: [(title: String, key: KeyDescription)]) {
    guard let first = all.first?.key else { return nil }
    var schemas: [ValueSchema] = []
    // What several of them say is said once.
    var summaries: [(text: String, titles: [String])] = []
    for (title, key) in all {
      for form in key.schema.alternatives where !schemas.contains(where: { "\($0)" == "\(form)" }) {
        schemas.append(form)
      }
      if let place = summaries.firstIndex(where: { $0.text == key.summary }) {
        summaries[place].titles.append(title)
      } else {
        summaries.append((key.summary, [title]))
      }
    }
    let others = summaries.dropFirst().map {
      "\($0.titles.joined(separator: ", ")): \($0.text)"
    }
    self.init(
      name: first.name, schema: schemas.count == 1 ? schemas[0] : .any(schemas),
      isRequired: all.allSatisfy(\.key.isRequired),
      summary: ([summaries[0].text] + others).joined(separator: " "), default: first.default,
      examples: first.examples,
      since: all.contains { $0.key.since == nil } ? nil : first.since)
  }
}

extension ObjectFields {
  /// The value of a key that some kinds have, and others do not.
  func read<Value>(_ key: Key<Value>?, _ reading: inout Reading) -> Located<Value>? {
    key.flatMap { read($0, &reading) }
  }

  /// The codec that is chosen, else the usual one.
  ///
  /// - Parameter usual: where it is not the first of those that the container holds.
  func read<Codec: OutputKind>(
    _ key: Key<Codec>?, of container: MovieContainer, _ held: [Codec], usual: Codec? = nil,
    _ reading: inout Reading
  ) -> Codec {
    let usual = usual ?? held.first ?? Codec.all[0]
    // What a container does not hold at all is not encoded.
    if held.isEmpty { return read(key, &reading)?.value ?? usual }
    guard let chosen = read(key, &reading) else { return usual }
    if held.contains(chosen.value) { return chosen.value }
    reading.report(
      ProjectMessages.codecOutsideContainer(
        chosen.value.title, container: container.title,
        held: container.animation == nil ? held.map(\.name) : [],
        range: chosen.range))
    return usual
  }

  /// Refuses keys that the object may have, but not with the kind that was chosen.
  func refuseKeys(
    besides keys: [KeyDescription], _ title: String, _ reading: inout Reading
  ) {
    for key in description.keys where key.name != NoteReader.key.description.name {
      guard let member = member(key.name), !keys.contains(where: { $0.name == key.name }) else {
        continue
      }
      reading.report(
        ProjectMessages.keyOfOtherCodec(key.name, codec: title, range: member.keyRange))
    }
  }
}
