#if arch(x86_64)
  #if WIDE
    internal import _Builtin_intrinsics.intel
  #else
    internal import _Builtin_intrinsics.intel.sse2
  #endif
#endif

/// Windows of 6 × 6 samples around places anywhere in a plane, mixed into one sample each.
///
/// The columns of six rows are mixed first, to 14 bits less half of their range, and then those six
/// numbers. So that products need no more than 16 bits, each of the first ones is rounded down; as
/// they are half too small on average, 3 is added to their sum.
public enum WindowMixing {
  /// Samples of a window, across and down.
  public static let size = 6

  /// Bits of a place between two samples.
  public static let placeBits: Int32 = 8

  /// Writes samples of 14 bits; outside the plane its nearest sample is taken.
  ///
  /// - Parameters:
  ///   - start: the first row's first sample, of 8 bits, or a 16-bit word in the processor's order.
  ///   - stride: bytes from one row to the next.
  ///   - width: samples of a row, at least one; `height` are the rows.
  ///   - depth: bits of a sample, 8, or 9 to 16 of a word.
  ///   - xs: places from the centre of the plane's first column, in 1/256 of a sample; `ys` from
  ///     that of its first row.
  ///   - across: for each 1/256 between two samples six taps in 1/16384, and two that are 0.
  ///   - down: for each 1/256 the same six taps, each of them eight times.
  /// - Precondition: the three rows have the same length. The plane is as it says and both tables are
  ///   whole, which is not checked.
  @unsafe
  public static func write(
    _ start: UnsafeRawPointer, stride: Int, width: Int, height: Int, depth: Int,
    xs: Span<Int32>, ys: Span<Int32>, across: UnsafeRawPointer, down: UnsafeRawPointer,
    into result: inout MutableSpan<Int16>
  ) {
    let plane = unsafe Plane(
      start: start, stride: stride, width: width, height: height, depth: depth)
    let count = result.count
    precondition(xs.count == count && ys.count == count, "rows of unequal length")
    var k = 0
    #if arch(x86_64)
      if count >= 4 {
        // Safe: places whose eight columns and six rows are not all inside are cut to the plane, and four
        // samples are written where there are four.
        unsafe result.withUnsafeMutableBytes { output in
          guard let output = output.baseAddress else { return }
          let half = _mm_set1_epi32(1 &<< 27 &+ 8192)
          while k < count {
            // The last ones may be mixed twice.
            if k &+ 4 > count { k = count &- 4 }
            @inline(__always)
            func one(_ i: Int) -> __m128i {
              unsafe window(
                plane, xs[unchecked: k &+ i], ys[unchecked: k &+ i], across, down)
            }
            let sums = _mm_add_epi32(.totals(one(0), one(1), one(2), one(3)), half)
            let codes = _mm_srai_epi32(sums, 14)
            unsafe _mm_storel_epi64(
              (output + 2 &* k).assumingMemoryBound(to: __m128i.self),
              _mm_packs_epi32(codes, codes))
            k &+= 4
          }
        }
        return
      }
    #endif
    while k < count {
      result[k] = unsafe mixOne(plane, xs[k], ys[k], across, down)
      k &+= 1
    }
  }

  // Safe: only what is marked so reads from there.
  @safe private struct Plane {
    let start: UnsafeRawPointer
    let stride: Int
    let width: Int
    let height: Int
    let depth: Int
  }

  /// A window sample for sample: short rows, and all of them on other processors.
  @unsafe
  private static func mixOne(
    _ plane: Plane, _ x: Int32, _ y: Int32, _ across: UnsafeRawPointer, _ down: UnsafeRawPointer
  ) -> Int16 {
    let column = Int(x &>> placeBits) &- 2
    let row = Int(y &>> placeBits) &- 2
    var sum: Int32 = 1 &<< 27 &+ 8192
    for k in 0..<size {
      var mixed: Int16 = 3
      for j in 0..<size {
        let tap = unsafe down.load(
          fromByteOffset: (Int(y & 255) &* size &+ j) &* 16, as: Int16.self)
        let code = unsafe signed(plane, column &+ k, row &+ j)
        mixed &+= Int16(truncatingIfNeeded: (Int32(code) &* Int32(tap)) &>> 16)
      }
      let tap = unsafe across.load(fromByteOffset: Int(x & 255) &* 16 &+ 2 &* k, as: Int16.self)
      sum &+= Int32(mixed) &* Int32(tap)
    }
    return Int16(truncatingIfNeeded: min(max(sum &>> 14, -32768), 32767))
  }

