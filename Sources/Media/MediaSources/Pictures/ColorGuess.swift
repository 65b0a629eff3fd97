package import LibAV
package import BaseValues
package import Raster
package import TimelineModel

/// Colour tags that a picture does not carry, by the usual guess.
package enum ColorGuess {
  /// BT.709, limited range, chroma left: what H.264 in MP4 means by default.
  package static let output = ColorTags(
    range: .limited, matrix: .bt709, primaries: .bt709, transfer: .bt709, chromaLocation: .left)

  /// What composed pictures of a movie carry.
  ///
  /// Chroma is sited at the left in all of them, as H.264 and HEVC mean where nothing is said. UHD discs have it at
  /// the upper left (ITU-R BT.2020, as SMPTE ST 2084's files mostly do); a picture that says so is moved to the left.
  package static func output(_ color: PictureColor) -> ColorTags {
    switch color {
    case .sdr: output
    case .p3:
      ColorTags(
        range: .limited, matrix: .bt709, primaries: .smpte432, transfer: .bt709,
        chromaLocation: .left)
    case .hdr10:
      ColorTags(
        range: .limited, matrix: .bt2020, primaries: .bt2020, transfer: .pq,
        chromaLocation: .left)
    case .hlg:
      ColorTags(
        range: .limited, matrix: .bt2020, primaries: .bt2020, transfer: .hlg,
        chromaLocation: .left)
    }
  }

  /// Unspecified matrix: BT.709 from 720 rows or 1280 columns on, else BT.601. Unspecified range:
  /// full for RGB, the `yuvj` formats and grey, with alpha too, else limited. Unspecified primaries: those that
  /// belong to the matrix.
  package static func complete(
    _ tags: ColorTags, format: StoredPixelFormat?, size: Size
  ) -> ColorTags {
    var result = tags
    let isRGB = format?.isRGB ?? false
    if result.range == .unspecified {
      let name = format?.name ?? ""
      let isFull = isRGB || name.hasPrefix("yuvj") || name.hasPrefix("gray") || name.hasPrefix("ya")
      result.range = isFull ? .full : .limited
    }
    if isRGB {
      result.matrix = .rgb
    } else if [.unspecified, .rgb, .reserved].contains(result.matrix) {
      result.matrix = size.height >= 720 || size.width >= 1280 ? .bt709 : .smpte170M
    }
    if result.primaries == .unspecified {
      result.primaries = result.matrix == .bt2020 ? .bt2020 : .bt709
    }
    if result.chromaLocation == .unspecified { result.chromaLocation = .left }
    return result
  }
}

extension ColorTags {
  /// The tags with what a person says of them in place of what the file says.
  package func replaced(by said: ColorSpaceTags) -> ColorTags {
    var result = self
    switch said.matrix {
    case .bt601: result.matrix = .smpte170M
    case .bt709: result.matrix = .bt709
    case .bt2020: result.matrix = .bt2020
    case nil: break
    }
    switch said.range {
    case .limited: result.range = .limited
    case .full: result.range = .full
    case nil: break
    }
    switch said.primaries {
    case .bt709: result.primaries = .bt709
    case .bt2020: result.primaries = .bt2020
    case .displayP3: result.primaries = .smpte432
    case nil: break
    }
    switch said.transfer {
    case .sdr: result.transfer = .bt709
    case .pq: result.transfer = .pq
    case .hlg: result.transfer = .hlg
    case .linear: result.transfer = .linear
    case nil: break
    }
    return result
  }

  /// The light that colours mean, where that is not the movie's already; `nil` where it is.
  ///
  /// The primaries of BT.601 (525 and 625 lines) are taken for those of BT.709, and the transfer
  /// functions of all SDR systems for one another, as editing programs do: pictures that have been
  /// through several systems mostly carry the tags of one and the colours of another, and the
  /// differences are small.
  ///
  /// - Parameters:
  ///   - peak: the brightest light of the programme, for PQ; `nil` if it is unknown.
  ///   - color: the movie's.
  package func lightSource(
    peak: Int?, in color: PictureColor = .sdr
  ) -> LightTransform.Source? {
    let primaries: ColorPrimaries =
      switch self.primaries {
      case .bt2020: .bt2020
      case .smpte431: .digitalCinema
      case .smpte432: .displayP3
      default: .bt709
      }
    let transfer: TransferFunction =
      switch self.transfer {
      case .linear: .linear
      case .pq: .perceptualQuantizer(peak: min(max(peak ?? 1000, 203), 10_000))
      case .hlg: .hybridLogGamma
      default: .standard
      }
    let source = LightTransform.Source(primaries: primaries, transfer: transfer)
    return source.isLight(of: color) ? nil : source
  }

  /// The matrix for components of 16 bits.
  package var componentMatrix: ComponentDecoder.Matrix {
    switch matrix {
    case .rgb: .rgb
    case .bt709: .bt709
    case .bt2020, .bt2020ConstantLuminance: .bt2020
    case .fcc: .fcc
    case .smpte240M: .smpte240M
    default: .bt601
    }
  }
}
