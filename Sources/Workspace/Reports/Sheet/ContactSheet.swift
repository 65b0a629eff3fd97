package import BaseValues
package import Raster

/// Small pictures of a movie in rows, each with its timecode and frame number.
package struct ContactSheet: Sendable {
  /// Pictures in a row, 1 or more.
  package let columns: Int
  /// Size of a picture; both sides even.
  package let cell: Size

  /// A sheet of about the width asked for.
  ///
  /// - Parameters:
  ///   - columns: 1 or more.
  ///   - width: pixels of the sheet; cells are at least 16 pixels wide.
  ///   - shape: the size of the movie.
  package init(columns: Int, width: Int, shape: Size) {
    self.columns = max(1, columns)
    let cellWidth = max(16, (width - Self.gap) / self.columns - Self.gap)
    let height = max(2, cellWidth * shape.height / max(1, shape.width))
    cell = Size(width: cellWidth & ~1, height: (height + 1) & ~1)
  }

  /// Pixels between pictures; even, so that chroma lies with its luma.
  static let gap = 12
  /// Pixels of a line below a picture.
  static let caption = 22

  /// The size of a sheet of `count` pictures.
  package func size(of count: Int) -> Size {
    let rows = max(1, (count + columns - 1) / columns)
    return Size(
      width: columns * (cell.width + Self.gap) + Self.gap,
      height: rows * (cell.height + Self.caption + Self.gap) + Self.gap)
  }

  /// The sheet, in BT.709 limited range.
  ///
  /// - Parameter cells: from left to right and top to bottom. Pictures of another size or format
  ///   than `cell` are left out, their captions are not.
  package func image(of cells: [(picture: Image, caption: String)]) -> Image {
    var sheet = MutableImage(format: .yuv420p8, size: size(of: cells.count))
    sheet.fill(y: 28, u: 129, v: 127)
    for (index, entry) in cells.enumerated() {
      let left = Self.gap + index % columns * (cell.width + Self.gap)
      let top = Self.gap + index / columns * (cell.height + Self.caption + Self.gap)
      if entry.picture.size == cell, entry.picture.format == .yuv420p8 {
        for plane in 0..<3 {
          let shift = plane == 0 ? 0 : 1
          for y in 0..<entry.picture.height(of: plane) {
            sheet.write(
              entry.picture.row(plane, y), plane: plane, row: (top >> shift) + y,
              at: left >> shift)
          }
        }
      }
      let dot = cell.width < 160 ? 1 : 2
      sheet.stamp(entry.caption, x: left, y: top + cell.height + 4, dot: dot, luma: 190)
    }
    return sheet.freeze()
  }
}
