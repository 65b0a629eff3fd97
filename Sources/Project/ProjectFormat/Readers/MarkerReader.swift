import Diagnostics
import BaseValues
import TimelineModel

/// Reads a marker.
enum MarkerReader {
  static let at = Key(
    "at", Shape<TimeExpression>.time(.zeroOrMore), required: true,
    "The movie time at which it stands.",
    examples: ["\"14s\"", "\"00:00:14:10\""])
  static let name = Key(
    "name", Shape<String>.text("a name", example: "\"chorus\""), "What it is called.",
    examples: ["\"chorus\""])
  static let color = Key(
    "color", Shape<Color>.color, "Its colour in reports.", examples: ["\"orange\""])
  static let chapter = Key(
    "chapter", Shape<Bool>.boolean,
    "Whether a chapter of the movie begins here, called by its name.",
    default: "false", examples: ["true"], since: "0.2.0")
  static let description = ObjectDescription(
    "marker", "a marker",
    "A marker on the timeline; it changes nothing but the movie's chapters.",
    keys: [
      at.description, name.description, color.description, chapter.description,
      ParameterReader.when.description,
      NoteReader.key.description,
    ])

  static let shape = Shape.object(
    description, example: "{ \"at\": \"14s\", \"name\": \"chorus\" }"
  ) { value, reading -> MarkerDocument? in
    guard let fields = ObjectFields(value, description, &reading) else { return nil }
    let at = fields.read(at, &reading)
    let name = fields.read(name, &reading)
    let color = fields.read(color, &reading)
    let isChapter = fields.read(chapter, &reading)?.value ?? false
    return at.map {
      MarkerDocument(
        at: $0, name: name, color: color?.value, isChapter: isChapter, range: value.range)
    }
  }
}
