/// Why executing a plan ended early.
package struct RenderError: Error, Hashable, Sendable {
  /// What failed; decides the exit status of a command.
  package enum Kind: Hashable, Sendable {
    /// A source could not be read or decoded.
    case media
    /// The output or a store could not be written.
    case disk
    /// The encoder or muxer refused.
    case encoder
    /// The caller asked to stop.
    case interrupted
  }

  /// Who or what is to blame.
  package var kind: Kind
  /// What was being done, with the file's name and the system's reason: lower case, no full stop.
  package var message: String
  /// The output frame at which it happened, where that is known.
  package var frame: Int?

  /// An error; the message in lower case, without a full stop.
  package init(_ kind: Kind, _ message: String, frame: Int? = nil) {
    self.kind = kind
    self.message = message
    self.frame = frame
  }
}

extension RenderError {
  /// A source that memory does not suffice for.
  ///
  /// - Parameter part: what could not be read of it.
  package static func memory(_ name: String, _ part: String) -> RenderError {
    RenderError(
      .media,
      "\(name): there is no memory to read \(part); make some free, allow more (ulimit -v) or use fewer "
        + "--jobs")
  }
}
