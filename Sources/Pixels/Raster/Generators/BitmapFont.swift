/// Digits and the separators of a timecode, 5 × 7 dots each.
enum BitmapFont {
  /// Dots in a row of a glyph.
  static let width = 5
  /// Rows of a glyph.
  static let height = 7

  /// The seven rows of a glyph from the top, five bits each, the leftmost dot in bit 4. A
  /// character that the font lacks is empty.
  static func rows(of character: Character) -> [UInt8] {
    switch character {
    case "0": [0b01110, 0b10001, 0b10011, 0b10101, 0b11001, 0b10001, 0b01110]
    case "1": [0b00100, 0b01100, 0b00100, 0b00100, 0b00100, 0b00100, 0b01110]
    case "2": [0b01110, 0b10001, 0b00001, 0b00110, 0b01000, 0b10000, 0b11111]
    case "3": [0b11111, 0b00010, 0b00100, 0b00010, 0b00001, 0b10001, 0b01110]
    case "4": [0b00010, 0b00110, 0b01010, 0b10010, 0b11111, 0b00010, 0b00010]
    case "5": [0b11111, 0b10000, 0b11110, 0b00001, 0b00001, 0b10001, 0b01110]
    case "6": [0b00110, 0b01000, 0b10000, 0b11110, 0b10001, 0b10001, 0b01110]
    case "7": [0b11111, 0b00001, 0b00010, 0b00100, 0b01000, 0b01000, 0b01000]
    case "8": [0b01110, 0b10001, 0b10001, 0b01110, 0b10001, 0b10001, 0b01110]
    case "9": [0b01110, 0b10001, 0b10001, 0b01111, 0b00001, 0b00010, 0b01100]
    case ":": [0b00000, 0b00100, 0b00100, 0b00000, 0b00100, 0b00100, 0b00000]
    case ";": [0b00000, 0b00100, 0b00100, 0b00000, 0b00100, 0b00100, 0b01000]
    default: [0, 0, 0, 0, 0, 0, 0]
    }
  }

  /// Width of a line of `count` glyphs in dots, with one dot between glyphs.
  static func lineWidth(_ count: Int) -> Int { max(0, count * (width + 1) - 1) }

  /// The dots of a line of text in glyph row `row`: stretches of set dots, in dots from the left.
  static func stretches(of text: String, row: Int) -> [Range<Int>] {
    var result: [Range<Int>] = []
    for (index, character) in text.enumerated() {
      let bits = rows(of: character)[row]
      for column in 0..<width where bits & (0b10000 >> UInt8(column)) != 0 {
        let dot = index * (width + 1) + column
        if let last = result.last, last.upperBound == dot {
          result[result.count - 1] = last.lowerBound..<(dot + 1)
        } else {
          result.append(dot..<(dot + 1))
        }
      }
    }
    return result
  }
}
