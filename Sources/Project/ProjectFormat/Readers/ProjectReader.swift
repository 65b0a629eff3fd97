import Diagnostics
import BaseValues
import TimelineModel

/// Reads the whole project.
enum ProjectReader {
  static let schemaKey = Key(
    "$schema", Shape<String>.text("a path or URL", example: "\"cutlist-1.schema.json\""),
    "Where editors find the schema; Cutlist ignores it.",
    examples: ["\"../Schemas/cutlist-1.schema.json\""])
  static let version = Key(
    "cutlist", Shape<Int>.version, required: true, "Version of the project format.",
    examples: ["1"])
  static let output = Key(
    "output", OutputReader.shape, "The movie that is made.",
    examples: ["{\"size\": \"1280x720\", \"frameRate\": 30}"])
  static let media = Key(
    "media", Shape<MediaListDocument>.media, "The media that clips show, each under a name.",
    examples: ["{\"bridge\": \"media/bridge.mp4\"}"])
  static let tracks = Key(
    "tracks",
    Shape<[Located<TrackDocument>]>.list(
      of: TrackReader.shape.orPart, "an array of tracks", example: "[{ \"video\": [] }]"),
    required: true, "From back to front: later tracks cover earlier ones.",
    examples: ["[{\"video\": [{\"clip\": \"bridge\"}]}]"])
  static let markers = Key(
    "markers",
    Shape<[Located<MarkerDocument>]>.list(
      of: MarkerReader.shape, "an array of markers",
      example: "[{ \"at\": \"14s\", \"name\": \"chorus\" }]"),
    "Markers on the timeline; they do not change the movie.",
    examples: ["[{\"at\": \"14s\", \"name\": \"chorus\"}]"])
  static let expect = Key(
    "expect", ExpectReader.shape,
    "What `cutlist test` expects of the movie; it does not change the movie.",
    examples: ["{\"duration\": \"15s\", \"cuts\": [\"5s\"]}"])

  static let description = ObjectDescription(
    "project", "a project", "A Cutlist project, version 1.",
    keys: [
      schemaKey.description, version.description, NoteReader.key.description,
      ParameterReader.all.description, output.description, OutputsReader.all.description,
      PartReader.parts.description,
      media.description,
      GroupReader.all.description, BeatGridReader.all.description,
      StyleReader.defaults.description, StyleReader.all.description, tracks.description,
      markers.description, expect.description,
    ])

  static func read(_ value: JSONValue, _ reading: inout Reading) -> ProjectDocument? {
    // Everything else is judged by the version's rules, so it comes first.
    if case .object(let members) = value.kind,
      let written = members.first(where: { $0.key == "cutlist" })
    {
      var trial = Reading()
      guard version.shape.read(written.value, &trial) != nil else {
        _ = version.shape.read(written.value, &reading)
        return nil
      }
    }
    guard let fields = ObjectFields(value, description, &reading) else { return nil }
    _ = fields.read(schemaKey, &reading)
    _ = fields.read(version, &reading)
    // What is left open has been filled in before.
    var said = Reading()
    _ = fields.read(ParameterReader.all, &said)
    let output = fields.read(output, &reading)
    if let outputs = fields.read(OutputsReader.all, &reading) {
      OutputsReader.check(outputs.value, besides: value["output"], &reading)
    }
    let mediaErrors = reading.errorCount
    let media = fields.read(media, &reading)
    let mediaIsComplete = reading.errorCount == mediaErrors
    let groups = fields.read(GroupReader.all, &reading)
    let tracks = fields.read(tracks, &reading)
    let beatErrors = reading.errorCount
    let beats = fields.read(BeatGridReader.all, &reading)
    let beatsAreComplete = reading.errorCount == beatErrors
    let markerErrors = reading.errorCount
    let markers = fields.read(markers, &reading)
    let markersAreComplete = reading.errorCount == markerErrors
    let expect = fields.read(expect, &reading)
    var document = ProjectDocument(
      output: output?.value ?? OutputDocument(), mediaItems: media?.value.items ?? [],
      mediaIsComplete: mediaIsComplete, tracks: tracks?.value.map(\.value),
      markers: markers?.value.map(\.value) ?? [], formulas: reading.formulas,
      expect: expect?.value, notes: reading.notes, range: value.range)
    document.markersAreComplete = markersAreComplete
    document.beats = beats?.value ?? []
    document.beatsAreComplete = beatsAreComplete
    document.projects = media?.value.projects ?? [:]
    document.groups = groups?.value ?? []
    return document
  }
}

extension Shape where Value == Int {
  /// The version number 1.
  fileprivate static var version: Shape {
    Shape(expected: "the version 1", example: "1", schema: .constant("1")) { value, reading in
      guard case .number(let digits) = value.kind else {
        // With version 1 in quotes all the rest can be read.
        guard case .string(let text) = value.kind,
          let better = Spelling.number(
            text, of: "",
            fits: {
              $0 == .one
            })
        else { return reading.wrong(value, "the version 1", "1") }
        reading.reportType(
          of: value, expected: "the version 1", example: "1", respelling: better)
        return 1
      }
      guard Rational.decimal(digits) == .one else {
        reading.report(ProjectMessages.unknownVersion(shortened(digits), range: value.range))
        return nil
      }
      return 1
    }
  }
}

/// What stands under `media`.
struct MediaListDocument: Sendable {
  var items: [MediaItem]
  /// Which of them are projects, with their paths.
  var projects: [MediaID: String] = [:]
}

extension Shape where Value == MediaListDocument {
  fileprivate static var media: Shape {
    let expected = "an object that gives each media a name"
    let example = "{ \"bridge\": \"media/bridge.mp4\" }"
    return Shape(
      expected: expected, example: example, schema: .map(MediaReader.shape.schema)
    ) { value, reading in
      guard case .object(let members) = value.kind else {
        return reading.wrong(value, expected, example)
      }
      var items: [MediaItem] = []
      var projects: [MediaID: String] = [:]
      var names: Set<String> = []
      for member in members where names.insert(member.key).inserted {
        if member.key.isEmpty {
          reading.report(
            ProjectMessages.emptyText(expected: "a name for the media", range: member.keyRange))
        }
        guard let entry = MediaReader.shape.read(member.value, &reading) else { continue }
        var item = MediaItem(
          id: MediaID(items.count), name: member.key, nameRange: member.keyRange,
          valueRange: member.value.range, content: entry.content, reading: entry.reading,
          onDamage: entry.onDamage, keys: entry.keys)
        item.pathRange = entry.pathRange
        projects[item.id] = entry.project
        items.append(item)
      }
      return MediaListDocument(items: items, projects: projects)
    }
  }
}
