import BaseValues
import PictureKinds
import PlanModel
import Raster
import Testing
import TimelineModel

@Suite("parameters of kinds") struct ParameterTests {
  enum Shape: String, NamedChoice {
    case circle, ellipse
    var summary: String { "a shape" }
  }

  static let half = Rational(1, 2)!
  let shape = Parameter<Shape>.choice(
    "shape", "a shape", "Which.", default: .ellipse, examples: [.circle])
  let softness = Parameter.number(
    "softness", "a share", "How soft.", in: .zero ... .one, default: Self.half, examples: [.one])
  let blades = Parameter.whole(
    "blades", "a number", "How many.", in: 3...9, default: 5, examples: [7])
  let color = Parameter.color("color", "a colour", "Which.", default: .black, examples: [.white])
  let center = Parameter.point(
    "center", "a point", "Where.", default: Point(x: Self.half, y: Self.half),
    examples: [Point(x: .zero, y: .one)])

  @Test("a choice's values are taken by their parameters, whole and cut to their limits")
  func values() {
    let choice = KindChoice(
      "iris",
      [
        .init("shape", .word("circle")), .init("softness", .number(Rational(3))),
        .init("blades", .whole(1)), .init("color", .color(.white)),
        .init("center", .point(Point(x: .one, y: .zero))),
      ])
    #expect(choice[shape] == .circle)
    #expect(choice[softness] == .one)
    #expect(choice[blades] == 3)
    #expect(choice[color] == .white)
    #expect(choice[center] == Point(x: .one, y: .zero))
    #expect(
      choice.label == "iris circle softness 3 blades 1 color #ffffffff center 1,0")
  }

  @Test("a value that is missing, or of another type, is the default")
  func defaults() {
    let choice = KindChoice(
      "iris", [.init("shape", .whole(1)), .init("softness", .word("very"))])
    #expect(choice[shape] == .ellipse)
    #expect(choice[softness] == Self.half)
    #expect(choice[blades] == 5)
    #expect(choice[color] == .black)
    #expect(choice[center].x == Self.half)
  }

  @Test("a kind fills in what is not written, in the order of its parameters")
  func choice() {
    let kind = EffectKind("sample", "", parameters: [softness.description, blades.description]) {
      _ in ColorChange.none
    }
    let choice = kind.choice { $0 == "blades" ? .whole(8) : nil }
    #expect(
      choice
        == KindChoice(
          "sample", [.init("softness", .number(Self.half)), .init("blades", .whole(8))]))
    #expect(kind.lower(choice) == [500_000, 8] && kind.numberCount == 2)
    #expect(kind.parameters.map(\.isAnimated) == [true, false])
  }

  @Test("a plan's integers give the values back, cut to the limits whatever they are")
  func integers() {
    let all = [
      shape.description, softness.description, blades.description, color.description,
      center.description,
    ]
    let kind = EffectKind("sample", "", parameters: all) { values in
      #expect((values[self.softness], values[self.blades]) == (1, 9))
      #expect(values[self.shape] == .ellipse && values[self.color] == .white)
      #expect(values[self.center].x < .zero)
      return .none
    }
    _ = kind.change([7, .max, .max, 0xFFFF_FFFF, .min, 5])
    let choice = kind.choice { $0 == "shape" ? .word("circle") : nil }
    #expect(kind.lower(choice) == [0, 500_000, 5, 0x0000_00FF, 500_000, 500_000])
    #expect(
      kind.label(kind.lower(choice))
        == "sample circle softness 0.5 blades 5 color #000000ff center 0.5,0.5")
    // Too few integers are defaults.
    #expect(kind.label([0]) == "sample circle")
  }

  @Test("a mask that is used twice stands in the table once")
  func masks() {
    var table = MaskTable()
    let circle = PlannedMask.ellipse(Rect(x: 0, y: 0, width: 4, height: 4))
    let other = PlannedMask.ellipse(Rect(x: 0, y: 0, width: 6, height: 4))
    #expect([circle, other, circle].map { table.id(of: $0) } == [0, 1, 0].map(MaskID.init))
    #expect(table.masks == [circle, other])
  }
}
