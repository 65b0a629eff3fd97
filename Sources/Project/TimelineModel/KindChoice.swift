package import BaseValues

/// A value of a parameter of a kind.
package enum ParameterValue: Hashable, Sendable {
  /// One of the words that the parameter takes.
  case word(String)
  case number(Rational)
  case whole(Int)
  case color(Color)
  /// Shares of a width and a height.
  case point(Point)
  case flag(Bool)
  /// Points of a curve or of an outline.
  case curve([Point])

  /// As in a plan: `left`, `0.25`, `#rrggbbaa`, `0.5,0.5`, `0,0 0.5,0.6 1,1`.
  package var text: String {
    switch self {
    case .word(let word): word
    case .number(let number): number.decimalApproximation(places: 6)
    case .whole(let number): String(number)
    case .color(let color): color.text
    case .flag(let flag): flag ? "true" : "false"
    case .point(let point): Self.text(point)
    case .curve(let points): points.map(Self.text).joined(separator: " ")
    }
  }

  private static func text(_ point: Point) -> String {
    "\(point.x.decimalApproximation(places: 6)),\(point.y.decimalApproximation(places: 6))"
  }
}

/// A kind of transition or effect by the name it has in the registry of them, with the values of its
/// parameters.
package struct KindChoice: Hashable, Sendable {
  /// The value of one parameter.
  package struct Argument: Hashable, Sendable {
    /// One of the names of the kind's parameters.
    package var name: String
    /// Of the type that the parameter has.
    package var value: ParameterValue

    /// A value for a parameter; nothing is checked.
    package init(_ name: String, _ value: ParameterValue) {
      self.name = name
      self.value = value
    }
  }

  /// As the registry has it; planning refuses one that it does not know.
  package var name: String
  /// In the order of the kind's parameters. Those that are missing have their defaults.
  package var arguments: [Argument]

  /// A kind with defaults for what is not said.
  package init(_ name: String, _ arguments: [Argument] = []) {
    self.name = name
    self.arguments = arguments
  }

  /// The value of a parameter; `nil` where it is missing.
  package subscript(parameter: String) -> ParameterValue? {
    arguments.first { $0.name == parameter }?.value
  }

  /// What people call it: `dissolve`, `push left`, `wipe softness 0.25 reverse`. Words stand for
  /// themselves, and names for what is so.
  package var label: String {
    arguments.reduce(name) { label, argument in
      if case .word(let word) = argument.value { return "\(label) \(word)" }
      if argument.value == .flag(true) { return "\(label) \(argument.name)" }
      return "\(label) \(argument.name) \(argument.value.text)"
    }
  }
}
