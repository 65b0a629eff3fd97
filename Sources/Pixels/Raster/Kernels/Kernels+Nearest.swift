extension Kernels {
  /// Copies samples of a plane from wherever they lie.
  ///
  /// - Parameters:
  ///   - columns: of the three rows those that count.
  ///   - xs: the column of the plane for each; `ys` its row.
  /// - Precondition: places are in the plane, and rows have these columns.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  static func pick<Sample: PixelSample>(
    _ plane: Int, of image: Image, _ columns: Range<Int>, xs: Span<Int32>, ys: Span<Int32>,
    into row: inout MutableSpan<Sample>
  ) {
    var x = columns.lowerBound
    while x < columns.upperBound {
      // Upright pictures have one row for all.
      let y = ys[x]
      var end = x &+ 1
      while end < columns.upperBound, ys[end] == y { end &+= 1 }
      let source = image.row(plane, Int(y), as: Sample.self)
      for k in x..<end { row[k] = source[Int(xs[k])] }
      x = end
    }
  }
}
