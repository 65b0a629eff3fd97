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

/// Text as XML 1.0 writes it.
package enum XMLText {
  /// Text for content and for attribute values; characters that XML cannot hold become U+FFFD.
  package static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&apos;"
      case "\t", "\n", "\r": result += "&#\(scalar.value);"
      case "\u{20}"..."\u{D7FF}", "\u{E000}"..."\u{FFFD}", "\u{10000}"..."\u{10FFFF}":
        result.unicodeScalars.append(scalar)
      default: result += "\u{FFFD}"
      }
    }
    return result
  }
}
