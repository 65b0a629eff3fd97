import Diagnostics
import BaseValues
import TimelineModel

/// Reads grids of beats.
enum BeatGridReader {
  static let id = Key(
    "id", Shape<String>.text("a name", example: "\"song\""),
    "A name for the grid, if there are several: `{song.beat(17)}`.", examples: ["\"song\""])
  static let tempo = Key(
    "tempo", Shape<Rational>.tempo, required: true, "Beats a minute (BPM), exactly.",
    examples: ["128", "127.5", "\"383/3\""])
  static let offset = Key(
    "offset", Shape<TimeExpression>.time(.any), "Movie time of beat 1.", default: "0",
    examples: ["\"0.25s\"", "\"{music.start} + 0.25s\""])
  static let meter = Key(
    "meter", Shape<Int>.integer("a number of beats", in: 1...64, example: "4"),
    "Beats in a bar.", default: "4", examples: ["3"])

  static let description = ObjectDescription(
    "beats", "a grid of beats",
    "The tempo of music, for times such as `{beat(17)}`. Beats and bars count from 1.",
    keys: [
      tempo.description, offset.description, meter.description, id.description,
      NoteReader.key.description,
    ])

  static let shape = Shape.object(description, example: "{ \"tempo\": 128 }") {
    value, reading -> BeatGridDocument? in
    guard let fields = ObjectFields(value, description, &reading) else { return nil }
    let name = fields.read(id, &reading)
    let offset = fields.read(offset, &reading)
    let meter = fields.read(meter, &reading)
    return fields.read(tempo, &reading).map {
      BeatGridDocument(
        name: name, tempo: $0.value, offset: offset, meter: meter?.value ?? 4, range: value.range)
    }
  }

  /// One grid, or several with names.
  static let all = Key(
    "beats",
    Shape<[BeatGridDocument]>(
      expected: "a grid of beats or an array of them", example: "{ \"tempo\": 128 }",
      schema: .any([.object(description), .array(.object(description), atLeast: 1, atMost: nil)])
    ) { value, reading in
      guard case .array(let grids) = value.kind else {
        return shape.read(value, &reading).map { [$0] }
      }
      return grids.compactMap { shape.read($0, &reading) }
    }, "The tempo of music, for times such as `{beat(17)}`.",
    examples: ["{\"tempo\": 128, \"offset\": \"0.25s\"}"])
}

extension Shape where Value == Rational {
  /// Beats a minute: a number or a fraction in quotes.
  fileprivate static var tempo: Shape {
    let expected = "a tempo in beats a minute"
    let limits = "above 0 and at most 10000"
    return Shape(
      expected: expected, example: "128",
      schema: .any([.number(above: "0", maximum: "10000"), .string(pattern: "^[0-9]+/[0-9]+$")])
    ) { value, reading in
      let text: String
      switch value.kind {
      case .number(let digits): text = digits
      case .string(let string): text = string
      default: return reading.wrong(value, expected, "128")
      }
      let parts = text.split(separator: "/", omittingEmptySubsequences: false)
      var tempo = Rational.decimal(parts[0])
      if parts.count == 2 {
        guard let above = tempo, let below = Rational.decimal(parts[1]), below > .zero else {
          return reading.wrong(value, expected, "128")
        }
        tempo = try? above / below
      }
      guard parts.count <= 2, let tempo else { return reading.wrong(value, expected, "128") }
      guard tempo > .zero, tempo <= Rational(10_000) else {
        reading.report(
          ProjectMessages.numberOutOfRange(
            shortened(text), expected: expected, range: value.range, limits: limits))
        return nil
      }
      return tempo
    }
  }
}
