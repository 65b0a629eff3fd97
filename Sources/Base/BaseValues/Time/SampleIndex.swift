/// The number of a sound sample (one for all channels), counted from 0 at time 0. Negative before that.
public struct SampleIndex: Hashable, Comparable, Sendable {
  /// Every `Int64` is one.
  public var value: Int64

  /// The sample of a number.
  public init(_ value: Int64) { self.value = value }

  /// Whether `a` is heard before `b` at one rate.
  public static func < (a: SampleIndex, b: SampleIndex) -> Bool { a.value < b.value }

  /// The sample `distance` later, or earlier when negative. Stops at the ends of `Int64`.
  public func advanced(by distance: Int64) -> SampleIndex {
    SampleIndex(Int64(clamping: Int128(value) + Int128(distance)))
  }

  /// How many samples later `other` is. Stops at the ends of `Int64`.
  public func distance(to other: SampleIndex) -> Int64 {
    Int64(clamping: Int128(other.value) - Int128(value))
  }
}
