package import Diagnostics

/// What there is to say about something, a function for each message, whose name is that of its id.
package protocol MessageTable {}

extension MessageTable {
  /// An error.
  package static func error(
    _ id: MessageID, _ message: String, _ range: SourceRange, label: String? = nil,
    notes: [Note] = [], fixes: [Fix] = []
  ) -> Diagnostic {
    Diagnostic(id: id, message: message, range: range, label: label, notes: notes, fixes: fixes)
  }

  /// A warning.
  package static func warning(
    _ id: MessageID, _ message: String, _ range: SourceRange, notes: [Note] = [], fixes: [Fix] = []
  ) -> Diagnostic {
    var finding = error(id, message, range, notes: notes, fixes: fixes)
    finding.severity = .warning
    return finding
  }
}
