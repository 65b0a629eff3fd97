import Diagnostics
import BaseValues
import TimelineModel

/// Reads `{ "generate": "gradient" }`: two colours across or down, or any colours along a line, from a point
/// or around one.
enum GradientReader {
  static let from = Key(
    "from", Shape<Color>.color, "The first of two colours, at the left or top.",
    default: "\"black\"", examples: ["\"navy\""])
  static let to = Key(
    "to", Shape<Color>.color, "The second one, at the right or bottom.", default: "\"white\"",
    examples: ["\"#88ccff\""])
  static let direction = Key(
    "direction",
    Shape<String>.name(
      "a direction",
      of: [
        NamedValue("right", "from left to right"), NamedValue("down", "from top to bottom"),
      ]),
    "The direction of a linear gradient.", default: "\"right\"", examples: ["\"down\""])
  static let kind = Key(
    "kind", Shape<Shading.Kind>.name("a kind of gradient"),
    "The kind of gradient.",
    default: "\"linear\"", examples: ["\"radial\"", "\"conic\""])
  static let stops = Key(
    "stops", stopList,
    "2 to 64 colours, each alone or with its place. They are mixed after they are multiplied by "
      + "their alpha.",
    examples: [
      "[\"navy\", { \"color\": \"orange\", \"at\": \"70%\" }, \"white\"]"
    ])
  static let angle = Key(
    "angle",
    Shape<Rational>.number(
      "an angle in degrees", minimum: Rational(-36_000), maximum: Rational(36_000), example: "45"),
    "Degrees clockwise, 0 being up: where a linear gradient leads, or where a conic one begins.",
    examples: ["45"])
  static let center = Key(
    "center", Shape<Point>.anchor,
    "The centre of a radial or conic gradient, in shares of the picture.",
    default: "[0.5, 0.5]", examples: ["[\"50%\", \"30%\"]"])
  static let radius = Key(
    "radius", radiusShape,
    "Where a radial gradient has its last colour: in heights of the picture, across an ellipse "
      + "in widths. Left out, at the farthest corner.",
    examples: ["0.5", "\"80%\""])
  static let shape = Key(
    "shape",
    Shape<String>.name(
      "a shape",
      of: [
        NamedValue("ellipse", "with the shape of the picture"), NamedValue("circle", "round"),
      ]),
    "The shape of a radial gradient.", default: "\"ellipse\"",
    examples: ["\"circle\""])

  static let description = ObjectDescription(
    "generatedGradient", "the generator 'gradient'",
    "A gradient: between two colours across or down, or as those of CSS.",
    keys: [
      GeneratorReader.name("gradient", "A gradient.").description, from.description,
      to.description, direction.description, kind.description, stops.description,
      angle.description, center.description, radius.description, shape.description,
      NoteReader.key.description,
    ],
    exclusive: [["from", "stops"], ["to", "stops"], ["direction", "angle"]])

  /// The same keys where they fill letters.
  static let fillDescription = ObjectDescription(
    "gradient", "a gradient", "A gradient: between two colours across or down, or as those of CSS.",
    keys: [
      from.description, to.description, direction.description, kind.description,
      stops.description, angle.description, center.description, radius.description,
      shape.description,
    ], exclusive: description.exclusive)

  static let fillShape = Shape.object(
    fillDescription, example: "{ \"stops\": [\"yellow\", \"navy\"] }"
  ) { value, reading -> Shading? in
    guard let fields = ObjectFields(value, fillDescription, &reading) else { return nil }
    switch read(fields, &reading) {
    case .shading(let shading): return shading
    case .gradient(let from, let to, let isDown):
      return Shading(
        .linear, angle: isDown ? 180_000 : 90_000,
        stops: [Shading.Stop(from, at: 0), Shading.Stop(to, at: Shading.end)])
    default: return nil
    }
  }

  static func read(_ fields: ObjectFields, _ reading: inout Reading) -> Generator? {
    let errors = reading.errorCount
    let first = fields.read(from, &reading)?.value ?? .black
    let last = fields.read(to, &reading)?.value ?? .white
    let isDown = fields.read(direction, &reading)?.value == "down"
    let kind = fields.read(kind, &reading)?.value ?? .linear
    let stops = fields.read(stops, &reading)
    let angle = fields.read(angle, &reading)?.value
    let center = fields.read(center, &reading)?.value ?? Point(x: .half, y: .half)
    let radius = fields.read(radius, &reading)?.value
    let isCircle = fields.read(shape, &reading)?.value == "circle"
    for (key, kinds) in keysOfKinds where !kinds.contains(kind) {
      guard let member = fields.member(key) else { continue }
      reading.report(
        ProjectMessages.gradientKeyOfOtherKind(
          key, kind: kind.rawValue, others: kinds.map(\.rawValue), range: member.keyRange))
    }
    if kind == .linear, stops == nil, angle == nil {
      return .gradient(from: first, to: last, vertical: isDown)
    }
    guard reading.errorCount == errors else { return nil }
    return .shading(
      Shading(
        kind, angle: turned(angle ?? (kind == .conic ? .zero : Rational(isDown ? 180 : 90))),
        centerX: millionths(center.x), centerY: millionths(center.y),
        radius: radius.map { max(millionths($0), 1) }, isCircle: isCircle,
        stops: stops.map { placed($0.value) }
          ?? [Shading.Stop(first, at: 0), Shading.Stop(last, at: Shading.end)]))
  }

