import BaseValues

extension MutableImage {
  /// Height of a line of stamped text in dots.
  public static var stampHeight: Int { BitmapFont.height }

  /// Writes digits, colons, semicolons and spaces into the luma plane, dot by dot; other characters
  /// are left empty. What lies outside the picture is cut off.
  ///
  /// - Parameters:
  ///   - x: left edge of the first character.
  ///   - y: top edge.
  ///   - dot: pixels of a dot in each direction, 1 or more.
  ///   - luma: the code of the figures.
  public mutating func stamp(_ text: String, x: Int, y: Int, dot: Int, luma: UInt8) {
    for row in 0..<BitmapFont.height {
      for stretch in BitmapFont.stretches(of: text, row: row) {
        let columns = (x + stretch.lowerBound * dot..<x + stretch.upperBound * dot)
          .clamped(to: 0..<size.width)
        for line in (y + row * dot..<y + (row + 1) * dot).clamped(to: 0..<size.height) {
          var samples = mutableRow(Plane.luma, line)
          for column in columns { samples[column] = luma }
        }
      }
    }
  }
}
