package import BaseValues
package import Raster
package import TimelineModel

/// A parameter together with the way its value is taken from a choice.
package struct Parameter<Value: Sendable>: Sendable {
  /// What readers, the schema and messages are made from.
  package let description: ParameterDescription
  private let defaultValue: Value
  private let value: @Sendable (ParameterValue) -> Value?

  private init(
    _ name: String, _ noun: String, _ summary: String, _ type: ParameterType,
    default defaultValue: Value, examples: [Value], isTold: Bool = true,
    isRequired: Bool = false,
    wrap: (Value) -> ParameterValue?, value: @escaping @Sendable (ParameterValue) -> Value?
  ) {
    description = ParameterDescription(
      name: name, noun: noun, summary: summary, type: type, defaultValue: wrap(defaultValue),
      isTold: isTold, isRequired: isRequired, examples: examples.compactMap(wrap))
    self.defaultValue = defaultValue
    self.value = value
  }

  /// The value in a choice of the kind; the default where that has none.
  package func value(in choice: KindChoice) -> Value {
    choice[description.name].flatMap(value) ?? defaultValue
  }
}

extension Parameter where Value: NamedChoice {
  /// One of the words of an enumeration.
  package static func choice(
    _ name: String, _ noun: String, _ summary: String, default defaultValue: Value,
    examples: [Value]
  ) -> Parameter {
    Parameter(
      name, noun, summary, .choice(Value.namedValues), default: defaultValue,
      examples: examples, wrap: { .word($0.rawValue) },
      value: { if case .word(let word) = $0 { Value(rawValue: word) } else { nil } })
  }
}

extension Parameter where Value == String {
  /// One of some words.
  package static func word(
    _ name: String, _ noun: String, _ summary: String, of words: [NamedValue],
    default defaultValue: String, examples: [String]
  ) -> Parameter {
    Parameter(
      name, noun, summary, .choice(words), default: defaultValue, examples: examples,
      isTold: false, wrap: ParameterValue.word
    ) { value in
      if case .word(let word) = value, words.contains(where: { $0.name == word }) {
        word
      } else {
        nil
      }
    }
  }
}

extension Parameter where Value == Rational {
  /// A number; in effects it may have keyframes.
  package static func number(
    _ name: String, _ noun: String, _ summary: String, in range: ClosedRange<Rational>,
    default defaultValue: Rational, examples: [Rational], isTold: Bool = true
  ) -> Parameter {
    Parameter(
      name, noun, summary, .number(range), default: defaultValue, examples: examples,
      isTold: isTold,
      wrap: ParameterValue.number
    ) { if case .number(let number) = $0 { number.clamped(to: range) } else { nil } }
  }
}

extension Parameter where Value == Int {
  /// A whole number.
  package static func whole(
    _ name: String, _ noun: String, _ summary: String, in range: ClosedRange<Int>,
    default defaultValue: Int, examples: [Int]
  ) -> Parameter {
    Parameter(
      name, noun, summary, .whole(range), default: defaultValue, examples: examples,
      wrap: ParameterValue.whole
    ) { if case .whole(let number) = $0 { number.clamped(to: range) } else { nil } }
  }
}

extension Comparable {
  fileprivate func clamped(to range: ClosedRange<Self>) -> Self {
    min(max(self, range.lowerBound), range.upperBound)
  }
}

extension Parameter where Value == Color {
  /// A colour.
  package static func color(
    _ name: String, _ noun: String, _ summary: String, default defaultValue: Color,
    examples: [Color], isTold: Bool = true
  ) -> Parameter {
    Parameter(
      name, noun, summary, .color, default: defaultValue, examples: examples, isTold: isTold,
      wrap: ParameterValue.color
    ) { if case .color(let color) = $0 { color } else { nil } }
  }
}

extension Parameter where Value == Point {
  /// A point of a picture, in shares of its width and height.
  package static func point(
    _ name: String, _ noun: String, _ summary: String, default defaultValue: Point,
    examples: [Point]
  ) -> Parameter {
    Parameter(
      name, noun, summary, .point, default: defaultValue, examples: examples,
      wrap: ParameterValue.point
    ) { if case .point(let point) = $0 { point } else { nil } }
  }
}

extension Parameter where Value == Bool {
  /// Something that is not so unless it is said.
  package static func flag(_ name: String, _ summary: String) -> Parameter {
    Parameter(
      name, "true or false", summary, .flag, default: false, examples: [true], isTold: false,
      wrap: ParameterValue.flag
    ) { if case .flag(let flag) = $0 { flag } else { nil } }
  }
}

extension Parameter where Value == WipeShape? {
  /// A wipe's shape; none unless it is said.
  package static func shape(
    _ name: String, _ noun: String, _ summary: String, examples: [WipeShape]
  ) -> Parameter {
    Parameter(
      name, noun, summary, .shape, default: nil, examples: examples, isTold: false,
      wrap: { $0.map { .word($0.name) } },
      value: { if case .word(let word) = $0 { WipeShape.named(word) } else { nil } })
  }
}

extension Parameter where Value == String? {
  /// A media item by its name; none unless it is said.
  package static func media(
    _ name: String, _ noun: String, _ summary: String, isRequired: Bool = false,
    examples: [String]
  ) -> Parameter {
    Parameter(
      name, noun, summary, .media, default: nil, examples: examples, isTold: false,
      isRequired: isRequired,
      wrap: { $0.map(ParameterValue.word) },
      value: { if case .word(let word) = $0 { word } else { nil } })
  }
}

extension Parameter where Value == [Point] {
  /// The points of a curve that is straight by default.
  package static func curve(
    _ name: String, _ noun: String, _ summary: String, examples: [[Point]]
  ) -> Parameter {
    Parameter(
      name, noun, summary, .curve,
      default: [Point(x: .zero, y: .zero), Point(x: .one, y: .one)], examples: examples,
      wrap: ParameterValue.curve
    ) { if case .curve(let points) = $0 { points } else { nil } }
  }
}

extension Parameter where Value == [Point] {
  /// The points of an outline; none unless they are given.
  package static func points(
    _ name: String, _ noun: String, _ summary: String, examples: [[Point]]
  ) -> Parameter {
    Parameter(
      name, noun, summary, .points, default: [], examples: examples, isTold: false,
      wrap: { $0.isEmpty ? nil : .curve($0) },
      value: { if case .curve(let points) = $0 { points } else { nil } })
  }
}

extension KindChoice {
  /// The value of a parameter of the kind.
  package subscript<Value>(parameter: Parameter<Value>) -> Value { parameter.value(in: self) }
}
