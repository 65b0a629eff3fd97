import Dispatch
import Synchronization

/// A queue between two threads that makes the producer wait when it is full and the consumer when
/// it is empty.
final class BoundedQueue<Element: Sendable>: Sendable {
  private struct State {
    var elements: [Element] = []
    var head = 0
    var closed = false
  }

  private let state = Mutex(State())
  private let slots: DispatchSemaphore
  private let items = DispatchSemaphore(value: 0)

  init(capacity: Int) { slots = DispatchSemaphore(value: max(1, capacity)) }

  /// Waits for a free slot. Returns false when the queue was closed: the element is dropped.
  func push(_ element: Element) -> Bool {
    slots.wait()
    let accepted = state.withLock { state in
      if state.closed { return false }
      state.elements.append(element)
      return true
    }
    if accepted { items.signal() } else { slots.signal() }
    return accepted
  }

  /// Waits for an element; `nil` once the queue is closed and empty.
  func pop() -> Element? {
    items.wait()
    let element: Element? = state.withLock { state in
      guard state.head < state.elements.count else { return nil }
      let element = state.elements[state.head]
      state.head += 1
      if state.head > 64 {
        state.elements.removeFirst(state.head)
        state.head = 0
      }
      return element
    }
    if element == nil { items.signal() } else { slots.signal() }
    return element
  }

  /// No more elements; what is queued is still handed out.
  func close() {
    state.withLock { $0.closed = true }
    items.signal()
    slots.signal()
  }
}
