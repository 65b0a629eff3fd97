/// A value for each frame of a segment.
package enum PerFrame<Value: Hashable & Sendable>: Hashable, Sendable {
  case constant(Value)
  /// Indexed by frame − segment's first frame.
  case varying([Value])

  /// - Parameter offset: frame − segment's first frame.
  @inlinable
  package subscript(offset: Int) -> Value {
    switch self {
    case .constant(let value): value
    case .varying(let values): values[offset]
    }
  }

  /// One value where all are equal.
  @inlinable
  package init(_ values: [Value]) {
    if let first = values.first, values.allSatisfy({ $0 == first }) {
      self = .constant(first)
    } else {
      self = .varying(values)
    }
  }

  /// Each once where all are equal.
  var values: [Value] {
    switch self {
    case .constant(let value): [value]
    case .varying(let values): values
    }
  }

  @inlinable
  package func map<Other: Hashable & Sendable>(_ transform: (Value) -> Other) -> PerFrame<Other> {
    switch self {
    case .constant(let value): .constant(transform(value))
    case .varying(let values): PerFrame<Other>(values.map(transform))
    }
  }
}
