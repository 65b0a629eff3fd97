import Diagnostics
import BaseValues
import TimelineModel

/// Reads `speed`: one for the whole clip, or a list of speeds at points of its time.
enum SpeedReader {
  enum Written: Sendable {
    case constant(Rational)
    case ramp([Located<SpeedPointDocument>])
  }

  private static let limits = (Rational(-1000), Rational(1000))

  /// One speed, forward or backwards.
  static let constant: Shape<Rational> = {
    let number = Shape<Rational>.number(
      "a speed", minimum: limits.0, maximum: limits.1, example: "2")
    return Shape(
      expected: number.expected, example: number.example, schema: number.schema
    ) { value, reading in
      guard let speed = number.read(value, &reading) else { return nil }
      let slowest = Rational(1, over: 1000)
      guard let tempo = try? speed.magnitude(), tempo >= slowest else {
        reading.report(ProjectMessages.speedTooSlow(range: value.range))
        return nil
      }
      return speed
    }
  }()

  private static let at = Key(
    "at", Shape<TimeExpression>.time(.zeroOrMore), required: true,
    "Time from the clip's start, in the movie.", examples: ["\"2s\""])
  private static let speed = Key(
    "speed",
    Shape<Rational>.number("a speed", minimum: limits.0, maximum: limits.1, example: "0.25"),
    required: true, "The speed then; 0 holds the picture, below 0 it goes back.",
    examples: ["0.25"])
  private static let hold = Key(
    "hold", Shape<Bool>.boolean,
    "Whether the speed stays until the next point, instead of moving there evenly.",
    default: "false", examples: ["true"])
  private static let description = ObjectDescription(
    "speedPoint", "a point of a speed ramp", "A speed at a moment of a clip.",
    keys: [at.description, speed.description, hold.description])
  private static let point = Shape.object(
    description, example: "{ \"at\": \"2s\", \"speed\": 0.25 }"
  ) { value, reading -> SpeedPointDocument? in
    guard let fields = ObjectFields(value, description, &reading) else { return nil }
    let at = fields.read(at, &reading)
    let speed = fields.read(speed, &reading)
    let hold = fields.read(hold, &reading)
    guard let at, let speed else { return nil }
    return SpeedPointDocument(at: at, speed: speed.value, isHeld: hold?.value ?? false)
  }
  private static let ramp = Shape<[Located<SpeedPointDocument>]>.list(
    of: point, "an array of speeds at points of time",
    example: "[{ \"at\": \"0s\", \"speed\": 1 }, { \"at\": \"2s\", \"speed\": 0.25 }]", atLeast: 2
  ) { value in
    let addition = Fix(message: "add the point at which another speed is reached")
    guard case .array(let points) = value.kind, let speed = points.first?["speed"],
      case .number(let digits) = speed.kind, isConstant(digits)
    else { return [addition] }
    return [
      Fix(
        message: "write \"speed\": \(digits) for one speed all the time", replacing: value.range,
        with: digits),
      addition,
    ]
  }

  /// Whether digits are a speed that a whole clip can have.
  private static func isConstant(_ digits: String) -> Bool {
    var trial = Reading()
    return constant.read(JSONValue(range: .none, kind: .number(digits)), &trial) != nil
  }

  static let shape = Shape<Written>(
    expected: "a speed or an array of speeds at points of time", example: constant.example,
    schema: .any([constant.schema, ramp.schema])
  ) { value, reading in
    if case .array = value.kind { return ramp.read(value, &reading).map { .ramp($0) } }
    return constant.read(value, &reading).map { .constant($0) }
  }
}

