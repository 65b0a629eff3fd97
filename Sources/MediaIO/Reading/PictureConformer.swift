import LibAV
import Raster
import RenderPlanning
import TimelineModel

/// Brings decoded pictures of one source to one shape in the output's format.
///
/// A picture that has that shape already is used where it lies, without a copy. Everything else is
/// converted once by swscale with accurate rounding: range, matrix, subsampling, bit depth and size
/// in one step. Pictures with alpha are premultiplied at their own size and scaled after that, so
/// that transparent pixels do not bleed in.
final class PictureConformer {
  private let target: PixelSize
  private let crop: CropRect
  private let codedSize: PixelSize
  private let orientation: Orientation
  private let pool: ImagePool
  private var scaler: Scaler?
  private var planeScalers: [PlaneScaler] = []
  private var planeScalersSize: PixelSize?

  init(_ conform: Conform, orientation: Orientation, codedSize: PictureSize, pool: ImagePool) {
    self.orientation = orientation
    self.pool = pool
    let size = conform.size
    target =
      orientation.swapsAxes
      ? PixelSize(width: size.height, height: size.width)
      : PixelSize(width: size.width, height: size.height)
    crop = conform.crop.stored(orientation, in: codedSize)
    self.codedSize = PixelSize(width: codedSize.width, height: codedSize.height)
  }

  func image(of shared: SharedFrame) throws(LibAVError) -> Raster.Image {
    let stored = try shared.withFrame { (frame) throws(LibAVError) in
      try convert(frame, shared)
    }
    return stored.turned(orientation, pool: pool)
  }

  private func convert(
    _ frame: borrowing VideoFrame, _ shared: SharedFrame
  ) throws(LibAVError) -> Raster.Image {
    let size = PixelSize(width: frame.width, height: frame.height)
    guard let area = area(in: size) else {
      throw LibAVError(code: -22, operation: "crop picture")
    }
    let colour = ColourGuess.complete(frame.colour, format: frame.pixelFormat, size: size)
    if frame.pixelFormat?.hasAlpha == true {
      return try convertWithAlpha(frame, area, colour)
    }
    let isWhole = area == CropRect(x: 0, y: 0, width: size.width, height: size.height)
    if frame.formatName == "yuv420p", colour.range == 1, colour.matrix == 1,
      colour.chromaLocation == 1, isWhole, size == target, let image = wrap(frame, shared, size)
    {
      return image
    }
    let source = Scaler.Picture(
      format: frame.formatName, width: area.width, height: area.height, colour: colour)
    let destination = Scaler.Picture(
      format: "yuv420p", width: target.width, height: target.height, colour: ColourGuess.output)
    if scaler == nil || scaler?.source != source {
      scaler = try Scaler(from: source, to: destination)
    }
    var result = MutableImage(format: .yuv420p8, size: target, pool: pool)
    var planes: [Scaler.Plane] = unsafe []
    for plane in 0..<3 {
      unsafe result.withUnsafeMutablePlane(plane) { (base, stride) in
        unsafe planes.append(Scaler.Plane(base: UnsafeMutableRawPointer(base), stride: stride))
      }
    }
    // Safe: the planes belong to `result`, which outlives the call.
    try unsafe scaler?.scale(frame, x: area.x, y: area.y, into: planes)
    return result.freeze()
  }

  /// The part of a picture that is used. Streams may change their size: what was said of the first
  /// size then counts in proportion.
  private func area(in size: PixelSize) -> CropRect? {
    var area = crop
    if size != codedSize, !codedSize.isEmpty {
      area.x = crop.x * size.width / codedSize.width
      area.y = crop.y * size.height / codedSize.height
      area.width = max(1, crop.width * size.width / codedSize.width)
      area.height = max(1, crop.height * size.height / codedSize.height)
    }
    area.width = min(area.width, size.width - area.x)
    area.height = min(area.height, size.height - area.y)
    return area.x >= 0 && area.y >= 0 && area.width > 0 && area.height > 0 ? area : nil
  }

  private func wrap(
    _ frame: borrowing VideoFrame, _ shared: SharedFrame, _ size: PixelSize
  ) -> Raster.Image? {
    var bases: [UnsafePointer<UInt8>] = unsafe []
    var strides: [Int] = []
    for plane in 0..<3 {
      guard let memory = unsafe frame.planeMemory(plane), unsafe memory.stride > 0 else {
        return nil
      }
      unsafe bases.append(UnsafePointer(memory.base.assumingMemoryBound(to: UInt8.self)))
      unsafe strides.append(memory.stride)
    }
    // Safe: the image keeps the frame, and decoders never write a frame that they gave out.
    return unsafe Raster.Image(
      format: .yuv420p8, size: size, planes: bases, strides: strides, owner: shared)
  }

