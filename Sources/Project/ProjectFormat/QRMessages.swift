import Diagnostics
import BaseValues
import Raster
import TimelineModel

/// What there is to say about QR codes, sorted by name; ids are the functions' names.
enum QRMessages: MessageTable {
  /// Below it readers fail, in parts of a thousand of white's light: grade C of ISO/IEC 15415.
  static let leastContrast = 400

  static func qrContrast(_ contrast: Int, range: SourceRange) -> Diagnostic {
    warning(
      .qrContrast,
      "between this QR code and its background is a contrast of \(contrast / 10) %, and readers "
        + "need \(leastContrast / 10) %", range,
      fixes: [Fix(message: "make \"color\" darker, or \"background\" lighter")])
  }

  static func qrInverted(range: SourceRange) -> Diagnostic {
    warning(
      .qrInverted, "this QR code is light on dark, which many readers cannot read", range,
      fixes: [Fix(message: "make \"color\" darker than \"background\"")])
  }

  /// - Parameter lower: a level at which the value fits.
  static func qrTooLong(
    bytes: Int, capacity: QRCode.Capacity, level: ErrorCorrection, lower: ErrorCorrection?,
    range: SourceRange
  ) -> Diagnostic {
    let (count, limit) =
      switch capacity {
      case .digits(let limit): ("\(bytes) digits", "\(limit)")
      case .alphanumerics(let limit): ("\(bytes) characters", "\(limit) of these")
      case .bytes(let limit): ("\(bytes) bytes", "\(limit)")
      }
    return error(
      .qrTooLong,
      "this value has \(count), and a QR code holds \(limit) at the level \(level.rawValue)",
      range,
      fixes: lower.map {
        [Fix(message: "set \"errorCorrection\" to \(JSONText.quoted($0.rawValue)), which holds it")]
      } ?? [Fix(message: "write a shorter value, such as an address that leads to it")])
  }
}
