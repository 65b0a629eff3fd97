import Diagnostics
import BaseValues
import TimelineModel

/// Reads a fade: a time, or an object with a curve.
enum FadeReader {
  static let time = Shape<TimeExpression>.time(.aboveZero)
  static let duration = Key(
    "duration", time, required: true, "How long the fade takes.", examples: ["\"1.5s\""])
  static let curve = Key(
    "curve", Shape<FadeCurve>.name("a fade curve"),
    "The shape of the fade.", default: "\"linear\"",
    examples: ["\"equal-power\""])
  static let description = ObjectDescription(
    "fade", "a fade", "A fade of the sound.", keys: [duration.description, curve.description])

  static let shape = Shape<FadeDocument>(
    expected: "a time or an object", example: "\"1.5s\"",
    schema: .any([time.schema, .object(description)])
  ) { value, reading in
    guard case .object = value.kind else {
      return time.read(value, &reading).map {
        FadeDocument(duration: Located(value: $0, range: value.range), curve: .linear)
      }
    }
    guard let fields = ObjectFields(value, description, &reading) else { return nil }
    let duration = fields.read(duration, &reading)
    let curve = fields.read(curve, &reading)
    return duration.map { FadeDocument(duration: $0, curve: curve?.value ?? .linear) }
  }
}

/// Reads a step or ramp of gain.
enum GainChangeReader {
  static let at = Key(
    "at", Shape<TimeExpression>.time(.zeroOrMore), required: true, "When it begins.",
    examples: ["\"2s\""])
  static let duration = Key(
    "duration", Shape<TimeExpression>.time(.aboveZero),
    "How long the ramp takes. Left out, the gain jumps.", examples: ["\"1s\""])
  static let from = Key(
    "from", Shape<Rational>.gain, "Gain at the start of a ramp. Left out, the gain before it.",
    examples: ["1"])
  static let gain = Key(
    "gain", Shape<Rational>.gain, required: true, "Gain at the end, which is then held.",
    examples: ["\"-12dB\""])
  static let description = ObjectDescription(
    "gainChange", "a change of gain", "A step or ramp of gain.",
    keys: [at.description, duration.description, from.description, gain.description])

  static let shape = Shape.object(description, example: "{ \"at\": \"2s\", \"gain\": 0.5 }") {
    value, reading -> GainChangeDocument? in
    guard let fields = ObjectFields(value, description, &reading) else { return nil }
    let at = fields.read(at, &reading)
    let duration = fields.read(duration, &reading)
    let from = fields.read(from, &reading)
    let gain = fields.read(gain, &reading)
    if let from, fields.member("duration") == nil {
      reading.report(ProjectMessages.stepWithFrom(range: from.range))
    }
    guard let at, let gain else { return nil }
    return GainChangeDocument(
      at: at, duration: duration, from: from, gain: gain, range: value.range)
  }

  static let listShape = Shape<[Located<GainChangeDocument>]>.list(
    of: shape, "an array of changes of gain", example: "[{ \"at\": \"2s\", \"gain\": 0.5 }]")
}

/// Reads a step or ramp of pan.
enum PanChangeReader {
  private static let position = Shape<Rational>.number(
    "a pan", minimum: Rational(-1), maximum: .one, example: "-0.5")
  static let from = Key(
    "from", position, "Pan at the start of a ramp. Left out, the pan before it.", examples: ["-1"])
  static let pan = Key(
    "pan", position, required: true, "Pan at the end, which is then held.", examples: ["0.5"])
  static let duration = Key(
    "duration", Shape<TimeExpression>.time(.aboveZero),
    "How long the ramp takes. Left out, the pan jumps.", examples: ["\"1s\""])
  static let description = ObjectDescription(
    "panChange", "a change of pan", "A step or ramp of pan.",
    keys: [
      GainChangeReader.at.description, duration.description, from.description, pan.description,
    ])

