package import Diagnostics
import Synchronization

/// Keeps what engines find, as text.
package final class CollectedMessages: Listener {
  private let said = Mutex("")
  private let usesColor: Bool

  package init(usesColor: Bool = false) { self.usesColor = usesColor }

  /// All of it, in lines.
  package var text: String { said.withLock { $0 } }

  package func report(_ findings: [Diagnostic], in file: SourceFile) {
    let text = DiagnosticRenderer.text(findings, in: file, color: usesColor)
    said.withLock { $0 += text.hasSuffix("\n") ? text : text + "\n" }
  }

  package func say(_ text: String) { said.withLock { $0 += TerminalText.visible(text) + "\n" } }

  package func tell(_ text: String) { say(text) }
}
