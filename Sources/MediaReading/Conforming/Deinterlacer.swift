import LibAV
import MediaSources
import Raster

/// Makes whole pictures of the earlier fields of interlaced ones.
///
/// A picture depends on its own rows and those of its neighbours alone, so it is the same whatever
/// was read before.
final class Deinterlacer {
  private var layout: SampleLayout?
  private var rows = FieldRows(bytesPerSample: 1, maximum: 255)
  /// Pictures made; those that nobody holds any more are written again.
  private var store: [Picture] = []

  private static let kept = 6

  private final class Picture {
    var frame: VideoFrame

    init(_ shape: FrameShape) throws(LibAVError) {
      frame = try VideoFrame(format: shape.format, width: shape.width, height: shape.height)
    }
  }

  /// The picture at the time of its earlier field.
  ///
  /// Pictures whose samples cannot be told apart by bytes, and those of a single row, stay as they
  /// are.
  /// - Parameter before: `nil` at the beginning; then each picture is made of its own field alone.
  /// - Parameter after: `nil` at the end.
  func picture(
    before: SharedFrame?, _ own: SharedFrame, after: SharedFrame?, order: StoredFields.Order
  ) throws(LibAVError) -> SharedFrame {
    let shape = own.shape
    guard let format = StoredPixelFormat(named: shape.format), let layout = SampleLayout(format),
      format.rows(ofPlane: 1, height: shape.height) >= 2
    else { return own }
    if self.layout != layout {
      self.layout = layout
      rows = FieldRows(bytesPerSample: layout.bytes, maximum: layout.maximum)
    }
    // Neighbours of another shape, where a stream changes, are none.
    let before = before?.shape == shape ? before : nil
    let after = after?.shape == shape ? after : nil
    let result = try free(shape)
    for plane in 0..<format.planeCount {
      try deinterlace(
        plane, Planes(own: own, before: before, after: after), keepsEven: order == .topFirst,
        into: result)
    }
    result.frame.colour = own.withFrame { $0.colour }
    return SharedFrame(try result.frame.newReference())
  }

  private func free(_ shape: FrameShape) throws(LibAVError) -> Picture {
    store.removeAll { $0.frame.shape != shape }
    if let free = store.first(where: { $0.frame.isWritable }) { return free }
    let picture = try Picture(shape)
    if store.count < Self.kept { store.append(picture) }
    return picture
  }

  /// Three pictures of the same shape.
  private struct Planes {
    let own: SharedFrame
    let before: SharedFrame?
    let after: SharedFrame?
  }

  private func deinterlace(
    _ plane: Int, _ planes: Planes, keepsEven: Bool, into result: Picture
  ) throws(LibAVError) {
    guard let own = unsafe planes.own.plane(plane),
      let target = unsafe result.frame.planeMemory(plane)
    else { throw .unusable(for: "deinterlace picture") }
    let before = unsafe planes.before.flatMap { unsafe $0.plane(plane) }
    let after = unsafe planes.after.flatMap { unsafe $0.plane(plane) } ?? own
    let (height, width) = unsafe (own.rows, own.rowBytes)
    let step = FieldRows.capacity * (layout?.bytes ?? 1)
    for y in 0..<height {
      // Safe: rows lie inside of planes of the same shape; the pictures outlive this, and nobody
      // else holds the one that is written.
      let start = unsafe (target.base + y * target.stride).assumingMemoryBound(to: UInt8.self)
      var output = unsafe MutableSpan<UInt8>(_unsafeStart: start, count: width)
      if (y % 2 == 0) == keepsEven {
        unsafe Kernels.copy(own.row(y), into: &output)
        continue
      }
      for first in stride(from: 0, to: width, by: step) {
        let piece = first..<min(first + step, width)
        for part in FieldRows.Part.all {
          let memory: PlaneMemory?
          let distance: Int
          switch part {
          case .own(let dy), .laterAfter(let dy): unsafe (memory, distance) = (own, dy)
          case .laterBefore(let dy), .earlierBefore(let dy):
            unsafe (memory, distance) = (before, dy)
          case .earlierAfter(let dy): unsafe (memory, distance) = (after, dy)
          }
          guard let memory = unsafe memory else { continue }
          let row = unsafe memory.row(FieldRows.mirrored(y + distance, in: height))
          rows.load(part, row.extracting(piece))
        }
        var wanted = output._mutatingExtracting(piece)
        rows.interpolate(hasPictureBefore: unsafe before != nil, into: &wanted)
      }
    }
  }
}

/// How the samples of a plane lie in memory.
private struct SampleLayout: Equatable {
  let bytes: Int
  let maximum: Int

  /// `nil` for formats whose samples are not whole bytes or pairs of bytes, all alike.
  init?(_ format: StoredPixelFormat) {
    guard !format.isPaletted, !format.isBitstream, !format.isFloat, !format.isHardware else {
      return nil
    }
    if format.bitDepth == 8 {
      (bytes, maximum) = (1, 255)
    } else if (9...16).contains(format.bitDepth), !format.isBigEndian,
      format.planeCount >= 2 || format.componentCount == 1 || format.bitDepth == 16
    {
      // Formats of two planes keep samples in the upper bits.
      let isUpper = format.planeCount == 2
      (bytes, maximum) = (2, isUpper ? 65535 : 1 << format.bitDepth - 1)
    } else {
      return nil
    }
  }
}

extension PlaneMemory {
  /// Row `y`, which exists.
  @_lifetime(borrow self)
  @unsafe fileprivate func row(_ y: Int) -> Span<UInt8> {
    let start = unsafe UnsafePointer((base + y * stride).assumingMemoryBound(to: UInt8.self))
    let row = unsafe Span(_unsafeStart: start, count: rowBytes)
    return unsafe _overrideLifetime(row, borrowing: self)
  }
}

private struct FrameShape: Equatable {
  let format: String
  let width: Int
  let height: Int
}

extension VideoFrame {
  fileprivate var shape: FrameShape {
    FrameShape(format: formatName, width: width, height: height)
  }
}

extension SharedFrame {
  fileprivate var shape: FrameShape { withFrame { $0.shape } }

  @unsafe fileprivate func plane(_ plane: Int) -> PlaneMemory? {
    unsafe withFrame { unsafe $0.planeMemory(plane) }
  }
}