  /// The nearest sample: its bits at the upper end of sixteen, less half of their range.
  @unsafe @inline(__always)
  private static func signed(_ plane: Plane, _ column: Int, _ row: Int) -> Int16 {
    let x = min(max(column, 0), plane.width &- 1)
    let y = min(max(row, 0), plane.height &- 1)
    let line = unsafe plane.start + y &* plane.stride
    let code =
      plane.depth == 8
      ? unsafe UInt16(line.load(fromByteOffset: x, as: UInt8.self))
      : unsafe line.loadUnaligned(fromByteOffset: 2 &* x, as: UInt16.self)
    return Int16(
      bitPattern: (code &<< UInt16(truncatingIfNeeded: 16 &- plane.depth)) ^ 0x8000)
  }

  #if arch(x86_64)
    /// Four numbers that add up to a window's sum.
    @unsafe @inline(__always)
    private static func window(
      _ plane: Plane, _ x: Int32, _ y: Int32, _ across: UnsafeRawPointer, _ down: UnsafeRawPointer
    ) -> __m128i {
      let column = Int(x &>> placeBits) &- 2
      let row = Int(y &>> placeBits) &- 2
      let taps = unsafe down + Int(y & 255) &* (size &* 16)
      // Eight columns are read.
      let isInside =
        column >= 0 && row >= 0 && column <= plane.width &- 8 && row <= plane.height &- size
      let mixed =
        if !isInside {
          unsafe mixedNearest(plane, column, row, taps)
        } else if plane.depth == 8 {
          unsafe mixed8(plane.start + (row &* plane.stride &+ column), plane.stride, taps)
        } else {
          unsafe mixed16(
            plane.start + (row &* plane.stride &+ 2 &* column), plane.stride, plane.depth, taps)
        }
      return unsafe _mm_madd_epi16(
        mixed,
        _mm_loadu_si128(
          (across + Int(x & 255) &* 16).assumingMemoryBound(to: __m128i.self)))
    }

    /// Eight columns of six rows mixed.
    @unsafe @inline(__always)
    private static func mixed8(
      _ start: UnsafeRawPointer, _ stride: Int, _ taps: UnsafeRawPointer
    ) -> __m128i {
      let middle = _mm_set1_epi8(-128)
      var place = unsafe start
      #if WIDE
        // Two rows at a time.
        var sum = __m256i(lowHalf: _mm_set1_epi16(3), highHalf: _mm_setzero_si128())
        for j in 0..<3 {
          let rows = unsafe _mm_unpacklo_epi64(
            _mm_loadl_epi64(place.assumingMemoryBound(to: __m128i.self)),
            _mm_loadl_epi64((place + stride).assumingMemoryBound(to: __m128i.self)))
          let codes = _mm256_slli_epi16(_mm256_cvtepu8_epi16(_mm_xor_si128(rows, middle)), 8)
          sum = unsafe _mm256_add_epi16(
            sum, _mm256_mulhi_epi16(codes, .load(taps + 32 &* j)))
          unsafe place += 2 &* stride
        }
        return _mm_add_epi16(sum.lowHalf, sum.highHalf)
      #else
        var sum = _mm_set1_epi16(3)
        for j in 0..<size {
          let row = unsafe _mm_loadl_epi64(place.assumingMemoryBound(to: __m128i.self))
          let codes = _mm_unpacklo_epi8(_mm_setzero_si128(), _mm_xor_si128(row, middle))
          sum = unsafe _mm_add_epi16(sum, _mm_mulhi_epi16(codes, .load(taps + 16 &* j)))
          unsafe place += stride
        }
        return sum
      #endif
    }

