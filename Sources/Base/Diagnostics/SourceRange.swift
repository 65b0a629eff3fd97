/// A place in a source file: byte offsets from its start, half-open.
package struct SourceRange: Hashable, Sendable {
  /// Offset of the first byte; -1 in `SourceRange.none`.
  package let lower: Int
  /// Offset one past the last byte; never below `lower`.
  package let upper: Int

  /// A range of bytes; an `upper` below `lower` gives an empty range at `lower`.
  package init(lower: Int, upper: Int) {
    self.lower = lower
    self.upper = max(lower, upper)
  }

  /// The empty range at `offset`: a place between two bytes, as where something is missing.
  package init(at offset: Int) {
    self.init(lower: offset, upper: offset)
  }

  /// No place: the finding concerns the whole file or something outside it.
  package static let none = SourceRange(at: -1)

  /// True for `SourceRange.none`.
  package var isNone: Bool { lower < 0 }

  /// True where no byte is covered.
  package var isEmpty: Bool { lower == upper }

  /// The same range so many bytes further on; `none` stays that.
  package func shifted(by distance: Int) -> SourceRange {
    isNone ? self : SourceRange(lower: lower + distance, upper: upper + distance)
  }

  /// The smallest range that covers both; a range that is `none` adds nothing.
  package func union(_ other: SourceRange) -> SourceRange {
    if isNone { return other }
    if other.isNone { return self }
    return SourceRange(lower: min(lower, other.lower), upper: max(upper, other.upper))
  }
}

/// A place in a source file as people count it.
package struct SourcePosition: Hashable, Sendable {
  /// Line number, from 1.
  package let line: Int
  /// Column number, from 1, counted in Unicode scalars; a tab counts one.
  package let column: Int

  /// A position; both numbers count from 1.
  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}

/// A value together with the place where it was written.
package struct Located<Value> {
  /// What was written, as understood.
  package var value: Value
  /// Where it was written; `.none` for a value that comes from a default.
  package var range: SourceRange

  /// A value and its place.
  package init(value: Value, range: SourceRange = .none) {
    self.value = value
    self.range = range
  }

  /// The same place with another value.
  package func map<Other, Failure: Error>(
    _ transform: (Value) throws(Failure) -> Other
  ) throws(Failure) -> Located<Other> {
    Located<Other>(value: try transform(value), range: range)
  }
}

extension Located: Sendable where Value: Sendable {}
extension Located: Equatable where Value: Equatable {}
extension Located: Hashable where Value: Hashable {}
