extension BlendMode {
  /// Memory that mixing uses again.
  public struct Scratch: Sendable {
    var cells = CellColors()

    /// Memory for rows of any length.
    public init() {}
  }

  /// Mixes a layer's samples with the backdrop's, so that they can be laid over it.
  ///
  /// Each luma sample is taken to R′G′B′ with the chroma sample that covers it, on both sides, after
  /// undoing alpha, and cut to 0…1. The difference that the mode makes there, B(Cb, Cs) − Cs, is taken
  /// back to codes and added to the layer's own, times both alphas; so where the mode changes
  /// nothing, or one of the two is transparent, the layer's samples stay exactly as they are. A
  /// chroma sample's difference is the mean of those of its luma samples, weighted by the layer's
  /// alpha there. Numbers have 24 bits (`ColorBlock`) until codes are rounded, to nearest, ties to even,
  /// and cut to 0…alpha.
  ///
  /// - Parameters:
  ///   - source: the layer's rows, before its weights count.
  ///   - backdrop: what is below it.
  ///   - columns: chroma columns to mix; others stay as they are.
  /// - Precondition: both are as wide, and have the columns.
  /// - Note: bit-exact with `Reference.mix`.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  public func mix<Sample: PixelSample>(
    _ source: inout CellRows<Sample>, with backdrop: borrowing CellRows<Sample>,
    columns: Range<Int>, through scratch: inout Scratch
  ) {
    precondition(source.luma[0].count == backdrop.luma[0].count, "rows of unequal length")
    for columns in source.parts(of: columns) {
      scratch.cells.load(source, columns: columns)
      scratch.cells.loadBackdrop(backdrop, columns: columns)
      mixColors(&scratch.cells.colors)
      scratch.cells.store(into: &source, columns: columns)
    }
  }
}
