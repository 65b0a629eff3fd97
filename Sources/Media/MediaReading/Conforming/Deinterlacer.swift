import LibAV
import MediaSources
import Raster

/// Makes whole pictures of the fields of interlaced ones.
///
/// A picture depends on its own rows and those of its neighbours alone, so it is the same whatever
/// was read before.
final class Deinterlacer {
  private var layout: SampleLayout?
  /// For each step between samples of a component.
  private var rows: [Int: FieldRows] = [:]
  private let store = PictureStore()

  /// The picture at the time of one of its fields.
  ///
  /// Pictures whose samples cannot be told apart by bytes, and those of a single row, stay as they
  /// are.
  /// - Parameter before: `nil` at the beginning; the earlier field then becomes a picture alone.
  /// - Parameter after: `nil` at the end; the later field then becomes a picture alone.
  func picture(
    before: SharedFrame?, _ own: SharedFrame, after: SharedFrame?, order: StoredFields.Order,
    field: FieldChoice = .earlier
  ) throws(LibAVError) -> SharedFrame {
    let shape = own.shape
    guard let format = StoredPixelFormat(named: shape.format), let layout = SampleLayout(format),
      format.rows(ofPlane: 1, height: shape.height) >= 2
    else { return own }
    if self.layout != layout {
      self.layout = layout
      rows = [:]
    }
    // Neighbours of another shape, where a stream changes, are none.
    let before = before?.shape == shape ? before : nil
    let after = after?.shape == shape ? after : nil
    let result = try store.picture(shape)
    // The other field that lies before the earlier one is in the picture before, and the one after
    // the later field in the picture after.
    let pictures =
      field == .earlier
      ? Pictures(own: own, before: before, after: after, otherBefore: before, otherAfter: own)
      : Pictures(own: own, before: before, after: after, otherBefore: own, otherAfter: after)
    for plane in 0..<format.planeCount {
      try deinterlace(
        plane, step: layout.step(inPlane: plane), pictures,
        keepsEven: (order == .topFirst) == (field == .earlier), into: result)
    }
    result.frame.colour = own.withFrame { $0.colour }
    return SharedFrame(try result.frame.newReference())
  }

  /// Pictures of the same shape that hold the fields around the one that is kept.
  private struct Pictures {
    let own: SharedFrame
    /// The same field a picture before, and a picture after.
    let before: SharedFrame?
    let after: SharedFrame?
    /// The other field, half a picture before, and half a picture after.
    let otherBefore: SharedFrame?
    let otherAfter: SharedFrame?
  }

  private func deinterlace(
    _ plane: Int, step: Int, _ pictures: Pictures, keepsEven: Bool,
    into result: PictureStore.Picture
  ) throws(LibAVError) {
    guard let own = unsafe pictures.own.plane(plane),
      let target = unsafe result.frame.planeMemory(plane)
    else { throw .unusable(for: "deinterlace picture") }
    let before = unsafe pictures.before.flatMap { unsafe $0.plane(plane) } ?? own
    let after = unsafe pictures.after.flatMap { unsafe $0.plane(plane) } ?? own
    let otherBefore = unsafe pictures.otherBefore.flatMap { unsafe $0.plane(plane) }
    let otherAfter = unsafe pictures.otherAfter.flatMap { unsafe $0.plane(plane) }
    let isBetween = unsafe otherBefore != nil && otherAfter != nil
    let (height, width) = unsafe (own.rows, own.rowBytes)
    let bytes = layout?.bytes ?? 1
    var rows =
      self.rows.removeValue(forKey: step)
      ?? FieldRows(bytesPerSample: bytes, maximum: layout?.maximum ?? 255, step: step)
    defer { self.rows[step] = rows }
    // Safe: rows lie inside of planes of the same shape; the pictures outlive this, and nobody else holds
    // the one that is written.
    func start(_ y: Int) -> UnsafeMutablePointer<UInt8> {
      unsafe (target.base + y * target.stride).assumingMemoryBound(to: UInt8.self)
    }
    let kept = keepsEven ? 0 : 1
    for y in stride(from: kept, to: height, by: 2) {
      var row = unsafe MutableSpan(_unsafeStart: start(y), count: width)
      unsafe Kernels.copy(own.row(y), into: &row)
    }
    for first in stride(from: 0, to: width / bytes, by: FieldRows.capacity) {
      let piece = first..<min(first + FieldRows.capacity, width / bytes)
      for y in stride(from: 1 - kept, to: height, by: 2) {
        let parts = y < 2 ? FieldRows.Part.all : FieldRows.Part.leading
        if y >= 2 { rows.advance() }
        for part in parts {
          let memory: PlaneMemory?
          let distance: Int
          switch part {
          case .own(let dy): unsafe (memory, distance) = (own, dy)
          case .ownBefore(let dy): unsafe (memory, distance) = (before, dy)
          case .ownAfter(let dy): unsafe (memory, distance) = (after, dy)
          case .otherBefore(let dy): unsafe (memory, distance) = (otherBefore, dy)
          case .otherAfter(let dy): unsafe (memory, distance) = (otherAfter, dy)
          }
          guard let memory = unsafe memory else { continue }
          let row = unsafe memory.row(FieldRows.mirrored(y + distance, in: height))
          rows.load(part, row, piece)
        }
        var row = unsafe MutableSpan(_unsafeStart: start(y), count: width)
        var wanted = row._mutatingExtracting(
          piece.lowerBound * bytes..<piece.upperBound * bytes)
        rows.interpolate(isBetweenFields: isBetween, into: &wanted)
      }
    }
  }
}
