import Diagnostics
import OutputKinds
import TimelineModel

/// Reads what a movie says of itself: texts by name.
enum MetadataReader {
  static let key = Key(
    "metadata", shape,
    "What the movie says of itself, by name: \(names). Any other name is kept as it is.",
    examples: ["{\"title\": \"Bridges\", \"artist\": \"Ann Lee\", \"date\": \"2026\"}"],
    since: "0.2.0")

  private static let names = MovieTag.Key.allCases.map { "`\($0.rawValue)`" }.joined(
    separator: ", ")

  private static let example = "{ \"title\": \"Bridges\" }"

  private static let shape = Shape<[Located<MovieTag>]>(
    expected: "an object of texts", example: example,
    schema: .map(.string())
  ) { value, reading in
    guard case .object(let members) = value.kind else {
      return reading.wrong(value, "an object of texts", example)
    }
    var tags: [Located<MovieTag>] = []
    for member in members {
      let text: String
      switch member.value.kind {
      case .string(let written): text = written
      default:
        reading.reportType(of: member.value, expected: "a text", example: "\"Bridges\"")
        continue
      }
      let tag = MovieTag(name: member.key, value: text)
      let all = MovieDescription(tags: tags.map(\.value) + [tag])
      if let fault = all.fault(in: .mp4, trackCount: 0, rate: nil) {
        reading.report(ProjectMessages.metadata(fault, range: member.keyRange))
        continue
      }
      tags.append(Located(value: tag, range: member.value.range))
    }
    return tags
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
