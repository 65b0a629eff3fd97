import BaseValues

/// Where the samples of one plane are.
///
/// `base` belongs to whoever made the value; the image that holds it keeps that owner alive.
@safe struct PlaneLayout {
  var base: UnsafeMutablePointer<UInt8>
  var width: Int
  var height: Int
  /// Bytes from one row to the next.
  var stride: Int
  var bytesPerSample: Int

  /// Address of row `y`.
  ///
  /// - Precondition: there is such a row, and samples are as large as said.
  func rowStart<Sample: PixelSample>(_ y: Int, as: Sample.Type) -> UnsafeMutablePointer<Sample> {
    precondition(y >= 0 && y < height, "row \(y) of \(height)")
    precondition(
      MemoryLayout<Sample>.size == bytesPerSample, "\(Sample.self) in \(bytesPerSample) bytes")
    return unsafe UnsafeMutableRawPointer(base + y &* stride).assumingMemoryBound(to: Sample.self)
  }
}

/// The planes of a picture; unused slots repeat the first plane with no rows.
typealias PlaneLayouts = InlineArray<5, PlaneLayout>

/// Byte offsets and strides of all planes in one block.
struct BlockLayout {
  /// Rows begin at multiples of this, and so does the block.
  static let alignment = 64

  let format: PixelFormat
  let size: Size
  let offsets: InlineArray<5, Int>
  let strides: InlineArray<5, Int>
  let byteCount: Int

  init(format: PixelFormat, size: Size) {
    var offsets = InlineArray<5, Int>(repeating: 0)
    var strides = InlineArray<5, Int>(repeating: 0)
    var end = 0
    for plane in 0..<format.planeCount {
      let planeSize = format.size(ofPlane: plane, in: size)
      let mask = Self.alignment - 1
      let stride = (planeSize.width * format.bytesPerSample + mask) & ~mask
      offsets[plane] = end
      strides[plane] = stride
      end += stride * planeSize.height
    }
    self.format = format
    self.size = size
    self.offsets = offsets
    self.strides = strides
    self.byteCount = end
  }

  func planes(in block: UnsafeMutableRawPointer) -> PlaneLayouts {
    PlaneLayouts { plane in
      guard plane < format.planeCount else {
        return unsafe PlaneLayout(
          base: block.assumingMemoryBound(to: UInt8.self), width: 0, height: 0, stride: 0,
          bytesPerSample: 1)
      }
      let planeSize = format.size(ofPlane: plane, in: size)
      return unsafe PlaneLayout(
        base: (block + offsets[plane]).assumingMemoryBound(to: UInt8.self),
        width: planeSize.width, height: planeSize.height, stride: strides[plane],
        bytesPerSample: format.bytesPerSample)
    }
  }
}
