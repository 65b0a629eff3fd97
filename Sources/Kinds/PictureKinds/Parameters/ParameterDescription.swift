package import BaseValues
package import TimelineModel

/// What values a parameter takes.
package enum ParameterType: Hashable, Sendable {
  /// One of some words, each with what it means.
  case choice([NamedValue])
  case number(ClosedRange<Rational>)
  case whole(ClosedRange<Int>)
  case color
  /// Shares of a width and a height.
  case point
  /// Yes or no.
  case flag
  /// The name or the number of a wipe's shape.
  case shape
  /// The name of a media item.
  case media
  /// Points in 0…1, from left to right: 2 to `curveLimit`.
  case curve
  /// Points of an outline in `pointRange`, in any order: 3 to `pointLimit`.
  case points

  /// How many points an outline may have.
  package static let pointLimit = 32
  /// Where they may be.
  package static let pointRange: ClosedRange<Rational> = Rational(-8)...Rational(8)

  /// How many points a curve may have.
  package static let curveLimit = 16
}

/// What there is to know about one parameter of a kind.
package struct ParameterDescription: Hashable, Sendable {
  /// The key that it has in projects.
  package let name: String
  /// What a message calls a value: `a direction`.
  package let noun: String
  /// A sentence for people, in Markdown.
  package let summary: String
  /// Which values it takes.
  package let type: ParameterType
  /// What counts where it is left out; `nil` where that is nothing.
  package let defaultValue: ParameterValue?
  /// Whether a kind is called by its value where that is the default, too.
  package let isTold: Bool
  /// Whether it cannot be left out.
  package let isRequired: Bool
  /// Values worth showing.
  package let examples: [ParameterValue]

  /// Whether it may have keyframes.
  package var isAnimated: Bool {
    switch type {
    case .number, .points: true
    default: false
    }
  }
}
