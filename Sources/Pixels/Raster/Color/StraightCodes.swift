/// Rows of a composed picture as other programs take them: codes that are not multiplied by alpha.
///
/// Where nothing is seen luma is black. Chroma goes on there as it is beside what is seen, so that programs which
/// make it larger mix no grey into edges; and where little is seen, of which codes that were multiplied by alpha know
/// little, it leans on what is around:
///
/// ```
/// alpha    0   0   0   0   0   ⅛   1   1
/// chroma   ·   ·   ·   a   a   a   b   b      a is a mean, · is neutral
/// ```
package enum StraightCodes {
  /// Samples in each direction that count where nothing is seen: as far as cubic interpolation of halved chroma looks.
  private static let reach = 2
  /// The same where less than a quarter is seen.
  private static let shortReach = 1

  /// A premultiplied code as it was before; `clear` where nothing is.
  ///
  /// - Returns: code · maximum / alpha, rounded to nearest, ties up, at most the maximum.
  @inline(__always)
  package static func code<Sample: PixelSample>(
    _ code: Sample, alpha: Sample, clear: Sample
  ) -> Sample {
    if alpha.code == Sample.maximum { return code }
    if alpha == 0 { return clear }
    let quotient = (code.code &* Sample.maximum &+ alpha.code / 2) / alpha.code
    return Sample(code: min(quotient, Sample.maximum))
  }

  /// Writes row `y` of a plane of colours or of alpha; pictures without alpha are opaque.
  ///
  /// - Parameter plane: luma, chroma or alpha of the pixels.
  /// - Precondition: the picture has samples of that kind, and the row as many.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  package static func write<Sample: PixelSample>(
    _ image: Image, plane: Int, _ y: Int, into row: inout MutableSpan<Sample>
  ) {
    guard image.format.hasAlpha else {
      if plane == Plane.alpha { return row.update(repeating: Sample(code: Sample.maximum)) }
      return Kernels.copy(image.row(plane, y, as: Sample.self), into: &row)
    }
    let codes = image.row(plane, y, as: Sample.self)
    if plane == Plane.alpha { return Kernels.copy(codes, into: &row) }
    let isChroma = image.format.isChroma(plane: plane)
    let black = ColorCodes<Sample>.black
    let clear = isChroma ? black.cb : black.y
    let alpha = image.row(isChroma ? Plane.chromaAlpha : Plane.alpha, y, as: Sample.self)
    precondition(row.count == codes.count, "rows of unequal length")
    let faint = Sample(code: Sample.maximum / 4)
    var isFaint = false
    for x in row.indices {
      row[x] = code(codes[x], alpha: alpha[x], clear: clear)
      if alpha[x] < faint { isFaint = true }
    }
    if isChroma, isFaint { lean(image, plane, y, faint, into: &row) }
  }

  /// Writes the mean of what is seen around each sample of which little is.
  private static func lean<Sample: PixelSample>(
    _ image: Image, _ plane: Int, _ y: Int, _ faint: Sample, into row: inout MutableSpan<Sample>
  ) {
    let near = sums(image, plane, y, shortReach, as: Sample.self)
    let far = sums(image, plane, y, reach, as: Sample.self)
    if far.alphas.allSatisfy({ $0 == 0 }) { return }
    let own = image.row(Plane.chromaAlpha, y, as: Sample.self)
    for x in own.indices where own[x] < faint {
      let (sums, reach) = own[x] == 0 ? (far, reach) : (near, shortReach)
      var (color, alpha): (UInt32, UInt32) = (0, 0)
      for place in max(0, x - reach)...min(row.count - 1, x + reach) {
        color &+= sums.colors[place]
        alpha &+= sums.alphas[place]
      }
      if alpha == 0 { continue }
      row[x] = Sample(code: min((color &* Sample.maximum &+ alpha / 2) / alpha, Sample.maximum))
    }
  }

  /// What rows around one have together in each column.
  private static func sums<Sample: PixelSample>(
    _ image: Image, _ plane: Int, _ y: Int, _ reach: Int, as sample: Sample.Type
  ) -> (colors: [UInt32], alphas: [UInt32]) {
    var colors = [UInt32](repeating: 0, count: image.width(of: plane))
    var alphas = colors
    for near in max(0, y - reach)...min(image.height(of: plane) - 1, y + reach) {
      let codes = image.row(plane, near, as: sample)
      let alpha = image.row(Plane.chromaAlpha, near, as: sample)
      for x in codes.indices {
        colors[x] &+= codes[x].code
        alphas[x] &+= alpha[x].code
      }
    }
    return (colors, alphas)
  }
}
