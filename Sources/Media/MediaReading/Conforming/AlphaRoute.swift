import LibAV
import BaseValues
import Raster

/// Pictures with alpha: multiplied by it at their own size and resampled from there, each plane for itself.
///
/// For samples of 8 bits components have 8, and for those of 10 they have 16.
final class AlphaRoute<Sample: PixelSample>: ConformRoute {
  private let plan: RoutePlan
  private let size: Size
  private let pool: ImagePool
  private var codes: Scaler?
  /// Whether swscale gives R′G′B′ and greys of more than 8 bits in 16: it would not round them to 8. Those of 8
  /// bits it would not widen evenly.
  private let isDeep: Bool
  private var light: LightRows?
  private let transform: LightTransform?
  /// R, G, B, A of the picture at its own size, with all bits of the type.
  private var pixels: [Sample]
  private let stride: Int
  private var resampler: PremultipliedResampler?

  init(_ plan: RoutePlan, pool: ImagePool) throws(LibAVError) {
    self.plan = plan
    self.pool = pool
    size = Size(width: plan.source.width, height: plan.source.height)
    // The scaler writes whole vectors.
    stride = (size.width * 4 + 63) / 64 * 64
    pixels = Array(repeating: 0, count: stride * size.height + 64)
    resampler =
      size != plan.target && PlaneResampler.canResize(size, to: plan.target)
      ? PremultipliedResampler(from: size, to: plan.target) : nil
    let format = StoredPixelFormat(named: plan.source.format)
    let isRGB = format?.isRGB == true || format?.isPaletted == true
    isDeep = plan.bitDepth > 8 && (isRGB || format?.componentCount == 2)
    transform = plan.light.map { LightTransform($0, to: plan.color) }
    // Y′CbCr with alpha, of which swscale makes R′G′B′ of 16 bits that does not reach white.
    let isComponents = Sample.depth > UInt8.depth && !isRGB && format?.componentCount == 4
    if transform != nil || isComponents {
      light = try LightRows(plan, size: size)
    } else {
      let target = Scaler.Picture(
        format: isDeep ? "rgba64le" : "rgba", width: size.width, height: size.height,
        colour: ColorTags(range: .full, matrix: .rgb))
      codes = try Scaler(from: plan.source, to: target)
    }
  }

  func image(of frame: borrowing VideoFrame, x: Int, y: Int) throws(LibAVError) -> Raster.Image {
    try readCodes(frame, x: x, y: y)
    try readLight(frame, x: x, y: y)
    let resampled = resampler?.image(
      from: pixels.span, componentsPerRow: stride, isPremultiplied: plan.isPremultiplied,
      color: plan.color, pool: pool
    )
    if let resampled { return resampled }
    let image = RGBAConversion.image(
      from: pixels.span, size: size, componentsPerRow: stride,
      isPremultiplied: plan.isPremultiplied, color: plan.color, pool: pool)
    return size == plan.target ? image : image.resized(to: plan.target, pool: pool)
  }

  private func readCodes(_ frame: borrowing VideoFrame, x: Int, y: Int) throws(LibAVError) {
    guard codes != nil else { return }
    if isDeep { return try readDeepCodes(frame, x: x, y: y) }
    if Sample.depth > UInt8.depth { return try readCodesOfBytes(frame, x: x, y: y) }
    var failure: LibAVError?
    unsafe pixels.withUnsafeMutableBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      do throws(LibAVError) {
        // Safe: the pixels are not touched by anybody else during the call.
        try unsafe codes?.scale(
          frame, x: x, y: y, into: [Scaler.Plane(base: base, stride: stride)])
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
  }

  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  private func readDeepCodes(
    _ frame: borrowing VideoFrame, x: Int, y: Int
  ) throws(LibAVError) {
    var words = try VideoFrame(format: "rgba64le", width: size.width, height: size.height)
    try codes?.scale(frame, x: x, y: y, into: &words)
    for line in 0..<size.height {
      let row = words.row(line, ofPlane: 0)
      guard row.count >= 8 * size.width else { throw .unusable(for: "read picture") }
      var pixels = pixels.mutableSpan
      for i in 0..<4 * size.width {
        let word = UInt32(row[2 &* i]) | UInt32(row[2 &* i &+ 1]) &<< 8
        pixels[line &* stride &+ i] = Sample(component: UInt16(truncatingIfNeeded: word))
      }
    }
  }

  /// Components of 8 bits in 16: white is white.
  @_specialize(where Sample == UInt16)
  private func readCodesOfBytes(
    _ frame: borrowing VideoFrame, x: Int, y: Int
  ) throws(LibAVError) {
    var bytes = try VideoFrame(format: "rgba", width: size.width, height: size.height)
    try codes?.scale(frame, x: x, y: y, into: &bytes)
    for line in 0..<size.height {
      let row = bytes.row(line, ofPlane: 0)
      guard row.count >= 4 * size.width else { throw .unusable(for: "read picture") }
      var pixels = pixels.mutableSpan
      for i in 0..<4 * size.width {
        pixels[line &* stride &+ i] = Sample(component: 257 &* UInt16(row[i]))
      }
    }
  }

  private func readLight(_ frame: borrowing VideoFrame, x: Int, y: Int) throws(LibAVError) {
    guard light != nil else { return }
    try light?.scale(frame, x: x, y: y)
    var row = ColorRow(size.width)
    var alpha = [UInt16](repeating: 0, count: size.width)
    for y in 0..<size.height {
      var pixels = pixels.mutableSpan
      var components = pixels._mutatingExtracting(y * stride..<y * stride + 4 * size.width)
      light?.read(
        y, isPremultiplied: plan.isPremultiplied, by: transform, through: &row, alpha: &alpha,
        into: &components)
    }
  }
}
