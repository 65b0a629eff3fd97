/// The 64-bit variant of xxHash over a stream of bytes.
///
/// Follows the xxHash specification, version 0.1.1, section "XXH64 algorithm description". This
/// module depends on nothing that has it.
struct XXH64 {
  private static let prime1: UInt64 = 0x9E37_79B1_85EB_CA87
  private static let prime2: UInt64 = 0xC2B2_AE3D_27D4_EB4F
  private static let prime3: UInt64 = 0x1656_67B1_9E37_79F9
  private static let prime4: UInt64 = 0x85EB_CA77_C2B2_AE63
  private static let prime5: UInt64 = 0x27D4_EB2F_1656_67C5
  private static let stripeSize = 32

  private let seed: UInt64
  private var lanes: (UInt64, UInt64, UInt64, UInt64)
  private var totalCount: UInt64 = 0
  /// Bytes that do not fill a stripe yet.
  private var pending = InlineArray<32, UInt8>(repeating: 0)
  private var pendingCount = 0

  /// A hash of no bytes yet.
  init(seed: UInt64 = 0) {
    self.seed = seed
    lanes = (seed &+ Self.prime1 &+ Self.prime2, seed &+ Self.prime2, seed, seed &- Self.prime1)
  }

  /// Appends bytes; how the stream is cut into calls makes no difference.
  mutating func update(_ bytes: RawSpan) {
    totalCount &+= UInt64(bytes.byteCount)
    var position = 0
    while position < bytes.byteCount {
      if pendingCount == 0, bytes.byteCount &- position >= Self.stripeSize {
        position = consume(bytes, from: position)
        continue
      }
      pending[pendingCount] = unsafe bytes.unsafeLoad(fromByteOffset: position, as: UInt8.self)
      pendingCount &+= 1
      position &+= 1
      if pendingCount == Self.stripeSize {
        let stripe = pending
        pendingCount = 0
        _ = unsafe consume(stripe.span.bytes, from: 0)
      }
    }
  }

  /// Appends eight bytes, least significant first.
  mutating func update(_ number: UInt64) {
    let bytes: InlineArray<1, UInt64> = [number.littleEndian]
    unsafe update(bytes.span.bytes)
  }

  /// The hash of everything appended so far.
  func finalize() -> UInt64 {
    var hash = seed &+ Self.prime5
    if totalCount >= UInt64(Self.stripeSize) {
      hash =
        Self.rotate(lanes.0, 1) &+ Self.rotate(lanes.1, 7) &+ Self.rotate(lanes.2, 12)
        &+ Self.rotate(lanes.3, 18)
      for lane in [lanes.0, lanes.1, lanes.2, lanes.3] {
        hash = (hash ^ Self.round(0, lane)) &* Self.prime1 &+ Self.prime4
      }
    }
    hash &+= totalCount
    var position = 0
    while position &+ 8 <= pendingCount {
      hash ^= Self.round(0, number(at: position, count: 8))
      hash = Self.rotate(hash, 27) &* Self.prime1 &+ Self.prime4
      position &+= 8
    }
    if position &+ 4 <= pendingCount {
      hash ^= number(at: position, count: 4) &* Self.prime1
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

  /// Takes all whole stripes from `start` on.
  ///
  /// - Returns: the first byte after these.
  private mutating func consume(_ bytes: RawSpan, from start: Int) -> Int {
    var (lane0, lane1, lane2, lane3) = lanes
    var position = start
    while bytes.byteCount &- position >= Self.stripeSize {
      lane0 = Self.round(lane0, Self.load(bytes, position))
      lane1 = Self.round(lane1, Self.load(bytes, position &+ 8))
      lane2 = Self.round(lane2, Self.load(bytes, position &+ 16))
      lane3 = Self.round(lane3, Self.load(bytes, position &+ 24))
      position &+= Self.stripeSize
    }
    lanes = (lane0, lane1, lane2, lane3)
    return position
  }

  @inline(__always)
  private static func load(_ bytes: RawSpan, _ offset: Int) -> UInt64 {
    // Safe: every bit pattern is a number; the bounds are checked.
    unsafe UInt64(littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  private func number(at position: Int, count: Int) -> UInt64 {
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
  private static func rotate(_ value: UInt64, _ count: UInt64) -> UInt64 {
    (value &<< count) | (value &>> (64 &- count))
  }
}
