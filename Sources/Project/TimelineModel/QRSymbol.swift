package import BaseValues

/// What a QR code says, and how it is shown: a square as long as the canvas's smaller side, which keeps its shape
/// wherever it stands.
package struct QRSymbol: Hashable, Sendable {
  /// What readers read, in UTF-8.
  package var text: String
  /// How much of it may be lost.
  package var level: ErrorCorrection
  /// The smallest version to use, within `versions`.
  package var leastVersion: Int
  /// Modules of the quiet zone on each side, within `quietZones`.
  package var quietZone: Int
  /// Of dark modules.
  package var color: Color
  /// Of light modules and the quiet zone.
  package var background: Color

  /// A code; nothing is checked.
  package init(
    text: String, level: ErrorCorrection = .medium, leastVersion: Int = 1, quietZone: Int = 4,
    color: Color = .black, background: Color = .white
  ) {
    self.text = text
    self.level = level
    self.leastVersion = leastVersion
    self.quietZone = quietZone
    self.color = color
    self.background = background
  }

  /// Sizes that there are.
  package static let versions = 1...40
  /// Widths of the quiet zone in modules; ISO/IEC 18004 asks for 4.
  package static let quietZones = 0...16

  /// Whether something can be seen through it.
  package var hasAlpha: Bool { color.alpha < 255 || background.alpha < 255 }

  /// How much brighter the background is than the code, in parts of a thousand of white's light; negative for
  /// light modules on a dark ground, `nil` where something shows through.
  ///
  /// Light is taken as the square of a colour's codes, which is near enough to any display's.
  package var contrast: Int? {
    func light(_ color: Color) -> Int {
      func square(_ code: UInt8) -> Int { Int(code) * Int(code) }
      return 2126 * square(color.red) + 7152 * square(color.green) + 722 * square(color.blue)
    }
    return hasAlpha ? nil : (light(background) - light(color)) / (10 * 255 * 255)
  }
}
