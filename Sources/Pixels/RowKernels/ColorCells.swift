#if arch(x86_64)
  #if WIDE
    internal import _Builtin_intrinsics.intel
  #else
    internal import _Builtin_intrinsics.intel.sse2
  #endif
#endif

/// Where colours lie in a grid of 64³ cells, and how they are mixed from the nodes around them.
public enum ColorCells {
  /// Writes the first node of each colour's cell.
  ///
  /// Nodes lie 66 · 66 apart in red, 66 in green and 1 in blue.
  /// - Precondition: the rows have the same length.
  public static func find(
    red: Span<UInt16>, green: Span<UInt16>, blue: Span<UInt16>,
    into first: inout MutableSpan<UInt32>
  ) {
    precondition(
      green.count == red.count && blue.count == red.count && first.count == red.count,
      "rows of unequal length")
    for x in red.indices {
      // Shifts and additions: processors have no vector product of 32 bits everywhere.
      let (r, g, b) = (
        UInt32(position(red[x]) &>> 7), UInt32(position(green[x]) &>> 7),
        UInt32(position(blue[x]) &>> 7)
      )
      first[x] = r &<< 12 &+ r &<< 8 &+ r &<< 2 &+ g &<< 6 &+ g &<< 1 &+ b
    }
  }

  /// Writes which of a cell's six tetrahedra each colour lies in, and the weights of its nodes, in 128ths.
  ///
  /// - Parameters:
  ///   - capacity: numbers from one row of the results to the next.
  ///   - redStep: nodes from one to the next in red; `greenStep` in green.
  ///   - places: two rows: from the first node to the second, and to the third.
  ///   - weights: three rows: of the second node, the third and the last; what is left is the first one's.
  /// - Precondition: the rows have the same length, at most `capacity`; there are two and three rows.
  public static func divide(
    red: Span<UInt16>, green: Span<UInt16>, blue: Span<UInt16>, capacity: Int, redStep: Int,
    greenStep: Int, places: inout MutableSpan<UInt16>, weights: inout MutableSpan<UInt16>
  ) {
    precondition(
      green.count == red.count && blue.count == red.count && red.count <= capacity
        && places.count == 2 &* capacity && weights.count == 3 &* capacity,
      "rows of unequal length")
    let (redStep, greenStep) = (
      UInt16(truncatingIfNeeded: redStep), UInt16(truncatingIfNeeded: greenStep)
    )
    let across = redStep &+ greenStep &+ 1
    for x in red.indices {
      let r = Int16(truncatingIfNeeded: position(red[x]) & 127)
      let g = Int16(truncatingIfNeeded: position(green[x]) & 127)
      let b = Int16(truncatingIfNeeded: position(blue[x]) & 127)
      let highest = max(max(r, g), b)
      let lowest = min(min(r, g), b)
      let middle = r &+ g &+ b &- highest &- lowest
      let up = r == highest ? redStep : g == highest ? greenStep : 1
      let last = b == lowest ? 1 : g == lowest ? greenStep : redStep
      // Safe: rows are no longer than they lie apart.
      unsafe places[unchecked: x] = up
      unsafe places[unchecked: x &+ capacity] = across &- last
      unsafe weights[unchecked: x] = UInt16(truncatingIfNeeded: highest &- middle)
      unsafe weights[unchecked: x &+ capacity] = UInt16(truncatingIfNeeded: middle &- lowest)
      unsafe weights[unchecked: x &+ 2 &* capacity] = UInt16(truncatingIfNeeded: lowest)
    }
  }

