/// How the pictures of a file are meant, where the file does not say so or is wrong.
public struct Interpretation: Hashable, Sendable {
  /// Whether and how pictures are deinterlaced.
  public var interlace: Interlace
  /// Counts only for pictures with alpha.
  public var alpha: AlphaMeaning
  /// Each tag that is said replaces the file's.
  public var colors: ColorSpaceTags
  /// Replaces the file's; `nil` leaves it to the file.
  public var orientation: ShownOrientation?

  /// A reading that trusts the file, unless said otherwise.
  public init(
    interlace: Interlace = .auto, alpha: AlphaMeaning = .straight,
    colors: ColorSpaceTags = ColorSpaceTags(), orientation: ShownOrientation? = nil
  ) {
    self.orientation = orientation
    self.interlace = interlace
    self.alpha = alpha
    self.colors = colors
  }
}

/// Whether pictures hold two fields of different times, and what is made of these.
public enum Interlace: String, CaseIterable, Sendable {
  /// As each picture or its container says.
  case auto
  case topFirst = "top-first"
  case bottomFirst = "bottom-first"
  case none
  /// Film that was brought to a higher rate by 3:2 pulldown, which is undone.
  case telecine
}

/// What is done to a stored picture before it is shown.
public enum ShownOrientation: String, CaseIterable, Sendable {
  case upright
  /// Turned by 90 degrees.
  case clockwise
  case upsideDown = "upside-down"
  /// Turned by 90 degrees.
  case counterclockwise
  /// Left and right exchanged.
  case mirrored
  /// Above and below exchanged.
  case flipped
  /// Mirrored along the diagonal from the top left.
  case transposed
  /// Mirrored along the diagonal from the top right.
  case transversed

  /// As files say it.
  public var orientation: Orientation {
    switch self {
    case .upright: .upright
    case .clockwise: .rotatedClockwise
    case .upsideDown: .rotated180
    case .counterclockwise: .rotatedCounterclockwise
    case .mirrored: .mirroredHorizontally
    case .flipped: .mirroredVertically
    case .transposed: .transposed
    case .transversed: .transversed
    }
  }
}

/// What colours next to alpha are.
public enum AlphaMeaning: String, CaseIterable, Sendable {
  /// Not multiplied by alpha.
  case straight
  /// Multiplied by alpha, as over black.
  case premultiplied
  /// There is no alpha that means anything: pictures are opaque.
  case ignore
}

/// What sample values mean as colours; `nil` leaves it to the file.
public struct ColorSpaceTags: Hashable, Sendable {
  /// `nil` leaves it to the file, or to the size of pictures where the file says nothing.
  public var matrix: Matrix?
  /// `nil` leaves it to the file.
  public var range: Range?
  /// `nil` leaves it to the file.
  public var primaries: Primaries?
  /// `nil` leaves it to the file.
  public var transfer: Transfer?

  /// Tags in place of the file's; without arguments, none.
  public init(
    matrix: Matrix? = nil, range: Range? = nil, primaries: Primaries? = nil,
    transfer: Transfer? = nil
  ) {
    self.matrix = matrix
    self.range = range
    self.primaries = primaries
    self.transfer = transfer
  }

  /// How Y′CbCr comes from R′G′B′.
  public enum Matrix: String, CaseIterable, Sendable {
    case bt601, bt709, bt2020
  }

  /// Which codes are black and white.
  public enum Range: String, CaseIterable, Sendable {
    /// 16 and 235 of 255.
    case limited
    /// 0 and 255.
    case full
  }

  /// Which colours red, green and blue are.
  public enum Primaries: String, CaseIterable, Sendable {
    case bt709, bt2020
    case displayP3 = "display-p3"
  }

  /// How codes become light.
  public enum Transfer: String, CaseIterable, Sendable {
    /// BT.709, BT.601, BT.2020 and sRGB, which are taken as the same.
    case sdr
    /// SMPTE ST 2084.
    case pq
    /// ARIB STD-B67.
    case hlg
    case linear
  }
}
