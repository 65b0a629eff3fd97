/// What the codes of a movie's pictures mean: primaries, transfer function and matrix.
///
/// Pictures are composed in the codes that the movie has, so everything that is shown is brought to them first.
public enum PictureColor: String, Hashable, NamedChoice {
  /// ITU-R BT.709: primaries, transfer function and matrix.
  case sdr
  /// Primaries of SMPTE EG 432-1 (Display P3), transfer function and matrix of BT.709: as Apple's programs write and
  /// tag wide colours of standard dynamic range.
  case p3
  /// ITU-R BT.2100 with the perceptual quantizer of SMPTE ST 2084, and the matrix of BT.2020 with non-constant
  /// luminance.
  case hdr10
  /// ITU-R BT.2100 with hybrid log-gamma, for a display of 1000 cd/m², and the same matrix.
  case hlg

  /// Whether codes reach beyond the white of standard dynamic range.
  public var isHighDynamicRange: Bool { self == .hdr10 || self == .hlg }

  /// Bits that its codes need at least, so that no steps are seen: ITU-R BT.2100-2, table 9.
  public var leastBitDepth: Int { isHighDynamicRange ? 10 : 8 }

  /// What the word means.
  public var summary: String {
    switch self {
    case .sdr: "BT.709, for all players"
    case .p3: "the wider colours of Apple displays and phones"
    case .hdr10: "HDR with PQ (BT.2100), in 10 bits"
    case .hlg: "HDR with hybrid log-gamma (BT.2100), in 10 bits"
    }
  }

  /// What people call it.
  public var title: String {
    switch self {
    case .sdr: "BT.709"
    case .p3: "Display P3"
    case .hdr10: "HDR10"
    case .hlg: "HLG"
    }
  }
}
