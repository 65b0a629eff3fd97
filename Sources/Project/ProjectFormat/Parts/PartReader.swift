import Diagnostics

/// The keys of a part: a file that a project takes in, and the places where it does.
enum PartReader {
  static let version = Key(
    "cutlistPart", Shape<Void>.constantOne, required: true, "Version of the project format.",
    examples: ["1"])

  /// A part, or several, of which nothing is laid on tracks here.
  static let parts = Key(
    "include", Shape<[Located<String>]>.partPaths,
    "Parts of the project in files of their own, a path or several, relative to this file. Their "
      + "media, groups, styles, beats and markers count as if they were written here.",
    examples: ["\"media.json\"", "[\"media.json\", \"styles.json\"]"])

  static let description = ObjectDescription(
    "part", "a part", "A part of a Cutlist project, version 1, in a file of its own.",
    keys: [
      ProjectReader.schemaKey.description, version.description, NoteReader.key.description,
      parts.description, ProjectReader.media.description, GroupReader.all.description,
      BeatGridReader.all.description, StyleReader.all.description,
      ProjectReader.tracks.description.free,
      ProjectReader.markers.description,
    ])

  /// What of a part joins what the project itself says.
  static let maps = [
    ProjectReader.media.description.name, GroupReader.all.description.name,
    StyleReader.all.description.name,
  ]
  /// Lists that go on with what parts have.
  static let lists = [
    BeatGridReader.all.description.name, ProjectReader.markers.description.name,
  ]

  // MARK: - Entries

  static let path = Key(
    "include", Shape<String>.text("a path", example: "\"act-1.json\"", isPath: true),
    required: true,
    "Path of a part, relative to this file, whose tracks or items are included here.",
    examples: ["\"act-1.json\""])
  static let track = Key(
    "track", Shape<String>.text("the name of a track", example: "\"voice\""),
    "Which of the part's tracks. Left out, among tracks all of them, and among items the only "
      + "one of their kind.", examples: ["\"voice\""])

  /// What stands in a list in place of what a part has there.
  static let entry = ObjectDescription(
    "inclusion", "an inclusion",
    "The place at which tracks of a part, or their items, are included.",
    keys: [path.description, track.description, NoteReader.key.description])
}

extension Shape {
  /// The same, where the schema also allows what a part has: readers never see that.
  var orPart: Shape {
    var forms = [schema]
    if case .any(let several) = schema { forms = several }
    return Shape(
      expected: expected, example: example, schema: .any(forms + [.object(PartReader.entry)]),
      read: read)
  }
}

extension Shape where Value == Void {
  /// The version 1.
  fileprivate static var constantOne: Shape {
    Shape(expected: "the version 1", example: "1", schema: .constant("1")) { value, reading in
      if case .number("1") = value.kind { return () }
      return reading.wrong(value, "the version 1", "1")
    }
  }
}

extension Shape where Value == [Located<String>] {
  /// A path or several.
  fileprivate static var partPaths: Shape {
    let one = Shape<String>.text("the path of a part", example: "\"media.json\"", isPath: true)
    return Shape(
      expected: "the path of a part, or several", example: one.example,
      schema: .any([one.schema, .array(one.schema, atLeast: 1, atMost: nil)])
    ) { value, reading in
      var values = [value]
      if case .array(let items) = value.kind { values = items }
      return values.compactMap { value in
        one.read(value, &reading).map { Located(value: $0, range: value.range) }
      }
    }
  }
}
