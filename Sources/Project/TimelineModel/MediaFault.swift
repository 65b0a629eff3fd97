package import BaseValues

/// Something about a source's pictures that a person has to know who shows them.
package struct MediaFault: Hashable, Sendable {
  /// What it is: lower case, no full stop, about "it".
  package var message: String
  /// The source time that it concerns; `nil` for all of it.
  package var range: TimeRange?

  /// A fault; nothing is checked.
  package init(_ message: String, at range: TimeRange? = nil) {
    self.message = message
    self.range = range
  }
}
