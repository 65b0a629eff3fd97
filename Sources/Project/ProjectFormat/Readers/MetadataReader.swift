import Diagnostics
import OutputKinds
import TimelineModel

/// What `output.metadata` says.
struct MetadataDocument: Sendable {
  var tags: [Located<MovieTag>] = []
  /// The media item whose tags are carried over.
  var source: Located<String>?
  /// Those that are; `nil` for all.
  var names: [Located<String>]?

  var isEmpty: Bool { tags.isEmpty && source == nil }
}

/// Reads where tags are taken from, `{ "media": "bridge", "names": [ "title" ] }`.
enum MetadataSourceReader {
  static let media = Key(
    "media", Shape<String>.text("a media item", example: "\"bridge\""), required: true,
    "The media item whose tags the movie has too.", examples: ["\"bridge\""], since: "0.2.0")
  static let names = Key(
    "names",
    Shape<[Located<String>]>.list(
      of: .text("a tag's name", example: "\"title\""), "an array of names",
      example: "[\"title\", \"artist\"]", atLeast: 1),
    "Which of them; left out, all.", examples: ["[\"title\", \"artist\"]"], since: "0.2.0")

  static let description = ObjectDescription(
    "metadataSource", "a media item and names",
    "Where tags are taken from that the movie says of itself.",
    keys: [media.description, names.description])
}

/// Reads what a movie says of itself: texts by name, and those of a media item.
enum MetadataReader {
  static let key = Key(
    "metadata", shape,
    "What the movie says of itself, by name: \(names). Any other name is kept as it is. `from` names a media item "
      + "whose tags the movie has too, where it says nothing else.",
    examples: [
      "{\"title\": \"Bridges\", \"artist\": \"Ann Lee\", \"date\": \"2026\"}",
      "{\"from\": \"bridge\"}",
    ],
    since: "0.2.0")

  private static let names = MovieTag.Key.allCases.map { "`\($0.rawValue)`" }.joined(
    separator: ", ")

  private static let example = "{ \"title\": \"Bridges\" }"

  private static let shape = Shape<MetadataDocument>(
    expected: "an object of texts", example: example,
    schema: .map(.any([.string(), .object(MetadataSourceReader.description)]))
  ) { value, reading in
    guard case .object(let members) = value.kind else {
      return reading.wrong(value, "an object of texts", example)
    }
    var document = MetadataDocument()
    for member in members {
      if member.key == "from" {
        readSource(member.value, &document, &reading)
        continue
      }
      guard case .string(let text) = member.value.kind else {
        reading.reportType(of: member.value, expected: "a text", example: "\"Bridges\"")
        continue
      }
      let tag = MovieTag(name: member.key, value: text)
      if tag.key == .language, !text.isEmpty, LanguageTag(text) == nil {
        reading.report(ProjectMessages.language(shortened(text), range: member.value.range))
        continue
      }
      let all = MovieDescription(tags: document.tags.map(\.value) + [tag])
      if let fault = all.fault(in: .mp4, trackCount: 0, rate: nil) {
        reading.report(ProjectMessages.metadata(fault, range: member.keyRange))
        continue
      }
      document.tags.append(Located(value: tag, range: member.value.range))
    }
    return document
  }

  private static func readSource(
    _ value: JSONValue, _ document: inout MetadataDocument, _ reading: inout Reading
  ) {
    guard case .object = value.kind else {
      let name = MetadataSourceReader.media.shape.read(value, &reading)
      document.source = name.map { Located(value: $0, range: value.range) }
      return
    }
    guard let fields = ObjectFields(value, MetadataSourceReader.description, &reading) else {
      return
    }
    document.source = fields.read(MetadataSourceReader.media, &reading)
    document.names = fields.read(MetadataSourceReader.names, &reading)?.value
  }
}

extension Shape where Value == LanguageTag {
  /// A language by its tag.
  static var language: Shape {
    let expected = "a language by its BCP 47 tag"
    return Shape(expected: expected, example: "\"en\"", schema: .string()) { value, reading in
      guard case .string(let text) = value.kind else {
        return reading.wrong(value, expected, "\"en\"")
      }
      guard let language = LanguageTag(text) else {
        reading.report(ProjectMessages.language(shortened(text), range: value.range))
        return nil
      }
      return language
    }
  }
}
