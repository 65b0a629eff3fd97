import PixelGeometry

/// A change of colours that is the same for every pixel, in R′G′B′.
///
/// It is done as a blend mode does it that mixes a layer with something opaque and looks at the layer
/// alone (`BlendMode.mix`): luma changes with the chroma that covers it, chroma by the mean of its luma
/// samples' changes, alpha stays, and where the change changes nothing the samples stay exactly.
public struct ColorChange: Sendable {
  /// Red, green and blue, each 0…`full`.
  public typealias Components = (red: Int, green: Int, blue: Int)

  /// The value of full intensity.
  public static let full = BlendMode.full

  private let change: @Sendable (Components) -> Components

  /// A change of all three components; results outside of 0…`full` are cut.
  public init(_ change: @escaping @Sendable (Components) -> Components) { self.change = change }

  /// The same change of each component, by a table of the `full` + 1 values.
  ///
  /// - Precondition: the table has as many.
  public init(table: [UInt16]) {
    precondition(table.count == Self.full + 1, "a table of \(table.count) values")
    self.init { (Int(table[$0.red]), Int(table[$0.green]), Int(table[$0.blue])) }
  }

  /// The changed picture, of the same format.
  ///
  /// - Precondition: the image is no mask.
  public func applied(to image: Image, pool: ImagePool? = nil) -> Image {
    precondition(!image.format.isCoverage, "a mask has no colours")
    var result = MutableImage(format: image.format, size: image.size, pool: pool)
    result.copy(from: image)
    if image.format.depth == UInt8.depth {
      apply(to: &result, as: UInt8.self)
    } else {
      apply(to: &result, as: UInt16.self)
    }
    return result.freeze()
  }

  private func apply<Sample: PixelSample>(to image: inout MutableImage, as: Sample.Type) {
    var rows = CellRows<Sample>(width: image.size.width)
    let opaque = CellRows<Sample>(opaqueWidth: image.size.width)
    for y in 0..<image.height(of: Plane.cb) {
      rows.load(image, row: y)
      apply(to: &rows, over: opaque)
      for side in 0..<2 where 2 * y + side < image.size.height {
        image.write(rows.luma[side].span, plane: Plane.luma, row: 2 * y + side)
      }
      image.write(rows.cb.span, plane: Plane.cb, row: y)
      image.write(rows.cr.span, plane: Plane.cr, row: y)
    }
  }

  /// - Parameter opaque: rows of the same width; a mix with what is opaque leaves the layer's alpha.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  private func apply<Sample: PixelSample>(
    to rows: inout CellRows<Sample>, over opaque: borrowing CellRows<Sample>
  ) {
    BlendMode.mix(&rows, with: opaque, columns: 0..<rows.cb.count) { change($1) }
  }
}

extension CellRows {
  /// Opaque rows of some colour.
  fileprivate init(opaqueWidth width: Int) {
    self.init(width: width)
    let row = [Sample](repeating: Sample(code: Sample.maximum), count: width)
    alpha = [row, row]
    chromaAlpha = [Sample](repeating: Sample(code: Sample.maximum), count: chromaAlpha.count)
  }
}
