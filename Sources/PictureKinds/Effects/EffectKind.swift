public import Raster
public import TimelineModel

/// A kind of change of a picture's colours, the same for every pixel.
public struct EffectKind: PictureKind {
  /// The shipped kinds, one file each, in the order of the reference.
  public static let all: [EffectKind] = []

  /// What projects call it.
  public let name: String
  /// What other programs call it, without case, hyphens and spaces.
  public let otherNames: [String]
  /// What it does, in Markdown.
  public let summary: String
  /// In the order of the reference; each name once.
  public let parameters: [ParameterDescription]
  /// The integers that decide what is done in a frame, always as many, from the parameters' values
  /// there. Pictures are kept by them.
  public let lower: @Sendable (KindChoice) -> [Int]
  /// What is done by those integers. Others may come from a file; they must not trap.
  public let change: @Sendable ([Int]) -> ColorChange

  /// A kind; `lower` must not trap for any values within the parameters' ranges.
  public init(
    _ name: String, _ summary: String, alsoCalled otherNames: [String] = [],
    parameters: [ParameterDescription] = [], lower: @escaping @Sendable (KindChoice) -> [Int],
    change: @escaping @Sendable ([Int]) -> ColorChange
  ) {
    self.name = name
    self.otherNames = otherNames
    self.summary = summary
    self.parameters = parameters
    self.lower = lower
    self.change = change
  }

  /// How many integers decide what is done.
  public var numberCount: Int { lower(choice { _ in nil }).count }
}
