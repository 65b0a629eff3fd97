import Diagnostics
import OutputKinds
import TimelineModel

/// Reads what subtitles say of themselves.
enum SubtitlesReader {
  static let key = Key(
    "subtitles", shape, "What players know of the subtitles that the titles of the track are.",
    examples: ["{\"language\": \"de\", \"name\": \"Deutsch\"}"], since: "0.2.0")

  private static let language = Key(
    "language", Shape<LanguageTag>.language, "What they are written in, by its BCP 47 tag.",
    examples: ["\"de\""], since: "0.2.0")
  private static let name = Key(
    "name", Shape<String>.text("a name", example: "\"Deutsch\""), "What players call them.",
    examples: ["\"Deutsch\""], since: "0.2.0")
  private static let isDefault = Key(
    "default", Shape<Bool>.boolean,
    "Whether players show them where nobody chooses. Left out, MP4 and QuickTime mark the first "
      + "subtitles that are not drawn, for players list none where none is marked.",
    examples: ["true"], since: "0.2.0")
  private static let forced = Key(
    "forced", Shape<Bool>.boolean,
    "Whether they are for those who want no subtitles: signs, and what is said in another language.",
    default: "false", examples: ["true"], since: "0.2.0")
  private static let hearingImpaired = Key(
    "hearingImpaired", Shape<Bool>.boolean,
    "Whether they tell of sounds too, for people who hear little.", default: "false",
    examples: ["true"], since: "0.2.0")

  private static let description = ObjectDescription(
    "subtitles", "subtitles", "What players know of subtitles.",
    keys: [
      language.description, name.description, isDefault.description, forced.description,
      hearingImpaired.description,
    ])

  private static let shape = Shape.object(description, example: "{ \"language\": \"de\" }") {
    value, reading -> TrackDescription? in
    guard let fields = ObjectFields(value, description, &reading) else { return nil }
    var track = TrackDescription(
      language: fields.read(language, &reading)?.value,
      name: fields.read(name, &reading)?.value,
      isDefault: fields.read(isDefault, &reading)?.value)
    if fields.read(forced, &reading)?.value == true { track.roles.insert(.forced) }
    if fields.read(hearingImpaired, &reading)?.value == true {
      track.roles.insert(.hearingImpaired)
    }
    return track
  }
}
