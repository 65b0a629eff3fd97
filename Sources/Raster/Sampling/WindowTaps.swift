/// Mixes 6 × 6 samples of a plane around places between them; outside the plane its nearest sample
/// is taken.
///
/// The columns of six rows are mixed first, to 14 bits less half of their range, and then those six
/// numbers. So that products need no more than 16 bits, each of the first ones is rounded down; as
/// they are half too small on average, 3 is added to their sum.
// Pointers, because each place reads from rows that differ from one place to the next: four times as
// fast as spans of rows. Safe while the plane is lent: places whose eight columns are not all inside
// go the slow way, where every index is cut to the plane.
@safe struct WindowTaps<Sample: PixelSample> {
  private let start: UnsafeRawPointer
  private let stride: Int
  private let width: Int
  private let height: Int

  init(_ image: Image, _ plane: Int, _ start: UnsafePointer<UInt8>, _ stride: Int) {
    precondition(image.format.depth == Sample.depth, "\(Sample.self) of \(image.format)")
    unsafe self.start = UnsafeRawPointer(start)
    self.stride = stride
    self.width = image.width(of: plane)
    self.height = image.height(of: plane)
  }

  /// Writes samples of 14 bits.
  ///
  /// - Parameters:
  ///   - xs: places from the centre of the plane's first column, in 1/256 of a sample; `ys` from
  ///     that of its first row.
  /// - Precondition: the three rows have the same length.
  /// - Note: bit-exact with `Reference.turned`.
  @inline(never)
  func write(xs: Span<Int32>, ys: Span<Int32>, into result: inout MutableSpan<Int16>) {
    precondition(xs.count == result.count && ys.count == result.count, "rows of unequal length")
    let (across, down) = (LanczosPhases.across, LanczosPhases.down)
    let (acrossTaps, downTaps) = (across.span, down.span)
    // The last columns and rows with all eight or six inside; negative where there are none.
    let (lastColumn, lastRow) = (width &- 8, height &- 6)
    for k in result.indices {
      let (x, y) = (xs[k], ys[k])
      let column = Int(x &>> LanczosPhases.bits) &- 2
      let row = Int(y &>> LanczosPhases.bits) &- 2
      let phase = Int(y & 255) &* LanczosPhases.count
      var mixed = SIMD8<Int16>(repeating: 3)
      if column >= 0 && row >= 0 && column <= lastColumn && row <= lastRow {
        var place = unsafe start + (row &* stride &+ column &* MemoryLayout<Sample>.size)
        for j in 0..<6 {
          mixed &+= unsafe Self.product(Self.eight(place), downTaps[unchecked: phase &+ j])
          unsafe place += stride
        }
      } else {
        for j in 0..<6 {
          mixed &+= unsafe Self.product(
            clamped(column, row &+ j), downTaps[unchecked: phase &+ j])
        }
      }
      let taps = unsafe acrossTaps[unchecked: Int(x & 255)]
      let products =
        SIMD8<Int32>(truncatingIfNeeded: mixed) &* SIMD8<Int32>(truncatingIfNeeded: taps)
      let sum = (products.wrappedSum() &+ (1 &<< 27 &+ 8192)) &>> 14
      result[k] = Int16(truncatingIfNeeded: min(max(sum, -32768), 32767))
    }
  }

  /// Samples times a tap, each rounded down to 14 bits.
  @inline(__always)
  private static func product(_ samples: SIMD8<Int16>, _ tap: SIMD8<Int16>) -> SIMD8<Int16> {
    SIMD8<Int16>(
      truncatingIfNeeded: (SIMD8<Int32>(truncatingIfNeeded: samples)
        &* SIMD8<Int32>(truncatingIfNeeded: tap)) &>> 16)
  }

  /// A sample's bits at the upper end of sixteen, less half of their range.
  @inline(__always)
  private static func signed(_ codes: SIMD8<Int16>) -> SIMD8<Int16> {
    (codes &<< Int16(truncatingIfNeeded: 16 &- Sample.depth)) ^ SIMD8(repeating: .min)
  }

  /// Eight samples that follow each other.
  @unsafe @inline(__always)
  private static func eight(_ place: UnsafeRawPointer) -> SIMD8<Int16> {
    if MemoryLayout<Sample>.size == 1 {
      let bytes = unsafe place.loadUnaligned(as: SIMD8<UInt8>.self)
      return signed(SIMD8<Int16>(truncatingIfNeeded: bytes))
    }
    return signed(unsafe place.loadUnaligned(as: SIMD8<Int16>.self))
  }

  /// Six samples of a row, each the nearest one there is.
  private func clamped(_ column: Int, _ row: Int) -> SIMD8<Int16> {
    let line = unsafe (start + min(max(row, 0), height &- 1) &* stride)
      .assumingMemoryBound(to: Sample.self)
    var result = SIMD8<Int16>()
    for k in 0..<LanczosPhases.count {
      let index = min(max(column &+ k, 0), width &- 1)
      result[k] = unsafe Int16(truncatingIfNeeded: line[index])
    }
    return Self.signed(result)
  }
}
