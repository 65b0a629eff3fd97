import LibAV
import MediaSources
import BaseValues
package import Raster
package import Rendering

/// Reads pictures that `StillWriter` wrote.
package enum StillReader {
  /// The picture of a PNG file as composed frames are: 4:2:0, BT.709, limited range, multiplied by alpha where it has
  /// some.
  ///
  /// - Throws: `RenderError` of kind `media` where the file cannot be read, or is no PNG file.
  package static func picture(at path: String) throws(RenderError) -> Raster.Image {
    do throws(LibAVError) {
      var options = InputFile.Options()
      options.formatName = "png_pipe"
      var input = try InputFile(path: path, options: options)
      var decoder = try Decoder(input, stream: 0)
      while let packet = try input.readPacket() {
        guard try decoder.send(packet) else { break }
      }
      _ = try decoder.sendEnd()
      guard case .frame(let frame) = try decoder.receiveVideo() else {
        throw .unusable(for: "decode picture")
      }
      return try image(frame)
    } catch {
      throw RenderError(
        .media,
        "the picture '\(path)' cannot be read: \(error); save it again as PNG or JPEG")
    }
  }

  /// What `picture` gives for a picture that `StillWriter` wrote: chroma has been brought to full
  /// size and back, and all samples rounded on the way.
  ///
  /// - Throws: `RenderError` of kind `encoder`.
  package static func asKept(_ picture: Raster.Image) throws(RenderError) -> Raster.Image {
    try StillWriter.converted(
      picture, to: picture.format.hasAlpha ? "rgba" : "rgb24", size: picture.size,
      colour: ColorTags(range: .full, matrix: .rgb)
    ) { (frame) throws(LibAVError) in try image(frame) }
  }

  private static func image(_ frame: borrowing VideoFrame) throws(LibAVError) -> Raster.Image {
    if frame.formatName == "rgba" {
      var pixels: [UInt8] = []
      pixels.reserveCapacity(4 * frame.width * frame.height)
      for y in 0..<frame.height {
        let row = frame.row(y, ofPlane: 0)
        for x in 0..<min(row.count, 4 * frame.width) { pixels.append(row[x]) }
      }
      return RGBAConversion.image(
        from: pixels.span, size: Size(width: frame.width, height: frame.height),
        componentsPerRow: 4 * frame.width)
    }
    var scaler = try Scaler(
      from: Scaler.Picture(
        format: frame.formatName, width: frame.width, height: frame.height,
        colour: ColorTags(range: .full, matrix: .rgb)),
      to: Scaler.Picture(
        format: "yuv420p", width: frame.width, height: frame.height, colour: ColorGuess.output))
    return copy(of: try scaler.scale(frame))
  }

  /// The samples of a frame in `yuv420p`.
  static func copy(of frame: borrowing VideoFrame) -> Raster.Image {
    var copy = MutableImage(
      format: .yuv420p8, size: Size(width: frame.width, height: frame.height))
    for plane in 0..<copy.planeCount {
      for y in 0..<copy.height(of: plane) {
        copy.write(frame.row(y, ofPlane: plane), plane: plane, row: y)
      }
    }
    return copy.freeze()
  }
}
