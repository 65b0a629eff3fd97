import BaseValues
import LibAV
import MediaSources
import OutputKinds

/// Brings composed pictures (4:2:0, limited range) to the format in which a codec stores them: chroma of full height or
/// width, or full range.
final class PictureConversion {
  private var scaler: Scaler

  /// - Returns: `nil` where the codec stores pictures as they are composed.
  init?(_ settings: VideoEncoderSettings) throws(LibAVError) {
    let composed = Self.composedFormat(bitDepth: settings.bitDepth)
    guard settings.pixelFormat != composed else { return nil }
    let own = ColorGuess.output(settings.color)
    var colour = own
    if let format = settings.codec.format(bitDepth: settings.bitDepth) {
      if format.isFullRange { colour.range = .full }
      if format.isRGB { colour.matrix = .rgb }
    }
    let (width, height) = (settings.size.width, settings.size.height)
    scaler = try Scaler(
      from: Scaler.Picture(
        format: composed, width: width, height: height, colour: own),
      to: Scaler.Picture(
        format: settings.pixelFormat, width: width, height: height, colour: colour),
      interpolation: settings.pixelFormat == "rgb24" ? .lanczos : .bicubic)
  }

  /// libav's name of the format in which pictures of a depth are composed.
  static func composedFormat(bitDepth: Int) -> String {
    bitDepth == 8 ? "yuv420p" : "yuv420p10le"
  }

  func converted(_ frame: borrowing VideoFrame) throws(LibAVError) -> VideoFrame {
    try scaler.scale(frame)
  }
}
