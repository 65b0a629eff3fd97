import LibAV
import RenderPlanning

/// Gives chroma the size of luma, for cutting pictures between their chroma samples.
final class FullChroma {
  /// libav's name of the format that comes out.
  let format: String
  private let source: Scaler.Picture
  private let rect: CropRect
  private let x: Int
  private let y: Int
  private var scaler: Scaler
  private var result: VideoFrame

  /// Whether a part of a picture begins between chroma samples.
  static func isNeeded(_ rect: CropRect, _ format: PixelFormat) -> Bool {
    rect.x & (1 << format.chromaShiftX - 1) != 0 || rect.y & (1 << format.chromaShiftY - 1) != 0
  }

  init(
    _ format: PixelFormat, _ colour: ColourTags, _ rect: CropRect
  ) throws(LibAVError) {
    // The part and what is before it up to whole chroma samples.
    x = (rect.x >> format.chromaShiftX) << format.chromaShiftX
    y = (rect.y >> format.chromaShiftY) << format.chromaShiftY
    let (width, height) = (rect.x - x + rect.width, rect.y - y + rect.height)
    self.format =
      (format.hasAlpha ? "yuva444p" : "yuv444p") + (format.bitDepth > 8 ? "16le" : "")
    self.rect = rect
    source = Scaler.Picture(format: format.name, width: width, height: height, colour: colour)
    var target = source
    target.format = self.format
    scaler = try Scaler(from: source, to: target)
    result = try VideoFrame(format: self.format, width: width, height: height)
  }

  func isFor(_ format: PixelFormat, _ colour: ColourTags, _ rect: CropRect) -> Bool {
    format.name == source.format && colour == source.colour && rect == self.rect
  }

  /// Lends the picture with full chroma, and the place of the part in it.
  func withFrame<R>(
    _ frame: borrowing VideoFrame,
    _ body: (borrowing VideoFrame, _ x: Int, _ y: Int) throws(LibAVError) -> R
  ) throws(LibAVError) -> R {
    try scaler.scale(frame, x: x, y: y, into: &result)
    return try body(result, rect.x - x, rect.y - y)
  }
}
