extension PerFrame {
  /// The values of some of the frames. - Precondition: within the frames.
  package func slice(_ offsets: Range<Int>) -> PerFrame {
    switch self {
    case .constant: return self
    case .varying(let values):
      return offsets == values.indices ? self : PerFrame(Array(values[offsets]))
    }
  }

  package func map<Other: Hashable & Sendable>(_ transform: (Value) -> Other) -> PerFrame<Other> {
    switch self {
    case .constant(let value): .constant(transform(value))
    case .varying(let values): PerFrame<Other>(values.map(transform))
    }
  }
}

extension PlannedPicture {
  package func slice(_ offsets: Range<Int>) -> PlannedPicture {
    PlannedPicture(
      origin: origin, content: content.slice(offsets), weight: weight.slice(offsets),
      geometry: geometry.slice(offsets), window: window.slice(offsets))
  }
}

extension PlannedLayer {
  package func slice(_ offsets: Range<Int>) -> PlannedLayer {
    switch self {
    case .single(let picture): return .single(picture.slice(offsets))
    case .transition(var transition):
      transition.from = transition.from?.slice(offsets)
      transition.to = transition.to?.slice(offsets)
      if case .dissolve(let weights) = transition.blend {
        transition.blend = .dissolve(weights.slice(offsets))
      }
      return .transition(transition)
    }
  }
}
