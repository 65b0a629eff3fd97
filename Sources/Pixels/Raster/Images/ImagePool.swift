internal import Synchronization

/// Keeps the memory of pictures that are gone for the next ones of the same byte size.
///
/// Memory comes back when the last reference to an `Image` (or an unfrozen `MutableImage`) goes
/// away. The pool holds on to at most `limitBytes` of unused memory; the block unused for longest
/// is freed first.
public final class ImagePool: Sendable {
  /// What the pool has done so far.
  public struct Statistics: Hashable, Sendable {
    /// Blocks taken from the system.
    public var allocations = 0
    /// Blocks handed out a further time.
    public var reuses = 0
    /// Blocks given back to the system because of the limit.
    public var evictions = 0
    /// Bytes waiting to be handed out.
    public var unusedBytes = 0
  }

  // Safe: a block is in exactly one place, the pool's list or one `ImageStorage`.
  @safe private struct FreeBlock: @unchecked Sendable {
    let start: UnsafeMutableRawPointer
    let byteCount: Int
  }

  private struct State: Sendable {
    var unused: [FreeBlock] = []
    var statistics = Statistics()
  }

  /// Most bytes of unused memory that the pool keeps.
  public let limitBytes: Int
  private let state = Mutex(State())

  /// An empty pool that keeps at most `limitBytes` of unused memory.
  public init(limitBytes: Int) { self.limitBytes = limitBytes }

  deinit {
    state.withLock { state in
      for block in state.unused { unsafe block.start.deallocate() }
    }
  }

  /// A snapshot of the counters.
  public var statistics: Statistics { state.withLock { $0.statistics } }

  /// A block of exactly `byteCount` bytes, aligned to `BlockLayout.alignment`, not cleared.
  func take(byteCount: Int) -> UnsafeMutableRawPointer {
    let reused: FreeBlock? = state.withLock { state in
      guard let index = state.unused.lastIndex(where: { $0.byteCount == byteCount }) else {
        state.statistics.allocations += 1
        return nil
      }
      state.statistics.reuses += 1
      state.statistics.unusedBytes -= byteCount
      return state.unused.remove(at: index)
    }
    if let reused { return unsafe reused.start }
    return .allocate(byteCount: byteCount, alignment: BlockLayout.alignment)
  }

  /// Takes back what `take(byteCount:)` gave out.
  func give(_ start: UnsafeMutableRawPointer, byteCount: Int) {
    let surplus: [FreeBlock] = state.withLock { state in
      unsafe state.unused.append(FreeBlock(start: start, byteCount: byteCount))
      state.statistics.unusedBytes += byteCount
      var evicted = 0
      while state.statistics.unusedBytes > limitBytes {
        state.statistics.unusedBytes -= state.unused[evicted].byteCount
        evicted += 1
      }
      state.statistics.evictions += evicted
      defer { state.unused.removeFirst(evicted) }
      return Array(state.unused.prefix(evicted))
    }
    for block in surplus { unsafe block.start.deallocate() }
  }
}

/// One block of memory with the life of a picture.
// Safe: the block is written only through the one `MutableImage` that made it, and after
// `freeze()` only read.
@safe final class ImageStorage: @unchecked Sendable {
  let start: UnsafeMutableRawPointer
  private let byteCount: Int
  private let pool: ImagePool?

  init(byteCount: Int, pool: ImagePool?) {
    self.byteCount = byteCount
    self.pool = pool
    unsafe start =
      pool?.take(byteCount: byteCount)
      ?? .allocate(byteCount: byteCount, alignment: BlockLayout.alignment)
  }

  deinit {
    if let pool {
      unsafe pool.give(start, byteCount: byteCount)
    } else {
      unsafe start.deallocate()
    }
  }
}
