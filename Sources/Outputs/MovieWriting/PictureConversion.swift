import BaseValues
import LibAV
import MediaSources
import OutputKinds
import Raster

/// Brings composed pictures (4:2:0, limited range) to the format in which a codec stores them: chroma of full height or
/// width, full range, or straight alpha.
final class PictureConversion {
  private let composed: String
  private let hasAlpha: Bool
  /// `nil` where the codec stores pictures as they are composed.
  private var scaler: Scaler?
  private var jfif: JFIFConversion?

  init(_ settings: VideoEncoderSettings) throws(LibAVError) {
    hasAlpha = settings.hasAlpha
    composed = Self.composedFormat(bitDepth: settings.bitDepth, hasAlpha: settings.hasAlpha)
    guard settings.pixelFormat != composed else { return }
    let own = ColorGuess.output(settings.color)
    var colour = own
    if let format = settings.codec.format(bitDepth: settings.bitDepth) {
      if format.isJFIF {
        jfif = JFIFConversion(to: settings.pixelFormat, from: own)
        return
      }
      if format.isFullRange { colour.range = .full }
      // Nothing else is said of red, green and blue: files of them are taken for sRGB then.
      if format.isRGB { colour = ColorTags(range: .full, matrix: .rgb) }
    }
    let (width, height) = (settings.size.width, settings.size.height)
    scaler = try Scaler(
      from: Scaler.Picture(
        format: composed, width: width, height: height, colour: own),
      to: Scaler.Picture(
        format: settings.pixelFormat, width: width, height: height, colour: colour),
      interpolation: colour.matrix == .rgb ? .lanczos : .bicubic)
  }

  /// libav's name of the format in which pictures of a depth are composed; alpha is straight there.
  static func composedFormat(bitDepth: Int, hasAlpha: Bool = false) -> String {
    (hasAlpha ? "yuva420p" : "yuv420p") + (bitDepth == 8 ? "" : "10le")
  }

  /// A composed picture as the encoder takes it. It may be in the picture's own memory.
  func frame(of image: Raster.Image) throws(LibAVError) -> VideoFrame {
    if let jfif { return try jfif.frame(of: image) }
    let frame =
      hasAlpha
      ? try Self.straight(image, format: composed) : try Self.frame(over: image, format: composed)
    if let converted = try scaler?.scale(frame) { return converted }
    return frame
  }

  // MARK: - Composed pictures as frames

  /// A copy of a picture with straight alpha.
  static func straight(
    _ image: Raster.Image, format: String
  ) throws(LibAVError) -> VideoFrame {
    image.format.depth == UInt8.depth
      ? try straight(image, format, as: UInt8.self) : try straight(image, format, as: UInt16.self)
  }

  private static func straight<Sample: PixelSample>(
    _ image: Raster.Image, _ format: String, as sample: Sample.Type
  ) throws(LibAVError) -> VideoFrame {
    var frame = try VideoFrame(
      format: format, width: image.size.width, height: image.size.height)
    var codes = [Sample](repeating: 0, count: image.size.width)
    for plane in [Plane.luma, Plane.cb, Plane.cr, Plane.alpha] {
      let size = PixelFormat(sample, hasAlpha: true).size(ofPlane: plane, in: image.size)
      for y in 0..<size.height {
        var all = codes.mutableSpan
        var row = all._mutatingExtracting(0..<size.width)
        StraightCodes.write(image, plane: plane, y, into: &row)
        var bytes = frame.mutableRow(y, ofPlane: plane)
        write(codes.span.extracting(0..<size.width), into: &bytes)
      }
    }
    return frame
  }

  /// Samples as bytes, the lower first.
  private static func write<Sample: PixelSample>(
    _ codes: Span<Sample>, into bytes: inout MutableSpan<UInt8>
  ) {
    let size = MemoryLayout<Sample>.size
    precondition(bytes.count >= codes.count * size, "rows of unequal length")
    if size == 1 {
      for x in codes.indices { bytes[x] = UInt8(truncatingIfNeeded: codes[x]) }
      return
    }
    for x in codes.indices {
      bytes[2 &* x] = UInt8(truncatingIfNeeded: codes[x])
      bytes[2 &* x &+ 1] = UInt8(truncatingIfNeeded: codes[x] &>> 8)
    }
  }

  /// A frame over an opaque picture's own memory; the picture lives until the encoder lets go of it.
  private static func frame(
    over image: Raster.Image, format: String
  ) throws(LibAVError) -> VideoFrame {
    var planes = unsafe [PlaneMemory]()
    for plane in 0..<image.planeCount {
      // Safe: the frame keeps the picture alive, and encoders only read.
      unsafe image.withUnsafePlane(plane) { base, stride in
        unsafe planes.append(
          PlaneMemory(
            base: UnsafeMutableRawPointer(mutating: base), stride: stride,
            rowBytes: image.width(of: plane) * image.format.bytesPerSample,
            rows: image.height(of: plane)))
      }
    }
    return unsafe try VideoFrame(
      format: format, width: image.size.width, height: image.size.height, planes: planes,
      keepingAlive: image)
  }
}