  private static let keysOfKinds: [(key: String, kinds: [Shading.Kind])] = [
    ("direction", [.linear]), ("angle", [.linear, .conic]), ("center", [.radial, .conic]),
    ("radius", [.radial]), ("shape", [.radial]),
  ]

  private static func millionths(_ share: Rational) -> Int {
    Int(
      clamping: roundDivide(
        Int128(share.numerator) * Int128(Shading.end), by: Int128(share.denominator)))
  }

  /// Thousandths of a degree within a turn.
  private static func turned(_ angle: Rational) -> Int {
    let thousandths = Int(
      clamping: roundDivide(Int128(angle.numerator) * 1000, by: Int128(angle.denominator)))
    let rest = thousandths % Shading.fullTurn
    return rest < 0 ? rest + Shading.fullTurn : rest
  }

  // MARK: - Stops

  /// A colour, and where it is where that is said.
  struct Stop: Sendable {
    var color: Color
    var position: Located<Rational>?
  }

  static let stopColor = Key(
    "color", Shape<Color>.color, required: true, "The colour.", examples: ["\"orange\""])
  static let stopPosition = Key(
    "at", Shape<Rational>.share("a share of the way", example: "\"70%\""),
    "Its place, as a share of the way. Left out, the first is at 0, the last at 1, and others "
      + "are evenly between their neighbours.", examples: ["\"70%\""])
  static let stopDescription = ObjectDescription(
    "gradientStop", "a colour of a gradient", "A colour of a gradient and its place.",
    keys: [stopColor.description, stopPosition.description])

  private static let stop = Shape<Stop>(
    expected: "a colour, or a colour and its place",
    example: "{ \"color\": \"orange\", \"at\": \"70%\" }",
    schema: .any([Shape<Color>.color.schema, .object(stopDescription)])
  ) { value, reading in
    guard case .object = value.kind else {
      return Shape<Color>.color.read(value, &reading).map { Stop(color: $0) }
    }
    guard let fields = ObjectFields(value, stopDescription, &reading) else { return nil }
    let color = fields.read(stopColor, &reading)
    let position = fields.read(stopPosition, &reading)
    return color.map { Stop(color: $0.value, position: position) }
  }

  private static let stopList: Shape<[Stop]> = {
    let limits = Shading.stopLimits
    let expected = "\(limits.lowerBound) to \(limits.upperBound) colours"
    let example = "[\"navy\", \"orange\", \"white\"]"
    return Shape(
      expected: expected, example: example,
      schema: .array(stop.schema, atLeast: limits.lowerBound, atMost: limits.upperBound)
    ) { value, reading in
      guard case .array(let items) = value.kind else {
        return reading.wrong(value, expected, example)
      }
      guard limits.contains(items.count) else {
        reading.report(
          ProjectMessages.wrongCount(items.count, expected: expected, range: value.range))
        return nil
      }
      let stops = items.compactMap { stop.read($0, &reading) }
      guard stops.count == items.count else { return nil }
      var greatest: Located<Rational>?
      for position in stops.compactMap(\.position) {
        if let greatest, position.value < greatest.value {
          reading.report(
            ProjectMessages.stopBeforeOther(
              percent(position.value), other: percent(greatest.value), range: position.range,
              otherRange: greatest.range))
          return nil
        }
        greatest = position
      }
      return stops
    }
  }()

  private static func percent(_ share: Rational) -> String {
    ((try? share * Rational(100)) ?? share).decimalApproximation(places: 4) + " %"
  }

  /// The stops with those positions that are not written, as CSS has them (CSS Images Module Level 4,
  /// 3.5.3).
  private static func placed(_ stops: [Stop]) -> [Shading.Stop] {
    var positions = stops.map { $0.position.map { millionths($0.value) } }
    guard let last = positions.indices.last else { return [] }
    positions[0] = positions[0] ?? 0
    positions[last] = positions[last] ?? Shading.end
    var result: [Shading.Stop] = []
    var before = (index: 0, position: 0)
    for (index, stop) in stops.enumerated() {
      if let position = positions[index] {
        before = (index, position)
      } else if let next = positions[index...].firstIndex(where: { $0 != nil }),
        let position = positions[next]
      {
        let steps = next - before.index
        let way = (position - before.position) * (index - before.index)
        result.append(
          Shading.Stop(stop.color, at: before.position + (2 * way + steps) / (2 * steps)))
        continue
      }
      result.append(Shading.Stop(stop.color, at: before.position))
    }
    return result
  }
}

extension GradientReader {
  /// A share that may be above 1, or per cent.
  private static let radiusShape = Shape<Rational>(
    expected: "a radius", example: "0.5",
    schema: .any([.number(above: "0", maximum: "100"), .string(pattern: percentPattern)])
  ) { value, reading in
    let number = Shape<Rational>.number(
      "a radius", above: .zero, maximum: Rational(100), example: "0.5")
    guard case .string(let text) = value.kind, let share = ProjectFormat.percent(text) else {
      return number.read(value, &reading)
    }
    guard share > .zero, share <= Rational(100) else {
      reading.report(
        ProjectMessages.numberOutOfRange(
          text, expected: "a radius", range: value.range,
          limits: "a number above 0 and at most 100, or \"10000%\""))
      return nil
    }
    return share
  }
}
