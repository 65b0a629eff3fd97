import Workers

/// A queue from one thread to another that makes the producer wait when it is full and the consumer
/// when it is empty.
final class BoundedQueue<Element: Sendable>: Sendable {
  private struct State: Sendable {
    var elements: [Element] = []
    var isClosed = false
  }

  private let state = Monitor(State())
  private let capacity: Int

  /// A queue of at most `capacity` elements, at least one.
  init(capacity: Int) { self.capacity = max(1, capacity) }

  /// Waits for a free slot. Returns false when the queue was closed: the element is dropped.
  func push(_ element: Element) -> Bool {
    state.wait { state in
      if state.isClosed { return false }
      guard state.elements.count < capacity else { return nil }
      state.elements.append(element)
      return true
    }
  }

  /// Waits for an element; `nil` once the queue is closed and empty.
  func pop() -> Element? {
    state.wait { state -> Element?? in
      if state.elements.isEmpty { return state.isClosed ? .some(nil) : nil }
      return state.elements.removeFirst()
    }
  }

  /// No more elements; what is queued is still handed out. May be called again.
  func close() { state.change { $0.isClosed = true } }
}
