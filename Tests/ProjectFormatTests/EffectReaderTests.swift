import Diagnostics
import BaseValues
import PictureKinds
import Raster
import Testing
import TimelineModel

@testable import ProjectFormat

private enum Mode: String, NamedChoice {
  case soft, hard
  var summary: String { "a mode" }
}
private let amount = Parameter.number(
  "amount", "an amount", "How much.", in: Rational(-2)...Rational(2), default: .zero,
  examples: [.one])
private let kinds = [
  EffectKind(
    "tint", "a tint.",
    parameters: [
      amount.description,
      Parameter<Mode>.choice("mode", "a mode", "Which.", default: .soft, examples: [.hard])
        .description,
      Parameter.whole("steps", "steps", "How many.", in: 1...9, default: 3, examples: [2])
        .description,
      Parameter.color("color", "a colour", "Which.", default: .black, examples: [.white])
        .description,
      Parameter.point(
        "center", "a point", "Where.", default: Point(x: .zero, y: .one),
        examples: [Point(x: .one, y: .one)]
      ).description,
    ]
  ) { _ in ColorChange.none },
  EffectKind("plain", "nothing.") { _ in ColorChange.none },
]

@Suite struct EffectReaderTests {
  private func read(_ text: String) -> (effects: [EffectDocument], diagnostics: [Diagnostic]) {
    var reading = Reading()
    let value = JSONParser.parse(SourceFile(path: "p", text: text)).value
    let effects = value.flatMap { EffectReader(kinds).list.read($0, &reading) } ?? []
    return (effects.map(\.value), reading.diagnostics)
  }

  @Test("an effect has the values that are written, and defaults")
  func values() {
    let text = """
      [{ "effect": "plain" }, { "effect": "tint", "amount": -1.5, "mode": "hard", "steps": 9,
        "color": "#11223344", "center": [0.25, "50%"] }, { "effect": "tint" }]
      """
    let (effects, diagnostics) = read(text)
    #expect(diagnostics.isEmpty)
    #expect(
      effects.map(\.kind.label) == [
        "plain", "tint amount -1.5 hard steps 9 color #11223344 center 0.25,0.5",
        "tint amount 0 soft steps 3 color #000000ff center 0,1",
      ])
  }

  @Test("a number may have keyframes")
  func keyframes() {
    let text = """
      [{ "effect": "tint",
        "animate": [{ "property": "amount", "values": [0, 2], "duration": "1s" }] }]
      """
    let (effects, diagnostics) = read(text)
    #expect(diagnostics.isEmpty)
    let animation = effects.first?.animations.first?.value
    #expect(animation?.property.value == .parameter("amount"))
    #expect(
      animation?.values.map { $0.value.components.map(\.amount) } == [[.zero], [Rational(2)]])
  }

  @Test(
    "mistakes are told as anywhere else",
    arguments: [
      (#"[{ "effect": "tnit" }]"#, "'tnit' is not an effect"),
      (#"[{ "amount": 1 }]"#, #"an effect needs "effect""#),
      (#"[{ "effect": "tint", "amount": 3 }]"#, "amount"),
      (#"[{ "effect": "tint", "mode": "sot" }]"#, "'sot' is not a mode"),
      (#"[{ "effect": "tint", "amont": 1 }]"#, #"the effect 'tint' has no key "amont""#),
      (#"[{ "effect": "plain", "animate": [] }]"#, #"the effect 'plain' has no key "animate""#),
      (
        #"[{ "effect": "tint", "animate": [{ "property": "mode", "to": 1 }] }]"#,
        "'mode' is not a parameter that moves"
      ),
      (
        #"[{ "effect": "tint", "animate": [{ "property": "amount", "to": 9 }] }]"#, "9"
      ),
      (#"[1]"#, "expected an effect"),
    ])
  func mistakes(text: String, message: String) {
    let diagnostics = read(text).diagnostics
    #expect(diagnostics.count == 1)
    #expect(diagnostics.first?.message.contains(message) == true, "\(diagnostics.map(\.message))")
  }

  @Test("clips and layers have the keys as soon as there is something to choose from")
  func keys() {
    let names = LookReader.keys.map(\.name)
    #expect(names.contains("effects") == !EffectKind.all.isEmpty)
    #expect(names.contains("blend") == (BlendMode.all.count > 1))
    for description in [ClipReader.videoDescription, LayerReader.description] {
      #expect(Set(names).isSubset(of: description.keyNames))
    }
  }
}
