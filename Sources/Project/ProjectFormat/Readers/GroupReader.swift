import Diagnostics
import BaseValues
import OutputKinds
import TimelineModel

/// A group as it is written; it is read where a clip shows it, with the values that clip gives.
struct GroupEntry: Sendable {
  var name: String
  var nameRange: SourceRange
  var value: JSONValue
}

/// Reads a group: an edit within the project that clips show as they show media.
enum GroupReader {
  static let size = Key(
    "size", Shape<Size>.pictureSize,
    "Width and height of its canvas in pixels, both even, 2 to 8192. Left out, the movie's.",
    examples: ["\"1280x720\""])
  static let frameRate = Key(
    "frameRate", Shape<FrameRate>.frameRate,
    "The frame rate in which its times are counted. Left out, the movie's.", examples: ["25"])
  static let background = Key(
    "background", Shape<Color>.background,
    "The colour behind its tracks, opaque or `transparent`. Left out, transparent.",
    examples: ["\"#202020\""])
  static let duration = Key(
    "duration", Shape<TimeExpression>.time(.aboveZero),
    "How long it is. Left out, it ends with the last item of any track.",
    examples: ["\"4s\""])

  static let description = ObjectDescription(
    "group", "a group", "A nested sequence within the project, which clips show like media.",
    keys: [
      NoteReader.key.description, ParameterReader.all.description, size.description,
      frameRate.description, background.description, duration.description,
      StyleReader.defaults.description,
      ProjectReader.tracks.description,
    ])

  /// What clips give to a group or a project that they show.
  static let given = Key(
    "with", Shape<[GivenValue]>.givenValues,
    "Values of the parameters of the group or project that the clip shows.",
    examples: ["{\"name\": \"Ann Lee\"}"])

  static let all = Key(
    "groups", Shape<[GroupEntry]>.groups,
    "Nested sequences within the project, each under a name, which clips show like media.",
    examples: [
      "{\"lower-third\": {\"tracks\": [{\"titles\": [{\"text\": \"Hello\", \"duration\": \"3s\"}]}]}}"
    ])

  /// Reads a group whose parameters have their values.
  ///
  /// - Parameter movie: of the project that it stands in.
  static func read(
    _ value: JSONValue, in movie: OutputDocument, _ reading: inout Reading
  ) -> ProjectDocument? {
    guard let fields = ObjectFields(value, description, &reading) else { return nil }
    var said = Reading()
    _ = fields.read(ParameterReader.all, &said)
    var output = OutputDocument()
    output.size = fields.read(size, &reading)
    if output.size == nil { (output.size, output.design) = (movie.size, movie.design) }
    output.frameRate = fields.read(frameRate, &reading) ?? movie.frameRate
    output.background = fields.read(background, &reading)
    output.duration = fields.read(duration, &reading)
    output.audio = movie.audio
    output.declick = movie.declick
    output.range = value.range
    let tracks = fields.read(ProjectReader.tracks, &reading)
    return ProjectDocument(
      output: output, mediaItems: [], mediaIsComplete: true,
      tracks: tracks?.value.map(\.value), formulas: reading.formulas, notes: reading.notes,
      range: value.range)
  }
}

/// A value that a clip gives to a parameter of what it shows.
struct GivenValue: Hashable, Sendable {
  var name: String
  /// As a command line would have it.
  var text: String
}

extension GivenValue {
  /// What a member of an object gives; `nil` where that is no value of a parameter.
  init?(_ member: JSONMember) {
    switch member.value.kind {
    case .string(let text), .number(let text): self.init(name: member.key, text: text)
    case .bool(let flag): self.init(name: member.key, text: flag ? "true" : "false")
    default: return nil
    }
  }
}

extension Shape where Value == [GivenValue] {
  fileprivate static var givenValues: Shape {
    let expected = "an object that gives parameters values"
    let example = "{ \"name\": \"Ann Lee\" }"
    return Shape(expected: expected, example: example, schema: .map(.anything)) {
      value, reading in
      guard case .object(let members) = value.kind else {
        return reading.wrong(value, expected, example)
      }
      return members.compactMap { member in
        if let given = GivenValue(member) { return given }
        reading.reportType(
          of: member.value, expected: "a text, a number, or true or false",
          example: "\"Ann Lee\"")
        return nil
      }.sorted { $0.name < $1.name }
    }
  }
}

extension Shape where Value == [GroupEntry] {
  fileprivate static var groups: Shape {
    let expected = "an object that gives each group a name"
    let example = "{ \"lower-third\": { \"tracks\": [] } }"
    return Shape(
      expected: expected, example: example, schema: .map(.object(GroupReader.description))
    ) { value, reading in
      guard case .object(let members) = value.kind else {
        return reading.wrong(value, expected, example)
      }
      return members.compactMap { member in
        if member.key.isEmpty {
          reading.report(
            ProjectMessages.emptyText(expected: "a name for the group", range: member.keyRange))
          return nil
        }
        guard case .object = member.value.kind else {
          reading.reportType(
            of: member.value, expected: "a group", example: "{ \"tracks\": [] }")
          return nil
        }
        return GroupEntry(name: member.key, nameRange: member.keyRange, value: member.value)
      }
    }
  }
}

extension MediaContent {
  /// What stands for a project or group that has not been read.
  static let unknownEdit = -1
}
