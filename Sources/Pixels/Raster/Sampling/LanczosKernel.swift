/// The window of Lanczos with three lobes, `sinc(x) · sinc(x / 3)`, as taps in integers.
///
/// Where a picture gets smaller the window is widened by the same factor, so that what is finer than
/// the result's samples is averaged away. Taps are in 1/16384 and add up to exactly that.
package struct LanczosKernel: Hashable, Sendable {
  /// What the taps of a sample add up to.
  static let one: Int32 = 16384
  /// Positions are in 1/1024 of a source sample.
  static let positionBits: Int64 = 10

  private static let lobes: Int64 = 3
  private static let unit: Int64 = 1 << positionBits
  /// Fractional bits of arguments of the window.
  private static let argumentBits: Int64 = 30
  /// Fractional bits between two entries of the table.
  private static let stepBits: Int64 = 20

  /// Half of the window, `unit` entries a lobe, in 2^-24.
  private static let table: [Int64] = (0...lobes * unit + 1).map { index in
    let x = Double(index) / Double(unit)
    guard index > 0 else { return 1 << 24 }
    // Zero at whole numbers, whatever the last bit of π.
    guard index % unit != 0, index < lobes * unit else { return 0 }
    let value = Sine.of(turns: x / 2) * Sine.of(turns: x / 6) * 3 / (Sine.pi * Sine.pi * x * x)
    return Int64((value * Double(1 << 24)).rounded())
  }

  /// Number of taps of each sample.
  package let count: Int
  /// From the window's centre to its end, in positions.
  private let reach: Int64
  /// Arguments of the window for a step of one position.
  private let narrowing: Int64

  /// - Parameters:
  ///   - step: source samples for a sample of the result, as a fraction of `unit`; below 1 nothing
  ///     is widened.
  ///   - unit: greater than 0.
  package init(step: Int64, over unit: Int64) {
    let (step, unit) = (Int128(max(step, unit)), Int128(unit))
    narrowing = Int64(truncatingIfNeeded: (unit << Int128(Self.stepBits)) / step)
    reach = Int64(
      truncatingIfNeeded: (Int128(Self.lobes * Self.unit) * step + unit - 1) / unit)
    count = Int((2 * reach + Self.unit - 1) >> Self.positionBits)
  }

  /// Writes the taps of a sample.
  ///
  /// - Parameters:
  ///   - position: of the sample, from the centre of the first one of the source.
  ///   - taps: receives `count` taps.
  /// - Returns: the index of the first tap's source sample, perhaps outside of the source.
  package func write(at position: Int64, into taps: inout MutableSpan<Int32>) -> Int {
    precondition(taps.count == count, "\(taps.count) of \(count) taps")
    let first = ((position &- reach) >> Self.positionBits) &+ 1
    var weight: Int64 = 0
    // A window's values add up to about 2^24 times its widening, which is at most 2^16.
    var distance = (first << Self.positionBits) &- position
    for k in taps.indices {
      let value = Self.value(Int64(distance.magnitude) &* narrowing)
      taps[k] = Int32(truncatingIfNeeded: value)
      weight &+= value
      distance &+= Self.unit
    }
    // Each tap is what its end of the running sum adds to its beginning, so no error adds up.
    let share = (Int64(Self.one) << 40) / weight
    var sum: Int64 = 0
    var end: Int64 = 0
    for k in taps.indices {
      sum &+= Int64(taps[k])
      let next = (sum &* share &+ 1 << 39) >> 40
      taps[k] = Int32(truncatingIfNeeded: next &- end)
      end = next
    }
    return Int(first)
  }

  /// The window at an argument in 2^-30, between two entries of the table on the line through them.
  @inline(__always)
  private static func value(_ argument: Int64) -> Int64 {
    let index = Int(truncatingIfNeeded: argument >> stepBits)
    guard index < table.count - 1 else { return 0 }
    let share = argument & (1 << stepBits - 1)
    return table[index] &+ ((table[index &+ 1] &- table[index]) &* share) >> stepBits
  }
}
