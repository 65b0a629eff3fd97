package import BaseValues
package import Raster
package import TimelineModel

/// What kinds of transition, effect and blend mode have in common. A kind is one file; it is found by
/// its name in the list of all, and readers, schema, suggestions and messages are made from it.
package protocol PictureKind: Sendable {
  /// All kinds, in the order of the reference.
  static var all: [Self] { get }
  /// What projects call it.
  var name: String { get }
  /// What other programs call it, without case, hyphens and spaces.
  var otherNames: [String] { get }
  /// What it does, in Markdown, as the reference of the format says it.
  var summary: String { get }
  /// In the order of the reference; each name once.
  var parameters: [ParameterDescription] { get }
  /// Groups of parameters of which at most one is given.
  var exclusive: [[String]] { get }
}

extension PictureKind {
  /// None, unless a kind says so.
  package var otherNames: [String] { [] }
  /// None, unless a kind says so.
  package var parameters: [ParameterDescription] { [] }
  /// None, unless a kind says so.
  package var exclusive: [[String]] { [] }

  /// Whether a word without case, hyphens and spaces is a name of it here or elsewhere.
  package func isCalled(_ word: String) -> Bool { name == word || otherNames.contains(word) }

  /// The kind with the values of its parameters, defaults where there is none. What needs not be
  /// told is left out, and what has no meaning beside something that is given.
  package func choice(_ value: (_ parameter: String) -> ParameterValue?) -> KindChoice {
    let arguments = parameters.compactMap { parameter -> KindChoice.Argument? in
      let given = value(parameter.name)
      if !parameter.isTold, given == nil || given == parameter.defaultValue { return nil }
      let isReplaced = exclusive.contains { group in
        group.contains(parameter.name) && group.contains { value($0) != nil }
      }
      if given == nil, isReplaced { return nil }
      return (given ?? parameter.defaultValue).map { .init(parameter.name, $0) }
    }
    return KindChoice(name, arguments)
  }

  /// The names of all kinds.
  package static var names: [String] { all.map(\.name) }

  /// The same with what each does.
  package static var namedValues: [NamedValue] { all.map { NamedValue($0.name, $0.summary) } }

  /// The kind of a name.
  package static func named(_ name: String) -> Self? { all.first { $0.name == name } }
}

extension BlendMode: PictureKind {
  /// What is documented of the mode.
  package var summary: String { documentation }
}
