/// The 64-bit variant of xxHash over a stream of bytes.
///
/// Fast and well mixed, not cryptographic. Follows the xxHash specification, version 0.1.1,
/// section "XXH64 algorithm description".
public struct XXH64: Sendable {
  private static let prime1: UInt64 = 0x9E37_79B1_85EB_CA87
  private static let prime2: UInt64 = 0xC2B2_AE3D_27D4_EB4F
  private static let prime3: UInt64 = 0x1656_67B1_9E37_79F9
  private static let prime4: UInt64 = 0x85EB_CA77_C2B2_AE63
  private static let prime5: UInt64 = 0x27D4_EB2F_1656_67C5
  private static let blockSize = 32

  private var lanes: (UInt64, UInt64, UInt64, UInt64)
  private let seed: UInt64
  private var totalCount: UInt64 = 0
  /// Bytes that do not fill a block yet.
  private var pending = InlineArray<32, UInt8>(repeating: 0)
  private var pendingCount = 0

  /// A hash of no bytes yet.
  public init(seed: UInt64 = 0) {
    self.seed = seed
    lanes = (
      seed &+ Self.prime1 &+ Self.prime2, seed &+ Self.prime2, seed, seed &- Self.prime1
    )
  }

  /// Appends `bytes`; how the stream is cut into calls makes no difference.
  public mutating func update(_ bytes: Span<UInt8>) { unsafe update(bytes.bytes) }

  /// Appends raw bytes, as they lie in memory.
  public mutating func update(_ bytes: RawSpan) {
    totalCount &+= UInt64(bytes.byteCount)
    var position = 0
    if pendingCount > 0 {
      while pendingCount < Self.blockSize && position < bytes.byteCount {
        pending[pendingCount] = unsafe bytes.unsafeLoad(fromByteOffset: position, as: UInt8.self)
        pendingCount &+= 1
        position &+= 1
      }
      guard pendingCount == Self.blockSize else { return }
      let block = pending
      unsafe consume(block.span.bytes, from: 0, to: Self.blockSize)
      pendingCount = 0
    }
    let end = position &+ (bytes.byteCount &- position) / Self.blockSize &* Self.blockSize
    consume(bytes, from: position, to: end)
    for index in end..<bytes.byteCount {
      pending[pendingCount] = unsafe bytes.unsafeLoad(fromByteOffset: index, as: UInt8.self)
      pendingCount &+= 1
    }
  }

  /// Appends eight bytes, least significant first.
  public mutating func update(_ number: UInt64) {
    var bytes = InlineArray<8, UInt8>(repeating: 0)
    for index in 0..<8 { bytes[index] = UInt8(truncatingIfNeeded: number >> UInt64(index * 8)) }
    update(bytes.span)
  }

  /// The hash of everything appended so far.
  public func finalize() -> UInt64 {
    var hash: UInt64
    if totalCount >= UInt64(Self.blockSize) {
      hash =
        Self.rotate(lanes.0, 1) &+ Self.rotate(lanes.1, 7) &+ Self.rotate(lanes.2, 12)
        &+ Self.rotate(lanes.3, 18)
      hash = Self.merge(hash, lanes.0)
      hash = Self.merge(hash, lanes.1)
      hash = Self.merge(hash, lanes.2)
      hash = Self.merge(hash, lanes.3)
    } else {
      hash = seed &+ Self.prime5
    }
    hash &+= totalCount

    var position = 0
    while position &+ 8 <= pendingCount {
      hash ^= Self.round(0, littleEndian(at: position, count: 8))
      hash = Self.rotate(hash, 27) &* Self.prime1 &+ Self.prime4
      position &+= 8
    }
    if position &+ 4 <= pendingCount {
      hash ^= littleEndian(at: position, count: 4) &* Self.prime1
      hash = Self.rotate(hash, 23) &* Self.prime2 &+ Self.prime3
      position &+= 4
    }
    while position < pendingCount {
      hash ^= UInt64(pending[position]) &* Self.prime5
      hash = Self.rotate(hash, 11) &* Self.prime1
      position &+= 1
    }

    hash = (hash ^ (hash >> 33)) &* Self.prime2
    hash = (hash ^ (hash >> 29)) &* Self.prime3
    return hash ^ (hash >> 32)
  }

  // MARK: - Steps

  private mutating func consume(_ bytes: RawSpan, from start: Int, to end: Int) {
    precondition(start >= 0 && end <= bytes.byteCount)
    var (lane0, lane1, lane2, lane3) = lanes
    var position = start
    while position < end {
      // Safe: `end - start` is a multiple of the block size and both ends were checked.
      lane0 = Self.round(lane0, unsafe Self.load(bytes, position))
      lane1 = Self.round(lane1, unsafe Self.load(bytes, position &+ 8))
      lane2 = Self.round(lane2, unsafe Self.load(bytes, position &+ 16))
      lane3 = Self.round(lane3, unsafe Self.load(bytes, position &+ 24))
      position &+= Self.blockSize
    }
    lanes = (lane0, lane1, lane2, lane3)
  }

  @unsafe @inline(__always)
  private static func load(_ bytes: RawSpan, _ offset: Int) -> UInt64 {
    unsafe UInt64(
      littleEndian: bytes.unsafeLoadUnaligned(
        fromUncheckedByteOffset: offset, as: UInt64.self))
  }

  private func littleEndian(at position: Int, count: Int) -> UInt64 {
    var result: UInt64 = 0
    for index in 0..<count {
      result |= UInt64(pending[position &+ index]) << UInt64(index &* 8)
    }
    return result
  }

  @inline(__always)
  private static func round(_ lane: UInt64, _ input: UInt64) -> UInt64 {
    rotate(lane &+ input &* prime2, 31) &* prime1
  }

  @inline(__always)
  private static func merge(_ hash: UInt64, _ lane: UInt64) -> UInt64 {
    (hash ^ round(0, lane)) &* prime1 &+ prime4
  }

  @inline(__always)
  private static func rotate(_ value: UInt64, _ count: UInt64) -> UInt64 {
    (value &<< count) | (value &>> (64 &- count))
  }
}
