import Diagnostics
import BaseValues
import TimelineModel

/// Reads `expect`.
enum ExpectReader {
  static let duration = Key(
    "duration", Shape<TimeExpression>.time(.aboveZero), "How long the movie is, to the frame.",
    examples: ["\"15s\""])
  static let frames = Key(
    "frames", Shape<Int>.integer("a number of frames", in: 1...1_000_000_000),
    "How many frames the movie has.", examples: ["450"])
  static let cuts = Key(
    "cuts",
    Shape<[Located<TimeExpression>]>.list(
      of: .time(.zeroOrMore), "an array of times", example: "[\"5s\"]"),
    "All hard cuts: the times at which a track changes from one clip to another without a transition.",
    examples: ["[\"5s\", \"150f\"]", "[]"])
  static let texts = Key(
    "texts",
    Shape<[Located<ExpectedTextDocument>]>.list(
      of: ExpectedTextReader.shape, "an array of texts",
      example: "[{ \"at\": \"2s\", \"text\": \"Golden Gate\" }]"),
    "Texts that can be seen.", examples: ["[{\"at\": \"2s\", \"text\": \"Golden Gate\"}]"])
  static let golden = Key(
    "golden", GoldenReader.shape,
    "What `cutlist test --update` keeps of the movie for later comparison.",
    examples: ["{\"frames\": [\"0s\", \"2.5s\"], \"sound\": false}"])
  static let tolerance = Key(
    "tolerance", ToleranceReader.shape,
    "How much pictures and sound may differ from what is kept. Left out, nothing may differ.",
    examples: ["{\"psnr\": 45, \"level\": \"0.5dB\"}"])
  static let regions = Key(
    "regions",
    Shape<[Located<ExpectedRegion>]>.list(
      of: RegionReader.shape, "an array of regions",
      example: "[{ \"rect\": [0, 0, 100, 40], \"ignore\": true }]"),
    "Parts of the picture that have a tolerance of their own, or are not compared.",
    examples: ["[{\"rect\": [1100, 20, 160, 60], \"ignore\": true}]"])

  static let description = ObjectDescription(
    "expect", "what is expected",
    "What `cutlist test` expects of the movie; it does not change the movie.",
    keys: [
      duration.description, frames.description, cuts.description, texts.description,
      golden.description, tolerance.description, regions.description,
    ])

  static let shape = Shape.object(description) { value, reading -> ExpectDocument? in
    guard let fields = ObjectFields(value, description, &reading) else { return nil }
    var document = ExpectDocument(range: value.range)
    document.duration = fields.read(duration, &reading)
    document.frames = fields.read(frames, &reading)
    document.cuts = fields.read(cuts, &reading)
    document.texts = fields.read(texts, &reading)?.value.map(\.value) ?? []
    document.golden = fields.read(golden, &reading)?.value
    let tolerance = fields.read(tolerance, &reading)?.value
    document.frameTolerance = tolerance?.picture
    document.audioTolerance = tolerance?.sound
    document.regions = fields.read(regions, &reading)?.value.map(\.value) ?? []
    return document
  }
}

/// Reads a text that is expected.
enum ExpectedTextReader {
  static let at = Key(
    "at", Shape<TimeExpression>.time(.zeroOrMore), required: true, "When it can be seen.",
    examples: ["\"2s\""])
  static let text = Key(
    "text", Shape<String>.text("a text", example: "\"Golden Gate\""), required: true,
    "All or a part of the title's text.", examples: ["\"Golden Gate\""])
  static let description = ObjectDescription(
    "expectedText", "an expected text", "A text that can be seen at a time.",
    keys: [at.description, text.description])

  static let shape = Shape.object(
    description, example: "{ \"at\": \"2s\", \"text\": \"Golden Gate\" }"
  ) { value, reading -> ExpectedTextDocument? in
    guard let fields = ObjectFields(value, description, &reading) else { return nil }
    let at = fields.read(at, &reading)
    let text = fields.read(text, &reading)
    guard let at, let text else { return nil }
    return ExpectedTextDocument(at: at, text: text.value)
  }
}

/// Reads what is kept of a movie.
enum GoldenReader {
  private static let times = Shape<[Located<TimeExpression>]>.list(
    of: .time(.zeroOrMore), "an array of times", example: "[\"2.5s\"]")

  static let frames = Key(
    "frames", framesShape,
    "The frames whose hashes are kept: `\"all\"`, or those at a list of times. Left out, all "
      + "frames of a movie of up to 300; of a longer one the first, middle and last frame of each "
      + "stretch with the same layers.",
    examples: ["\"all\"", "[\"0s\", \"2.5s\"]", "[]"])
  static let pictures = Key(
    "pictures", times,
    "The times whose frames are also kept as pictures, to look at and to measure differences. "
      + "Left out, one in the middle.",
    examples: ["[\"2.5s\"]", "[]"])
  static let sound = Key(
    "sound", Shape<Bool>.boolean, "Whether the hash and the level of every second are kept.",
    default: "true", examples: ["false"])
  static let description = ObjectDescription(
    "golden", "what is kept", "What is kept of the movie.",
    keys: [frames.description, pictures.description, sound.description])

  static let shape = Shape.object(description) { value, reading -> GoldenDocument? in
    guard let fields = ObjectFields(value, description, &reading) else { return nil }
    var document = GoldenDocument()
    document.frames = fields.read(frames, &reading)?.value ?? .default
    document.pictures = fields.read(pictures, &reading)?.value
    document.sound = fields.read(sound, &reading)?.value ?? true
    return document
  }

  private static var framesShape: Shape<GoldenDocument.Frames> {
    let all = Shape<String>.name(
      "\"all\" or an array of times", of: [NamedValue("all", "every frame")])
    let expected = "\"all\" or an array of times"
    return Shape(
      expected: expected, example: "\"all\"", schema: .any([all.schema, times.schema])
    ) { value, reading in
      switch value.kind {
      case .string: all.read(value, &reading).map { _ in .all }
      case .array: times.read(value, &reading).map { .at($0) }
      default: reading.wrong(value, expected, "\"all\"")
      }
    }
  }
}
