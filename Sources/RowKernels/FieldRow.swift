/// The rows of fields that a wanted one is made of, by their distance from it in picture rows.
///
/// In memory a group of five follows another, one row of each field, from above to below; so the rows of the
/// next wanted one begin a group later, and those that both need stay where they are.
public enum FieldRow: Sendable {
  /// Of the field that is kept, at −3, −1, 1, 3.
  case own(Int)
  /// Of the other field, half a picture before, at −2, 0, 2.
  case otherBefore(Int)
  /// Of the other field, half a picture after, at −2, 0, 2.
  case otherAfter(Int)
  /// Of the same field in the picture before, at −1, 1.
  case ownBefore(Int)
  /// Of the same field in the picture after, at −1, 1.
  case ownAfter(Int)

  /// Rows of a group.
  public static let group = 5
  /// Rows from the first to the last that is needed.
  public static let count = 3 * group + 1

  /// Most samples of a piece.
  public static let capacity = 1024
  /// Greatest distance from a sample to the next one of its component.
  public static let largestStep = 4
  /// Samples on either side of a piece that are looked at with it.
  public static let margin = 3 * largestStep
  /// Samples from one row to the next.
  public static let length = capacity + 2 * margin

  /// Where its first sample lies, from that of the first row.
  @inline(__always)
  public var offset: Int {
    let place =
      switch self {
      case .own(let distance): Self.group &* ((distance &+ 3) >> 1)
      case .otherBefore(let distance): Self.group &* ((distance &+ 2) >> 1) &+ 1
      case .otherAfter(let distance): Self.group &* ((distance &+ 2) >> 1) &+ 2
      case .ownBefore(let distance): Self.group &* ((distance &+ 1) >> 1) &+ 3
      case .ownAfter(let distance): Self.group &* ((distance &+ 1) >> 1) &+ 4
      }
    return place &* Self.length
  }
}
