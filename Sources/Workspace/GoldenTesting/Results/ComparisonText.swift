import Diagnostics

/// What two movies have different, for people.
package enum ComparisonText {
  /// Without a line end at the end.
  package static func text(_ result: ProjectResult, a: String, b: String) -> String {
    let names = "\(TerminalText.visible(a)) and \(TerminalText.visible(b))"
    if result.verdict == .passed {
      let frames = Counted.text(result.pictures?.tested.count ?? 0, "frame")
      let sound = result.sound.map {
        " and \(Counted.text($0.testedCount, "second", "of sound"))"
      }
      return "\(names) are the same: \(frames)\(sound ?? "")"
    }
    var lines = ["\(names) differ"]
    for check in result.checks {
      for text in check.failures { lines.append("  \(TerminalText.visible(text))") }
    }
    if let loudness = result.sound?.loudness, loudness.expected != loudness.actual {
      let words = [loudness.actual, loudness.expected].map { $0.map { "\($0) LUFS" } ?? "silence" }
      lines.append("  loudness \(words[0]), was \(words[1])")
    }
    return lines.joined(separator: "\n")
  }
}
