import BaseValues

/// One side of a layer seen in the output: a line with the layer on its positive side.
///
/// The value at an output place is its distance from the line, 2^31 for each half luma sample. The
/// sides of the layer are straight in the output whatever the perspective, because `U ≥ 0` is
/// `a·X + b·Y + c ≥ 0` and `U ≤ 2w` is `(2wg - a)·X + (2wh - b)·Y + (2wi - c) ≥ 0` where D > 0.
struct CoverageEdge: Hashable, Sendable {
  /// Change of the value for each half sample to the right; the unit vector times 2^31.
  let p: Int64
  /// Change of the value for each half sample downwards.
  let q: Int64
  /// Value at the output's top left corner, cut to ±2^48, beyond which no output place can change
  /// the sign.
  let r: Int64

  private static let farAway: Int64 = 1 << 48

  /// The line `a·X + b·Y + c = 0`, with numbers up to 2^47, 2^47 and 2^62.
  init(a: Int128, b: Int128, c: Int128) {
    let squares = UInt128((a * a + b * b).magnitude)
    guard squares > 0 else {
      p = 0
      q = 0
      r = c > 0 ? Self.farAway : -Self.farAway
      return
    }
    // Scale up so that the integer square root keeps 61 to 63 bits.
    let scale = (squares.leadingZeroBitCount - 2) / 2
    let length = Int128(squareRoot(squares << UInt128(2 * scale)))
    p = Int64(truncatingIfNeeded: roundDivideSymmetrically(a << Int128(scale + 31), by: length))
    q = Int64(truncatingIfNeeded: roundDivideSymmetrically(b << Int128(scale + 31), by: length))
    // |a| + |b| is at least the length of (a, b), so this is at least 2^18 half samples away.
    if c.magnitude >= (a.magnitude + b.magnitude) << UInt128(18) {
      r = c > 0 ? Self.farAway : -Self.farAway
    } else {
      let distance = roundDivideSymmetrically(c << Int128(scale + 31), by: length)
      r = Int64(
        truncatingIfNeeded: min(max(distance, -Int128(Self.farAway)), Int128(Self.farAway)))
    }
  }

  /// Distance of an output place, in half luma samples.
  @inline(__always)
  func value(x: Int64, y: Int64) -> Int64 { p &* x &+ q &* y &+ r }

  /// Share of a cell that is inside, 0…32768, from the value at its centre: a ramp as wide as the
  /// cell. `shift` is 17 for a cell of one luma sample and 18 for one of two.
  @inline(__always)
  static func coverage(_ value: Int64, shift: Int64) -> Int64 {
    min(max((value &>> shift) &+ 16384, 0), 32768)
  }

  /// Those of `columns` with coverage above 0.
  func touched(_ columns: Range<Int>, in row: CellRow, shift: Int64) -> Range<Int> {
    // value >> shift > -16384
    let first = value(x: row.x(0), y: row.coverageY) &+ (16383 &<< shift)
    return columns.part(from: first, step: p &* row.step)
  }

  /// Those of `columns` that are wholly inside.
  func whole(_ columns: Range<Int>, in row: CellRow, shift: Int64) -> Range<Int> {
    // value >> shift ≥ 16384
    let first = value(x: row.x(0), y: row.coverageY) &- (16384 &<< shift)
    return columns.part(from: first, step: p &* row.step)
  }
}

extension Range<Int> {
  /// Those where a line is at least 0.
  ///
  /// - Parameters:
  ///   - first: the line's value at 0.
  ///   - step: what it grows by from one to the next.
  func part(from first: Int64, step: Int64) -> Range<Int> {
    if step == 0 { return first >= 0 ? self : lowerBound..<lowerBound }
    if step > 0 {
      // k ≥ -first / step
      let start = Int(truncatingIfNeeded: -floorDivide(first, by: step))
      return Swift.min(Swift.max(start, lowerBound), upperBound)..<upperBound
    }
    let last = Int(truncatingIfNeeded: floorDivide(first, by: -step))
    return lowerBound..<Swift.min(Swift.max(last &+ 1, lowerBound), upperBound)
  }
}

/// The four sides of a layer.
struct Edges: Hashable, Sendable {
  var left: CoverageEdge
  var right: CoverageEdge
  var top: CoverageEdge
  var bottom: CoverageEdge

  /// Those of a part of the layer.
  init(_ homography: Homography, area: Rect) {
    (left, right) = Self.sides(
      numerator: (homography.a, homography.b, homography.c), homography, columnsOrRows: area.columns
    )
    (top, bottom) = Self.sides(
      numerator: (homography.d, homography.e, homography.f), homography, columnsOrRows: area.rows)
  }

