import Diagnostics
import BaseValues
import PictureKinds
import TimelineModel

/// Reads an animation.
enum AnimationReader {
  private static let property = Key(
    "property",
    Shape<String>.name(
      "a property that moves",
      of: AnimatedProperty.allCases.map { NamedValue($0.name, $0.summary) } + [
        NamedValue("rotation", "the same as `rotation.z`")
      ],
      advice: ForeignName.movement),
    required: true,
    "What moves. `rotation` is `rotation.z`; `color` is for texts and shapes, `view` for clips.",
    examples: ["\"opacity\""])
  private static let anyValue = Shape<JSONValue>(
    expected: "a value of the property", example: "1",
    schema: .any([
      .number(), .string(),
      .array(.any([.number(), .string(pattern: percentPattern)]), atLeast: 2, atMost: 2),
      ViewReader.rectangle.schema,
    ])
  ) { value, _ in value }

  /// The keys that say where a property goes; values are judged when it is known.
  private struct Ways: Sendable {
    let values: Key<[Located<JSONValue>]>
    let from: Key<JSONValue>
    let to: Key<JSONValue>

    init(_ value: Shape<JSONValue>, examples: [String]) {
      values = Key(
        "values",
        Shape<[Located<JSONValue>]>.list(
          of: value, "an array of values", example: "[0, 1]", atLeast: 1),
        "The values that the property goes through, at its key frames.",
        examples: examples)
      from = Key("from", value, "First value. Left out, the value at rest.", examples: ["0"])
      to = Key("to", value, "Last value. Left out, the value at rest.", examples: ["1"])
    }
  }

  private static let ways = Ways(
    anyValue, examples: ["[0, 1, 1, 0]", "[[\"0%\", \"50%\"], [\"100%\", \"50%\"]]"])
  static let path = Key(
    "path", Shape<MotionPath>.path,
    "The motion path along which the position goes at an even speed, in place of values: SVG "
      + "path data of one stroke, in pixels, without arcs.",
    examples: ["\"M 100 300 C 300 100 500 500 700 300\""])
  static let orient = Key(
    "orient", Shape<Bool>.boolean,
    "Whether the picture turns with its path; it is upright where the path leads to the right.",
    default: "false", examples: ["true"])
  static let keyTimes = Key(
    "keyTimes",
    Shape<[Located<Rational>]>.list(
      of: .share("a share of the duration", example: "0.5", mayMeasure: true), "an array of shares",
      example: "[0, 0.2, 0.8, 1]", atLeast: 1),
    "The times of the key frames: shares of the duration, rising from 0 to 1. Left out, they are "
      + "spread evenly.",
    examples: ["[0, 0.2, 0.8, 1]"])
  static let begin = Key(
    "begin", Shape<TimeExpression>.time(.zeroOrMore),
    "Time from the start of the clip or title.", default: "0", examples: ["\"0.5s\""])
  static let duration = Key(
    "duration", Shape<TimeExpression>.time(.aboveZero),
    "How long one pass takes. Left out, until the end of the clip or title.", examples: ["\"1s\""])
  static let repeats = Key(
    "repeat", RepeatCount.shape, "Number of passes, or `\"forever\"`.", default: "1",
    examples: ["3", "\"forever\""])
  static let autoreverse = Key(
    "autoreverse", Shape<Bool>.boolean,
    "Whether every pass also goes back to its first value, which doubles its time.",
    default: "false", examples: ["true"])
  static let easing = Key(
    "easing", Shape<[Located<Easing>]>.easings,
    "How values change between key frames: one easing for all, or a list with one for each stretch.",
    default: "\"linear\"",
    examples: ["\"ease-in-out\"", "[\"ease-in\", \"ease-out\"]"])

  private static let timing = [
    keyTimes.description,
    begin.description, duration.description, repeats.description, autoreverse.description,
    easing.description,
  ]
  private static let movement = [path.description, orient.description]

  /// What a property's name stands for.
  private typealias Meaning = (property: AnimatedProperty, shape: Shape<AnimatedValue>)

  /// An animation of a clip, title or layer.
  static let shape = shape(
    "animation", "Moves one property of a clip, title or layer.", property,
    example: "{ \"property\": \"opacity\", \"from\": 0, \"to\": 1 }"
  ) { name in
    let name = name == "rotation" ? "rotation.z" : name
    let property = AnimatedProperty.allCases.first { $0.name == name } ?? .opacity
    return (property, AnimatedValue.shape(of: property))
  }