    /// The same of words.
    @unsafe @inline(__always)
    private static func mixed16(
      _ start: UnsafeRawPointer, _ stride: Int, _ depth: Int, _ taps: UnsafeRawPointer
    ) -> __m128i {
      let shift = _mm_cvtsi32_si128(Int32(truncatingIfNeeded: 16 &- depth))
      var place = unsafe start
      #if WIDE
        let middle = _mm256_set1_epi16(.min)
        var sum = __m256i(lowHalf: _mm_set1_epi16(3), highHalf: _mm_setzero_si128())
        for j in 0..<3 {
          let rows = unsafe __m256i(
            lowHalf: _mm_loadu_si128(place.assumingMemoryBound(to: __m128i.self)),
            highHalf: _mm_loadu_si128((place + stride).assumingMemoryBound(to: __m128i.self)))
          let codes = _mm256_xor_si256(_mm256_sll_epi16(rows, shift), middle)
          sum = unsafe _mm256_add_epi16(
            sum, _mm256_mulhi_epi16(codes, .load(taps + 32 &* j)))
          unsafe place += 2 &* stride
        }
        return _mm_add_epi16(sum.lowHalf, sum.highHalf)
      #else
        let middle = _mm_set1_epi16(.min)
        var sum = _mm_set1_epi16(3)
        for j in 0..<size {
          let row = unsafe _mm_loadu_si128(place.assumingMemoryBound(to: __m128i.self))
          let codes = _mm_xor_si128(_mm_sll_epi16(row, shift), middle)
          sum = unsafe _mm_add_epi16(sum, _mm_mulhi_epi16(codes, .load(taps + 16 &* j)))
          unsafe place += stride
        }
        return sum
      #endif
    }

    /// Six columns of six rows, each sample the nearest one there is.
    @unsafe @inline(__always)
    private static func mixedNearest(
      _ plane: Plane, _ column: Int, _ row: Int, _ taps: UnsafeRawPointer
    ) -> __m128i {
      var sum = _mm_set1_epi16(3)
      let isWide = plane.depth == 8 && plane.width >= 8
      // Eight columns of the plane, moved to the right or to the left.
      let start = min(max(column, 0), plane.width &- 8)
      let right = UInt64(truncatingIfNeeded: 8 &* min(max(-column, 0), 7))
      let left = UInt64(truncatingIfNeeded: 8 &* min(max(column &- start, 0), 7))
      for j in 0..<size {
        var codes: __m128i
        if isWide {
          let line = min(max(row &+ j, 0), plane.height &- 1) &* plane.stride
          var bytes = unsafe (plane.start + (line &+ start)).loadUnaligned(as: UInt64.self)
          if right > 0 {
            let nearest = (bytes & 255) &* 0x0101_0101_0101_0101
            bytes = bytes &<< right | nearest & (1 &<< right &- 1)
          } else if left > 0 {
            let nearest = (bytes &>> 56) &* 0x0101_0101_0101_0101
            bytes = bytes &>> left | nearest &<< (64 &- left)
          }
          let row = _mm_cvtsi64_si128(Int64(bitPattern: bytes))
          codes = _mm_unpacklo_epi8(
            _mm_setzero_si128(), _mm_xor_si128(row, _mm_set1_epi8(-128)))
        } else {
          var row8 = SIMD8<Int16>()
          for k in 0..<size { row8[k] = unsafe signed(plane, column &+ k, row &+ j) }
          codes = unsafe unsafeBitCast(row8, to: __m128i.self)
        }
        let tap = unsafe _mm_loadu_si128(
          (taps + 16 &* j).assumingMemoryBound(to: __m128i.self))
        sum = _mm_add_epi16(sum, _mm_mulhi_epi16(codes, tap))
      }
      return sum
    }
  #endif
}
