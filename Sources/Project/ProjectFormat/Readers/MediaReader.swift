import CaptionFiles
import Diagnostics
import BaseValues
import TimelineModel

/// Reads one value of the object `media`.
enum MediaReader {
  static let forms = [
    "file", "sequence", "color", "generate", "filter", "lut", "captions", "project",
  ]

  // MARK: - Files

  static let file = Key(
    "file", Shape<String>.text("a path", example: "\"media/bridge.mp4\"", isPath: true),
    required: true,
    "Path of a video, audio or image file, relative to the project file.",
    examples: ["\"media/garden.mov\""])
  static let stream = Shape<Int>.integer("the number of a stream", in: 0...999)
  static let videoStream = Key(
    "videoStream", stream,
    "Which of the file's video streams, counted from 0 without cover art. Left out, the default stream.",
    examples: ["1"])
  static let audioStream = Key(
    "audioStream", Shape<AudioSelection>.audioSelection,
    "Which of the file's audio streams: a number, counted from 0; a language; a list of numbers; "
      + "or `all`, which are mixed. Mono streams of a list become channels (two are left and right), "
      + "others are mixed. Left out, the default stream.",
    examples: ["1", "\"eng\"", "[0, 1]", "\"all\""])
  static let onDamage = Key(
    "onDamage", Shape<DamagePolicy>.name("a way to treat damage"),
    "What happens if pictures or sound that are used are damaged in the file.",
    default: "\"error\"", examples: ["\"conceal\""])
  static let fileDescription = ObjectDescription(
    "mediaFile", "a media file", "A media file and the streams of it that are used.",
    keys: [file.description, videoStream.description, audioStream.description]
      + InterpretationReader.keys + [onDamage.description, NoteReader.key.description])

  // MARK: - Colours and filters

  static let color = Key(
    "color", Shape<Color>.color, required: true, "The colour that fills the picture.",
    examples: ["\"#ff8800\""])
  static let colorDescription = ObjectDescription(
    "mediaColor", "a colour", "A solid colour over the whole picture, without end.",
    keys: [color.description, NoteReader.key.description])

  static let filter = Key(
    "filter", Shape<String>.text("a filter graph", example: "\"testsrc2=rate=25\""),
    required: true, "A source graph of FFmpeg's libavfilter.",
    examples: ["\"mandelbrot=size=1280x720:rate=30\""])
  static let filterDescription = ObjectDescription(
    "mediaFilter", "a filter source", "A source graph of FFmpeg's libavfilter.",
    keys: [filter.description, NoteReader.key.description])

  static let lut = Key(
    "lut", Shape<String>.text("a path", example: "\"looks/film.cube\"", isPath: true),
    required: true,
    "Path of a LUT (`.cube`, `.3dl`) or an ASC CDL (`.cdl`, `.cc`, `.ccc`), relative to the "
      + "project file, for the effect `lut`.",
    examples: ["\"looks/film.cube\""])
  static let correction = Key(
    "id", Shape<String>.text("the id of a correction", example: "\"sh010\""),
    "Which correction of a collection (`.ccc`, `.cdl`). Left out, the only one there is.",
    examples: ["\"sh010\""])
  static let lutDescription = ObjectDescription(
    "mediaLUT", "a file of colours", "A LUT or a CDL, for the effect `lut`.",
    keys: [lut.description, correction.description, NoteReader.key.description])

  static let captions = Key(
    "captions", Shape<String>.text("a path", example: "\"talk.srt\"", isPath: true),
    required: true,
    "Path of a file of captions (`.srt`, `.vtt`, `.ass`, `.ttml`, words with times in `.json`), "
      + "relative to the project file, for a track of captions.",
    examples: ["\"talk.srt\""], since: "0.2.0")
  static let encoding = Key(
    "encoding", Shape<CaptionEncoding>.name("an encoding"),
    "How the file's characters are written. Left out, it is found out.",
    examples: ["\"windows-1252\""], since: "0.2.0")
  static let captionsDescription = ObjectDescription(
    "mediaCaptions", "a file of captions", "Captions, for a track of them.",
    keys: [captions.description, encoding.description, NoteReader.key.description])
  /// Endings by which the path of a file says that it holds captions.
  static let captionEndings = [".srt", ".vtt", ".ass", ".ssa", ".ttml", ".dfxp"]
  static func isCaptions(_ path: String) -> Bool {
    let path = path.lowercased()
    return captionEndings.contains { path.hasSuffix($0) }
  }

  static let project = Key(
    "project", Shape<String>.text("a path", example: "\"intro.json\"", isPath: true),
    required: true,
    "Path of another project, relative to this one's file. Clips show it like any media: with "
      + "its size, its sound, and transparent where it shows nothing.",
    examples: ["\"intro.json\""])
  static let projectDescription = ObjectDescription(
    "mediaProject", "a project as media", "Another project, shown as media.",
    keys: [project.description, NoteReader.key.description])

