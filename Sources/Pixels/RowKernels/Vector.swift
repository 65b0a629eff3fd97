// The registers that a processor computes with: 16 bytes on every x86-64, 32 with AVX2. Names are those
// of what is done, not of the instruction; in registers of 32 bytes `low` and `high` are meant in each
// half, as the instructions have it: what one takes apart another puts together again.
#if arch(x86_64)
  #if WIDE
    internal import _Builtin_intrinsics.intel

    typealias Vector = __m256i

    extension Vector {
      static let bytes = 32

      @unsafe @inline(__always)
      static func load(_ place: UnsafeRawPointer) -> Vector {
        unsafe _mm256_loadu_si256(place.assumingMemoryBound(to: Vector.self))
      }
      @unsafe @inline(__always)
      func store(_ place: UnsafeMutableRawPointer) {
        unsafe _mm256_storeu_si256(place.assumingMemoryBound(to: Vector.self), self)
      }
      /// Writes words that were packed from what `low…` and `high…` have made of bytes.
      @unsafe @inline(__always)
      static func store(_ low: Vector, _ high: Vector, _ place: UnsafeMutableRawPointer) {
        unsafe Vector(lowHalf: low.lowHalf, highHalf: high.lowHalf).store(place)
        unsafe Vector(lowHalf: low.highHalf, highHalf: high.highHalf).store(place + bytes)
      }
      @inline(__always)
      init(longs long: Int32) { self = _mm256_set1_epi32(long) }
      @inline(__always)
      static var blank: Vector { _mm256_setzero_si256() }
      @inline(__always)
      func lowBytes(_ other: Vector) -> Vector { _mm256_unpacklo_epi8(self, other) }
      @inline(__always)
      func highBytes(_ other: Vector) -> Vector { _mm256_unpackhi_epi8(self, other) }
      @inline(__always)
      func lowWords(_ other: Vector) -> Vector { _mm256_unpacklo_epi16(self, other) }
      @inline(__always)
      func highWords(_ other: Vector) -> Vector { _mm256_unpackhi_epi16(self, other) }
      /// Products of words, two and two added up: 32-bit numbers.
      @inline(__always)
      func products(_ other: Vector) -> Vector { _mm256_madd_epi16(self, other) }
      /// Sums of 32-bit numbers.
      @inline(__always)
      func plus(_ other: Vector) -> Vector { _mm256_add_epi32(self, other) }
      /// 32-bit numbers without their lowest bits.
      @inline(__always)
      func shifted(by count: __m128i) -> Vector { _mm256_sra_epi32(self, count) }
      /// 32-bit numbers as words.
      @inline(__always)
      func packed(_ other: Vector) -> Vector { _mm256_packs_epi32(self, other) }
    }
  #else
    internal import _Builtin_intrinsics.intel.sse2

    typealias Vector = __m128i

    extension Vector {
      static let bytes = 16

      @unsafe @inline(__always)
      static func load(_ place: UnsafeRawPointer) -> Vector {
        unsafe _mm_loadu_si128(place.assumingMemoryBound(to: Vector.self))
      }
      @unsafe @inline(__always)
      func store(_ place: UnsafeMutableRawPointer) {
        unsafe _mm_storeu_si128(place.assumingMemoryBound(to: Vector.self), self)
      }
      /// Writes words that were packed from what `low…` and `high…` have made of bytes.
      @unsafe @inline(__always)
      static func store(_ low: Vector, _ high: Vector, _ place: UnsafeMutableRawPointer) {
        unsafe low.store(place)
        unsafe high.store(place + bytes)
      }
      @inline(__always)
      init(longs long: Int32) { self = _mm_set1_epi32(long) }
      @inline(__always)
      static var blank: Vector { _mm_setzero_si128() }
      @inline(__always)
      func lowBytes(_ other: Vector) -> Vector { _mm_unpacklo_epi8(self, other) }
      @inline(__always)
      func highBytes(_ other: Vector) -> Vector { _mm_unpackhi_epi8(self, other) }
      @inline(__always)
      func lowWords(_ other: Vector) -> Vector { _mm_unpacklo_epi16(self, other) }
      @inline(__always)
      func highWords(_ other: Vector) -> Vector { _mm_unpackhi_epi16(self, other) }
      /// Products of words, two and two added up: 32-bit numbers.
      @inline(__always)
      func products(_ other: Vector) -> Vector { _mm_madd_epi16(self, other) }
      /// Sums of 32-bit numbers.
      @inline(__always)
      func plus(_ other: Vector) -> Vector { _mm_add_epi32(self, other) }
      /// 32-bit numbers without their lowest bits.
      @inline(__always)
      func shifted(by count: __m128i) -> Vector { _mm_sra_epi32(self, count) }
      /// 32-bit numbers as words.
      @inline(__always)
      func packed(_ other: Vector) -> Vector { _mm_packs_epi32(self, other) }
    }
  #endif

  extension __m128i {
    /// What the 32-bit numbers of each of four vectors add up to.
    @inline(__always)
    static func totals(
      _ a: __m128i, _ b: __m128i, _ c: __m128i, _ d: __m128i
    ) -> __m128i {
      let first = _mm_add_epi32(_mm_unpacklo_epi32(a, b), _mm_unpackhi_epi32(a, b))
      let second = _mm_add_epi32(_mm_unpacklo_epi32(c, d), _mm_unpackhi_epi32(c, d))
      return _mm_add_epi32(
        _mm_unpacklo_epi64(first, second), _mm_unpackhi_epi64(first, second))
    }
  }
#endif
