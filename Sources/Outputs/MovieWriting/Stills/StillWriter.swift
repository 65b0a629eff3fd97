package import FileSystem
import Glibc
import LibAV
import MediaSources
package import OutputKinds
package import BaseValues
package import Raster
package import Rendering

/// Turns composed pictures into files, and writes these.
package enum StillWriter {
  /// The picture as PNG with our mark, converted from BT.709 limited range to full-range RGB of 8 bits, whatever
  /// the picture's depth: one of 10 bits is rounded once, in R′G′B′. Pictures of other colours become those of BT.709
  /// first, as such sources do in a movie of it. Alpha is straight in the file.
  ///
  /// - Throws: `RenderError` of kind `encoder`.
  package static func png(_ image: Raster.Image) throws(RenderError) -> [UInt8] {
    try encoded(image, as: .png, size: image.size)
  }

  /// The picture as a file of a kind, in its size and 8 bits. Where the kind has no alpha, the picture is laid on a
  /// checkerboard.
  ///
  /// - Throws: `RenderError` of kind `encoder`.
  package static func picture(
    _ image: Raster.Image, as kind: PictureFormat
  ) throws(RenderError) -> [UInt8] {
    try encoded(image, as: kind, size: image.size)
  }

  /// The picture's red, green and blue of 8 bits and full range, a byte each, row by row.
  ///
  /// - Parameter hasAlpha: whether straight alpha follows each of them; else the picture is laid on black.
  /// - Throws: `RenderError` of kind `encoder`.
  package static func rgb(
    _ image: Raster.Image, hasAlpha: Bool = false
  ) throws(RenderError) -> [UInt8] {
    let count = hasAlpha ? 4 : 3
    return try converted(
      hasAlpha ? image.withAlpha() : image.laid(on: .black), to: hasAlpha ? "rgba" : "rgb24",
      size: image.size, colour: ColorTags(range: .full, matrix: .rgb)
    ) { (frame) throws(LibAVError) in
      var bytes: [UInt8] = []
      bytes.reserveCapacity(count * frame.width * frame.height)
      for y in 0..<frame.height {
        let row = frame.row(y, ofPlane: 0)
        for x in 0..<min(row.count, count * frame.width) { bytes.append(row[x]) }
      }
      return bytes
    }
  }

  /// The picture as JPEG in another size, in 8 bits: averaged where it gets smaller.
  ///
  /// - Throws: `RenderError` of kind `encoder`.
  package static func jpeg(
    _ image: Raster.Image, size: Size
  ) throws(RenderError) -> [UInt8] {
    try encoded(image, as: .jpeg, size: size)
  }

  private static func encoded(
    _ image: Raster.Image, as kind: PictureFormat, size: Size
  ) throws(RenderError) -> [UInt8] {
    kind.marked(
      try converted(
        image,
        to: image.format.hasAlpha ? kind.alphaPixelFormat ?? kind.pixelFormat : kind.pixelFormat,
        size: size,
        colour: ColorTags(range: .full, matrix: kind.isRGB ? .rgb : .smpte170M)
      ) { (frame) throws(LibAVError) in try StillEncoder.encode(frame, as: kind) })
  }

  /// The picture in another size, in the same colour and 8 bits: averaged where it gets smaller.
  ///
  /// - Throws: `RenderError` of kind `encoder`.
  package static func scaled(
    _ image: Raster.Image, to size: Size
  ) throws(RenderError) -> Raster.Image {
    try converted(image, to: "yuv420p", size: size, colour: ColorGuess.output) {
      (frame) throws(LibAVError) in StillReader.copy(of: frame)
    }
  }

  /// - Parameter format: one with alpha keeps what the picture has of it, straight; others show it on a checkerboard.
  static func converted<Result>(
    _ image: Raster.Image, to format: String, size: Size, colour: ColorTags,
    _ body: (borrowing VideoFrame) throws(LibAVError) -> Result
  ) throws(RenderError) -> Result {
    let keepsAlpha =
      image.format.hasAlpha && image.color == .sdr && ["rgba", "bgra"].contains(format)
    let image = keepsAlpha ? image : image.laid(on: .checkerboard).asStandard()
    do throws(LibAVError) {
      let own = PictureConversion.composedFormat(
        bitDepth: image.format.depth, hasAlpha: keepsAlpha)
      let frame =
        keepsAlpha
        ? try PictureConversion.straight(image, format: own) : try copy(of: image, format: own)
      var scaler = try Scaler(
        from: Scaler.Picture(
          format: own, width: image.size.width, height: image.size.height,
          colour: ColorGuess.output),
        to: Scaler.Picture(
          format: format, width: size.width, height: size.height, colour: colour),
        interpolation: size == image.size ? .lanczos : .area)
      return try body(try scaler.scale(frame))
    } catch {
      throw RenderError(.encoder, "the picture cannot be encoded: \(error)")
    }
  }

  /// An opaque picture's samples in memory of a frame's own.
  private static func copy(
    of image: Raster.Image, format: String
  ) throws(LibAVError) -> VideoFrame {
    var frame = try VideoFrame(
      format: format, width: image.size.width, height: image.size.height)
    for plane in 0..<3 {
      for y in 0..<image.height(of: plane) {
        var row = frame.mutableRow(y, ofPlane: plane)
        let source = image.bytes(plane, y)
        for x in 0..<min(row.count, source.count) { row[x] = source[x] }
      }
    }
    return frame
  }

  /// Writes bytes to a file that appears only when it is complete.
  ///
  /// - Throws: `RenderError` of kind `disk`.
  package static func write(_ bytes: [UInt8], to path: String) throws(RenderError) {
    try write(bytes, to: Destination(path))
  }

  /// The same for a destination that was looked at before.
  package static func write(
    _ bytes: [UInt8], to destination: Destination
  ) throws(RenderError) {
    do throws(MovieWriteError) {
      var file = try PartialFile(destination: destination, activity: "write")
      try file.write(bytes)
      try file.publish()
    } catch {
      throw error.renderError
    }
  }
}
