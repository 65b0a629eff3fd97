public import BaseValues

extension QRCode {
  /// Draws the code in the middle of a picture, or the part of it that lies in `window`; without alpha if both
  /// colours are opaque.
  ///
  /// All modules have the same whole number of pixels, as many as a side holds with the quiet zone; `light` fills
  /// the rest. They are square where the picture is, to within 2 %, and as wide and high as they can be where it
  /// is not. On a side with fewer pixels than modules each pixel has the module at its centre, which no reader
  /// can read.
  ///
  /// - Parameters:
  ///   - quiet: modules of the quiet zone on each side, 0 or more.
  ///   - dark: the colour of dark modules.
  ///   - light: that of light modules and of the quiet zone.
  /// - Precondition: `window` lies in the picture and is not empty.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  public func image<Sample: PixelSample>(
    size: Size, window: Rect? = nil, quiet: Int, dark: SolidColor, light: SolidColor,
    as sample: Sample.Type = UInt8.self, pool: ImagePool? = nil
  ) -> Image {
    let window = window ?? size.bounds
    let smaller = min(size.width, size.height)
    let isSquare = 50 * abs(size.width - size.height) <= smaller
    let all = side + 2 * quiet
    /// The modules under a line of pixels; those outside of the code are less than 0 or too great.
    func indices(_ pixels: Range<Int>, of length: Int) -> [Int] {
      let unit = (isSquare ? smaller : length) / all
      return pixels.map { pixel in
        guard unit > 0 else { return (2 * pixel + 1) * all / (2 * length) - quiet }
        let place = pixel - (length - side * unit) / 2
        return place < 0 ? -1 : place / unit
      }
    }
    let columns = indices(window.columns, of: size.width)
    let rows = indices(window.rows, of: size.height)
    let painter = ModulePainter<Sample>(dark: dark, light: light)
    return painter.image(size: window.size, pool: pool) { y in
      columns.map { self[$0, rows[y]] }
    } isSame: {
      rows[$0] == rows[$1]
    }
  }
}

/// Draws pictures of two colours, row by row. A chroma sample is the rounded mean of the colours below it.
struct ModulePainter<Sample: PixelSample> {
  private let dark: SolidColor
  private let light: SolidColor

  init(dark: SolidColor, light: SolidColor) {
    (self.dark, self.light) = (dark, light)
  }

  /// The samples of one row.
  private struct PaintedRow {
    var y, cb, cr, alpha: [Sample]
  }

  private func painted(_ row: [Bool]) -> PaintedRow {
    let (first, second) = (
      dark.premultiplied(as: Sample.self), light.premultiplied(as: Sample.self)
    )
    let alphas = (dark.alpha(as: Sample.self), light.alpha(as: Sample.self))
    return PaintedRow(
      y: row.map { $0 ? first.y : second.y }, cb: row.map { $0 ? first.cb : second.cb },
      cr: row.map { $0 ? first.cr : second.cr }, alpha: row.map { $0 ? alphas.0 : alphas.1 })
  }

  /// Draws a picture.
  ///
  /// - Parameters:
  ///   - row: which pixels of a row are dark.
  ///   - isSame: whether two rows look alike.
  func image(
    size: Size, pool: ImagePool?, row: (Int) -> [Bool], isSame: (Int, Int) -> Bool
  ) -> Image {
    let hasAlpha = !(dark.isOpaque && light.isOpaque)
    var image = MutableImage(
      format: PixelFormat(Sample.self, hasAlpha: hasAlpha), size: size, pool: pool)
    var upper = painted([])
    var current = upper
    for y in 0..<size.height {
      if y == 0 || !isSame(y - 1, y) { current = painted(row(y)) }
      image.write(current.y.span, plane: Plane.luma, row: y)
      if hasAlpha { image.write(current.alpha.span, plane: Plane.alpha, row: y) }
      if y % 2 == 0 { upper = current }
      guard y % 2 == 1 || y == size.height - 1 else { continue }
      image.write(Kernels.halved(upper.cb, current.cb).span, plane: Plane.cb, row: y / 2)
      image.write(Kernels.halved(upper.cr, current.cr).span, plane: Plane.cr, row: y / 2)
      if hasAlpha {
        image.write(
          Kernels.halved(upper.alpha, current.alpha).span, plane: Plane.chromaAlpha, row: y / 2)
      }
    }
    return image.freeze()
  }
}
