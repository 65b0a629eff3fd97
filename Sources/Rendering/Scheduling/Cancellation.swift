import Synchronization

/// A flag that stops a render, and the first error that set it.
public final class Cancellation: Sendable {
  private let requested = Atomic<Bool>(false)
  private let error = Mutex<RenderError?>(nil)

  public init() {}

  /// Whether work should end. Checked once a frame.
  public var isRequested: Bool { requested.load(ordering: .relaxed) }

  /// Asks to stop; only the first reason is kept. Safe in a signal handler's thread, not in the
  /// handler itself.
  public func request(_ reason: RenderError) {
    error.withLock { if $0 == nil { $0 = reason } }
    requested.store(true, ordering: .releasing)
  }

  /// The first reason to stop.
  public var reason: RenderError? { error.withLock { $0 } }

  func check() throws(RenderError) {
    if isRequested { throw reason ?? RenderError(.interrupted, "interrupted") }
  }
}
