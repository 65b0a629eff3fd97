/// The number of a picture, counted from 0 at time 0. Negative before that.
public struct FrameIndex: Hashable, Comparable, Sendable {
  /// Every `Int64` is one.
  public var value: Int64

  /// The picture of a number.
  public init(_ value: Int64) { self.value = value }

  /// Whether `a` is shown before `b` at one rate.
  public static func < (a: FrameIndex, b: FrameIndex) -> Bool { a.value < b.value }

  /// The frame `distance` later, or earlier when negative. Stops at the ends of `Int64`.
  public func advanced(by distance: Int64) -> FrameIndex {
    FrameIndex(Int64(clamping: Int128(value) + Int128(distance)))
  }

  /// How many frames later `other` is. Stops at the ends of `Int64`.
  public func distance(to other: FrameIndex) -> Int64 {
    Int64(clamping: Int128(other.value) - Int128(value))
  }
}
