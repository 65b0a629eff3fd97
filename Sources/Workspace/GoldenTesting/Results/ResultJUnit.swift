import Diagnostics

/// Results as a JUnit XML file, as continuous integration reads it: a suite a project, a case for
/// each thing that was tested. It holds no times, so that equal results are equal files.
package enum ResultJUnit {
  /// The file, with a line end at the end.
  package static func text(_ results: [ProjectResult]) -> String {
    let suites = results.map { ($0, $0.checks) }
    let checks = suites.flatMap(\.1)
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    text += "<testsuites name=\"cutlist\"\(counts(checks))>\n"
    for (result, checks) in suites {
      let path = XMLText.escaped(result.path)
      text += "  <testsuite name=\"\(path)\"\(counts(checks))>\n"
      for check in checks {
        let head = "    <testcase classname=\"\(path)\" name=\"\(XMLText.escaped(check.name))\""
        guard let first = check.failures.first else {
          text += head + "/>\n"
          continue
        }
        let element = check.isError ? "error" : "failure"
        text += head + ">\n      <\(element) message=\"\(XMLText.escaped(first))\">"
        text += check.failures.map(XMLText.escaped).joined(separator: "\n")
        text += "</\(element)>\n    </testcase>\n"
      }
      text += "  </testsuite>\n"
    }
    return text + "</testsuites>\n"
  }

  private static func counts(_ checks: [ResultCheck]) -> String {
    let failed = checks.filter { !$0.failures.isEmpty }
    let errors = failed.count(where: \.isError)
    return " tests=\"\(checks.count)\" failures=\"\(failed.count - errors)\" errors=\"\(errors)\""
  }
}
