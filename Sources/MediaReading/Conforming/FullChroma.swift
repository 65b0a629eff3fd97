import LibAV
import PixelGeometry
import PlanModel
import Raster

/// Gives chroma the size of luma, for cutting pictures between their chroma samples, and pixels bytes of
/// their own, for cutting them within a byte.
final class FullChroma {
  /// libav's name of the format that comes out.
  let format: String
  private let source: Scaler.Picture
  private let rect: Rect
  private let size: Size
  private let x: Int
  private let y: Int
  private var scaler: Scaler
  private var result: VideoFrame

  /// Whether a part of a picture begins between chroma samples, or in a byte that pixels share.
  static func isNeeded(_ rect: Rect, _ format: StoredPixelFormat) -> Bool {
    rect.x & (1 << format.chromaShiftX - 1) != 0 || rect.y & (1 << format.chromaShiftY - 1) != 0
      || rect.x > 0 && format.isBitstream
  }

  /// - Parameter size: of the pictures that the part is cut out of.
  init(
    _ format: StoredPixelFormat, _ colour: ColorTags, _ rect: Rect, in size: Size
  ) throws(LibAVError) {
    // The part and what is around it up to whole chroma samples.
    func whole(_ place: Int, _ shift: Int) -> Int { (place >> shift) << shift }
    let (across, down) = (format.chromaShiftX, format.chromaShiftY)
    x = format.isBitstream ? 0 : whole(rect.x, across)
    y = whole(rect.y, down)
    let right = min(size.width, whole(rect.x + rect.width + (1 << across) - 1, across))
    let bottom = min(size.height, whole(rect.y + rect.height + (1 << down) - 1, down))
    let (width, height) = (right - x, bottom - y)
    self.format =
      format.isBitstream
      ? "rgb24" : (format.hasAlpha ? "yuva444p" : "yuv444p") + (format.bitDepth > 8 ? "16le" : "")
    self.rect = rect
    self.size = size
    source = Scaler.Picture(format: format.name, width: width, height: height, colour: colour)
    var target = source
    target.format = self.format
    scaler = try Scaler(from: source, to: target)
    result = try VideoFrame(format: self.format, width: width, height: height)
  }

  func isFor(
    _ format: StoredPixelFormat, _ colour: ColorTags, _ rect: Rect, in size: Size
  ) -> Bool {
    format.name == source.format && colour == source.colour && rect == self.rect
      && size == self.size
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
