import Diagnostics

/// Results for people: a line a project, what differs below it, and a summary at the end.
package enum ResultText {
  /// One project, without a line end at the end.
  package static func text(_ result: ProjectResult) -> String {
    let path = TerminalText.visible(result.path)
    var lines: [String]
    switch result.verdict {
    case .passed:
      let tested = tested(result)
      lines = ["passed  \(path)\(tested.isEmpty ? "" : ": " + tested)"]
    case .failed: lines = ["FAILED  \(path)"]
    case .unavailable: lines = ["cannot be tested  \(path)"]
    }
    lines += findings(result).map { "  " + TerminalText.visible($0) }
    for update in result.updates {
      lines.append("  \(TerminalText.visible(update.path)): \(TerminalText.visible(update.text))")
    }
    return lines.joined(separator: "\n")
  }

  /// `3 projects: 2 passed, 1 failed`
  package static func summary(_ results: [ProjectResult]) -> String {
    func count(_ verdict: Verdict) -> Int { results.count { $0.verdict == verdict } }
    var parts = ["\(count(.passed)) passed"]
    if count(.failed) > 0 { parts.append("\(count(.failed)) failed") }
    if count(.unavailable) > 0 { parts.append("\(count(.unavailable)) could not be tested") }
    let files = results.reduce(0) { $0 + $1.updates.count }
    if files > 0 { parts.append("\(Counted.text(files, "golden file")) written or removed") }
    return "\(Counted.text(results.count, "project")): \(parts.joined(separator: ", "))"
  }

  /// What is wrong, and what is worth knowing although it is not.
  package static func findings(_ result: ProjectResult) -> [String] {
    result.checks.flatMap { check in
      let head = check.name == "project" ? "" : check.name + ": "
      return check.failures.map { head + $0 } + check.notes.map { "note: " + head + $0 }
    }
  }

  /// `50 frames, 2 seconds of sound, plan, 3 expectations`; empty where nothing was tested.
  package static func tested(_ result: ProjectResult) -> String {
    var parts: [String] = []
    if let pictures = result.pictures {
      parts.append(Counted.text(pictures.tested.count, "frame"))
    }
    if let sound = result.sound {
      parts.append(Counted.text(sound.testedCount, "second", "of sound"))
    }
    if result.plan != nil { parts.append("plan") }
    if !result.expectations.isEmpty {
      parts.append(Counted.text(result.expectations.count, "expectation"))
    }
    return parts.joined(separator: ", ")
  }
}

extension GoldenUpdate {
  var text: String {
    switch action {
    case .new: "new"
    case .changed(let what): what
    case .removed: "removed"
    }
  }
}
