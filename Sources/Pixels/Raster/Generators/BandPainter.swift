import BaseValues

/// Draws an opaque picture that is made of horizontal bands, each the same in all of its rows.
///
/// Colours are given for luma samples; a chroma sample is the rounded mean of the (up to four)
/// colours below it, so that nothing shifts at odd edges.
struct BandPainter<Sample: PixelSample> {
  /// Some rows that look alike.
  struct Band {
    /// The row below the last one of the band.
    var endRow: Int
    /// Stretches of one colour from left to right: each ends before `endColumn`.
    var runs: [(endColumn: Int, color: ColorCodes<Sample>)]
  }

  /// The colours of one row, a value for each luma sample.
  private struct ColorRow {
    var y: [Sample]
    var cb: [Sample]
    var cr: [Sample]

    init(_ runs: [(endColumn: Int, color: ColorCodes<Sample>)], width: Int) {
      let last = runs.last?.color ?? .black
      y = [Sample](repeating: last.y, count: width)
      cb = [Sample](repeating: last.cb, count: width)
      cr = [Sample](repeating: last.cr, count: width)
      var column = 0
      for run in runs {
        while column < min(run.endColumn, width) {
          (y[column], cb[column], cr[column]) = (run.color.y, run.color.cb, run.color.cr)
          column += 1
        }
      }
    }
  }

  /// The part of the picture that is drawn.
  let window: Rect
  /// Bands from top to bottom, seen from the window's top left corner. The last colour of a band
  /// goes on to the right edge, the last band to the bottom.
  private var bands: [Band] = []

  /// A painter of the whole picture, or of a part of it.
  init(size: Size, window: Rect?) {
    self.window = window ?? size.bounds
  }

  /// Adds a band of the whole picture that ends before row `endRow`; each of its runs ends before
  /// a column of the whole picture. Runs at the left of the window may be left out.
  mutating func add(endRow: Int, runs: [(endColumn: Int, color: ColorCodes<Sample>)]) {
    bands.append(
      Band(
        endRow: endRow - window.y, runs: runs.map { ($0.endColumn - window.x, $0.color) }))
  }

  /// Draws the window.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  func image(pool: ImagePool?) -> Image {
    let size = window.size
    var image = MutableImage(
      format: PixelFormat(Sample.self, hasAlpha: false), size: size, pool: pool)
    var band = -1
    var current = ColorRow([], width: size.width)
    // The bands of the upper luma row, and of the rows that `cb` and `cr` were made from.
    var upper = (band: band, row: current)
    var chromaBands = (-1, -1)
    var cb: [Sample] = []
    var cr: [Sample] = []
    for y in 0..<size.height {
      let previous = band
      while band + 1 < bands.count && (band < 0 || y >= bands[band].endRow) { band += 1 }
      if band != previous { current = ColorRow(bands[band].runs, width: size.width) }
      image.write(current.y.span, plane: Plane.luma, row: y)
      if y % 2 == 0 { upper = (band, current) }
      guard y % 2 == 1 || y == size.height - 1 else { continue }
      if cb.isEmpty || chromaBands != (upper.band, band) {
        cb = Kernels.halved(upper.row.cb, current.cb)
        cr = Kernels.halved(upper.row.cr, current.cr)
        chromaBands = (upper.band, band)
      }
      image.write(cb.span, plane: Plane.cb, row: y / 2)
      image.write(cr.span, plane: Plane.cr, row: y / 2)
    }
    return image.freeze()
  }
}
