import BaseValues

/// One row of chroma samples of a picture with the two rows of luma samples below it, as they lie
/// in the output: what a blend mode works on.
///
/// Rows are as wide as the output. Samples are premultiplied; where the picture does not show,
/// alpha is 0 and the rest counts for nothing.
public struct CellRows<Sample: PixelSample>: ~Copyable {
  /// Luma of the upper row and of the lower one.
  public var luma: InlineArray<2, [Sample]>
  /// Alpha of the upper row and of the lower one; the lower one is 0 below the output.
  public var alpha: InlineArray<2, [Sample]>
  /// Blue difference.
  public var cb: [Sample]
  /// Red difference.
  public var cr: [Sample]
  /// Alpha of the differences.
  public var chromaAlpha: [Sample]

  /// Transparent rows.
  ///
  /// - Parameter width: luma samples in a row of the output.
  public init(width: Int) {
    let luma = [Sample](repeating: 0, count: width)
    let chroma = [Sample](repeating: 0, count: width / 2 + width % 2)
    self.luma = [luma, luma]
    alpha = [luma, luma]
    (cb, cr, chromaAlpha) = (chroma, chroma, chroma)
  }

  /// Takes chroma row `y` of a picture of the output's size and the luma rows 2y and 2y + 1. A
  /// picture without alpha is opaque.
  ///
  /// - Precondition: the row exists, sizes and samples are as said.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  public mutating func load(_ image: borrowing MutableImage, row y: Int) {
    let opaque = Sample(code: Sample.maximum)
    let hasAlpha = image.format.hasAlpha
    for side in 0..<2 {
      guard 2 * y + side < image.size.height else {
        Self.fill(&alpha[side], 0)
        continue
      }
      Self.copy(image.row(Plane.luma, 2 * y + side, as: Sample.self), to: &luma[side])
      if hasAlpha {
        Self.copy(image.row(Plane.alpha, 2 * y + side, as: Sample.self), to: &alpha[side])
      } else {
        Self.fill(&alpha[side], opaque)
      }
    }
    Self.copy(image.row(Plane.cb, y, as: Sample.self), to: &cb)
    Self.copy(image.row(Plane.cr, y, as: Sample.self), to: &cr)
    if hasAlpha {
      Self.copy(image.row(Plane.chromaAlpha, y, as: Sample.self), to: &chromaAlpha)
    } else {
      Self.fill(&chromaAlpha, opaque)
    }
  }

  /// Puts the colours back as chroma row `y` and the luma rows 2y and 2y + 1; alpha stays.
  func store(into image: inout MutableImage, row y: Int) {
    for side in 0..<2 where 2 * y + side < image.size.height {
      image.write(luma[side].span, plane: Plane.luma, row: 2 * y + side)
    }
    image.write(cb.span, plane: Plane.cb, row: y)
    image.write(cr.span, plane: Plane.cr, row: y)
  }

  /// Columns of chroma in parts that `CellColors` can hold. Where the width is odd the last column is
  /// a part of its own.
  func parts(of columns: Range<Int>) -> [Range<Int>] {
    let whole = min(max(columns.lowerBound, luma[0].count / 2), columns.upperBound)
    let ends = Array(stride(from: columns.lowerBound, to: whole, by: CellColors.capacity)) + [whole]
    return zip(ends, ends.dropFirst()).map { $0..<$1 }
      + (whole < columns.upperBound ? [whole..<columns.upperBound] : [])
  }

  /// Whether all luma samples of some columns of chroma are there and opaque.
  @inline(__always)
  func isOpaque(_ columns: Range<Int>) -> Bool {
    let pixels = 2 &* columns.lowerBound..<2 &* columns.upperBound
    guard pixels.upperBound <= luma[0].count else { return false }
    var all = Sample(code: Sample.maximum)
    for side in 0..<2 {
      let row = alpha[side].span.extracting(pixels)
      for x in row.indices { all &= row[x] }
    }
    let chroma = chromaAlpha.span.extracting(columns)
    for x in chroma.indices { all &= chroma[x] }
    return all.code == Sample.maximum
  }

  private static func copy(_ source: Span<Sample>, to row: inout [Sample]) {
    var row = row.mutableSpan
    Kernels.copy(source, into: &row)
  }

  private static func fill(_ row: inout [Sample], _ value: Sample) {
    var row = row.mutableSpan
    row.update(repeating: value)
  }
}
