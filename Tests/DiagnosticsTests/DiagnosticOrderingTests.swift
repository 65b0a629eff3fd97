import Diagnostics
import Testing
import SeededNumbers

@Suite("Order of findings")
struct DiagnosticOrderingTests {
  @Test("findings are sorted by place, severity and id, whatever order they were found in")
  func sorting() {
    func finding(_ id: String, _ severity: Severity, _ range: SourceRange) -> Diagnostic {
      Diagnostic(id: id, severity: severity, message: "m", range: range)
    }
    let sorted = [
      finding("z", .note, .none),
      finding("b", .error, SourceRange(at: 4)),
      finding("c", .error, SourceRange(at: 4)),
      finding("c", .error, SourceRange(lower: 4, upper: 5)),
      finding("a", .warning, SourceRange(at: 4)),
      finding("a", .note, SourceRange(at: 4)),
      finding("a", .error, SourceRange(at: 7)),
    ]
    var random = SeededGenerator(seed: 7)
    for _ in 0..<50 {
      #expect((sorted + sorted).shuffled(using: &random).sortedByLocation() == sorted)
    }
  }

  @Test("findings that differ in their notes alone are all kept, in the order found")
  func notes() {
    let findings = ["b", "a", "c"].map {
      Diagnostic(id: "x", message: "m", notes: [Note(message: $0)])
    }
    #expect(findings.sortedByLocation() == findings)
  }

  @Test("only errors count as errors")
  func errors() {
    let warning = Diagnostic(id: "x", severity: .warning, message: "m")
    let error = Diagnostic(id: "x", message: "m")
    #expect(![warning].containsErrors)
    #expect([warning, error].containsErrors)
    #expect(![Diagnostic]().containsErrors)
  }
}
