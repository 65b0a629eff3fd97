import Raster

extension Reference {
  /// See `Kernels.luma`.
  package static func luma(red: UInt16, green: UInt16, blue: UInt16) -> UInt8 {
    YCbCr(red: Int(red), green: Int(green), blue: Int(blue), maximum: 65535).y
  }

  /// See `Kernels.differences`.
  package static func differences(red: UInt16, green: UInt16, blue: UInt16) -> (
    cb: UInt8, cr: UInt8
  ) {
    let color = YCbCr(red: Int(red), green: Int(green), blue: Int(blue), maximum: 65535)
    return (color.cb, color.cr)
  }

  /// See `Kernels.halveLeft`.
  package static func halveLeft(_ upper: [UInt16], _ lower: [UInt16]) -> [UInt16] {
    stride(from: 0, to: upper.count, by: 2).map { x in
      var sum = 4
      for row in [upper, lower] {
        for (dx, weight) in [(-1, 1), (0, 2), (1, 1)] {
          sum += weight * Int(row[min(max(x + dx, 0), row.count - 1)])
        }
      }
      return UInt16(sum / 8)
    }
  }
}
