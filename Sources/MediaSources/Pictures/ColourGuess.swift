package import LibAV
package import Raster
package import TimelineModel

/// Colour tags that a picture does not carry, by the usual guess.
package enum ColourGuess {
  /// BT.709, limited range, chroma left: what H.264 in MP4 means by default.
  package static let output = ColourTags(
    range: 1, matrix: 1, primaries: 1, transfer: 1, chromaLocation: 1)

  /// Unspecified matrix: BT.709 from 720 rows or 1280 columns on, else BT.601. Unspecified range:
  /// full for RGB, the `yuvj` formats and grey, else limited. Unspecified primaries: those that
  /// belong to the matrix.
  package static func complete(
    _ tags: ColourTags, format: LibAV.PixelFormat?, size: PixelSize
  ) -> ColourTags {
    var result = tags
    let isRGB = format?.isRGB ?? false
    if result.range == 0 {
      let name = format?.name ?? ""
      result.range = isRGB || name.hasPrefix("yuvj") || name.hasPrefix("gray") ? 2 : 1
    }
    if isRGB {
      result.matrix = 0
    } else if result.matrix == 2 || result.matrix == 0 || result.matrix == 3 {
      result.matrix = size.height >= 720 || size.width >= 1280 ? 1 : 6
    }
    if result.primaries == 2 { result.primaries = result.matrix == 9 ? 9 : 1 }
    if result.chromaLocation == 0 { result.chromaLocation = 1 }
    return result
  }
}

extension ColourTags {
  /// The tags with what a person says of them in place of what the file says.
  package func replaced(by said: ColorSpaceTags) -> ColourTags {
    var result = self
    switch said.matrix {
    case .bt601: result.matrix = 6
    case .bt709: result.matrix = 1
    case .bt2020: result.matrix = 9
    case nil: break
    }
    switch said.range {
    case .limited: result.range = 1
    case .full: result.range = 2
    case nil: break
    }
    switch said.primaries {
    case .bt709: result.primaries = 1
    case .bt2020: result.primaries = 9
    case .displayP3: result.primaries = 12
    case nil: break
    }
    switch said.transfer {
    case .sdr: result.transfer = 1
    case .pq: result.transfer = 16
    case .hlg: result.transfer = 18
    case .linear: result.transfer = 8
    case nil: break
    }
    return result
  }

  /// The light that colours mean, where that is not BT.709's already; `nil` where it is.
  ///
  /// The primaries of BT.601 (525 and 625 lines) are taken for those of BT.709, and the transfer
  /// functions of all SDR systems for one another, as editing programs do: pictures that have been
  /// through several systems mostly carry the tags of one and the colours of another, and the
  /// differences are small.
  ///
  /// - Parameter peak: the brightest light of the programme, for PQ; `nil` if it is unknown.
  package func lightSource(peak: Int?) -> LightTransform.Source? {
    let primaries: ColorPrimaries =
      switch self.primaries {
      case 9: .bt2020
      case 11: .digitalCinema
      case 12: .displayP3
      default: .bt709
      }
    let transfer: TransferFunction =
      switch self.transfer {
      case 8: .linear
      case 16: .perceptualQuantizer(peak: min(max(peak ?? 1000, 203), 10_000))
      case 18: .hybridLogGamma
      default: .standard
      }
    if primaries == .bt709, transfer == .standard { return nil }
    return LightTransform.Source(primaries: primaries, transfer: transfer)
  }

  /// The matrix for components of 16 bits.
  package var componentMatrix: ComponentDecoder.Matrix {
    switch matrix {
    case 0: .rgb
    case 1: .bt709
    case 9, 10: .bt2020
    default: .bt601
    }
  }
}
