import Diagnostics
import Synchronization
import Workspace

/// Keeps what engines find, as text.
final class CollectedMessages: Listener {
  private let said = Mutex("")
  private let usesColor: Bool

  init(usesColor: Bool) { self.usesColor = usesColor }

  /// All of it, in lines.
  var text: String { said.withLock { $0 } }

  func report(_ findings: [Diagnostic], in file: SourceFile) {
    let text = DiagnosticRenderer.text(findings, in: file, color: usesColor)
    said.withLock { $0 += text.hasSuffix("\n") ? text : text + "\n" }
  }

  func say(_ text: String) { said.withLock { $0 += TerminalText.visible(text) + "\n" } }

  func tell(_ text: String) { say(text) }
}
