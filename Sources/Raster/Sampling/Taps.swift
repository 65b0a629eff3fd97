/// Bilinear reading of one plane at positions with a fraction; outside the plane its nearest
/// sample is taken.
// Pointers, because each sample reads from two rows that differ from one sample to the next.
// Safe while the plane is lent: every index is cut to the plane before use.
@safe struct Taps<Sample: PixelSample> {
  private let start: UnsafeRawPointer
  private let stride: Int
  private let lastColumn: Int
  private let lastRow: Int
  private let fractionBits: Int64

  /// - Parameter fractionBits: positions have 1 in one sample of the plane shifted left by this.
  init(
    _ image: Image, _ plane: Int, _ start: UnsafePointer<UInt8>, _ stride: Int,
    _ fractionBits: Int64
  ) {
    precondition(image.format.depth == Sample.depth, "\(Sample.self) of \(image.format)")
    unsafe self.start = UnsafeRawPointer(start)
    self.stride = stride
    self.lastColumn = image.width(of: plane) - 1
    self.lastRow = image.height(of: plane) - 1
    self.fractionBits = fractionBits
  }

  /// The value at (`u`, `v`), measured from the plane's corner: a code, rounded to nearest, ties
  /// up, from four samples with weights in 1/256.
  @inline(__always)
  func mix(u: Int64, v: Int64) -> UInt32 {
    let (x, xShare) = split(u, last: lastColumn)
    let (y, yShare) = split(v, last: lastRow)
    let nextX = min(x &+ 1, lastColumn)
    let upper = unsafe (start + y &* stride).assumingMemoryBound(to: Sample.self)
    let lower = unsafe (start + min(y &+ 1, lastRow) &* stride)
      .assumingMemoryBound(to: Sample.self)
    let above = unsafe upper[x].code &* (256 &- xShare) &+ upper[nextX].code &* xShare
    let below = unsafe lower[x].code &* (256 &- xShare) &+ lower[nextX].code &* xShare
    return (above &* (256 &- yShare) &+ below &* yShare &+ 32768) &>> 16
  }

  /// The sample whose centre is at or before `position`, and the share of the next one in 1/256.
  @inline(__always)
  private func split(_ position: Int64, last: Int) -> (index: Int, share: UInt32) {
    let half: Int64 = 1 &<< (fractionBits &- 1)
    let rounding: Int64 = 1 &<< (fractionBits &- 9)
    let fine = (position &- half &+ rounding) &>> (fractionBits &- 8)
    let cut = min(max(fine, 0), Int64(truncatingIfNeeded: last) &<< 8)
    return (Int(truncatingIfNeeded: cut &>> 8), UInt32(truncatingIfNeeded: cut & 255))
  }
}
