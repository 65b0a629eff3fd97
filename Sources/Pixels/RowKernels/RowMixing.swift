#if arch(x86_64)
  internal import _Builtin_intrinsics.intel.sse2
#endif

/// Rows of samples mixed into one of 16 bits: the pass down of a resampling.
public enum RowMixing {
  /// Mixes rows of 8 bits: the sum of sample times tap, rounded to nearest, ties up, without its lowest 8
  /// bits.
  ///
  /// - Parameters:
  ///   - start: the first row's first sample.
  ///   - stride: bytes from one row to the next.
  ///   - rows: how many there are, at least one.
  ///   - taps: those of two rows in each number, the first one's in the lower half; an odd last row goes
  ///     with a tap of 0.
  ///   - result: a number for each sample, within 16 bits.
  /// - Precondition: there is a number of taps for every two rows.
  @unsafe
  public static func mix8(
    _ start: UnsafeRawPointer, stride: Int, rows: Int, taps: Span<Int32>,
    into result: inout MutableSpan<Int16>
  ) {
    precondition(rows > 0 && taps.count == (rows &+ 1) / 2, "\(taps.count) taps for \(rows) rows")
    let count = result.count
    #if arch(x86_64)
      let step = Vector.bytes
      if count >= step {
        let half = Vector(longs: 128)
        let bits = _mm_cvtsi32_si128(8)
        unsafe result.withUnsafeMutableBytes { output in
          guard let output = output.baseAddress else { return }
          var x = 0
          while x < count {
            // The last ones may be mixed twice.
            x = min(x, count &- step)
            var place = unsafe start + x
            var (a, b, c, d) = (half, half, half, half)
            for k in taps.indices {
              let tap = unsafe Vector(longs: taps[unchecked: k])
              let upper = unsafe Vector.load(place)
              let lower = unsafe 2 &* k &+ 1 < rows ? Vector.load(place + stride) : upper
              let (left, right) = (upper.lowBytes(lower), upper.highBytes(lower))
              a = a.plus(left.lowBytes(.blank).products(tap))
              b = b.plus(left.highBytes(.blank).products(tap))
              c = c.plus(right.lowBytes(.blank).products(tap))
              d = d.plus(right.highBytes(.blank).products(tap))
              unsafe place += 2 &* stride
            }
            unsafe Vector.store(
              a.shifted(by: bits).packed(b.shifted(by: bits)),
              c.shifted(by: bits).packed(d.shifted(by: bits)), output + 2 &* x)
            x &+= step
          }
        }
        return
      }
    #endif
    unsafe mixOne(start, stride, rows, taps, bits: 8, UInt8.self, into: &result)
  }

  /// The same of rows of 16-bit words in the processor's order, of which `bits` are used, 9…15; as many
  /// bits are dropped.
  @unsafe
  public static func mix16(
    _ start: UnsafeRawPointer, stride: Int, rows: Int, bits: Int, taps: Span<Int32>,
    into result: inout MutableSpan<Int16>
  ) {
    precondition(rows > 0 && taps.count == (rows &+ 1) / 2, "\(taps.count) taps for \(rows) rows")
    precondition(9...15 ~= bits, "samples of \(bits) bits")
    let count = result.count
    #if arch(x86_64)
      let step = Vector.bytes / 2
      if count >= step {
        let half = Vector(longs: 1 &<< Int32(truncatingIfNeeded: bits &- 1))
        let shift = _mm_cvtsi32_si128(Int32(truncatingIfNeeded: bits))
        unsafe result.withUnsafeMutableBytes { output in
          guard let output = output.baseAddress else { return }
          var x = 0
          while x < count {
            x = min(x, count &- step)
            var place = unsafe start + 2 &* x
            var (a, b) = (half, half)
            for k in taps.indices {
              let tap = unsafe Vector(longs: taps[unchecked: k])
              let upper = unsafe Vector.load(place)
              let lower = unsafe 2 &* k &+ 1 < rows ? Vector.load(place + stride) : upper
              a = a.plus(upper.lowWords(lower).products(tap))
              b = b.plus(upper.highWords(lower).products(tap))
              unsafe place += 2 &* stride
            }
            unsafe a.shifted(by: shift).packed(b.shifted(by: shift)).store(output + 2 &* x)
            x &+= step
          }
        }
        return
      }
    #endif
    unsafe mixOne(start, stride, rows, taps, bits: bits, UInt16.self, into: &result)
  }

  /// Sample for sample: short rows, and all of them on other processors.
  @unsafe @inline(__always)
  private static func mixOne<Sample: FixedWidthInteger & BitwiseCopyable>(
    _ start: UnsafeRawPointer, _ stride: Int, _ rows: Int, _ taps: Span<Int32>, bits: Int,
    _ sample: Sample.Type, into result: inout MutableSpan<Int16>
  ) {
    let half: Int32 = 1 &<< Int32(truncatingIfNeeded: bits &- 1)
    for x in result.indices {
      var sum = half
      for row in 0..<rows {
        let pair = unsafe taps[unchecked: row / 2]
        let tap = Int32(Int16(truncatingIfNeeded: row % 2 == 0 ? pair : pair &>> 16))
        let code = unsafe start.loadUnaligned(
          fromByteOffset: row &* stride &+ x &* MemoryLayout<Sample>.size, as: Sample.self)
        sum &+= Int32(truncatingIfNeeded: code) &* tap
      }
      result[x] = Int16(truncatingIfNeeded: sum &>> Int32(truncatingIfNeeded: bits))
    }
  }
}
