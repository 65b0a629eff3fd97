import LibAV
import MediaSources
import BaseValues
import Raster

/// Makes chroma at luma's size of pictures that come as R′G′B′ or 4:4:4 and keep their size: where such a
/// picture moves and grows, as logos do, all of its colours are there to be resampled.
struct ConformedDetail: Sendable {
  private let source: Scaler.Picture
  private let x: Int
  private let y: Int
  private let kind: Kind
  private let depth: Int

  private enum Kind {
    case rgb
    case rgba(isPremultiplied: Bool)
    /// The stored planes.
    case differences
  }

  /// For the part of a picture that begins at column `x` and row `y`; `nil` where its chroma is halved
  /// already, where it is scaled, for HDR, for 4:4:4 with alpha, and for more than 8 bits.
  ///
  /// - Parameter depth: bits of the picture's samples.
  init?(_ plan: RoutePlan, _ format: StoredPixelFormat, x: Int, y: Int, depth: Int) {
    guard plan.source.width == plan.target.width, plan.source.height == plan.target.height,
      plan.light == nil, plan.bitDepth == 8, !plan.color.isHighDynamicRange
    else { return nil }
    if format.isRGB || format.isPaletted {
      kind = plan.hasAlpha ? .rgba(isPremultiplied: plan.isPremultiplied) : .rgb
    } else if ResizedPlanes.isPlanar(format), format.planeCount == 3, format.chromaShiftX == 0,
      format.chromaShiftY == 0
    {
      kind = .differences
    } else {
      return nil
    }
    source = plan.source
    self.x = x
    self.y = y
    self.depth = depth
  }

  /// The planes of a frame; `nil` where there is no memory for them.
  func planes(of shared: SharedFrame) -> ColorDetail.Planes? {
    do throws(LibAVError) {
      return try shared.withFrame { (frame) throws(LibAVError) in try planes(of: frame) }
    } catch {
      return nil
    }
  }

  private func planes(of frame: borrowing VideoFrame) throws(LibAVError) -> ColorDetail.Planes {
    depth > UInt8.depth
      ? try planes(of: frame, as: UInt16.self) : try planes(of: frame, as: UInt8.self)
  }

  private func planes<Sample: PixelSample>(
    of frame: borrowing VideoFrame, as sample: Sample.Type
  ) throws(LibAVError) -> ColorDetail.Planes {
    switch kind {
    case .rgb: try separated(frame, hasAlpha: false, isPremultiplied: false, as: sample)
    case .rgba(let isPremultiplied):
      try separated(frame, hasAlpha: true, isPremultiplied: isPremultiplied, as: sample)
    case .differences: converted(frame, as: sample)
    }
  }

  /// Stored differences, in BT.709's matrix and range.
  private func converted<Sample: PixelSample>(
    _ frame: borrowing VideoFrame, as sample: Sample.Type
  ) -> ColorDetail.Planes {
    let format = PixelFormat(sample, hasAlpha: false)
    let size = Size(width: source.width, height: source.height)
    let transform = CodeTransform(
      source.colour.componentMatrix, isFullRange: source.colour.range == .full, bitDepth: 8)
    var cb = MutableImage(format: format, size: size)
    var cr = MutableImage(format: format, size: size)
    var blue = [UInt16](repeating: 1 << 15, count: size.width)
    var red = blue
    var moved = [Int32](repeating: 0, count: size.width)
    for line in 0..<size.height {
      var blue = blue.mutableSpan
      var red = red.mutableSpan
      var moved = moved.mutableSpan
      frame.copyRow(Plane.cb, x, y + line, bytesPerSample: 1, shift: 8, to: &blue)
      frame.copyRow(Plane.cr, x, y + line, bytesPerSample: 1, shift: 8, to: &red)
      transform.differences(&blue, &red, moved: &moved)
      var row = cb.mutableRow(Plane.luma, line, as: sample)
      Kernels.narrow(blue.span, .nearest, into: &row)
      row = cr.mutableRow(Plane.luma, line, as: sample)
      Kernels.narrow(red.span, .nearest, into: &row)
    }
    return ColorDetail.Planes(cb: cb.freeze(), cr: cr.freeze())
  }

  private func separated<Sample: PixelSample>(
    _ frame: borrowing VideoFrame, hasAlpha: Bool, isPremultiplied: Bool, as sample: Sample.Type
  ) throws(LibAVError) -> ColorDetail.Planes {
    let format = PixelFormat(sample, hasAlpha: false)
    var target = source
    target.format = hasAlpha ? "rgba" : "rgb24"
    target.colour = ColorTags(range: .full, matrix: .rgb)
    var scaler = try Scaler(from: source, to: target)
    var pixels = try VideoFrame(
      format: target.format, width: target.width, height: target.height)
    try scaler.scale(frame, x: x, y: y, into: &pixels)
    let size = Size(width: target.width, height: target.height)
    var cb = MutableImage(format: format, size: size)
    var cr = MutableImage(format: format, size: size)
    var row = ColorRow(size.width)
    var alpha = [UInt16](repeating: 0, count: hasAlpha ? size.width : 0)
    for y in 0..<size.height {
      let bytes = pixels.row(y, ofPlane: 0)
      let count = (hasAlpha ? 4 : 3) * size.width
      guard bytes.count >= count else { throw .unusable(for: "read picture") }
      row.withSpans { luma, first, second in
        if hasAlpha {
          var alpha = alpha.mutableSpan
          Kernels.separate(
            bytes.extracting(0..<count), isPremultiplied: isPremultiplied, luma: &luma,
            cb: &first, cr: &second, alpha: &alpha)
        } else {
          Kernels.separate(
            bytes.extracting(0..<count), luma: &luma, cb: &first, cr: &second)
        }
      }
      Self.write(row.green, into: &cb, y, as: sample)
      Self.write(row.blue, into: &cr, y, as: sample)
    }
    return ColorDetail.Planes(cb: cb.freeze(), cr: cr.freeze())
  }

  /// Codes of 14 bits as those of a depth, which none is too large for.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  private static func write<Sample: PixelSample>(
    _ codes: [UInt16], into image: inout MutableImage, _ y: Int, as sample: Sample.Type
  ) {
    let bits = UInt16(14 - Sample.depth)
    var samples = image.mutableRow(Plane.luma, y, as: sample)
    for x in samples.indices {
      samples[x] = Sample(truncatingIfNeeded: (codes[x] &+ 1 &<< (bits &- 1)) &>> bits)
    }
  }
}
