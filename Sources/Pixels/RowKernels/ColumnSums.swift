#if arch(x86_64)
  #if WIDE
    internal import _Builtin_intrinsics.intel
  #else
    internal import _Builtin_intrinsics.intel.sse2
  #endif
#endif

/// Samples of a row added up in windows: the pass across of a resampling.
public enum ColumnSums {
  /// Taps are stored for groups of this many.
  public static let group = 8

  /// Writes, for each sample of the result, the sum of sample times tap over its window.
  ///
  /// - Parameters:
  ///   - row: numbers of 16 bits.
  ///   - firsts: where in the row each window begins.
  ///   - taps: `stride` of them for each window.
  ///   - stride: a multiple of `group`.
  /// - Precondition: there are as many sums as windows, and taps for all of them; no window begins before
  ///   the row or goes on after it, which is not checked.
  @unsafe
  public static func write(
    _ row: Span<Int16>, firsts: Span<Int32>, taps: Span<Int16>, stride: Int,
    into sums: inout MutableSpan<Int32>
  ) {
    let count = sums.count
    precondition(
      firsts.count == count && stride > 0 && stride % group == 0 && taps.count == count * stride
        && row.count >= stride, "\(count) sums of \(firsts.count) windows of \(stride)")
    #if arch(x86_64)
      if count >= 4 {
        // Safe: windows lie in the row, as is said; there are taps for each of them, and four sums are
        // written where there are four.
        unsafe row.withUnsafeBytes { row in
          unsafe taps.withUnsafeBytes { taps in
            unsafe sums.withUnsafeMutableBytes { sums in
              guard let row = row.baseAddress, let taps = taps.baseAddress,
                let sums = sums.baseAddress
              else { return }
              switch stride {
              case 8: unsafe add(row, firsts, taps, 8, sums, count)
              case 16: unsafe add(row, firsts, taps, 16, sums, count)
              case 24: unsafe add(row, firsts, taps, 24, sums, count)
              default: unsafe add(row, firsts, taps, stride, sums, count)
              }
            }
          }
        }
        return
      }
    #endif
    for i in firsts.indices {
      let first = Int(firsts[i])
      var sum: Int32 = 0
      for k in 0..<stride {
        sum &+= unsafe Int32(row[unchecked: first &+ k]) &* Int32(taps[i &* stride &+ k])
      }
      sums[i] = sum
    }
  }

  /// The same where all windows have the same taps.
  ///
  /// ```
  /// step 2, four taps     row   a b c d e f g h …         what two taps are multiplied with
  ///                              ├──┤├──┤├──┤├──┤          lies side by side already
  /// ```
  /// - Parameters:
  ///   - first: where in the row the first window begins.
  ///   - step: samples from the beginning of a window to that of the next, 1 or 2.
  ///   - taps: of one window; an even number.
  /// - Precondition: the windows lie in the row, which goes on for a group more; this is not checked.
  @unsafe
  public static func writeAlike(
    _ row: Span<Int16>, first: Int, step: Int, taps: Span<Int16>,
    into sums: inout MutableSpan<Int32>
  ) {
    let count = sums.count
    precondition((step == 1 || step == 2) && taps.count % 2 == 0, "\(taps.count) taps, \(step)")
    #if arch(x86_64)
      if count >= lanes(step) {
        // Safe: as in `write`.
        unsafe row.withUnsafeBytes { row in
          unsafe taps.withUnsafeBytes { taps in
            unsafe sums.withUnsafeMutableBytes { sums in
              guard let row = row.baseAddress, let start = taps.baseAddress,
                let sums = sums.baseAddress
              else { return }
              let pairs = unsafe Self.pairs(taps)
              if step == 1 {
                unsafe addEach(row + 2 &* first, start, pairs, sums, count)
              } else {
                unsafe addSecond(row + 2 &* first, start, pairs, sums, count)
              }
            }
          }
        }
        return
      }
    #endif
    for i in 0..<count {
      var sum: Int32 = 0
      for k in taps.indices {
        sum &+= unsafe Int32(row[unchecked: first &+ i &* step &+ k]) &* Int32(taps[k])
      }
      sums[i] = sum
    }
  }

  #if arch(x86_64)
    /// Sums that are found at a time where windows are alike.
    private static func lanes(_ step: Int) -> Int { Vector.bytes / (2 &* step) }

