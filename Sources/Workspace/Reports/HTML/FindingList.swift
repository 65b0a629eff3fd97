import Diagnostics

/// Findings as HTML, each with its excerpt of the project file.
struct FindingList {
  var findings: [Diagnostic]
  var file: SourceFile

  /// Empty without findings.
  var html: String {
    if findings.isEmpty { return "" }
    let parts = findings.map { finding in
      let text = DiagnosticRenderer.text([finding], in: file, color: false)
      return "<pre class=\"\(finding.severity.rawValue)\">\(HTMLText.escaped(text))</pre>"
    }
    return "<h2>Findings</h2>\n" + parts.joined(separator: "\n")
  }
}
