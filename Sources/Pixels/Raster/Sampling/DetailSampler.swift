import BaseValues

/// Draws chroma of a turned picture from planes of luma's size, so that a picture that grows shows all of its
/// colours: as `ProjectiveSampler` draws luma, of an output whose samples are those of chroma.
///
/// How much of a sample the picture covers is told by the sampler of the picture.
public struct DetailSampler: Hashable, Sendable {
  private let sampler: ProjectiveSampler

  /// The sizes of the picture, and of its colour differences, that drawing needs.
  public var levels: [LayerLevel] { sampler.levels }

  /// Prepares drawing a picture's chroma.
  ///
  /// - Returns: `nil` if the places of chroma are not within the limits of homographies.
  public init?(_ picture: ProjectiveSampler) {
    // Chroma sample k lies at 4k + 1 across and 4k + 2 down in half luma samples. As a sample of a picture of
    // its own it is at 2k + 1 in both, so X = 2X′ − 1 and Y = 2Y′.
    let map = picture.homography
    func column(_ number: Int64) -> Int128 { 2 * Int128(number) }
    func constant(_ number: Int64, _ across: Int64) -> Int128 { Int128(number) - Int128(across) }
    let places = Homography(normalizing: [
      column(map.a), column(map.b), constant(map.c, map.a),
      column(map.d), column(map.e), constant(map.f, map.d),
      column(map.g), column(map.h), constant(map.i, map.g),
    ])
    guard
      let sampler = ProjectiveSampler(
        homography: places, layer: picture.layer, output: picture.output.chroma)
    else { return nil }
    self.sampler = sampler
  }

  /// The planes in the sizes that drawing needs.
  public struct Levels {
    let cb: [Image]
    let cr: [Image]
    let alpha: [Image]

    /// - Parameters:
    ///   - cb: the colour differences in the sizes and parts of `levels`, as luma.
    ///   - alpha: the picture in these, if it has alpha.
    public init(cb: [Image], cr: [Image], alpha: [Image]?) {
      self.cb = cb
      self.cr = cr
      self.alpha = alpha ?? []
    }
  }

  /// Writes chroma of `columns` (chroma columns) of output chroma row `y`, and chroma alpha if the
  /// layer has it.
  ///
  /// - Parameters:
  ///   - columns: chroma columns of the output.
  ///   - cb: receives blue difference, one for each of `columns`, premultiplied where there is alpha.
  ///   - cr: receives red difference in the same way.
  ///   - alpha: receives alpha, one for each of `columns`; left alone in opaque pictures.
  /// - Precondition: sizes and samples are as said.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  public func writeChroma<Sample: PixelSample>(
    of levels: Levels, row y: Int, columns: Range<Int>, scratch: inout TurningScratch,
    cb: inout MutableSpan<Sample>, cr: inout MutableSpan<Sample>, alpha: inout MutableSpan<Sample>
  ) {
    sampler.check(levels.cb)
    sampler.check(levels.cr)
    sampler.writeDifferences(
      CellRow(luma: y, of: sampler.output), columns, isChroma: false,
      (levels.cb, Plane.luma), (levels.cr, Plane.luma),
      levels.alpha.isEmpty ? nil : (levels.alpha, Plane.alpha), &scratch, &cb, &cr, &alpha)
  }
}
