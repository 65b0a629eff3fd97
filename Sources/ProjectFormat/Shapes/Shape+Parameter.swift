import Diagnostics
import MediaTime
import PictureKinds
import TimelineModel

extension ParameterDescription {
  /// The key of a project that gives the parameter its value.
  var key: Key<ParameterValue> {
    Key(name, shape, summary, default: defaultValue?.json, examples: examples.map(\.json))
  }

  /// How its values are written.
  var shape: Shape<ParameterValue> {
    switch type {
    case .choice(let words): Shape<String>.name(noun, of: words).map(ParameterValue.word)
    case .number(let range): number(in: range).map(ParameterValue.number)
    case .whole(let range):
      Shape<Int>.integer(noun, in: range, example: example).map(ParameterValue.whole)
    case .color: Shape<Color>.color.map(ParameterValue.color)
    case .point: Shape<Point>.anchor.map(ParameterValue.point)
    case .flag: Shape<Bool>.boolean.map(ParameterValue.flag)
    case .shape: Shape<String>.wipeShape(noun).map(ParameterValue.word)
    case .media: Shape<String>.text(noun, example: example).map(ParameterValue.word)
    }
  }

  private var example: String { (defaultValue ?? examples.first)?.json ?? "" }

  /// How its values in keyframes are written; `nil` where it has none.
  var animatedShape: Shape<AnimatedValue>? {
    guard case .number(let range) = type else { return nil }
    return number(in: range).map(AnimatedValue.number)
  }

  private func number(in range: ClosedRange<Rational>) -> Shape<Rational> {
    .number(
      noun, minimum: range.lowerBound, maximum: range.upperBound, example: example)
  }
}

extension ParameterValue {
  /// The value as it is written in a project.
  var json: String {
    switch self {
    case .word, .color: JSONText.quoted(text)
    case .number, .whole, .flag: text
    case .point: "[\(text)]"
    }
  }
}
