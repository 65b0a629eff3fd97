internal import AudioMixing
internal import Diagnostics
internal import BaseValues
internal import PlanModel
internal import TimelineModel

/// Numbers and names as explanations write them.
enum Words {
  /// `2/5 (0.4)`, `3`; decimals alone where the fraction would be no help.
  static func number(_ value: Rational) -> String {
    if value.isWhole { return signed("\(value)") }
    let decimal = signed(value.decimalApproximation(places: 9))
    return value.denominator > 1_000_000 ? decimal : "\(signed(value.description)) (\(decimal))"
  }

  /// `2/5 s (0.4 s)`
  static func seconds(_ value: Rational) -> String {
    if value.isWhole { return signed("\(value)") + " s" }
    return "\(signed(value.description)) s (\(signed(value.decimalApproximation(places: 9))) s)"
  }

  /// A number in the middle of arithmetic: a fraction without its decimals.
  static func term(_ value: Rational) -> String {
    value.denominator > 1_000_000
      ? signed(value.decimalApproximation(places: 9)) : signed(value.description)
  }

  /// A real minus before what is below zero.
  private static func signed(_ text: String) -> String {
    text.hasPrefix("-") ? "−" + text.dropFirst() : text
  }

  static func value(_ numbers: [Rational]) -> String {
    // Of a path nobody reads them all.
    if numbers.count > 16 { return "\(numbers.count / 2) points" }
    let words = numbers.map { signed($0.decimalApproximation(places: 6)) }
    return words.count == 1 ? words[0] : "[\(words.joined(separator: ", "))]"
  }

  /// `size 40.5`
  static func fact(_ fact: PlanFact) -> String {
    switch fact.value {
    case .integer(let number): "\(fact.word) \(number)"
    case .number(let number): "\(fact.word) \(value([number]))"
    case .color(let color): "\(fact.word) \(self.color(color))"
    case .none: fact.word
    }
  }

  static func point(_ point: Point) -> String { "\(value([point.x])),\(value([point.y]))" }

  static func frames(_ range: Range<Int>) -> String {
    range.count == 1
      ? "frame \(range.lowerBound)" : "frames \(range.lowerBound) to \(range.upperBound - 1)"
  }

  /// Text of a project on one line, in quotes.
  static func quoted(_ text: String) -> String {
    "'\(TerminalText.visible(text.replacing("\n", with: " ")))'"
  }

  /// `'one', clip 1 of track 1 (dissolve.json:13:7)`, all counted from 1
  static func item(_ item: ItemReference) -> String {
    "\(quoted(item.label)), \(position(item))"
  }

  static func position(_ item: ItemReference) -> String {
    let position =
      switch item.origin.item {
      case .clip(let index): "clip \(index + 1)"
      case .transition(let index): "transition \(index + 1)"
      case .title(let index, let layer): "title \(index + 1) layer \(layer + 1)"
      }
    return "\(position) of track \(item.track + 1)"
      + (item.trackName.map { " \(quoted($0))" } ?? "")
      + item.way.reversed().map { " of \(quoted($0))" }.joined()
      + (item.location.map { " (\($0))" } ?? "")
  }

  static func easing(_ easing: Easing) -> String {
    switch easing {
    case .linear: "linear"
    case .hold: "hold"
    case .cubicBezier(let x1, let y1, let x2, let y2):
      "cubic-bezier(" + [x1, y1, x2, y2].map { value([$0]) }.joined(separator: ", ") + ")"
    case .equation(let equation): equation.name
    case .steps(let count, let jump): "steps(\(count), jump-\(jump.rawValue))"
    case .spring(let spring):
      "spring(mass \(value([spring.mass])), stiffness \(value([spring.stiffness])), damping "
        + "\(value([spring.damping])), velocity \(value([spring.velocity])))"
    }
  }

  static func color(_ color: Color) -> String { PlanText.color(color) }

  static func size(_ size: Size) -> String { "\(size.width)×\(size.height)" }

  static func geometry(_ geometry: Geometry) -> String { PlanText.geometry(geometry) }

  static func gain(_ gain: Int64) -> String {
    Rational(gain, GainPoint.unity).map { $0.decimalApproximation(places: 6) } ?? "\(gain)"
  }
}

/// Lines of words and what they stand for, indented.
struct TextLines {
  private(set) var text = ""

  mutating func line(_ depth: Int, _ content: String) {
    text += String(repeating: "  ", count: depth) + content + "\n"
  }

  /// A word, and what it stands for in a column of its own.
  mutating func row(_ depth: Int, _ word: String, _ content: String) {
    line(depth, word + String(repeating: " ", count: max(1, 11 - word.count)) + content)
  }
}
