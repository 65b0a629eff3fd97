public import BaseValues

/// Pictures that say which frame they are, to people and to programs.
///
/// The picture is divided into 16 × 9 cells. Cells are white (luma 235) for 1 and black (16) for 0:
///
///     row 0     16 cells: frame number modulo 65536, most significant bit at the left
///     row 1     16 cells: their complement
///     row 2     8 cells clip number, most significant bit at the left, then its complement
///     rows 3-7  frame number and timecode in figures, on a ground coloured by the clip number
///     row 8     white on the first frame at or after each whole second, else black
///
/// Cell column c begins at c · width / 16 and cell row r at r · height / 9, rounded down. Frame n is
/// at n · `rateDenominator` / `rateNumerator` seconds. The timecode has as many frames to the second
/// as the rate rounded up, and is drop-frame (SMPTE ST 12-1, with `;`) at 30000/1001 and 60000/1001.
/// Figures are made of square dots (5 × 7 to a glyph), as large as fits; a line for which one-pixel
/// dots are too large is left out.
public enum FrameCounter {
  /// Draws one frame, or a part of it.
  ///
  /// - Parameters:
  ///   - window: the part that is drawn; lies in the picture and is not empty.
  ///   - frame: number of the frame, from 0; a negative one is drawn as 0.
  ///   - rateNumerator: frames a second are `rateNumerator / rateDenominator`; at least 1.
  ///   - rateDenominator: at least 1.
  ///   - clip: number of the clip, shown modulo 256.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  public static func image<Sample: PixelSample>(
    size: Size, window: Rect? = nil, frame: Int, rateNumerator: Int,
    rateDenominator: Int, clip: Int = 0, as sample: Sample.Type = UInt8.self,
    pool: ImagePool? = nil
  ) -> Image {
    let frame = max(0, frame)
    let rate = Rate(numerator: max(1, rateNumerator), denominator: max(1, rateDenominator))
    let index = UInt16(truncatingIfNeeded: frame)
    let clipNumber = UInt8(truncatingIfNeeded: clip)
    func rowEnd(_ row: Int) -> Int { (row + 1) * size.height / 9 }

    var painter = BandPainter<Sample>(size: size, window: window)
    painter.add(endRow: rowEnd(0), runs: cells(index, width: size.width))
    painter.add(endRow: rowEnd(1), runs: cells(~index, width: size.width))
    let clipCells = UInt16(clipNumber) << 8 | UInt16(~clipNumber)
    painter.add(endRow: rowEnd(2), runs: cells(clipCells, width: size.width))
    addFigures(
      [paddedNumber(frame, digits: 6), rate.timecode(of: frame)], rows: rowEnd(2)..<rowEnd(7),
      width: size.width, ground: ground(of: clipNumber), to: &painter)
    let flash: ColorCodes<Sample> = rate.isFirstOfSecond(frame) ? .white : .black
    painter.add(endRow: size.height, runs: [(size.width, flash)])
    return painter.image(pool: pool)
  }

  // MARK: - Parts

  /// 16 cells, the most significant bit at the left.
  private static func cells<Sample: PixelSample>(
    _ bits: UInt16, width: Int
  ) -> [(endColumn: Int, color: ColorCodes<Sample>)] {
    (0..<16).map { column in
      ((column + 1) * width / 16, bits & (0x8000 >> UInt16(column)) != 0 ? .white : .black)
    }
  }

  /// A dark ground in one of eight tints, so that clips are told apart at a glance.
  private static func ground<Sample: PixelSample>(of clip: UInt8) -> ColorCodes<Sample> {
    let tints: [(cb: UInt8, cr: UInt8)] = [
      (128, 128), (152, 112), (112, 152), (112, 112), (152, 152), (104, 136), (136, 104),
      (160, 128),
    ]
    let tint = tints[Int(clip % 8)]
    return ColorCodes(YCbCr(y: 64, cb: tint.cb, cr: tint.cr))
  }

  /// Adds two lines of figures: the first in the upper three fifths of `rows`, the second below.
  private static func addFigures<Sample: PixelSample>(
    _ lines: [String], rows: Range<Int>, width: Int, ground: ColorCodes<Sample>,
    to painter: inout BandPainter<Sample>
  ) {
    let middle = rows.lowerBound + rows.count * 3 / 5
    let areas = [rows.lowerBound..<middle, middle..<rows.upperBound]
    for (text, area) in zip(lines, areas) {
      let dots = BitmapFont.lineWidth(text.count)
      // At least one dot of ground all around.
      let dot = min(width / (dots + 2), area.count / (BitmapFont.height + 2))
      if dot > 0 {
        let left = (width - dots * dot) / 2
        let top = area.lowerBound + (area.count - BitmapFont.height * dot) / 2
        painter.add(endRow: top, runs: [(width, ground)])
        for row in 0..<BitmapFont.height {
          var runs: [(endColumn: Int, color: ColorCodes<Sample>)] = []
          for stretch in BitmapFont.stretches(of: text, row: row) {
            runs.append((left + stretch.lowerBound * dot, ground))
            runs.append((left + stretch.upperBound * dot, .white))
          }
          runs.append((width, ground))
          painter.add(endRow: top + (row + 1) * dot, runs: runs)
        }
      }
      painter.add(endRow: area.upperBound, runs: [(width, ground)])
    }
  }

  private static func paddedNumber(_ number: Int, digits: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }

  // MARK: - Time

  /// A frame rate and what the counter shows of it.
  package struct Rate {
    let numerator: Int
    let denominator: Int

    /// A rate of two numbers that are at least 1.
    package init(numerator: Int, denominator: Int) {
      self.numerator = numerator
      self.denominator = denominator
    }

    /// Whether no earlier frame is at or after the whole second that `frame` is at or after.
    package func isFirstOfSecond(_ frame: Int) -> Bool {
      Int128(frame) * Int128(denominator) % Int128(numerator) < Int128(denominator)
    }

    /// SMPTE timecode, starting again after 24 hours.
    package func timecode(of frame: Int) -> String {
      let perSecond = numerator / denominator + (numerator % denominator == 0 ? 0 : 1)
      let isDropFrame = denominator == 1001 && (numerator == 30000 || numerator == 60000)
      var count = frame
      if isDropFrame {
        // Two (four) numbers are left out at each minute but every tenth.
        let dropped = perSecond / 15
        let perMinute = perSecond * 60 - dropped
        let perTenMinutes = perMinute * 10 + dropped
        let (tens, rest) = count.quotientAndRemainder(dividingBy: perTenMinutes)
        let minutes = rest < perSecond * 60 ? 0 : 1 + (rest - perSecond * 60) / perMinute
        count = (tens % 144) * perSecond * 600 + rest + dropped * minutes
      }
      let (seconds, frames) = count.quotientAndRemainder(dividingBy: perSecond)
      let fields = [seconds / 3600 % 24, seconds / 60 % 60, seconds % 60].map {
        paddedNumber($0, digits: 2)
      }
      return fields.joined(separator: ":") + (isDropFrame ? ";" : ":")
        + paddedNumber(frames, digits: 2)
    }
  }
}
