/// A colour as sRGB components with straight (not premultiplied) alpha, each 0…255.
package struct Color: Hashable, Sendable {
  /// Code of sRGB, not light.
  package var red: UInt8
  /// Code of sRGB, not light.
  package var green: UInt8
  /// Code of sRGB, not light.
  package var blue: UInt8
  /// 0 is clear, 255 opaque.
  package var alpha: UInt8

  /// A colour of four codes, opaque unless said otherwise.
  package init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// `#rrggbbaa`
  package var text: String {
    "#"
      + [red, green, blue, alpha].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// Opaque, all codes 0.
  package static let black = Color(red: 0, green: 0, blue: 0)
  /// Opaque, all codes 255.
  package static let white = Color(red: 255, green: 255, blue: 255)
  /// Nothing at all: black with alpha 0.
  package static let clear = Color(red: 0, green: 0, blue: 0, alpha: 0)
}