  /// An animation of one of an effect's parameters.
  static func shape(
    of parameters: [ParameterDescription], in kind: EffectKind
  ) -> Shape<AnimationDocument> {
    let shapes = parameters.compactMap { parameter in
      parameter.animatedShape.map { (name: parameter.name, shape: $0) }
    }
    let names = shapes.map(\.name)
    let property = Key(
      "property", Shape<String>.name("a parameter that moves", of: names), required: true,
      "What moves.", examples: names.prefix(1).map { JSONText.quoted($0) })
    return shape(
      "\(kind.name)Animation", "Moves one parameter of the effect '\(kind.name)'.", property,
      example: "{ \"property\": \(property.shape.example), \"to\": \(shapes[0].shape.example) }",
      ways: outline(parameters).map { Ways($0, examples: ["[0, 1, 1, 0]"]) } ?? ways
    ) { name in
      (.parameter(name), (shapes.first { $0.name == name } ?? shapes[0]).shape)
    }
  }

  /// A number, or the points of an outline that one of the parameters has.
  private static func outline(_ parameters: [ParameterDescription]) -> Shape<JSONValue>? {
    parameters.first { $0.type == .points }.map { outline in
      Shape<JSONValue>(
        expected: anyValue.expected, example: anyValue.example,
        schema: .any([.number(), outline.shape.schema])
      ) { value, _ in value }
    }
  }

  /// A list of animations.
  static func list(
    of shape: Shape<AnimationDocument>
  ) -> Shape<[Located<AnimationDocument>]> {
    .list(of: shape, "an array of animations", example: "[\(shape.example)]")
  }

  private static func shape(
    _ name: String, _ summary: String, _ property: Key<String>, example: String,
    ways: Ways = AnimationReader.ways, meaning: @escaping @Sendable (String) -> Meaning
  ) -> Shape<AnimationDocument> {
    let moves = name == "animation"
    let description = ObjectDescription(
      name, "an animation", summary,
      keys: [
        property.description, ways.values.description, ways.from.description, ways.to.description,
      ] + timing + (moves ? movement : []),
      exclusive: [["values", "from"], ["values", "to"]]
        + (moves ? ["values", "from", "to", "keyTimes"].map { ["path", $0] } : []),
      oneRequired: [["values", "from", "to"] + (moves ? ["path"] : [])])
    return .object(description, example: example) { value, reading in
      read(value, description, property, meaning, &reading)
    }
  }

  private static func read(
    _ value: JSONValue, _ description: ObjectDescription, _ property: Key<String>,
    _ meaning: (String) -> Meaning, _ reading: inout Reading
  ) -> AnimationDocument? {
    let example = possibleValues(of: value, meaning)
    let fields = ObjectFields(
      value, description, &reading, example: { $0 == "values" ? example : nil })
    guard let fields else { return nil }
    let name = fields.read(property, &reading)
    let errors = reading.errorCount
    let keyTimes = fields.read(keyTimes, &reading)
    let keyTimesAreWhole = reading.errorCount == errors
    let begin = fields.read(begin, &reading)
    let duration = fields.read(duration, &reading)
    let repeats = fields.read(repeats, &reading)
    let autoreverse = fields.read(autoreverse, &reading)
    let easing = fields.read(easing, &reading)
    guard let name else { return nil }
    let (property, shape) = meaning(name.value)
    let values = fields.read(ways.values, &reading)?.value ?? []
    var animation = AnimationDocument(
      property: Located(value: property, range: name.range),
      values: values.compactMap { shape.located($0.value, &reading) },
      from: fields.member("from").flatMap { shape.located($0.value, &reading) },
      to: fields.member("to").flatMap { shape.located($0.value, &reading) }, keyTimes: keyTimes,
      begin: begin, duration: duration,
      repeatCount: repeats.map(\.value.passes) ?? .one,
      autoreverses: autoreverse?.value ?? false, easings: easing?.value ?? [],
      easingRange: easing?.range ?? .none)
    guard animation.values.count == values.count else { return nil }
    if let path = fields.read(path, &reading) {
      guard property == .position || property == .offset else {
        reading.report(ProjectMessages.pathWithoutPosition(property.name, range: path.range))
        return nil
      }
      animation.path = path
      animation.turnsWithPath = fields.read(orient, &reading)?.value ?? false
    } else if let orient = fields.member("orient"), fields.member("path") == nil {
      reading.report(ProjectMessages.orientWithoutPath(range: orient.keyRange))
    }
    // Of a key time that could not be read there is nothing more to say.
    if keyTimesAreWhole {
      check(animation, valuesRange: fields.member("values")?.value.range, &reading)
    }
    return animation
  }

  /// Values that a property which is no number could go through.
  private static func possibleValues(of value: JSONValue, _ meaning: (String) -> Meaning) -> String?
  {
    guard case .object(let members) = value.kind,
      case .string(let name)? = members.first(where: { $0.key == "property" })?.value.kind
    else { return nil }
    return switch meaning(name).property {
    case .view: #"[{ "width": 1 }, { "x": 0.25, "y": 0.25, "width": 0.5 }]"#
    case .position, .offset: #"[["0%", "50%"], ["100%", "50%"]]"#
    case .anchor: "[[0, 0.5], [1, 0.5]]"
    case .color: ##"["#ff0000", "#0000ff"]"##
    case .path: #"["M 0 0 L 90 0", "M 0 0 L 90 90"]"#
    default: nil
    }
  }

