import BaseValues

/// How the pictures of a file are meant, where the file does not say so or is wrong.
package struct Interpretation: Hashable, Sendable {
  /// Whether and how pictures are deinterlaced.
  package var interlace: Interlace
  /// Counts only for pictures with alpha.
  package var alpha: AlphaMeaning
  /// Each tag that is said replaces the file's.
  package var colors: ColorSpaceTags
  /// Replaces the file's; `nil` leaves it to the file.
  package var orientation: ShownOrientation?

  /// A reading that trusts the file, unless said otherwise.
  package init(
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
package enum Interlace: String, NamedChoice {
  /// As each picture or its container says.
  case auto
  case topFirst = "top-first"
  case bottomFirst = "bottom-first"
  case none
  /// Film that was brought to a higher rate by 3:2 pulldown, which is undone.
  case telecine

  /// What the word means.
  package var summary: String {
    switch self {
    case .auto: "as the file says"
    case .topFirst: "interlaced, top field first"
    case .bottomFirst: "interlaced, bottom field first"
    case .none: "progressive, whatever the file says"
    case .telecine: "3:2 pulldown, which is undone (inverse telecine)"
    }
  }
}

/// What is done to a stored picture before it is shown.
package enum ShownOrientation: String, NamedChoice {
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
  package var orientation: Orientation {
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

  /// What the word means.
  package var summary: String {
    switch self {
    case .upright: "as the pictures are stored"
    case .clockwise: "turned by 90° to the right"
    case .upsideDown: "turned by 180°"
    case .counterclockwise: "turned by 90° to the left"
    case .mirrored: "left and right exchanged"
    case .flipped: "top and bottom exchanged"
    case .transposed: "mirrored about the diagonal from top left"
    case .transversed: "mirrored about the diagonal from top right"
    }
  }
}

/// What colours next to alpha are.
package enum AlphaMeaning: String, NamedChoice {
  /// Not multiplied by alpha.
  case straight
  /// Multiplied by alpha, as over black.
  case premultiplied
  /// There is no alpha that means anything: pictures are opaque.
  case ignore

  /// What the word means.
  package var summary: String {
    switch self {
    case .straight: "colours are not multiplied by alpha"
    case .premultiplied: "colours are multiplied by alpha, as over black"
    case .ignore: "no alpha: the picture is opaque"
    }
  }
}

/// What sample values mean as colours; `nil` leaves it to the file.
package struct ColorSpaceTags: Hashable, Sendable {
  /// `nil` leaves it to the file, or to the size of pictures where the file says nothing.
  package var matrix: Matrix?
  /// `nil` leaves it to the file.
  package var range: Range?
  /// `nil` leaves it to the file.
  package var primaries: Primaries?
  /// `nil` leaves it to the file.
  package var transfer: Transfer?

  /// Tags in place of the file's; without arguments, none.
  package init(
    matrix: Matrix? = nil, range: Range? = nil, primaries: Primaries? = nil,
    transfer: Transfer? = nil
  ) {
    self.matrix = matrix
    self.range = range
    self.primaries = primaries
    self.transfer = transfer
  }

  /// How Y′CbCr comes from R′G′B′.
  package enum Matrix: String, NamedChoice {
    case bt601, bt709, bt2020

    /// What the word means.
    package var summary: String {
      switch self {
      case .bt601: "of SD video"
      case .bt709: "of HD video"
      case .bt2020: "of UHD and HDR video"
      }
    }
  }

  /// Which codes are black and white.
  package enum Range: String, NamedChoice {
    /// 16 and 235 of 255.
    case limited
    /// 0 and 255.
    case full

    /// What the word means.
    package var summary: String {
      switch self {
      case .limited: "video levels: black 16, white 235"
      case .full: "full levels: black 0, white 255"
      }
    }
  }

  /// Which colours red, green and blue are.
  package enum Primaries: String, NamedChoice {
    case bt709, bt2020
    case displayP3 = "display-p3"

    /// What the word means.
    package var summary: String {
      switch self {
      case .bt709: "of HD video and sRGB"
      case .bt2020: "of UHD and HDR video"
      case .displayP3: "of Apple displays and phones"
      }
    }
  }

  /// How codes become light.
  package enum Transfer: String, NamedChoice {
    /// BT.709, BT.601, BT.2020 and sRGB, which are taken as the same.
    case sdr
    /// SMPTE ST 2084.
    case pq
    /// ARIB STD-B67.
    case hlg
    case linear

    /// What the word means.
    package var summary: String {
      switch self {
      case .sdr: "BT.709, BT.601, BT.2020 and sRGB alike"
      case .pq: "HDR10 and Dolby Vision (SMPTE ST 2084)"
      case .hlg: "HLG (ARIB STD-B67)"
      case .linear: "linear light"
      }
    }
  }
}
