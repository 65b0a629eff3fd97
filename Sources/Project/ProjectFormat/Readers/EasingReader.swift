import Diagnostics
import BaseValues
import TimelineModel

/// Reads an easing in steps or of a spring.
enum EasingReader {
  static let steps = Key(
    "steps", Shape<Int>.integer("a number of steps", in: 1...1000),
    "The number of steps.", examples: ["8"])
  static let jump = Key(
    "jump", Shape<StepJump>.name("where steps jump"),
    "Where the steps jump.",
    default: "\"end\"", examples: ["\"start\""])
  static let spring = Key(
    "spring", SpringReader.shape,
    "A spring that swings to rest, in seconds of the movie. If the time is over before it rests, "
      + "the last value shows.",
    examples: ["{ \"damping\": 8 }"])

  static let description = ObjectDescription(
    "easing", "an easing", "How values change: in steps or on a spring.",
    keys: [steps.description, jump.description, spring.description],
    exclusive: [["steps", "spring"], ["jump", "spring"]], oneRequired: [["steps", "spring"]])

  static func read(_ value: JSONValue, _ reading: inout Reading) -> Easing? {
    guard let fields = ObjectFields(value, description, &reading) else { return nil }
    let jump = fields.read(jump, &reading)
    if let spring = fields.read(spring, &reading) { return .spring(spring.value) }
    guard let steps = fields.read(steps, &reading) else { return nil }
    if steps.value == 1, jump?.value == .neither {
      reading.report(ProjectMessages.stepsWithoutJump(range: steps.range))
      return nil
    }
    return .steps(count: steps.value, jump: jump?.value ?? .end)
  }
}

/// Reads a spring.
enum SpringReader {
  static let mass = number("mass", "Mass of what moves, in kg.", maximum: 1000, default: "1", "2")
  static let stiffness = number(
    "stiffness", "How hard the spring pulls, in N/m.", maximum: 100_000, default: "100", "200")
  static let damping = number(
    "damping",
    "What slows it down, in N\u{B7}s/m: from 2\u{221A}(stiffness \u{B7} mass) on it does not swing over.",
    maximum: 10_000, default: "10", "20")
  static let velocity = Key(
    "velocity",
    Shape<Rational>.number(
      "a velocity", minimum: Rational(-1000), maximum: Rational(1000), example: "5"),
    "Speed at the start, in distances to the next value a second.", default: "0",
    examples: ["5"])

  static let description = ObjectDescription(
    "spring", "a spring", "A mass on a damped spring, as Core Animation's `CASpringAnimation`.",
    keys: [
      mass.description, stiffness.description, damping.description, velocity.description,
    ])

  static let shape = Shape.object(description, example: "{ \"damping\": 8 }") {
    value, reading -> Spring? in
    guard let fields = ObjectFields(value, description, &reading) else { return nil }
    var spring = Spring()
    if let mass = fields.read(mass, &reading) { spring.mass = mass.value }
    if let stiffness = fields.read(stiffness, &reading) { spring.stiffness = stiffness.value }
    if let damping = fields.read(damping, &reading) { spring.damping = damping.value }
    if let velocity = fields.read(velocity, &reading) { spring.velocity = velocity.value }
    return spring
  }

  private static func number(
    _ name: String, _ summary: String, maximum: Int64, default defaultValue: String,
    _ example: String
  ) -> Key<Rational> {
    Key(
      name,
      Shape<Rational>.number(
        "a number", minimum: Rational(1, over: 100), maximum: Rational(maximum), example: example),
      summary, default: defaultValue, examples: [example])
  }
}
