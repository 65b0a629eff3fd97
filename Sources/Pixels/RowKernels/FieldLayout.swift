/// Where the rows of fields that a wanted one is made of lie in memory: samples from the first of them, by
/// distances from the wanted one in picture rows.
///
/// A group of five follows another, one row of each field, from above to below; so the rows of the next
/// wanted one begin a group later, and those that both need stay where they are.
public enum FieldLayout {
  /// Rows of a group.
  public static let group = 5
  /// Rows from the first to the last that is needed.
  public static let count = 4 * group + 3

  /// Most samples of a piece.
  public static let capacity = 1024
  /// Greatest distance from a sample to the next one of its component.
  public static let largestStep = 4
  /// Samples on either side of a piece that are looked at with it.
  public static let margin = 3 * largestStep
  /// Samples from one row to the next.
  public static let length = capacity + 2 * margin

  /// Of the field that is kept, at −3, −1, 1, 3.
  @inline(__always)
  public static func own(_ distance: Int) -> Int { offset(distance &+ 3, 0) }

  /// Of the other field, half a picture before, at −4, −2, 0, 2, 4.
  @inline(__always)
  public static func otherBefore(_ distance: Int) -> Int { offset(distance &+ 4, 1) }

  /// Of the other field, half a picture after, at −4, −2, 0, 2, 4.
  @inline(__always)
  public static func otherAfter(_ distance: Int) -> Int { offset(distance &+ 4, 2) }

  /// Of the same field in the picture before, at −3, −1, 1, 3.
  @inline(__always)
  public static func ownBefore(_ distance: Int) -> Int { offset(distance &+ 3, 3) }

  /// Of the same field in the picture after, at −3, −1, 1, 3.
  @inline(__always)
  public static func ownAfter(_ distance: Int) -> Int { offset(distance &+ 3, 4) }

  @inline(__always)
  private static func offset(_ rows: Int, _ field: Int) -> Int {
    (group &* (rows >> 1) &+ field) &* length
  }
}