  /// Writes colours mixed from the nodes around them: sums in 1/8192 of a code, rounded to nearest, ties up,
  /// in 1/256.
  ///
  /// - Parameters:
  ///   - nodes: of each the words Y′, C′b and C′r from the lowest on, below 2^15, and one that is left alone.
  ///   - first: the first node of each colour's cell, which `find` writes.
  ///   - places: what `divide` writes, as are `weights`.
  ///   - capacity: numbers from one row of these to the next.
  ///   - across: from a cell's first node to its last.
  /// - Precondition: the rows of the result have the same length, at most `capacity`, and there are rows of
  ///   numbers as said. All nodes that are found are there, which is not checked.
  @unsafe
  public static func mix(
    _ nodes: Span<UInt64>, first: Span<UInt32>, places: Span<UInt16>, weights: Span<UInt16>,
    capacity: Int, across: Int, luma: inout MutableSpan<UInt16>, cb: inout MutableSpan<UInt16>,
    cr: inout MutableSpan<UInt16>
  ) {
    let count = luma.count
    precondition(
      cb.count == count && cr.count == count && count <= capacity && first.count == capacity
        && places.count == 2 &* capacity && weights.count == 3 &* capacity,
      "rows of unequal length")
    #if arch(x86_64)
      if count >= 4 {
        unsafe weights.withUnsafeBytes { weights in
          unsafe luma.withUnsafeMutableBytes { luma in
            unsafe cb.withUnsafeMutableBytes { cb in
              unsafe cr.withUnsafeMutableBytes { cr in
                guard let weights = weights.baseAddress, let luma = luma.baseAddress,
                  let cb = cb.baseAddress, let cr = cr.baseAddress
                else { return }
                var x = 0
                while x < count {
                  // The last ones may be mixed twice.
                  x = min(x, count &- 4)
                  let (low, high) = unsafe mixFour(
                    nodes, first, places, weights + 2 &* x, x, capacity, across)
                  unsafe store(low, luma + 2 &* x)
                  unsafe store(_mm_unpackhi_epi64(low, low), cb + 2 &* x)
                  unsafe store(high, cr + 2 &* x)
                  x &+= 4
                }
              }
            }
          }
        }
        return
      }
    #endif
    for x in luma.indices {
      let at = Int(first[x])
      let (a, b, c) = (
        UInt32(weights[x]), UInt32(weights[x &+ capacity]), UInt32(weights[x &+ 2 &* capacity])
      )
      let near = (nodes[at], nodes[at &+ Int(places[x])])
      let far = (nodes[at &+ Int(places[x &+ capacity])], nodes[at &+ across])
      func sum(_ shift: UInt64) -> UInt16 {
        func word(_ node: UInt64) -> UInt32 { UInt32(UInt16(truncatingIfNeeded: node &>> shift)) }
        let nearSum = word(near.0) &* (128 &- a &- b &- c) &+ word(near.1) &* a
        let sum = nearSum &+ word(far.0) &* b &+ word(far.1) &* c
        return UInt16(truncatingIfNeeded: (sum &+ 16) &>> 5)
      }
      (luma[x], cb[x], cr[x]) = (sum(0), sum(16), sum(32))
    }
  }

  #if arch(x86_64)
    /// Four colours: their Y′ and C′b, and their C′r.
    @unsafe @inline(__always)
    private static func mixFour(
      _ nodes: Span<UInt64>, _ first: Span<UInt32>, _ places: Span<UInt16>,
      _ weights: UnsafeRawPointer, _ x: Int, _ capacity: Int, _ across: Int
    ) -> (low: __m128i, high: __m128i) {
      let a = unsafe loadFour(weights)
      let b = unsafe loadFour(weights + 2 &* capacity)
      let c = unsafe loadFour(weights + 4 &* capacity)
      let rest = _mm_sub_epi16(
        _mm_sub_epi16(_mm_set1_epi16(128), a), _mm_add_epi16(b, c))
      let near = unsafe unsafeBitCast(_mm_unpacklo_epi16(rest, a), to: SIMD4<UInt32>.self)
      let far = unsafe unsafeBitCast(_mm_unpacklo_epi16(b, c), to: SIMD4<UInt32>.self)
      // Less half of the range, so that words with signs hold it.
      let half = _mm_set1_epi32(16 &- 32768 &* 32)
      @inline(__always)
      func one(_ i: Int) -> __m128i {
        let at = unsafe Int(first[unchecked: x &+ i])
        let second = unsafe at &+ Int(places[unchecked: x &+ i])
        let third = unsafe at &+ Int(places[unchecked: x &+ i &+ capacity])
        let nearNodes = unsafe _mm_unpacklo_epi16(node(nodes, at), node(nodes, second))
        let farNodes = unsafe _mm_unpacklo_epi16(node(nodes, third), node(nodes, at &+ across))
        let sum = _mm_add_epi32(
          _mm_madd_epi16(nearNodes, pair(near[i])), _mm_madd_epi16(farNodes, pair(far[i])))
        return _mm_srai_epi32(_mm_add_epi32(sum, half), 5)
      }
      let (upper, lower) = (_mm_packs_epi32(one(0), one(1)), _mm_packs_epi32(one(2), one(3)))
      let (even, odd) = (_mm_unpacklo_epi16(upper, lower), _mm_unpackhi_epi16(upper, lower))
      let sign = _mm_set1_epi16(.min)
      return (
        _mm_xor_si128(_mm_unpacklo_epi16(even, odd), sign),
        _mm_xor_si128(_mm_unpackhi_epi16(even, odd), sign)
      )
    }

    @inline(__always)
    private static func pair(_ weights: UInt32) -> __m128i {
      _mm_set1_epi32(Int32(bitPattern: weights))
    }

    @unsafe @inline(__always)
    private static func node(_ nodes: Span<UInt64>, _ place: Int) -> __m128i {
      unsafe _mm_cvtsi64_si128(Int64(bitPattern: nodes[unchecked: place]))
    }

    @unsafe @inline(__always)
    private static func loadFour(_ place: UnsafeRawPointer) -> __m128i {
      unsafe _mm_loadl_epi64(place.assumingMemoryBound(to: __m128i.self))
    }

    @unsafe @inline(__always)
    private static func store(_ words: __m128i, _ place: UnsafeMutableRawPointer) {
      unsafe _mm_storel_epi64(place.assumingMemoryBound(to: __m128i.self), words)
    }
  #endif

  /// Codes as 128ths of a cell, 0…8192.
  @inline(__always)
  private static func position(_ code: UInt16) -> UInt16 { code &>> 3 &+ code &>> 2 & 1 }
}