    /// Pairs of taps up to the last one that is not 0.
    @unsafe
    private static func pairs(_ taps: UnsafeRawBufferPointer) -> Int {
      var count = taps.count / 4
      while count > 1,
        unsafe taps.loadUnaligned(fromByteOffset: 4 &* (count &- 1), as: Int32.self) == 0
      {
        count &-= 1
      }
      return count
    }

    /// Windows that begin one sample after the other.
    @unsafe @inline(__always)
    private static func addEach(
      _ row: UnsafeRawPointer, _ taps: UnsafeRawPointer, _ pairs: Int,
      _ sums: UnsafeMutableRawPointer, _ count: Int
    ) {
      var i = 0
      while i < count {
        // The last ones may be added up twice.
        i = min(i, count &- Vector.bytes / 2)
        var (low, high) = (Vector.blank, Vector.blank)
        for k in 0..<pairs {
          let tap = unsafe Vector(longs: taps.loadUnaligned(fromByteOffset: 4 &* k, as: Int32.self))
          let place = unsafe row + 2 &* (i &+ 2 &* k)
          let (even, odd) = unsafe (Vector.load(place), Vector.load(place + 2))
          low = low.plus(even.lowWords(odd).products(tap))
          high = high.plus(even.highWords(odd).products(tap))
        }
        unsafe Vector.store(low, high, sums + 4 &* i)
        i &+= Vector.bytes / 2
      }
    }

    /// Windows that begin at every second sample.
    @unsafe @inline(__always)
    private static func addSecond(
      _ row: UnsafeRawPointer, _ taps: UnsafeRawPointer, _ pairs: Int,
      _ sums: UnsafeMutableRawPointer, _ count: Int
    ) {
      var i = 0
      while i < count {
        i = min(i, count &- Vector.bytes / 4)
        var all = Vector.blank
        for k in 0..<pairs {
          let tap = unsafe Vector(longs: taps.loadUnaligned(fromByteOffset: 4 &* k, as: Int32.self))
          all = unsafe all.plus(Vector.load(row + 4 &* (i &+ k)).products(tap))
        }
        unsafe all.store(sums + 4 &* i)
        i &+= Vector.bytes / 4
      }
    }
  #endif

  #if arch(x86_64)
    /// Four sums at a time.
    @unsafe @inline(__always)
    private static func add(
      _ row: UnsafeRawPointer, _ firsts: Span<Int32>, _ taps: UnsafeRawPointer, _ stride: Int,
      _ sums: UnsafeMutableRawPointer, _ count: Int
    ) {
      var i = 0
      while i < count {
        // The last ones may be added up twice.
        if i &+ 4 > count { i = count &- 4 }
        @inline(__always)
        func one(_ k: Int) -> __m128i {
          unsafe window(
            row + 2 &* Int(firsts[unchecked: i &+ k]), taps + 2 &* (i &+ k) &* stride, stride)
        }
        let all = __m128i.totals(one(0), one(1), one(2), one(3))
        unsafe _mm_storeu_si128(
          (sums + 4 &* i).assumingMemoryBound(to: __m128i.self),
          all)
        i &+= 4
      }
    }

    /// Sums that are the window's when they are added up.
    @unsafe @inline(__always)
    private static func window(
      _ row: UnsafeRawPointer, _ taps: UnsafeRawPointer, _ stride: Int
    ) -> __m128i {
      #if WIDE
        if stride == group { return unsafe eight(row, taps) }
        let bytes = 2 &* stride
        var sum = unsafe Vector.load(row).products(.load(taps))
        var k = Vector.bytes
        while k &+ Vector.bytes <= bytes {
          sum = unsafe sum.plus(Vector.load(row + k).products(.load(taps + k)))
          k &+= Vector.bytes
        }
        var half = _mm_add_epi32(sum.lowHalf, sum.highHalf)
        if k < bytes { half = unsafe _mm_add_epi32(half, eight(row + k, taps + k)) }
        return half
      #else
        var sum = unsafe eight(row, taps)
        var k = Vector.bytes
        while k < 2 &* stride {
          sum = unsafe _mm_add_epi32(sum, eight(row + k, taps + k))
          k &+= Vector.bytes
        }
        return sum
      #endif
    }

    /// Eight samples times their taps, two and two added up.
    @unsafe @inline(__always)
    private static func eight(_ row: UnsafeRawPointer, _ taps: UnsafeRawPointer) -> __m128i {
      unsafe _mm_madd_epi16(
        _mm_loadu_si128(row.assumingMemoryBound(to: __m128i.self)),
        _mm_loadu_si128(taps.assumingMemoryBound(to: __m128i.self)))
    }
  #endif
}
