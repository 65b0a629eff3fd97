public import Raster
public import TimelineModel

/// What kinds of transition, effect and blend mode have in common. A kind is one file; it is found by
/// its name in the list of all, and readers, schema, suggestions and messages are made from it.
public protocol PictureKind: Sendable {
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
}

extension PictureKind {
  /// None, unless a kind says so.
  public var otherNames: [String] { [] }
  /// None, unless a kind says so.
  public var parameters: [ParameterDescription] { [] }

  /// Whether a word without case, hyphens and spaces is a name of it here or elsewhere.
  public func isCalled(_ word: String) -> Bool { name == word || otherNames.contains(word) }

  /// The kind with the values of its parameters, defaults where there is none.
  public func choice(_ value: (_ parameter: String) -> ParameterValue?) -> KindChoice {
    KindChoice(name, parameters.map { .init($0.name, value($0.name) ?? $0.defaultValue) })
  }

  /// The names of all kinds.
  public static var names: [String] { all.map(\.name) }

  /// The kind of a name.
  public static func named(_ name: String) -> Self? { all.first { $0.name == name } }
}

extension BlendMode: PictureKind {
  /// What is documented of the mode.
  public var summary: String { documentation }
}