  /// Whether key times and easings fit the number of values.
  private static func check(
    _ animation: AnimationDocument, valuesRange: SourceRange?, _ reading: inout Reading
  ) {
    let count = max(animation.values.count, animation.values.isEmpty ? 2 : 1)
    if let keyTimes = animation.keyTimes {
      if keyTimes.value.count != count {
        reading.report(
          ProjectMessages.keyTimesCount(
            keyTimes.value.count, values: count, range: keyTimes.range, other: valuesRange))
      } else if let wrong = firstWrong(keyTimes.value) {
        reading.report(wrong)
      }
    }
    if animation.easings.count > 1, animation.easings.count != count - 1 {
      reading.report(
        ProjectMessages.easingsCount(
          animation.easings.count, stretches: count - 1, range: animation.easingRange))
    }
  }

  /// What is wrong with the first key time that does not rise from 0 to 1.
  private static func firstWrong(_ times: [Located<Rational>]) -> Diagnostic? {
    guard let first = times.first, let last = times.last else { return nil }
    func wrong(_ range: SourceRange, _ reason: String, _ value: String? = nil) -> Diagnostic {
      let fix =
        value.map { Fix(message: "write \($0)", replacing: range, with: $0) }
        ?? Fix(message: "write a later one, or leave it out with its value")
      return ProjectMessages.keyTimesOrder(reason, range: range, fix: fix)
    }
    if first.value != .zero { return wrong(first.range, "the first one is 0", "0") }
    for index in times.indices.dropFirst() where times[index].value <= times[index - 1].value {
      return wrong(times[index].range, "this one is no later than the one before")
    }
    return times.count > 1 && last.value != .one
      ? wrong(last.range, "the last one is 1", "1") : nil
  }
}

extension Shape {
  fileprivate func located(_ value: JSONValue, _ reading: inout Reading) -> Located<Value>? {
    read(value, &reading).map { Located(value: $0, range: value.range) }
  }
}

/// How often an animation runs.
struct RepeatCount: Sendable {
  /// `nil` for ever.
  var passes: Rational?

  static let shape: Shape<RepeatCount> = {
    let expected = "a number of passes or \"forever\""
    let number = Shape<Rational>.number(
      expected, above: .zero, maximum: Rational(1_000_000), example: "3")
    return Shape(
      expected: expected, example: "3",
      schema: .any([number.schema, .names([NamedValue("forever", "as long as the item lasts")])])
    ) { value, reading in
      if case .string("forever") = value.kind { return RepeatCount(passes: nil) }
      return number.read(value, &reading).map { RepeatCount(passes: $0) }
    }
  }()
}

extension AnimatedValue {
  /// How values of a property are written.
  static func shape(of property: AnimatedProperty) -> Shape<AnimatedValue> {
    switch property {
    case .opacity:
      Shape<Rational>.share("an opacity", example: "0.5").map { number($0) }
    case .rotationX, .rotationY, .rotationZ:
      RotationReader.degrees.map { number($0) }
    case .position, .offset:
      Shape<LengthPair>.position.map { AnimatedValue(components: [$0.x, $0.y]) }
    case .scale: Shape<Point>.scale.map { pair($0) }
    case .anchor: Shape<Point>.anchor.map { pair($0) }
    case .skew: Shape<Point>.skew.map { pair($0) }
    case .view:
      ViewReader.rectangle.map { AnimatedValue(components: $0.numbers.map { .number($0) }) }
    case .color:
      Shape<Color>.color.map { color($0) }
    case .drawn: DrawnPart.shape.map { pair(Point(x: $0.from, y: $0.to)) }
    case .path: Shape<ShapePath>.data.map { AnimatedValue(components: [], path: $0) }
    case .parameter(let name):
      Shape<Rational>.number("a value of '\(name)'", example: "1").map { number($0) }
    }
  }

  /// The coordinates of its points, one after the other.
  static func outline(_ points: [Point]) -> AnimatedValue {
    AnimatedValue(components: points.flatMap { [.number($0.x), .number($0.y)] })
  }

  static func number(_ number: Rational) -> AnimatedValue {
    AnimatedValue(components: [.number(number)])
  }

  static func pair(_ point: Point) -> AnimatedValue {
    AnimatedValue(components: [.number(point.x), .number(point.y)])
  }

  static func color(_ color: Color) -> AnimatedValue {
    AnimatedValue(
      components: [color.red, color.green, color.blue, color.alpha].map {
        .number(Rational(Int64($0)))
      })
  }
}

extension Length {
  /// A number that is no length.
  static func number(_ number: Rational) -> Length { Length(amount: number, unit: .number) }
}
