/// How much of a QR code may be lost: the levels L, M, Q and H of ISO/IEC 18004.
///
/// The cases are in the order of the standard's tables.
public enum ErrorCorrection: String, Hashable, NamedChoice {
  /// Level L.
  case low
  /// Level M.
  case medium
  /// Level Q.
  case quartile
  /// Level H.
  case high

  /// What the word means.
  public var summary: String {
    switch self {
    case .low: "7 % may be lost"
    case .medium: "15 %"
    case .quartile: "25 %"
    case .high: "30 %"
    }
  }
}
