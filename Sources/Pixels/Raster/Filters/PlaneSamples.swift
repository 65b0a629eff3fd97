/// Samples of 16 bits in memory that comes from a pool and goes back to it.
///
/// A value like an array: what is shared is copied when one of the two is changed.
package struct PlaneSamples: Sendable {
  package let count: Int
  private var storage: ImageStorage
  /// Where they came from.
  let pool: ImagePool?

  /// As many samples; fresh ones hold whatever was in memory.
  init(uninitialized count: Int, pool: ImagePool?) {
    self.count = count
    self.pool = pool
    storage = ImageStorage(byteCount: max(count, 1) * MemoryLayout<UInt16>.stride, pool: pool)
  }

  /// The same sample everywhere.
  init(repeating sample: UInt16, count: Int, pool: ImagePool?) {
    self.init(uninitialized: count, pool: pool)
    var samples = mutableSpan
    samples.update(repeating: sample)
  }

  /// Those of an array, in memory of the system.
  package init(_ samples: [UInt16]) {
    self.init(uninitialized: samples.count, pool: nil)
    var target = mutableSpan
    for index in samples.indices { target[index] = samples[index] }
  }

  /// As an array.
  package var array: [UInt16] { indices.map { span[$0] } }

  package var indices: Range<Int> { 0..<count }

  /// For reading.
  package var span: Span<UInt16> {
    @_lifetime(borrow self)
    get {
      let start = unsafe UnsafePointer(storage.start.assumingMemoryBound(to: UInt16.self))
      let span = unsafe Span(_unsafeStart: start, count: count)
      return unsafe _overrideLifetime(span, borrowing: self)
    }
  }

  /// For writing.
  package var mutableSpan: MutableSpan<UInt16> {
    @_lifetime(&self)
    mutating get {
      if !isKnownUniquelyReferenced(&storage) { copy() }
      let start = unsafe storage.start.assumingMemoryBound(to: UInt16.self)
      let span = unsafe MutableSpan(_unsafeStart: start, count: count)
      return unsafe _overrideLifetime(span, mutating: &self)
    }
  }

  /// - Precondition: the sample exists.
  package subscript(index: Int) -> UInt16 {
    get { span[index] }
    set {
      var samples = mutableSpan
      samples[index] = newValue
    }
  }

  private mutating func copy() {
    let own = ImageStorage(byteCount: max(count, 1) * MemoryLayout<UInt16>.stride, pool: pool)
    // Safe: both blocks have as many bytes.
    unsafe own.start.copyMemory(
      from: storage.start, byteCount: count * MemoryLayout<UInt16>.stride)
    storage = own
  }
}
