import Diagnostics
import BaseValues
import TimelineModel

/// Reads media that Cutlist makes itself: `{"generate": …}`.
enum GeneratorReader {
  static let names = ["bars", "gradient", "counter", "tone", "qr", "below"]

  static func name(
    _ generator: String, _ summary: String, since: String? = nil
  ) -> Key<String> {
    Key(
      "generate", Shape<String>.name("a generator", of: [generator]), required: true, summary,
      examples: [JSONText.quoted(generator)], since: since)
  }

  static let bars = ObjectDescription(
    "generatedBars", "the generator 'bars'", "Colour bars of 75 %.",
    keys: [name("bars", "Colour bars of 75 %.").description, NoteReader.key.description])

  static let clip = Key(
    "clip", Shape<Int>.integer("a number from 0 to 255", in: 0...255),
    "A second number, shown in every frame.", default: "0", examples: ["7"])
  static let counter = ObjectDescription(
    "generatedCounter", "the generator 'counter'",
    "The frame's number as digits and as a code, with a flash and a beep every second.",
    keys: [
      name("counter", "Numbered frames.").description, clip.description,
      NoteReader.key.description,
    ])

  static let frequency = Key(
    "frequency", Shape<Int>.integer("a frequency in hertz", in: 1...24_000), "Hertz.",
    default: "1000", examples: ["440"])
  static let level = Key(
    "level", Shape<Rational>.reduction("a peak level"),
    "Peak level: a factor up to 1, decibels or per cent.",
    default: "\"-18dB\"", examples: ["0.25"])
  static let beep = Key(
    "beep", Shape<Bool>.boolean, "Also beep at the start of every second.", default: "false",
    examples: ["true"])
  static let tone = ObjectDescription(
    "generatedTone", "the generator 'tone'", "A sine tone.",
    keys: [
      name("tone", "A sine tone.").description, frequency.description, level.description,
      beep.description, NoteReader.key.description,
    ])

  static let below = ObjectDescription(
    "generatedBelow", "the generator 'below'",
    "For adjustment clips: everything below the clip that shows it, the tracks before its own on "
      + "the background. The clip's effects change all of it at once.",
    keys: [
      name("below", "Everything below the clip: makes it an adjustment clip.").description,
      NoteReader.key.description,
    ])

  static let descriptions = [
    bars, GradientReader.description, counter, tone, QRReader.description, below,
  ]

  static func read(_ value: JSONValue, _ reading: inout Reading) -> Generator? {
    guard case .object(let members) = value.kind,
      let name = members.first(where: { $0.key == "generate" })?.value,
      let generator = Shape<String>.name("a generator", of: names, advice: ForeignName.material)
        .read(name, &reading),
      let index = names.firstIndex(of: generator),
      let fields = ObjectFields(value, descriptions[index], &reading)
    else { return nil }
    switch generator {
    case "bars":
      return .bars
    case "gradient":
      return GradientReader.read(fields, &reading)
    case "qr":
      return QRReader.read(fields, &reading)
    case "below":
      return .below
    case "counter":
      return .counter(clip: fields.read(clip, &reading)?.value ?? 0)
    default:
      return tone(fields, &reading)
    }
  }

  private static func tone(_ fields: ObjectFields, _ reading: inout Reading) -> Generator? {
    let frequency = fields.read(frequency, &reading)?.value ?? 1000
    let level = fields.read(level, &reading)?.value ?? Decibels.factor(of: Rational(-18))
    let beep = fields.read(beep, &reading)?.value ?? false
    guard let level, let millionths = try? level.scaled(by: 1_000_000) else { return nil }
    return .tone(frequency: frequency, level: Int(millionths), beep: beep)
  }
}
