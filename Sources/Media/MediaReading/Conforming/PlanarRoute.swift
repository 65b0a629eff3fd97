import BaseValues
import LibAV
import Raster

/// Pictures of the output's codes and size in 8 bits that have more chroma, 4:2:2 or 4:4:4 in planes: luma is copied, and
/// chroma resampled by the rule of pictures that move.
final class PlanarRoute: ConformRoute {
  private let source: Size
  private let format: StoredPixelFormat
  private let pool: ImagePool
  private var chroma: PlaneResampler

  /// `nil` for pictures that it is not for.
  ///
  /// - Precondition: the pictures are opaque and have the output's codes.
  init?(_ plan: RoutePlan, _ format: StoredPixelFormat, pool: ImagePool) {
    source = Size(width: plan.source.width, height: plan.source.height)
    guard source == plan.target, max(source.width, source.height) <= 16384, format.bitDepth == 8,
      format.planeCount == 3, ResizedPlanes.isPlanar(format)
    else { return nil }
    self.format = format
    self.pool = pool
    chroma = PlaneResampler(chromaOf: plan, format)
  }

  func image(of frame: borrowing VideoFrame, x: Int, y: Int) throws(LibAVError) -> Raster.Image {
    var result = MutableImage(format: .yuv420p8, size: source, pool: pool)
    try copy(Plane.luma, of: frame, x: x, y: y, to: Plane.luma, of: &result)
    let (across, down) = (format.chromaShiftX, format.chromaShiftY)
    let size = Size(
      width: (source.width + 1 << across - 1) >> across,
      height: (source.height + 1 << down - 1) >> down)
    for plane in [Plane.cb, Plane.cr] {
      let stored = try self.plane(plane, of: frame, x: x >> across, y: y >> down, size)
      for line in 0..<result.height(of: plane) {
        var row = result.mutableRow(plane, line)
        chroma.write(row: line, of: stored, into: &row)
      }
    }
    return result.freeze()
  }

  /// The part of a stored plane that begins at column `x` and row `y`, for as long as the frame is lent: where it lies, or
  /// copied where rows lie from below to above.
  private func plane(
    _ plane: Int, of frame: borrowing VideoFrame, x: Int, y: Int, _ size: Size
  ) throws(LibAVError) -> Raster.Image {
    guard let memory = unsafe frame.planeMemory(plane),
      unsafe memory.rowBytes >= x + size.width && memory.rows >= y + size.height
    else { throw .unusable(for: "convert picture") }
    guard unsafe memory.stride > 0 else {
      var copied = MutableImage(format: .coverage8, size: size, pool: pool)
      try copy(plane, of: frame, x: x, y: y, to: Plane.coverage, of: &copied)
      return copied.freeze()
    }
    // Safe: the rows lie in the plane, and the image is gone before the frame.
    let start = unsafe (memory.base + y * memory.stride + x).assumingMemoryBound(to: UInt8.self)
    return unsafe Raster.Image(
      format: .coverage8, size: size, planes: [UnsafePointer(start)], strides: [memory.stride],
      owner: pool)
  }

  /// Copies the samples of a stored plane that begin at column `x` and row `y`.
  private func copy(
    _ plane: Int, of frame: borrowing VideoFrame, x: Int, y: Int, to target: Int,
    of image: inout MutableImage
  ) throws(LibAVError) {
    for line in 0..<image.height(of: target) {
      let stored = frame.row(y + line, ofPlane: plane)
      var row = image.mutableRow(target, line)
      guard stored.count >= x + row.count else { throw .unusable(for: "convert picture") }
      Kernels.copy(stored.extracting(x..<x + row.count), into: &row)
    }
  }
}