  /// The two sides where the numerator over D is at the ends of `columnsOrRows`.
  private static func sides(
    numerator: (Int64, Int64, Int64), _ homography: Homography, columnsOrRows: Range<Int>
  ) -> (CoverageEdge, CoverageEdge) {
    let (a, b, c) = (Int128(numerator.0), Int128(numerator.1), Int128(numerator.2))
    let (g, h, i) = (Int128(homography.g), Int128(homography.h), Int128(homography.i))
    let low = Int128(2 * columnsOrRows.lowerBound)
    let high = Int128(2 * columnsOrRows.upperBound)
    return (
      CoverageEdge(a: a - low * g, b: b - low * h, c: c - low * i),
      CoverageEdge(a: high * g - a, b: high * h - b, c: high * i - c)
    )
  }

  /// Share of a cell that the layer covers, in 2^-30.
  @inline(__always)
  func share(of column: Int, in row: CellRow) -> Int64 {
    across(column, in: row) &* down(column, in: row)
  }

  /// Share of a cell between the left and the right side, 0…32768.
  @inline(__always)
  func across(_ column: Int, in row: CellRow) -> Int64 {
    Self.share(
      between: left, right, x: row.coverageX(column), y: row.coverageY,
      shift: column == row.narrowColumn ? 17 : row.horizontalShift)
  }

  /// Share of a cell between the upper and the lower side, 0…32768.
  @inline(__always)
  func down(_ column: Int, in row: CellRow) -> Int64 {
    Self.share(
      between: top, bottom, x: row.coverageX(column), y: row.coverageY, shift: row.verticalShift)
  }

  /// Opposite sides add up, so that a layer thinner than a sample is as faint as it is thin.
  @inline(__always)
  private static func share(
    between a: CoverageEdge, _ b: CoverageEdge, x: Int64, y: Int64, shift: Int64
  ) -> Int64 {
    max(
      CoverageEdge.coverage(a.value(x: x, y: y), shift: shift)
        &+ CoverageEdge.coverage(b.value(x: x, y: y), shift: shift) &- 32768, 0)
  }

  /// Columns of a row with a share above 0; perhaps a few more.
  func touched(_ row: CellRow) -> Range<Int> {
    var result = 0..<row.count
    for edge in [left, right] where !result.isEmpty {
      result = edge.touched(result, in: row, shift: row.horizontalShift)
    }
    for edge in [top, bottom] where !result.isEmpty {
      result = edge.touched(result, in: row, shift: row.verticalShift)
    }
    // The narrow column is not on the line that was solved.
    if let narrow = row.narrowColumn, !result.contains(narrow), share(of: narrow, in: row) > 0 {
      return (result.isEmpty ? narrow : result.lowerBound)..<(narrow + 1)
    }
    return result
  }

  /// Columns of a row that are wholly covered, but perhaps for one at the row's end.
  func whole(_ row: CellRow) -> Range<Int> {
    var result = 0..<(row.narrowColumn ?? row.count)
    for edge in [left, right] where !result.isEmpty {
      result = edge.whole(result, in: row, shift: row.horizontalShift)
    }
    for edge in [top, bottom] where !result.isEmpty {
      result = edge.whole(result, in: row, shift: row.verticalShift)
    }
    return result
  }
}

/// A row of output samples, all as large as one luma sample or all as 2 × 2 of them.
struct CellRow {
  /// Number of samples.
  let count: Int
  /// From one sample's centre to the next, in half luma samples.
  let step: Int64
  /// The row's centre in half luma samples.
  let y: Int64
  /// The centre of the part of the row that exists.
  let coverageY: Int64
  let horizontalShift: Int64
  let verticalShift: Int64
  /// The chroma column at an odd right edge: only its left half exists.
  let narrowColumn: Int?

  init(luma y: Int, of output: Size) {
    count = output.width
    step = 2
    self.y = Int64(2 * y + 1)
    coverageY = self.y
    horizontalShift = 17
    verticalShift = 17
    narrowColumn = nil
  }

  init(chroma y: Int, of output: Size) {
    let isNarrow = 2 * y + 1 == output.height
    count = output.chroma.width
    step = 4
    self.y = Int64(4 * y + 2)
    coverageY = isNarrow ? self.y - 1 : self.y
    horizontalShift = 18
    verticalShift = isNarrow ? 17 : 18
    narrowColumn = output.width % 2 == 1 ? output.chroma.width - 1 : nil
  }

  /// The centre of a sample, in half luma samples.
  @inline(__always)
  func x(_ column: Int) -> Int64 {
    Int64(truncatingIfNeeded: column) &* step &+ step / 2
  }

  /// Where a sample's colour lies: in the middle of a luma sample, for chroma in that of the left
  /// column of its luma samples.
  @inline(__always)
  func site(_ column: Int) -> Int64 { Int64(truncatingIfNeeded: column) &* step &+ 1 }

  /// The centre of the part of a sample that exists.
  @inline(__always)
  func coverageX(_ column: Int) -> Int64 { x(column) &- (column == narrowColumn ? 1 : 0) }
}