  // MARK: - Entries

  /// What an entry says.
  struct Entry: Sendable {
    var content: MediaContent
    var reading = Interpretation()
    var onDamage = DamagePolicy.error
    var keys: [Located<String>] = []
    /// Where the path of a file or of numbered pictures is written.
    var pathRange = SourceRange.none
    /// The path of a project.
    var project: String?
  }

  static let shape = Shape<Entry>(
    expected: "a path or an object", example: "\"media/bridge.mp4\"",
    schema: .any(
      [
        .object(fileDescription), .object(SequenceReader.description),
        .object(colorDescription), .object(filterDescription), .object(lutDescription),
        .object(captionsDescription), .object(projectDescription),
      ] + GeneratorReader.descriptions.map { .object($0) } + [.path()])
  ) { value, reading in
    switch value.kind {
    case .string:
      return file.shape.read(value, &reading).map {
        Entry(
          content: isCaptions($0)
            ? .captions(path: $0, encoding: nil)
            : .file(path: $0, videoStream: nil, audioStream: nil), pathRange: value.range)
      }
    case .object(let members):
      // A QR code has a colour, and is none.
      let form = (["generate"] + forms).first { form in members.contains { $0.key == form } }
      return readObject(value, form: form, &reading)
    default:
      return reading.wrong(value, "a path or an object", "\"media/bridge.mp4\"")
    }
  }

  private static func readObject(
    _ value: JSONValue, form: String?, _ reading: inout Reading
  ) -> Entry? {
    switch form {
    case "file":
      guard let fields = ObjectFields(value, fileDescription, &reading) else { return nil }
      let path = fields.read(file, &reading)
      let video = fields.read(videoStream, &reading)
      let audio = fields.read(audioStream, &reading)
      let pictures = InterpretationReader.read(fields, &reading)
      let damage = fields.read(onDamage, &reading)
      return path.map {
        Entry(
          content: .file(
            path: $0.value, videoStream: video?.value, audioStream: audio?.value),
          reading: pictures, onDamage: damage?.value ?? .error,
          keys: fields.places(of: ["interlace", "alpha", "orientation", "colorSpace"]),
          pathRange: $0.range)
      }
    case "sequence":
      return SequenceReader.read(value, &reading)
    case "color":
      return ObjectFields(value, colorDescription, &reading)
        .flatMap { $0.read(color, &reading) }.map { Entry(content: .color($0.value)) }
    case "filter":
      return ObjectFields(value, filterDescription, &reading)
        .flatMap { $0.read(filter, &reading) }.map { Entry(content: .filter($0.value)) }
    case "lut":
      guard let fields = ObjectFields(value, lutDescription, &reading) else { return nil }
      let path = fields.read(lut, &reading)
      let id = fields.read(correction, &reading)
      return path.map {
        Entry(content: .look(path: $0.value, id: id?.value), pathRange: $0.range)
      }
    case "captions":
      guard let fields = ObjectFields(value, captionsDescription, &reading) else { return nil }
      let path = fields.read(captions, &reading)
      let name = fields.read(encoding, &reading)
      return path.map {
        Entry(
          content: .captions(path: $0.value, encoding: name?.value.rawValue), pathRange: $0.range)
      }
    case "project":
      return ObjectFields(value, projectDescription, &reading).flatMap {
        $0.read(project, &reading)
      }
      .map {
        Entry(
          content: .edit(MediaContent.unknownEdit), pathRange: $0.range, project: $0.value)
      }
    case "generate":
      return GeneratorReader.read(value, &reading).map { Entry(content: .generator($0)) }
    default:
      reading.report(unknownForm(value))
      return nil
    }
  }

  private static func unknownForm(_ value: JSONValue) -> Diagnostic {
    var meant: (member: JSONMember, form: String)?
    if case .object(let members) = value.kind {
      for member in members.prefix(20) where meant == nil {
        let word = Spelling.plain(member.key)
        let form =
          word == "colour"
          ? "color"
          : ForeignKey.media.first { $0.names.contains(word) }?.ours
            ?? Suggestion.closest(to: member.key, among: forms)
        if let form { meant = (member, form) }
      }
    }
    let fixes = meant.map { member, form in
      let quoted = JSONText.quoted(form)
      return [Fix(message: "write \(quoted)", replacing: member.keyRange, with: quoted)]
    }
    return ProjectMessages.unknownForm(
      of: "media", forms: forms, range: meant?.member.keyRange ?? value.range,
      fixes: fixes ?? [])
  }
}
