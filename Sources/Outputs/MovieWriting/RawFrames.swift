package import BaseValues
package import Raster

/// Composed pictures as bytes that other programs read from a pipe.
package enum RawFrames {
  /// What a stream of YUV4MPEG2 begins with: 4:2:0 with chroma on the left, limited range, square pixels.
  package static func y4mHeader(size: Size, rate: FrameRate, bitDepth: Int) -> [UInt8] {
    let kind = bitDepth == 8 ? "C420mpeg2 XYSCSS=420MPEG2" : "C420p10 XYSCSS=420P10"
    return Array(
      "YUV4MPEG2 W\(size.width) H\(size.height) F\(rate.frames):\(rate.seconds) Ip A1:1 \(kind) XCOLORRANGE=LIMITED\n"
        .utf8)
  }

  /// What stands before each picture of such a stream.
  package static let y4mFrame = Array("FRAME\n".utf8)

  /// The samples of all planes, row by row; those of 10 bits in two bytes, the lower first. Where there is alpha,
  /// colours are not multiplied by it, and it comes last.
  package static func bytes(of image: Image) -> [UInt8] {
    var bytes: [UInt8] = []
    if image.format.hasAlpha {
      return image.format.depth == UInt8.depth
        ? straight(image, as: UInt8.self) : straight(image, as: UInt16.self)
    }
    for plane in 0..<image.planeCount {
      for y in 0..<image.height(of: plane) {
        let row = image.bytes(plane, y)
        bytes.reserveCapacity(bytes.count + row.count)
        for x in row.indices { bytes.append(row[x]) }
      }
    }
    return bytes
  }

  private static func straight<Sample: PixelSample>(
    _ image: Image, as sample: Sample.Type
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    for plane in [Plane.luma, Plane.cb, Plane.cr, Plane.alpha] {
      var codes = [Sample](repeating: 0, count: image.width(of: plane))
      for y in 0..<image.height(of: plane) {
        var row = codes.mutableSpan
        StraightCodes.write(image, plane: plane, y, into: &row)
        for code in codes {
          bytes.append(UInt8(truncatingIfNeeded: code))
          if Sample.depth > UInt8.depth { bytes.append(UInt8(truncatingIfNeeded: code >> 8)) }
        }
      }
    }
    return bytes
  }
}
