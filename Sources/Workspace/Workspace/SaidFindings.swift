package import Diagnostics
import Synchronization

/// What was said of a project that is looked at once for each of its outputs, so that what is about the project, and not
/// about one of them, is said once.
package final class SaidFindings: Sendable {
  private struct Fact: Hashable {
    var id: MessageID
    var range: SourceRange
    var message: String
  }

  private let facts = Mutex<Set<Fact>>([])

  /// Nothing was said yet.
  package init() {}

  /// Those that nobody has said, which are said from now on. Which output they were found in makes no difference.
  package func new(_ findings: [Diagnostic]) -> [Diagnostic] {
    facts.withLock { facts in
      findings.filter {
        facts.insert(Fact(id: $0.id, range: $0.range, message: $0.message)).inserted
      }
    }
  }
}
