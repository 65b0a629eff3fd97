public import BaseValues

/// Brings R, G, B, A pixels to `yuva420p8`, or `yuva420p10`, of another size in one step: colours are multiplied by alpha and
/// become codes of 14 bits at their own size, each plane of which is resampled for itself.
///
/// So chroma has all the pixels to be made from, as that of opaque pictures, and colours of transparent
/// pixels do not bleed in.
public struct PremultipliedResampler: ~Copyable {
  private let source: Size
  private let size: Size
  private let bands: [ResamplingBand]
  private var luma: PlaneResampler
  private var chroma: PlaneResampler
  /// Rows in 14 bits.
  private var stored: (luma: [UInt16], cb: [UInt16], cr: [UInt16], alpha: [UInt16])

  /// - Precondition: `PlaneResampler.canResize`, and no size is empty.
  public init(from source: Size, to size: Size) {
    self.source = source
    self.size = size
    func resampler(shift: Int, siteDown: Int) -> PlaneResampler {
      PlaneResampler(
        across: (
          .init(length: source.width, shift: 0, site: 1),
          .init(length: size.width, shift: shift, site: 1)
        ),
        down: (
          .init(length: source.height, shift: 0, site: 1),
          .init(length: size.height, shift: shift, site: siteDown)
        ))
    }
    luma = resampler(shift: 0, siteDown: 1)
    chroma = resampler(shift: 1, siteDown: 2)
    bands = ResamplingBand.bands(
      luma: luma, chroma: chroma, chromaShift: 0, sourceHeight: source.height,
      height: size.height)
    let none = [UInt16](
      repeating: 0, count: source.width * (bands.map(\.source.count).max() ?? 0))
    stored = (none, none, none, none)
  }

  /// The picture in its other size.
  ///
  /// - Parameters: as for `RGBAConversion.image`.
  /// - Precondition: `pixels` holds all rows.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  public mutating func image<Sample: PixelSample>(
    from pixels: Span<Sample>, componentsPerRow: Int, isPremultiplied: Bool,
    color: PictureColor = .sdr, pool: ImagePool? = nil
  ) -> Image {
    let factors = color.codeFactors
    let sample = Sample.self
    var image = MutableImage(
      format: PixelFormat(sample, hasAlpha: true), size: size, pool: pool)
    for band in bands {
      for (line, y) in band.source.enumerated() {
        let row = y * componentsPerRow..<y * componentsPerRow + 4 * source.width
        let columns = line * source.width..<(line + 1) * source.width
        Self.separate(
          pixels.extracting(row), isPremultiplied, columns, &stored.luma, &stored.cb, &stored.cr,
          &stored.alpha, factors)
      }
      let first = band.source.lowerBound
      for y in band.rows {
        Self.writeAlpha(&luma, y, stored.alpha, first, into: &image, Plane.alpha, sample)
        Self.write(&luma, y, stored.luma, first, into: &image, Plane.luma, sample)
      }
      for y in band.rows.lowerBound / 2..<(band.rows.upperBound + 1) / 2 {
        Self.writeAlpha(&chroma, y, stored.alpha, first, into: &image, Plane.chromaAlpha, sample)
        Self.write(&chroma, y, stored.cb, first, into: &image, Plane.cb, sample)
        Self.write(&chroma, y, stored.cr, first, into: &image, Plane.cr, sample)
      }
    }
    return image.freeze()
  }

  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  private static func separate<Sample: PixelSample>(
    _ pixels: Span<Sample>, _ isPremultiplied: Bool, _ columns: Range<Int>,
    _ luma: inout [UInt16], _ cb: inout [UInt16], _ cr: inout [UInt16], _ alpha: inout [UInt16],
    _ factors: CodeFactors
  ) {
    var luma = luma.mutableSpan
    var cb = cb.mutableSpan
    var cr = cr.mutableSpan
    var alpha = alpha.mutableSpan
    var lumaRow = luma._mutatingExtracting(columns)
    var cbRow = cb._mutatingExtracting(columns)
    var crRow = cr._mutatingExtracting(columns)
    var alphaRow = alpha._mutatingExtracting(columns)
    Kernels.separate(
      pixels, isPremultiplied: isPremultiplied, luma: &lumaRow, cb: &cbRow, cr: &crRow,
      alpha: &alphaRow, by: factors)
  }

  private static func writeAlpha<Sample: PixelSample>(
    _ resampler: inout PlaneResampler, _ y: Int, _ rows: [UInt16], _ first: Int,
    into image: inout MutableImage, _ plane: Int, _ sample: Sample.Type
  ) {
    var alpha = image.mutableRow(plane, y, as: sample)
    resampler.writeAlpha(row: y, from: rows.span, beginningWith: first, into: &alpha)
  }

  private static func write<Sample: PixelSample>(
    _ resampler: inout PlaneResampler, _ y: Int, _ rows: [UInt16], _ first: Int,
    into image: inout MutableImage, _ plane: Int, _ sample: Sample.Type
  ) {
    var samples = image.mutableRow(plane, y, as: sample)
    resampler.writePremultiplied(row: y, from: rows.span, beginningWith: first, into: &samples)
  }
}
