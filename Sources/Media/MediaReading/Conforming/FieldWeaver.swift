import LibAV
import MediaSources
import Raster

/// Puts fields of two pictures together.
final class FieldWeaver {
  private let store = PictureStore()

  /// The later field of one picture and the earlier field of another as one picture; the first as it
  /// is where the second has another shape.
  func woven(
    later: SharedFrame, earlier: SharedFrame, _ order: StoredFields.Order
  ) throws(LibAVError) -> SharedFrame {
    let shape = later.shape
    guard earlier.shape == shape, let format = StoredPixelFormat(named: shape.format),
      !format.isHardware
    else { return later }
    let result = try store.picture(shape)
    for plane in 0..<format.planeCount {
      guard let own = unsafe later.plane(plane), let other = unsafe earlier.plane(plane),
        let target = unsafe result.frame.planeMemory(plane)
      else { throw .unusable(for: "weave fields") }
      for y in unsafe 0..<own.rows {
        // Safe: rows lie inside of planes of the same shape; the pictures outlive this, and nobody
        // else holds the one that is written.
        let start = unsafe (target.base + y * target.stride).assumingMemoryBound(to: UInt8.self)
        var output = unsafe MutableSpan<UInt8>(_unsafeStart: start, count: own.rowBytes)
        if (y % 2 == 0) == (order == .topFirst) {
          unsafe Kernels.copy(other.row(y), into: &output)
        } else {
          unsafe Kernels.copy(own.row(y), into: &output)
        }
      }
    }
    result.frame.colour = later.withFrame { $0.colour }
    return SharedFrame(try result.frame.newReference())
  }
}
