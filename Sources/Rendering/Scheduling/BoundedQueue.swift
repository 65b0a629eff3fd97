import Dispatch
import Synchronization

/// A queue from one thread to another that makes the producer wait when it is full and the consumer
/// when it is empty.
final class BoundedQueue<Element: Sendable>: Sendable {
  private struct State {
    var elements: [Element] = []
    var isClosed = false
  }

  private let state = Mutex(State())
  // Both begin at 0 and are counted up: a semaphore may not go away below the value it began with,
  // and a queue may be let go with elements in it.
  private let slots = DispatchSemaphore(value: 0)
  private let items = DispatchSemaphore(value: 0)

  /// A queue of at most `capacity` elements, at least one.
  init(capacity: Int) {
    for _ in 0..<max(1, capacity) { slots.signal() }
  }

  /// Waits for a free slot. Returns false when the queue was closed: the element is dropped.
  func push(_ element: Element) -> Bool {
    slots.wait()
    let isAccepted = state.withLock { state in
      if state.isClosed { return false }
      state.elements.append(element)
      return true
    }
    if isAccepted { items.signal() } else { slots.signal() }
    return isAccepted
  }

  /// Waits for an element; `nil` once the queue is closed and empty.
  func pop() -> Element? {
    items.wait()
    let element: Element? = state.withLock { state in
      state.elements.isEmpty ? nil : state.elements.removeFirst()
    }
    // Only the signal of `close` finds nothing; it is passed on to the next call.
    if element == nil { items.signal() } else { slots.signal() }
    return element
  }

  /// No more elements; what is queued is still handed out. May be called again.
  func close() {
    state.withLock { $0.isClosed = true }
    items.signal()
    slots.signal()
  }
}
