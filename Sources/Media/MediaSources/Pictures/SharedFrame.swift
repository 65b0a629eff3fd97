package import LibAV

/// A decoded picture that several images may look into.
package final class SharedFrame: Sendable {
  private let frame: VideoFrame

  package init(_ frame: consuming VideoFrame) { self.frame = frame }

  package func withFrame<R, E: Error>(_ body: (borrowing VideoFrame) throws(E) -> R) throws(E) -> R
  {
    try body(frame)
  }
}
