/// The arithmetic of `FieldRows`.
///
/// Nothing branches on samples: compilers make vectors of comparing and selecting.
struct FieldFilter {
  let maximum: UInt16
  let hasPictureBefore: Bool

  // Weston's filter, 1.13 fixed point: low frequencies of the own field (1.052, −0.052), high ones
  // of the later fields (0.680, −0.464, 0.124, a quarter of them), and the own field alone (1.239,
  // −0.239); each applied to the sum of two samples. Negative shares are applied to negative sums:
  // so the compiler sees factors of 16 bits, which it has instructions for.
  private static let bits: Int32 = 13
  private static let low: (Int32, Int32) = (4309, 213)
  private static let high: (Int32, Int32, Int32) = (5570, 3801, 1016)
  private static let alone: (Int32, Int32) = (5077, 981)

  /// Writes as many samples as `bytes` holds, little-endian.
  ///
  /// - Parameters:
  ///   - lane: holds the sum of any four samples.
  ///   - rows: rows of `FieldRows.capacity` samples by their slots.
  ///   - stored: holds any sample.
  @inline(__always)
  func apply<
    Lane: FixedWidthInteger & SignedInteger,
    Stored: FixedWidthInteger & UnsignedInteger & BitwiseCopyable
  >(
    _ lane: Lane.Type, _ rows: Span<UInt16>, _ stored: Stored.Type,
    _ bytes: inout MutableSpan<UInt8>
  ) {
    if hasPictureBefore {
      write(Stored.self, rows, &bytes) { at -> Lane in Self.moving(at) }
    } else {
      write(Stored.self, rows, &bytes) { at -> Lane in Self.ownField(at) }
    }
  }

  @inline(__always)
  private func write<
    Lane: FixedWidthInteger & SignedInteger,
    Stored: FixedWidthInteger & UnsignedInteger & BitwiseCopyable
  >(
    _ stored: Stored.Type, _ rows: Span<UInt16>, _ bytes: inout MutableSpan<UInt8>,
    _ wanted: (_ at: (FieldRows.Part) -> Lane) -> Lane
  ) {
    let size = MemoryLayout<Stored>.size
    let count = bytes.count / size
    precondition(
      count <= FieldRows.capacity && rows.count == 18 * FieldRows.capacity,
      "\(count) samples at once")
    let maximum = Lane(truncatingIfNeeded: maximum)
    var output = unsafe bytes.mutableBytes
    for x in 0..<count {
      let sample = wanted { part in
        // Safe: `x` is below `capacity`.
        Lane(truncatingIfNeeded: unsafe rows[unchecked: part.slot &* FieldRows.capacity &+ x])
      }
      let held = Self.lesser(Self.greater(sample, 0), maximum)
      // Safe: `bytes` holds `count` samples.
      unsafe output.storeBytes(
        of: Stored(truncatingIfNeeded: held).littleEndian, toUncheckedByteOffset: x &* size,
        as: Stored.self)
    }
  }

  /// From the own field alone.
  @inline(__always)
  private static func ownField<Lane: FixedWidthInteger & SignedInteger>(
    _ at: (FieldRows.Part) -> Lane
  ) -> Lane {
    alone(at(.own(-1)) &+ at(.own(1)), 0 &- (at(.own(-3)) &+ at(.own(3))))
  }

  /// From the rows of all fields.
  @inline(__always)
  private static func moving<Lane: FixedWidthInteger & SignedInteger>(
    _ at: (FieldRows.Part) -> Lane
  ) -> Lane {
    @inline(__always)
    func later(_ distance: Int) -> Lane {
      at(.laterBefore(distance)) &+ at(.laterAfter(distance))
    }
    let (upper, lower) = (at(.own(-1)), at(.own(1)))
    let (now, nowAbove, nowBelow) = (later(0), later(-2), later(2))
    let still = now >> 1
    let change = size(at(.laterBefore(0)) &- at(.laterAfter(0)))

    // How far the sample may be from `still`.
    let changeBefore =
      (size(at(.earlierBefore(-1)) &- upper) &+ size(at(.earlierBefore(1)) &- lower)) >> 1
    let changeAfter =
      (size(at(.earlierAfter(-1)) &- upper) &+ size(at(.earlierAfter(1)) &- lower)) >> 1
    let movement = greater(change >> 1, greater(changeBefore, changeAfter))
    let above = nowAbove >> 1 &- upper
    let below = nowBelow >> 1 &- lower
    let (fromUpper, fromLower) = (still &- upper, still &- lower)
    let most = greater(greater(fromUpper, fromLower), lesser(above, below))
    let least = lesser(lesser(fromUpper, fromLower), greater(above, below))
    let farthest = greater(movement, greater(least, 0 &- most))
    let reach = movement == 0 ? 0 : farthest

    let own = upper &+ lower
    let minusOuter = 0 &- (at(.own(-3)) &+ at(.own(3)))
    let high =
      (Self.high.0 &* wide(now) &+ Self.high.1 &* wide(0 &- (nowAbove &+ nowBelow))
        &+ Self.high.2 &* wide(later(-4) &+ later(4))) >> 2
    let mixed = narrow(
      (high &+ low.0 &* wide(own) &+ low.1 &* wide(minusOuter)) >> bits, as: Lane.self)
    let alone = alone(own, minusOuter)
    let wanted = size(upper &- lower) > change ? mixed : alone
    return lesser(greater(wanted, still &- reach), still &+ reach)
  }

  @inline(__always)
  private static func alone<Lane: FixedWidthInteger & SignedInteger>(
    _ own: Lane, _ minusOuter: Lane
  ) -> Lane {
    narrow((alone.0 &* wide(own) &+ alone.1 &* wide(minusOuter)) >> bits, as: Lane.self)
  }

  // MARK: - Without branches

  @inline(__always)
  private static func wide<Lane: FixedWidthInteger>(_ value: Lane) -> Int32 {
    Int32(truncatingIfNeeded: value)
  }

  @inline(__always)
  private static func narrow<Lane: FixedWidthInteger>(_ value: Int32, as: Lane.Type) -> Lane {
    Lane(truncatingIfNeeded: value)
  }

  @inline(__always)
  private static func lesser<Number: FixedWidthInteger>(_ a: Number, _ b: Number) -> Number {
    a < b ? a : b
  }

  @inline(__always)
  private static func greater<Number: FixedWidthInteger>(_ a: Number, _ b: Number) -> Number {
    a > b ? a : b
  }

  @inline(__always)
  private static func size<Lane: FixedWidthInteger & SignedInteger>(_ value: Lane) -> Lane {
    greater(value, 0 &- value)
  }
}
