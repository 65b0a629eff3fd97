/// The colours of a part of a row of cells: between its codes and what is done to colours.
///
/// A cell is a chroma sample with its four luma samples. Each of those has a run of its own, so that what
/// is done to neighbours is the same:
///
/// ```
///   pixels   0 ……… n-1 | n ……… 2n-1 | 2n ……… 3n-1 | 3n ……… 4n-1
///            upper row    upper row    lower row      lower row
///            left         right        left           right          of n cells
/// ```
/// A pixel that is not there, right of an odd width or below the picture, is transparent.
struct CellColors: Sendable {
  /// Cells that are treated at once.
  static let capacity = ColorBlock.capacity / 4

  /// The layer's colours, and the changed ones.
  var colors = BlendedColors()
  /// The layer's codes, with those of cells after those of pixels.
  private var codes = CellNumbers()
  /// The layer's alpha, and the backdrop's, in 0…1; those of cells count in the layer's.
  private var alpha = CellNumbers()
  private var alphaBelow = CellNumbers()
  /// Codes without alpha.
  private var straight = CellNumbers()
  private var isOpaque = true

  init() {}

  /// Takes the layer's colours.
  ///
  /// - Precondition: the rows have the columns of chroma, `capacity` at most.
  @inline(__always)
  mutating func load<Sample: PixelSample>(
    _ rows: borrowing CellRows<Sample>, columns: Range<Int>
  ) {
    colors.count = 4 &* columns.count
    isOpaque = rows.isOpaque(columns)
    codes.read(rows, columns)
    if isOpaque {
      codes.decode(columns.count, depth: Sample.depth, into: &colors.own)
      return
    }
    alpha.readAlpha(rows, columns)
    alphaBelow.setOne()
    straight.divide(codes, by: alpha, columns.count, depth: Sample.depth)
    straight.decode(columns.count, depth: Sample.depth, into: &colors.own)
  }

  /// Takes the backdrop's colours.
  @inline(__always)
  mutating func loadBackdrop<Sample: PixelSample>(
    _ rows: borrowing CellRows<Sample>, columns: Range<Int>
  ) {
    straight.read(rows, columns)
    if !rows.isOpaque(columns) {
      if isOpaque { alpha.setOne() }
      isOpaque = false
      alphaBelow.readAlpha(rows, columns)
      straight.divide(by: alphaBelow, columns.count, depth: Sample.depth)
    }
    straight.decode(columns.count, depth: Sample.depth, into: &colors.mixed)
  }

  /// Adds what was changed to the layer's codes.
  @inline(__always)
  mutating func store<Sample: PixelSample>(
    into rows: inout CellRows<Sample>, columns: Range<Int>
  ) {
    let count = columns.count
    precondition(4 &* count == colors.count)
    // On its own: cut and subtracted at once is half as fast.
    colors.mixed.mapComponents(colors.count) { $0.clipped }
    // Luma and colour differences of the change, in the place of the changed colours.
    colors.mixed.mapColors(colors.count, with: colors.own) { new, own in
      let (r, g, b) = (new.red - own.red, new.green - own.green, new.blue - own.blue)
      let y = ColorShares.red * r + ColorShares.green * g + ColorShares.blue * b
      return (y, (b - y) * ColorShares.cb, (r - y) * ColorShares.cr)
    }
    if isOpaque {
      codes.add(colors.mixed, count, depth: Sample.depth)
    } else {
      codes.add(colors.mixed, count, alpha, alphaBelow, depth: Sample.depth)
    }
    codes.write(into: &rows, columns)
  }
}

/// The shares and factors of ITU-R BT.709-6, items 3.2 to 3.3.
enum ColorShares {
  static let red: Float = 0.2126
  static let green: Float = 0.7152
  static let blue: Float = 0.0722
  /// From B′ − Y′ and R′ − Y′ to the differences, ±½.
  static let cb: Float = 1 / 1.8556
  static let cr: Float = 1 / 1.5748
  static let redByCr: Float = 1.5748
  static let greenByCb: Float = 0.0722 * 1.8556 / 0.7152
  static let greenByCr: Float = 0.2126 * 1.5748 / 0.7152
  static let blueByCb: Float = 1.8556
}