/// Reads `timeMap`.
enum TimeMapReader {
  private static let at = Key(
    "at", Shape<TimeExpression>.time(.zeroOrMore), required: true,
    "Time from the clip's start, in the movie.", examples: ["\"3s\""])
  private static let source = Key(
    "source", Shape<TimeExpression>.time(.zeroOrMore), required: true,
    "The source time that is shown then.", examples: ["\"2.5s\""])
  private static let description = ObjectDescription(
    "timePoint", "a point of a time map", "A source time at a moment of a clip.",
    keys: [at.description, source.description])
  private static let point = Shape.object(
    description, example: "{ \"at\": \"3s\", \"source\": \"2.5s\" }"
  ) { value, reading -> TimePointDocument? in
    guard let fields = ObjectFields(value, description, &reading) else { return nil }
    let at = fields.read(at, &reading)
    let source = fields.read(source, &reading)
    guard let at, let source else { return nil }
    return TimePointDocument(at: at, source: source)
  }
  static let shape = Shape<[Located<TimePointDocument>]>.list(
    of: point, "an array of source times at points of time",
    example: "[{ \"at\": \"0s\", \"source\": \"2s\" }, { \"at\": \"3s\", \"source\": \"2.5s\" }]",
    atLeast: 2
  ) { value in
    let addition = Fix(message: "add the point at which another source time is reached")
    guard case .array(let points) = value.kind, let source = points.first?["source"],
      let time = WrittenValue.time(source)
    else { return [addition] }
    let text = JSONText.quoted(time.description)
    return [addition, Fix(message: "write \"freeze\": \(text) in its place to hold one picture")]
  }
}

/// Reads `loop`.
enum LoopReader {
  private static let count = Shape<Int>.integer("a number of times", in: 2...100_000, example: "3")
  private static let crossFade = Key(
    "crossFade", Shape<TimeExpression>.time(.aboveZero), required: true,
    "Length of the equal-power cross-fade from each repetition to the next: up to 10 s and half "
      + "of the part. For clips of audio tracks.", examples: ["\"1s\""])
  private static let description = ObjectDescription(
    "loop", "a way to repeat",
    "A loop for as long as the clip is, with cross-fades.",
    keys: [crossFade.description])

  static let shape = Shape<LoopReading>(
    expected: "a number of times, true, \"ping-pong\" or an object", example: "true",
    schema: .any([plain.schema, .object(description)])
  ) { value, reading in
    guard case .object = value.kind else {
      return plain.read(value, &reading).map { LoopReading(loop: $0) }
    }
    guard let fields = ObjectFields(value, description, &reading) else { return nil }
    return fields.read(crossFade, &reading).map { LoopReading(loop: .forever, crossFade: $0) }
  }

  private static let plain = Shape<LoopDocument>(
    expected: "a number of times, true or \"ping-pong\"", example: "true",
    schema: .any([
      count.schema, .constant("true"), .names([NamedValue("ping-pong", "forward and back")]),
    ])
  ) { value, reading in
    switch value.kind {
    case .number: return count.read(value, &reading).map { .times($0) }
    case .bool(true): return .forever
    case .string("ping-pong"): return .pingPong
    case .string(let text):
      let names = ["ping-pong"]
      reading.report(
        ProjectMessages.unknownName(
          shortened(text), expected: "a way to repeat", names: names,
          respelling: Spelling.name(text, of: names),
          suggestion: reading.suggestion(for: text, among: names), range: value.range))
      return nil
    default:
      return reading.wrong(value, "a number of times, true or \"ping-pong\"", "true")
    }
  }
}

/// What `loop` says: how often, and how long times cross over.
struct LoopReading: Sendable {
  var loop: LoopDocument
  var crossFade: Located<TimeExpression>?
}

/// Reads `fit` of sound: the clip's end, which is the movie's.
enum SoundFitReader {
  static let shape = Shape<TimeExpression>(
    expected: "\"movie\"", example: "\"movie\"",
    schema: .names([NamedValue("movie", "as long as the movie: trimmed, or looped and faded out")])
  ) { value, reading in
    let name = Shape<String>.name("what sound is fitted to", of: ["movie"]) { word in
      Fit(rawValue: word) == nil ? nil : "that is about pictures, and this is an audio track"
    }
    guard name.read(value, &reading) != nil else { return nil }
    return reading.formula("{end}", at: value, .aboveZero, "a time above 0")
  }
}
