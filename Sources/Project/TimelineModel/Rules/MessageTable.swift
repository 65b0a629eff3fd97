package import Diagnostics

/// What there is to say about something, a function for each message, whose id is the function's name.
package protocol MessageTable {}

extension MessageTable {
  /// An error with the id of the function that calls this.
  package static func error(
    _ message: String, _ range: SourceRange, label: String? = nil, notes: [Note] = [],
    fixes: [Fix] = [], function: String = #function
  ) -> Diagnostic {
    Diagnostic(
      id: Diagnostic.id(ofFunction: function), message: message, range: range, label: label,
      notes: notes, fixes: fixes)
  }

  /// A warning in the same way.
  package static func warning(
    _ message: String, _ range: SourceRange, notes: [Note] = [], fixes: [Fix] = [],
    function: String = #function
  ) -> Diagnostic {
    var finding = error(message, range, notes: notes, fixes: fixes, function: function)
    finding.severity = .warning
    return finding
  }
}

extension Diagnostic {
  /// The id that belongs to a message function: that of `unknownKey(_:of:)` is `unknown-key`.
  package static func id(ofFunction function: String) -> String {
    var id = ""
    for character in function.prefix(while: { $0 != "(" }) {
      if character.isUppercase {
        id += "-" + character.lowercased()
      } else {
        id.append(character)
      }
    }
    return id
  }
}
