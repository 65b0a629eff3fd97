import Diagnostics
import TimelineModel

/// Reads what people write for each other; it changes nothing.
enum NoteReader {
  static let key = Key(
    "note", Shape<String>.text("a note", example: "\"the second take\""),
    "A note for people; it does not change the movie.", examples: ["\"the second take\""])
}