  private func convertWithAlpha(
    _ frame: borrowing VideoFrame, _ area: CropRect, _ colour: ColourTags
  ) throws(LibAVError) -> Raster.Image {
    let source = Scaler.Picture(
      format: frame.formatName, width: area.width, height: area.height, colour: colour)
    let destination = Scaler.Picture(
      format: "rgba", width: area.width, height: area.height,
      colour: ColourTags(range: 2, matrix: 0))
    if scaler == nil || scaler?.source != source {
      scaler = try Scaler(from: source, to: destination)
    }
    let stride = (area.width * 4 + 63) / 64 * 64
    var pixels = [UInt8](repeating: 0, count: stride * area.height + 64)
    var failure: LibAVError?
    unsafe pixels.withUnsafeMutableBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      do throws(LibAVError) {
        // Safe: the pixels are not touched by anybody else during the call.
        try unsafe scaler?.scale(
          frame, x: area.x, y: area.y, into: [Scaler.Plane(base: base, stride: stride)])
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    let size = PixelSize(width: area.width, height: area.height)
    let image = RGBAConversion.image(from: pixels.span, size: size, bytesPerRow: stride, pool: pool)
    guard size != target else { return image }
    if planeScalersSize != size {
      planeScalersSize = size
      planeScalers = []
      for plane in 0..<image.planeCount {
        planeScalers.append(
          try PlaneScaler(
            from: image.format.size(ofPlane: plane, in: size),
            to: image.format.size(ofPlane: plane, in: target)))
      }
    }
    var result = MutableImage(format: image.format, size: target, pool: pool)
    for plane in 0..<image.planeCount {
      try planeScalers[plane].scale(image, plane: plane, into: &result)
    }
    return result.freeze()
  }
}

/// Scales one plane of numbers, whatever they mean.
final class PlaneScaler {
  private var scaler: Scaler
  private let size: PixelSize

  init(from source: PixelSize, to destination: PixelSize) throws(LibAVError) {
    size = source
    scaler = try Scaler(
      from: Scaler.Picture(
        format: "gray", width: source.width, height: source.height,
        colour: ColourTags(range: 2)),
      to: Scaler.Picture(
        format: "gray", width: destination.width, height: destination.height,
        colour: ColourTags(range: 2)), interpolation: .bilinear)
  }

  func scale(
    _ image: Raster.Image, plane: Int, into result: inout MutableImage
  ) throws(LibAVError) {
    var input = try VideoFrame(format: "gray", width: size.width, height: size.height)
    for y in 0..<size.height {
      var row = input.mutableRow(y, ofPlane: 0)
      let source = image.row(plane, y)
      for x in 0..<min(row.count, source.count) { row[x] = source[x] }
    }
    // Safe: the plane belongs to `result`, which outlives the call.
    let target = unsafe result.withUnsafeMutablePlane(plane) { (base, stride) in
      unsafe Scaler.Plane(base: UnsafeMutableRawPointer(base), stride: stride)
    }
    try unsafe scaler.scale(input, into: [target])
  }
}

/// Colour tags that a picture does not carry, by the usual guess.
enum ColourGuess {
  /// BT.709, limited range, chroma left: what H.264 in MP4 means by default.
  static let output = ColourTags(range: 1, matrix: 1, primaries: 1, transfer: 1, chromaLocation: 1)

  /// Unspecified matrix: BT.709 from 720 rows or 1280 columns on, else BT.601. Unspecified range:
  /// full for RGB, the `yuvj` formats and grey, else limited.
  static func complete(
    _ tags: ColourTags, format: LibAV.PixelFormat?, size: PixelSize
  ) -> ColourTags {
    var result = tags
    let isRGB = format?.isRGB ?? false
    if result.range == 0 {
      let name = format?.name ?? ""
      result.range = isRGB || name.hasPrefix("yuvj") || name.hasPrefix("gray") ? 2 : 1
    }
    if isRGB {
      result.matrix = 0
    } else if result.matrix == 2 || result.matrix == 0 || result.matrix == 3 {
      result.matrix = size.height >= 720 || size.width >= 1280 ? 1 : 6
    }
    if result.chromaLocation == 0 { result.chromaLocation = 1 }
    return result
  }
}

extension CropRect {
  /// The same part in stored pixels, before the picture is turned.
  func stored(_ orientation: Orientation, in coded: PictureSize) -> CropRect {
    // Shown coordinates of a stored pixel (x, y), solved for x and y.
    let flippedX = orientation.shownWidth(coded) - x - width
    let flippedY = orientation.shownHeight(coded) - y - height
    switch orientation {
    case .upright: return self
    case .mirroredHorizontally: return CropRect(x: flippedX, y: y, width: width, height: height)
    case .rotated180: return CropRect(x: flippedX, y: flippedY, width: width, height: height)
    case .mirroredVertically: return CropRect(x: x, y: flippedY, width: width, height: height)
    case .transposed: return CropRect(x: y, y: x, width: height, height: width)
    case .rotatedClockwise: return CropRect(x: y, y: flippedX, width: height, height: width)
    case .transversed: return CropRect(x: flippedY, y: flippedX, width: height, height: width)
    case .rotatedCounterclockwise:
      return CropRect(x: flippedY, y: x, width: height, height: width)
    }
  }
}

extension Orientation {
  func shownWidth(_ coded: PictureSize) -> Int { swapsAxes ? coded.height : coded.width }
  func shownHeight(_ coded: PictureSize) -> Int { swapsAxes ? coded.width : coded.height }
}
