// A canvas is a picture with alpha that layers are laid on, transparent at first. Its samples are
// premultiplied, so the rule of an opaque frame holds for all of its planes:
//
//     colour   Cs · w + Cb · (1 − αs · w)     `over`, `accumulatePremultiplied`
//     alpha    αs · w + αb · (1 − αs · w)     the same with the alpha rows as the colour
//
// and no sample comes out above its alpha. An opaque row's alpha is one everywhere: `blend` and
// `accumulate` lay its colour, `cover` its alpha. The finished canvas is drawn over a frame as any
// picture with alpha.
extension Kernels {
  /// Lays the alpha of an opaque row over a canvas's alpha:
  /// `alpha + (maximum - alpha) · weight / 32768`, rounded to nearest, ties up.
  ///
  /// - Parameters:
  ///   - alpha: the canvas's alpha, or its chroma alpha.
  ///   - weight: share of the opaque row, 0…32768; for two accumulated rows the sum of theirs.
  /// - Note: bit-exact with `Reference.cover`.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  public static func cover<Sample: PixelSample>(
    _ alpha: inout MutableSpan<Sample>, weight: Int
  ) {
    let share = clampedWeight(weight)
    let full = Sample(code: Sample.maximum)
    for i in alpha.indices { alpha[i] = mixed(alpha[i], full, share) }
  }

  /// The same with a weight for each sample, 0…32768.
  ///
  /// - Precondition: both rows have the same length.
  /// - Note: bit-exact with `Reference.cover`.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  public static func cover<Sample: PixelSample>(
    _ alpha: inout MutableSpan<Sample>, weights: Span<UInt16>
  ) {
    precondition(alpha.count == weights.count, "rows of unequal length")
    let full = Sample(code: Sample.maximum)
    for i in weights.indices { alpha[i] = mixed(alpha[i], full, Int32(weights[i])) }
  }
}
