internal import CLibAV

/// How sample values mean colours, in the code points of ITU-T H.273, which libav uses too.
package struct ColorTags: Sendable, Hashable {
  /// Whether codes run from black to white or leave room at both ends.
  package var range: RangeCode
  /// How Y′CbCr is made from R′G′B′.
  package var matrix: MatrixCode
  /// Which red, green, blue and white the components stand for.
  package var primaries: PrimariesCode
  /// How light is coded as component values.
  package var transfer: TransferCode
  /// Where samples of subsampled chroma lie among those of luma.
  package var chromaLocation: ChromaLocation

  /// Everything unspecified unless said.
  package init(
    range: RangeCode = .unspecified, matrix: MatrixCode = .unspecified,
    primaries: PrimariesCode = .unspecified, transfer: TransferCode = .unspecified,
    chromaLocation: ChromaLocation = .unspecified
  ) {
    self.range = range
    self.matrix = matrix
    self.primaries = primaries
    self.transfer = transfer
    self.chromaLocation = chromaLocation
  }

  /// The numbers of range, matrix, primaries, transfer and chroma location.
  package var codes: [Int32] {
    [
      range.rawValue, matrix.rawValue, primaries.rawValue, transfer.rawValue,
      chromaLocation.rawValue,
    ]
  }

  /// The tags with such `codes`; `nil` unless there are five and each has a meaning.
  package init?(codes: [Int32]) {
    guard codes.count == 5, let range = RangeCode(rawValue: codes[0]),
      let matrix = MatrixCode(rawValue: codes[1]),
      let primaries = PrimariesCode(rawValue: codes[2]),
      let transfer = TransferCode(rawValue: codes[3]),
      let chromaLocation = ChromaLocation(rawValue: codes[4])
    else { return nil }
    self.init(
      range: range, matrix: matrix, primaries: primaries, transfer: transfer,
      chromaLocation: chromaLocation)
  }

  /// libav's tags; numbers that have no meaning are taken for unspecified.
  init(
    _ range: AVColorRange, _ matrix: AVColorSpace, _ primaries: AVColorPrimaries,
    _ transfer: AVColorTransferCharacteristic, _ chromaLocation: AVChromaLocation
  ) {
    self.init(
      range: RangeCode(rawValue: Int32(bitPattern: range.rawValue)) ?? .unspecified,
      matrix: MatrixCode(rawValue: Int32(bitPattern: matrix.rawValue)) ?? .unspecified,
      primaries: PrimariesCode(rawValue: Int32(bitPattern: primaries.rawValue)) ?? .unspecified,
      transfer: TransferCode(rawValue: Int32(bitPattern: transfer.rawValue)) ?? .unspecified,
      chromaLocation: ChromaLocation(rawValue: Int32(bitPattern: chromaLocation.rawValue))
        ?? .unspecified)
  }
}

/// Which codes are black and white, by libav's numbers: H.273 has a flag alone.
package enum RangeCode: Int32, Sendable, CaseIterable {
  case unspecified = 0
  /// 16…235 of 255.
  case limited = 1
  /// 0…255.
  case full = 2

  /// libav's name, `tv` for example.
  package var name: String { unsafe string(av_color_range_name(libAV)) ?? "" }

  var libAV: AVColorRange { AVColorRange(rawValue: UInt32(bitPattern: rawValue)) }
}

/// How Y′CbCr comes from R′G′B′: matrix coefficients, H.273, table 4.
package enum MatrixCode: Int32, Sendable, CaseIterable {
  case rgb = 0
  case bt709 = 1
  case unspecified = 2
  case reserved = 3
  case fcc = 4
  /// BT.601 with 625 lines.
  case bt470BG = 5
  /// BT.601 with 525 lines.
  case smpte170M = 6
  case smpte240M = 7
  case ycgco = 8
  case bt2020 = 9
  case bt2020ConstantLuminance = 10
  case smpte2085 = 11
  case chromaticityDerived = 12
  case chromaticityDerivedConstantLuminance = 13
  case ictcp = 14

  /// libav's name, `bt709` for example.
  package var name: String { unsafe string(av_color_space_name(libAV)) ?? "" }

  var libAV: AVColorSpace { AVColorSpace(rawValue: UInt32(bitPattern: rawValue)) }
}

/// Which colours red, green and blue are: colour primaries, H.273, table 2.
package enum PrimariesCode: Int32, Sendable, CaseIterable {
  case reservedZero = 0
  case bt709 = 1
  case unspecified = 2
  case reserved = 3
  case bt470M = 4
  /// BT.601 with 625 lines.
  case bt470BG = 5
  /// BT.601 with 525 lines.
  case smpte170M = 6
  case smpte240M = 7
  case film = 8
  case bt2020 = 9
  case smpte428 = 10
  /// DCI P3.
  case smpte431 = 11
  /// Display P3.
  case smpte432 = 12
  case ebu3213 = 22

  /// libav's name, `bt709` for example.
  package var name: String { unsafe string(av_color_primaries_name(libAV)) ?? "" }

  var libAV: AVColorPrimaries { AVColorPrimaries(rawValue: UInt32(bitPattern: rawValue)) }
}

/// How codes become light: transfer characteristics, H.273, table 3.
package enum TransferCode: Int32, Sendable, CaseIterable {
  case reservedZero = 0
  case bt709 = 1
  case unspecified = 2
  case reserved = 3
  case gamma22 = 4
  case gamma28 = 5
  case smpte170M = 6
  case smpte240M = 7
  case linear = 8
  case log100 = 9
  case log316 = 10
  case iec61966Part24 = 11
  case bt1361 = 12
  case srgb = 13
  case bt2020With10Bits = 14
  case bt2020With12Bits = 15
  /// SMPTE ST 2084.
  case pq = 16
  case smpte428 = 17
  /// ARIB STD-B67.
  case hlg = 18

  /// libav's name, `bt709` for example.
  package var name: String { unsafe string(av_color_transfer_name(libAV)) ?? "" }

  var libAV: AVColorTransferCharacteristic {
    AVColorTransferCharacteristic(rawValue: UInt32(bitPattern: rawValue))
  }
}

/// Where chroma is sited, by libav's numbers: one more than H.273's.
package enum ChromaLocation: Int32, Sendable, CaseIterable {
  case unspecified = 0
  case left = 1
  case center = 2
  case topLeft = 3
  case top = 4
  case bottomLeft = 5
  case bottom = 6

  /// libav's name, `left` for example.
  package var name: String { unsafe string(av_chroma_location_name(libAV)) ?? "" }

  var libAV: AVChromaLocation { AVChromaLocation(rawValue: UInt32(bitPattern: rawValue)) }
}
