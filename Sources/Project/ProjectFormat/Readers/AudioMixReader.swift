import BaseValues
import Diagnostics
import OutputKinds
import TimelineModel

/// A track of the movie's sound as it is written.
struct AudioMixDocument: Sendable {
  /// Which of the project's tracks are heard in it.
  enum Choice: Sendable {
    case all
    case from([Located<String>])
    case without([Located<String>])
  }

  var encoding: AudioEncoding
  var choice = Choice.all
  var description = TrackDescription()
  /// Where `default` stands.
  var defaultRange: SourceRange?
  var range: SourceRange
}

/// Reads a track of `output.audio.tracks`.
enum AudioMixReader {
  /// What counts where a track does not say it.
  struct Usual: Sendable {
    var container = MovieContainer.usual
    /// Of the output's sound; its sample rate is that of all tracks.
    var encoding = AudioEncoding()
    /// Bits a second where they are written.
    var bitRate: Int?
    var language: LanguageTag?
  }

  private static let ids = Shape<[Located<String>]>.names(
    "the id of a track", or: "a list of ids", example: "[\"music\", \"effects\"]")

  static let from = Key(
    "from", ids, "The tracks of the project that are heard in it, by their `id`s.",
    examples: ["[\"music\", \"effects\"]", "\"commentary\""], since: "0.2.0")
  static let without = Key(
    "without", ids, "The tracks of the project that are not heard in it; all others are.",
    examples: ["\"voice\""], since: "0.2.0")
  static let isDefault = Key(
    "default", Shape<Bool>.boolean,
    "Whether it is played where nobody chooses. Left out, the first track is.",
    examples: ["false"], since: "0.2.0")
  static let role = Key(
    "role",
    Shape<String>.name(
      "what a track of sound is for",
      of: [
        NamedValue(TrackRole.commentary.rawValue, "somebody talks about the movie"),
        NamedValue(TrackRole.dub.rawValue, "in another language than the original"),
        NamedValue(TrackRole.hearingImpaired.rawValue, "for people who hear little"),
        NamedValue(TrackRole.original.rawValue, "in the language of the original"),
        NamedValue(TrackRole.visualImpaired.rawValue, "tells what is seen"),
      ]), "What it is for.", examples: ["\"commentary\""], since: "0.2.0")
  static let channels = AudioEncodingReader.channels.described(
    "The loudspeakers of this track. Left out, those of `audio`.")

  /// Of all codecs, as those of `audio`; tracks have it since they are there.
  private static let bitRates = KeyDescription.merged(
    AudioCodec.all.map {
      ($0.title, [AudioEncodingReader.bitRate($0)?.description].compactMap(\.self))
    }
  ).map { key in
    var key = key
    key.since = "0.2.0"
    return key
  }

  static let description = ObjectDescription(
    "audioMix", "a track of sound",
    "A track of the movie's sound: a mix of some of the project's tracks.",
    keys: [
      AudioEncodingReader.title.description, from.description, without.description,
      AudioEncodingReader.language.description, isDefault.description, role.description,
    ] + [AudioEncodingReader.codec?.description].compactMap(\.self)
      + bitRates + [channels.description], exclusive: [["from", "without"]])

  static func shape(_ usual: Usual) -> Shape<AudioMixDocument> {
    Shape.object(description, example: "{ \"name\": \"Full mix\" }") { value, reading in
      read(value, usual, &reading)
    }
  }

  static func list(
    of shape: Shape<AudioMixDocument>
  ) -> Shape<[Located<AudioMixDocument>]> {
    .list(
      of: shape, "a list of tracks of sound", example: "[{ \"name\": \"Full mix\" }]", atLeast: 1)
  }

  private static func read(
    _ value: JSONValue, _ usual: Usual, _ reading: inout Reading
  ) -> AudioMixDocument? {
    guard let fields = ObjectFields(value, description, &reading) else { return nil }
    var codec = usual.encoding.codec
    if fields.member("codec") != nil {
      codec = fields.read(
        AudioEncodingReader.codec, of: usual.container, usual.container.audioCodecs, &reading)
    }
    if codec.isLossless, let member = fields.member("bitRate") {
      reading.report(
        ProjectMessages.keyOfOtherCodec("bitRate", codec: codec.title, range: member.keyRange))
    }
    let bits = fields.read(AudioEncodingReader.bitRate(codec), &reading)?.value
    let channels = fields.read(channels, &reading)?.value ?? usual.encoding.channels
    // What is written for all tracks is meant for their codec and their channels.
    let isUsual = codec == usual.encoding.codec && channels == usual.encoding.channels
    var mix = AudioMixDocument(
      encoding: AudioEncoding(
        codec, bitRate: bits ?? (isUsual ? usual.bitRate : nil),
        sampleRate: usual.encoding.sampleRate, channels: channels),
      range: value.range)
    if let from = fields.read(from, &reading) { mix.choice = .from(from.value) }
    if let without = fields.read(without, &reading) { mix.choice = .without(without.value) }
    mix.description.name = fields.read(AudioEncodingReader.title, &reading)?.value
    mix.description.language =
      fields.read(AudioEncodingReader.language, &reading)?.value ?? usual.language
    let isDefault = fields.read(isDefault, &reading)
    mix.description.isDefault = isDefault?.value
    mix.defaultRange = isDefault?.range
    if let role = fields.read(role, &reading).flatMap({ TrackRole(rawValue: $0.value) }) {
      mix.description.roles = [role]
    }
    return mix
  }

  /// The tracks with one of them played where nobody chooses, as far as a container holds them.
  static func arranged(
    _ list: Located<[Located<AudioMixDocument>]>, in container: MovieContainer,
    _ reading: inout Reading
  ) -> [AudioMixDocument] {
    var mixes = list.value.map(\.value)
    if container.holdsSound, let fault = container.fault(ofSounds: mixes.count) {
      reading.report(ProjectMessages.audioTracksInContainer(fault, range: list.range))
      return []
    }
    let said = mixes.filter { $0.description.isDefault == true }
    if said.count > 1, let first = said[0].defaultRange, let second = said[1].defaultRange {
      reading.report(ProjectMessages.audioTrackDefaults(range: second, other: first))
    }
    // One track is played anyway.
    guard mixes.count > 1 else { return mixes }
    if said.isEmpty, let first = mixes.firstIndex(where: { $0.description.isDefault == nil }) {
      mixes[first].description.isDefault = true
    }
    for index in mixes.indices where mixes[index].description.isDefault == nil {
      mixes[index].description.isDefault = false
    }
    return mixes
  }
}
