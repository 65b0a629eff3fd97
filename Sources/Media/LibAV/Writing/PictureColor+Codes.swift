import BaseValues
internal import CLibAV

/// How streams of a colour are tagged: the code points of ITU-T H.273.
extension PictureColor {
  var primariesCode: AVColorPrimaries {
    switch self {
    case .sdr: AVCOL_PRI_BT709
    case .p3: AVCOL_PRI_SMPTE432
    case .hdr10, .hlg: AVCOL_PRI_BT2020
    }
  }

  /// Display P3 has that of BT.709, as QuickTime's `nclc` 12-1-1 says of Apple's own files.
  var transferCode: AVColorTransferCharacteristic {
    switch self {
    case .sdr, .p3: AVCOL_TRC_BT709
    case .hdr10: AVCOL_TRC_SMPTE2084
    case .hlg: AVCOL_TRC_ARIB_STD_B67
    }
  }

  /// In pictures of a format by libav's name: those of JPEG have BT.601's luma and chroma.
  func matrixCode(in format: String) -> AVColorSpace {
    if format.hasPrefix("yuvj") { return AVCOL_SPC_SMPTE170M }
    return isHighDynamicRange ? AVCOL_SPC_BT2020_NCL : AVCOL_SPC_BT709
  }
}
