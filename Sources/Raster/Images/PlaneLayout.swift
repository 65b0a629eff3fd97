/// Where the samples of one plane are.
///
/// `base` belongs to whoever made the value; the image that holds it keeps that owner alive.
@safe struct PlaneLayout {
  var base: UnsafeMutablePointer<UInt8>
  var width: Int
  var height: Int
  var stride: Int

  /// Address of row `y`, which the caller has checked.
  func rowStart(_ y: Int) -> UnsafeMutablePointer<UInt8> { unsafe base + y &* stride }
}

/// The planes of a picture; unused slots repeat the first plane with no rows.
typealias PlaneLayouts = InlineArray<5, PlaneLayout>

/// Byte offsets and strides of all planes in one block.
struct BlockLayout {
  /// Rows begin at multiples of this, and so does the block.
  static let alignment = 64

  let format: PixelFormat
  let size: PixelSize
  let offsets: InlineArray<5, Int>
  let strides: InlineArray<5, Int>
  let byteCount: Int

  init(format: PixelFormat, size: PixelSize) {
    var offsets = InlineArray<5, Int>(repeating: 0)
    var strides = InlineArray<5, Int>(repeating: 0)
    var end = 0
    for plane in 0..<format.planeCount {
      let planeSize = format.size(ofPlane: plane, in: size)
      let mask = Self.alignment - 1
      let stride = (planeSize.width + mask) & ~mask
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
          base: block.assumingMemoryBound(to: UInt8.self), width: 0, height: 0, stride: 0)
      }
      let planeSize = format.size(ofPlane: plane, in: size)
      return unsafe PlaneLayout(
        base: (block + offsets[plane]).assumingMemoryBound(to: UInt8.self),
        width: planeSize.width, height: planeSize.height, stride: strides[plane])
    }
  }
}
