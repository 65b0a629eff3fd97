/// What a counter wrote into a picture.
struct FrameCode: Equatable {
  var frame: Int
  var clip: Int
  var flash: Bool

  init(frame: Int, clip: Int, flash: Bool) {
    self.frame = frame
    self.clip = clip
    self.flash = flash
  }

  /// Reads the code of a counter that fills a picture; `nil` where it cannot be read beyond doubt.
  ///
  /// - Parameter luma: of the pixel in a column and a row, 0…255.
  init?(width: Int, height: Int, luma: (_ x: Int, _ y: Int) -> Int) {
    let grid = CellGrid(width: width, height: height)
    let frame = grid.bits(row: 0, columns: 0..<16, complement: (row: 1, shift: 0), luma)
    let clip = grid.bits(row: 2, columns: 0..<8, complement: (row: 2, shift: 8), luma)
    guard let frame, let clip else { return nil }
    self.init(frame: frame, clip: clip, flash: grid.mean(8, 8, luma) > 128)
  }
}

/// The 16 × 9 cells that a counter divides its picture into.
private struct CellGrid {
  var width: Int
  var height: Int

  func bits(
    row: Int, columns: Range<Int>, complement: (row: Int, shift: Int), _ luma: (Int, Int) -> Int
  ) -> Int? {
    var number = 0
    for column in columns {
      let one = mean(row, column, luma)
      let other = mean(complement.row, column + complement.shift, luma)
      guard abs(one - other) > 60 else { return nil }
      number = number << 1 | (one > other ? 1 : 0)
    }
    return number
  }

  /// Mean of the middle of a cell, from about 8 × 8 of its pixels.
  func mean(_ row: Int, _ column: Int, _ luma: (Int, Int) -> Int) -> Int {
    let rows = (row * 10 + 3) * height / 90..<(row * 10 + 7) * height / 90
    let columns = (column * 10 + 3) * width / 160..<(column * 10 + 7) * width / 160
    var sum = 0
    var count = 0
    for y in stride(from: rows.lowerBound, to: rows.upperBound, by: max(1, rows.count / 8)) {
      for x in stride(
        from: columns.lowerBound, to: columns.upperBound, by: max(1, columns.count / 8))
      {
        sum += luma(x, y)
        count += 1
      }
    }
    return sum / max(1, count)
  }
}
