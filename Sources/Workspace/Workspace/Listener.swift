package import Diagnostics

/// Whom engines tell what they find while they work: a console, or whoever else has them work.
package protocol Listener: Sendable {
  /// Takes what was found; never nothing.
  func report(_ findings: [Diagnostic], in file: SourceFile) throws(CommandFailure)

  /// Takes what has to be known: a warning, what was left out. One line.
  func say(_ text: String)

  /// Takes what is good to know and nothing more. One line.
  func tell(_ text: String)
}
