/// The order in which a wipe uncovers the places of a canvas.
///
/// Numbers up to 999 and what they look like are those of SMPTE 258M, as SMIL 2.0 (W3C, chapter 12,
/// Transition Effects) lists them; names are those of GStreamer and GES where these have one. Hands
/// turn evenly, by true angles. Numbers from 1001 are of no standard.
public struct WipeShape: Sendable {
  /// The shipped shapes in the order of their numbers.
  public static let all: [WipeShape] =
    barWipes + boxWipes + barnDoorWipes + diagonalWipes + veeWipes + zigZagWipes + irisWipes
    + clockWipes + fanWipes + sweepWipes + doorWipes + snakeWipes + spiralWipes
    + parallelSnakeWipes + waterfallWipes + textureWipes

  /// What a plan calls it.
  public let number: Int
  /// What projects call it.
  public let name: String
  /// What other programs call it, without case, hyphens and spaces.
  public let otherNames: [String]
  /// What it looks like.
  public let summary: String
  /// When a place is uncovered, 0…1; numbers beyond are taken as the nearer end.
  let order: @Sendable (WipePlace) -> Double
  /// Whether `order` grows in straight lines from the middle without end: what it is at most on the
  /// canvas's edge counts as 1.
  let isOutline: Bool
  /// Whether pixels, or rows or columns of them, are uncovered each on its own.
  public let isGrained: Bool

  init(
    _ number: Int, _ name: String, _ summary: String, alsoCalled otherNames: [String] = [],
    isOutline: Bool = false, isGrained: Bool = false,
    _ order: @escaping @Sendable (WipePlace) -> Double
  ) {
    self.number = number
    self.name = name
    self.otherNames = otherNames
    self.summary = summary
    self.isOutline = isOutline
    self.isGrained = isGrained
    self.order = order
  }

  /// The shape of a number.
  public static func numbered(_ number: Int) -> WipeShape? { byNumber[number] }

  /// The shape of a name.
  public static func named(_ name: String) -> WipeShape? { all.first { $0.name == name } }

  private static let byNumber = Dictionary(uniqueKeysWithValues: all.map { ($0.number, $0) })
}

extension Double {
  /// What is left without the whole part.
  var fraction: Double { self - rounded(.down) }
}