  static let shape = Shape.object(description, example: "{ \"at\": \"2s\", \"pan\": -0.5 }") {
    value, reading -> GainChangeDocument? in
    guard let fields = ObjectFields(value, description, &reading) else { return nil }
    let at = fields.read(GainChangeReader.at, &reading)
    let duration = fields.read(duration, &reading)
    let from = fields.read(from, &reading)
    let pan = fields.read(pan, &reading)
    if let from, fields.member("duration") == nil {
      reading.report(ProjectMessages.stepWithFrom(range: from.range))
    }
    guard let at, let pan else { return nil }
    return GainChangeDocument(
      at: at, duration: duration, from: from, gain: pan, range: value.range)
  }

  static let listShape = Shape<[Located<GainChangeDocument>]>.list(
    of: shape, "an array of changes of pan", example: "[{ \"at\": \"2s\", \"pan\": -0.5 }]")
}

/// Reads `duck`.
enum DuckReader {
  static let under = Key(
    "under", Shape<[Located<String>]>.names, required: true,
    "The `id` of the track or clip that this one is lowered for, or a list of several.",
    examples: ["\"voice\"", "[\"voice\", \"guest\"]"])
  static let during = Key(
    "during", Shape<Duck.Moment>.name("a moment of a duck"),
    "When the other one counts.",
    default: "\"clips\"", examples: ["\"speech\""])
  static let to = Key(
    "to", Shape<Rational>.reduction("a gain to duck to"), required: true,
    "Gain while the other one is heard, at most 1.", examples: ["0.2", "\"-14dB\""])
  static let attack = Key(
    "attack", Shape<TimeExpression>.time(.zeroOrMore),
    "How long the way down takes. It ends where the other sound begins.", default: "\"0.5s\"",
    examples: ["\"0.3s\""])
  static let hold = Key(
    "hold", Shape<TimeExpression>.time(.zeroOrMore),
    "How long it stays low after the other sound.", default: "0", examples: ["\"0.2s\""])
  static let release = Key(
    "release", Shape<TimeExpression>.time(.zeroOrMore), "How long the way back takes.",
    default: "\"0.5s\"", examples: ["\"1s\""])
  static let curve = Key(
    "curve", Shape<DuckCurve>.name("a curve of a duck"),
    "How the gain moves.",
    default: "\"decibels\"", examples: ["\"linear\""])
  static let description = ObjectDescription(
    "duck", "a duck", "Lowers a track or a clip while another one is heard.",
    keys: [
      under.description, during.description, to.description, attack.description, hold.description,
      release.description, curve.description,
    ])

  static let shape = Shape.object(description, example: "{ \"under\": \"voice\", \"to\": 0.2 }") {
    value, reading -> DuckDocument? in
    guard let fields = ObjectFields(value, description, &reading) else { return nil }
    let under = fields.read(under, &reading)
    let during = fields.read(during, &reading)
    let to = fields.read(to, &reading)
    let attack = fields.read(attack, &reading)
    let hold = fields.read(hold, &reading)
    let release = fields.read(release, &reading)
    let curve = fields.read(curve, &reading)
    guard let under, let to else { return nil }
    return DuckDocument(
      under: under.value, during: during?.value ?? .clips, to: to, attack: attack, hold: hold,
      release: release,
      curve: curve?.value ?? .decibels, range: under.range)
  }
}

extension Shape where Value == [Located<String>] {
  /// The name of a track or a clip, or a list of such names.
  fileprivate static var names: Shape {
    names("the id of a track or a clip", or: "a list of ids", example: "[\"voice\", \"guest\"]")
  }

  /// A name, or a list of such names.
  static func names(_ one: String, or several: String, example: String) -> Shape {
    let name = Shape<String>.text(one, example: "\"voice\"")
    let expected = "\(one), or \(several)"
    let names = Shape.list(of: name, expected, example: example, atLeast: 1)
    return Shape(
      expected: expected, example: name.example, schema: .any([name.schema, names.schema])
    ) { value, reading in
      switch value.kind {
      case .string: name.read(value, &reading).map { [Located(value: $0, range: value.range)] }
      case .array: names.read(value, &reading)
      default: reading.wrong(value, expected, name.example)
      }
    }
  }
}
