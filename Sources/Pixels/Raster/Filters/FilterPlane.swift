import BaseValues

/// Samples of a plane, or of a part of it, in 16 bits: codes of 8 bits times 256, of 10 bits times 64.
package struct FilterPlane: Sendable {
  package private(set) var width: Int
  package private(set) var height: Int
  /// Row by row.
  package var samples: PlaneSamples

  /// The same sample everywhere.
  package init(
    width: Int, height: Int, filledWith sample: UInt16 = 0, pool: ImagePool? = nil
  ) {
    self.width = width
    self.height = height
    samples = PlaneSamples(repeating: sample, count: width * height, pool: pool)
  }

  /// Samples that are to be written; fresh ones hold whatever was in memory.
  init(uninitializedWidth width: Int, height: Int, pool: ImagePool?) {
    self.width = width
    self.height = height
    samples = PlaneSamples(uninitialized: width * height, pool: pool)
  }

  /// Takes a part of a plane.
  ///
  /// - Precondition: the plane has the part, which is not empty.
  init(_ image: Image, plane: Int, part: Rect, pool: ImagePool? = nil) {
    self.init(uninitializedWidth: part.width, height: part.height, pool: pool)
    if image.format.depth == UInt8.depth {
      read(image, plane, part, as: UInt8.self)
    } else {
      read(image, plane, part, as: UInt16.self)
    }
  }

  private mutating func read<Sample: PixelSample>(
    _ image: Image, _ plane: Int, _ part: Rect, as: Sample.Type
  ) {
    let (width, height) = (width, height)
    var samples = samples.mutableSpan
    for y in 0..<height {
      let source = image.row(plane, part.y + y, as: Sample.self)
        .extracting(part.x..<part.x + width)
      var row = samples._mutatingExtracting(y * width..<(y + 1) * width)
      for x in source.indices {
        row[x] = UInt16(truncatingIfNeeded: source[x]) &<< UInt16(16 &- Sample.depth)
      }
    }
  }

  /// Writes the samples of a part of `frame`, rounded to nearest, ties up, or dithered.
  ///
  /// - Parameters:
  ///   - part: of the image's plane.
  ///   - frame: what the samples are of, around the part.
  func write(
    _ part: Rect, of frame: Rect, plane: Int, isDithered: Bool = false,
    into image: inout MutableImage
  ) {
    if image.format.depth == UInt8.depth {
      write(part, frame, plane, isDithered, &image, as: UInt8.self)
    } else {
      write(part, frame, plane, isDithered, &image, as: UInt16.self)
    }
  }

  private func write<Sample: PixelSample>(
    _ part: Rect, _ frame: Rect, _ plane: Int, _ isDithered: Bool, _ image: inout MutableImage,
    as: Sample.Type
  ) {
    let shift = UInt32(16 - Sample.depth)
    for y in part.y..<part.y + part.height {
      let first = (y - frame.y) * width + part.x - frame.x
      let source = samples.span.extracting(first..<first + part.width)
      var whole = image.mutableRow(plane, y, as: Sample.self)
      var row = whole._mutatingExtracting(part.x..<part.x + part.width)
      let rounding =
        isDithered ? Rounding.dithered(row: y, plane: plane).advanced(by: part.x) : .nearest
      for x in source.indices {
        let code = (UInt32(source[x]) &+ rounding.threshold(x) &>> (32 &- shift)) &>> shift
        row[x] = Sample(code: min(code, Sample.maximum))
      }
    }
  }

  /// The samples of columns as rows, and the other way round.
  package func transposed() -> FilterPlane {
    var result = FilterPlane(width: height, height: width)
    let source = samples.span
    var target = result.samples.mutableSpan
    precondition(source.count == width * height && target.count == source.count)
    // Squares of which both sides stay in the nearest memory.
    let side = 32
    for top in stride(from: 0, to: height, by: side) {
      for left in stride(from: 0, to: width, by: side) {
        for y in top..<min(top + side, height) {
          for x in left..<min(left + side, width) {
            // Safe: x and y are within the plane.
            unsafe target[unchecked: x &* height &+ y] = source[unchecked: y &* width &+ x]
          }
        }
      }
    }
    return result
  }

  /// The samples that are not within `margin` of an edge.
  ///
  /// - Precondition: there are some.
  func cropped(by margin: Int) -> FilterPlane {
    var result = FilterPlane(
      uninitializedWidth: width - 2 * margin, height: height - 2 * margin, pool: nil)
    let (own, inner, rows) = (width, result.width, result.height)
    let source = samples.span
    var target = result.samples.mutableSpan
    for y in 0..<rows {
      let first = (y + margin) * own + margin
      var row = target._mutatingExtracting(y * inner..<(y + 1) * inner)
      Kernels.copy(source.extracting(first..<first + inner), into: &row)
    }
    return result
  }
}
