import Diagnostics
import Testing
import SeededNumbers

@Suite("Order of findings")
struct DiagnosticOrderingTests {
  @Test("findings are sorted by place, severity and id, whatever order they were found in")
  func sorting() {
    func finding(_ id: MessageID, _ severity: Severity, _ range: SourceRange) -> Diagnostic {
      Diagnostic(id: id, severity: severity, message: "m", range: range)
    }
    let sorted = [
      finding(.wrongCount, .note, .none),
      finding(.duckCycle, .error, SourceRange(at: 4)),
      finding(.jsonSyntax, .error, SourceRange(at: 4)),
      finding(.jsonSyntax, .error, SourceRange(lower: 4, upper: 5)),
      finding(.clipBackwards, .warning, SourceRange(at: 4)),
      finding(.clipBackwards, .note, SourceRange(at: 4)),
      finding(.clipBackwards, .error, SourceRange(at: 7)),
    ]
    var random = SeededGenerator(seed: 7)
    for _ in 0..<50 {
      #expect((sorted + sorted).shuffled(using: &random).sortedByLocation() == sorted)
    }
  }

  @Test("findings that differ in their notes alone are all kept, in the order found")
  func notes() {
    let findings = ["b", "a", "c"].map {
      Diagnostic(id: .jsonSyntax, message: "m", notes: [Note(message: $0)])
    }
    #expect(findings.sortedByLocation() == findings)
  }

  @Test("only errors count as errors")
  func errors() {
    let warning = Diagnostic(id: .jsonSyntax, severity: .warning, message: "m")
    let error = Diagnostic(id: .jsonSyntax, message: "m")
    #expect(![warning].containsErrors)
    #expect([warning, error].containsErrors)
    #expect(![Diagnostic]().containsErrors)
  }
}
