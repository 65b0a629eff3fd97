/// A place in a source file: byte offsets from its start, half-open.
public struct SourceRange: Hashable, Sendable {
  /// Offset of the first byte; -1 in `SourceRange.none`.
  public let lower: Int
  /// Offset one past the last byte; never below `lower`.
  public let upper: Int

  /// A range of bytes; an `upper` below `lower` gives an empty range at `lower`.
  public init(lower: Int, upper: Int) {
    self.lower = lower
    self.upper = max(lower, upper)
  }

  /// The empty range at `offset`: a place between two bytes, as where something is missing.
  public init(at offset: Int) {
    self.init(lower: offset, upper: offset)
  }

  /// No place: the finding concerns the whole file or something outside it.
  public static let none = SourceRange(at: -1)

  /// True for `SourceRange.none`.
  public var isNone: Bool { lower < 0 }

  /// True where no byte is covered.
  public var isEmpty: Bool { lower == upper }

  /// The same range so many bytes further on; `none` stays that.
  public func shifted(by distance: Int) -> SourceRange {
    isNone ? self : SourceRange(lower: lower + distance, upper: upper + distance)
  }

  /// The smallest range that covers both; a range that is `none` adds nothing.
  public func union(_ other: SourceRange) -> SourceRange {
    if isNone { return other }
    if other.isNone { return self }
    return SourceRange(lower: min(lower, other.lower), upper: max(upper, other.upper))
  }
}

/// A place in a source file as people count it.
public struct SourcePosition: Hashable, Sendable {
  /// Line number, from 1.
  public let line: Int
  /// Column number, from 1, counted in Unicode scalars; a tab counts one.
  public let column: Int

  /// A position; both numbers count from 1.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}

/// A value together with the place where it was written.
public struct Located<Value> {
  /// What was written, as understood.
  public var value: Value
  /// Where it was written; `.none` for a value that comes from a default.
  public var range: SourceRange

  /// A value and its place.
  public init(value: Value, range: SourceRange = .none) {
    self.value = value
    self.range = range
  }

  /// The same place with another value.
  public func map<Other, Failure: Error>(
    _ transform: (Value) throws(Failure) -> Other
  ) throws(Failure) -> Located<Other> {
    Located<Other>(value: try transform(value), range: range)
  }
}

extension Located: Sendable where Value: Sendable {}
extension Located: Equatable where Value: Equatable {}
extension Located: Hashable where Value: Hashable {}
