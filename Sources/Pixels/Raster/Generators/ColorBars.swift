public import BaseValues

/// Colour bars: the EBU 100/0/75/0 bars of ITU-R BT.471 above a ramp and a black level test.
///
///     +-------+-------+-------+-------+-------+-------+-------+-------+  0
///     | white | yellow| cyan  | green |magenta|  red  | blue  | black |
///     | 235   | 168   | 145   | 133   | 63    | 51    | 28    | 16    |
///     | 128   | 44    | 147   | 63    | 193   | 109   | 212   | 128   |
///     | 128   | 136   | 44    | 52    | 204   | 212   | 120   | 128   |
///     +-------+-------+-------+-------+-------+---+---+--+--+-+--+----+  3/4 of the height
///     | ramp, luma 16 ... 235                 | 235   |16|12|16|20|16|
///     +---------------------------------------+-------+--+--+--+--+---+
///     0                                     1/2     3/4               1
///
/// Codes are BT.709 limited range, here those of 8 bits; in 10 bits they are computed in these, and the ramp
/// has four times as many steps. Bar k begins at column k · width / 8, rounded down; the
/// lower part begins at row 3 · height / 4, rounded down. Column x of the ramp's n = width / 2
/// (rounded down) columns has luma 16 + 219 · x / (n - 1), rounded to nearest, ties up. The last
/// quarter of the lower part has five equal strips (rounded down) at 0, -2, 0, +2 and 0 percent.
public enum ColorBars {
  /// The colours of the eight bars, from left to right.
  public static var colors: [YCbCr] { colors(as: UInt8.self) }

  /// The same in a depth.
  static func colors<Sample: PixelSample>(as sample: Sample.Type) -> [ColorCodes<Sample>] {
    [
      (4, 4, 4), (3, 3, 0), (0, 3, 3), (0, 3, 0), (3, 0, 3), (3, 0, 0), (0, 0, 3), (0, 0, 0),
    ].map { ColorCodes(red: $0.0, green: $0.1, blue: $0.2, maximum: 4) }
  }

  /// Draws the bars, or the part of them that lies in `window`; the picture is the same for every
  /// frame.
  ///
  /// - Precondition: `window` lies in the picture and is not empty.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  public static func image<Sample: PixelSample>(
    size: Size, window: Rect? = nil, as sample: Sample.Type = UInt8.self, pool: ImagePool? = nil
  ) -> Image {
    let width = size.width
    var painter = BandPainter<Sample>(size: size, window: window)
    painter.add(
      endRow: size.height * 3 / 4,
      runs: colors(as: sample).enumerated().map { index, color in ((index + 1) * width / 8, color) }
    )

    let rampWidth = width / 2
    var lower: [(endColumn: Int, color: ColorCodes<Sample>)] = painter.window.columns.clamped(
      to: 0..<rampWidth
    ).map { x in
      (x + 1, Gradient.color(from: .black, to: .white, at: x, of: rampWidth))
    }
    let stripsStart = width * 3 / 4
    lower.append((stripsStart, .white))
    for (index, luma) in [16, 12, 16, 20, 16].enumerated() {
      let end = stripsStart + (index + 1) * (width - stripsStart) / 5
      lower.append((end, ColorCodes(YCbCr(y: UInt8(luma), cb: 128, cr: 128))))
    }
    painter.add(endRow: size.height, runs: lower)
    return painter.image(pool: pool)
  }
}
