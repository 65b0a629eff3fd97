import Synchronization

/// A flag that stops a render, and the first error that set it.
package final class Cancellation: Sendable {
  private struct State: Sendable {
    var reason: RenderError?
    var alarms: [@Sendable () -> Void] = []
  }

  private let requested = Atomic<Bool>(false)
  private let state = Mutex(State())

  /// Nothing is asked for yet.
  package init() {}

  /// Whether work should end. Checked once a frame.
  package var isRequested: Bool { requested.load(ordering: .acquiring) }

  /// Asks to stop; only the first reason is kept. Safe in a signal handler's thread, not in the
  /// handler itself.
  package func request(_ reason: RenderError) {
    let alarms = state.withLock { state in
      if state.reason == nil { state.reason = reason }
      requested.store(true, ordering: .releasing)
      defer { state.alarms = [] }
      return state.alarms
    }
    for alarm in alarms { alarm() }
  }

  /// The first reason to stop.
  package var reason: RenderError? { state.withLock { $0.reason } }

  /// Calls `alarm` once, when stopping is asked for, from the thread that asks; here where that was
  /// done before. For whoever waits and cannot look.
  package func whenRequested(_ alarm: @escaping @Sendable () -> Void) {
    let isLate = state.withLock { state in
      if state.reason == nil { state.alarms.append(alarm) }
      return state.reason != nil
    }
    if isLate { alarm() }
  }

  func check() throws(RenderError) {
    if isRequested { throw reason ?? RenderError(.interrupted, "interrupted") }
  }
}
