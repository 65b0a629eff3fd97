/// Shows findings: as text for people, as JSON for programs.
package enum DiagnosticRenderer {
  /// How many findings `text` prints unless told otherwise.
  package static let defaultLimit = 100
  /// How many findings that say the same `text` prints.
  static let equalLimit = 6
  /// How many findings of one id `json` writes.
  static let jsonLimit = 1000

  /// The findings as text, in the order given, each ending in a line end.
  ///
  /// ```
  /// promo.json:41:18: error: clip 'intro' ends 12 frames after its media [clip-within-media]
  ///  41 |       "out": "00:00:10:12"
  ///     |              ^~~~~~~~~~~~~ frame 252
  /// note: 'intro.mov' has 240 frames at 24 fps (promo.json:9:7)
  /// fix: set "out" to "00:00:10:00"
  /// ```
  /// What `check --fix` does by itself has `[--fix]` behind it. A long line is cut to the part around the place, a range over several lines is underlined on
  /// its first, and characters that act on a terminal are replaced by visible ones.
  /// - Parameters:
  ///   - color: use ANSI colour codes.
  ///   - limit: print at most this many, errors before warnings, then `… and K more`. Of many that
  ///     say the same only the first few are printed.
  package static func text(
    _ diagnostics: [Diagnostic], in file: SourceFile, color: Bool, limit: Int = defaultLimit
  ) -> String {
    let folded = diagnostics.folded(sameText: equalLimit, sameID: .max)
    let (shown, hidden) = folded.capped(to: limit)
    var result = ""
    for diagnostic in shown {
      result += text(diagnostic, in: file, paint: Paint(isOn: color))
    }
    if hidden > 0 { result += "… and \(hidden) more\n" }
    return result
  }

  private static func text(_ diagnostic: Diagnostic, in file: SourceFile, paint: Paint) -> String {
    var lines: [String] = []
    let place = place(diagnostic.range, in: file)
    let severity = paint(diagnostic.severity.rawValue + ":", .severity(diagnostic.severity))
    let message = paint(TerminalText.visible(diagnostic.message), .bold)
    lines.append("\(paint(place + ":", .bold)) \(severity) \(message) [\(diagnostic.id)]")
    if !diagnostic.range.isNone, diagnostic.showsLine {
      let excerpt = Excerpt(of: diagnostic.range, in: file)
      let number = String(file.position(ofOffset: diagnostic.range.lower).line)
      let gutter = String(repeating: " ", count: number.utf8.count)
      lines.append(" \(number) | \(excerpt.text)".trimmingTrailingSpaces)
      let marks = "^" + String(repeating: "~", count: excerpt.width - 1)
      let label = diagnostic.label.map { " " + TerminalText.visible($0) } ?? ""
      let indent = String(repeating: " ", count: excerpt.indent)
      lines.append(" \(gutter) | \(indent)\(paint(marks + label, .mark))")
    }
    for note in diagnostic.notes {
      let place = note.range.map { $0.isNone ? "" : " (\(Self.place($0, in: file)))" } ?? ""
      lines.append("\(paint("note:", .note)) \(TerminalText.visible(note.message))\(place)")
    }
    for fix in diagnostic.fixes {
      let mark = fix.isCertain ? " [--fix]" : ""
      lines.append("\(paint("fix:", .mark)) \(TerminalText.visible(fix.message))\(mark)")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// `path:line:column`, or the path alone where there is no place.
  private static func place(_ range: SourceRange, in file: SourceFile) -> String {
    let path = TerminalText.visible(file.path(of: range))
    if range.isNone { return path }
    let position = file.position(ofOffset: range.lower)
    return "\(path):\(position.line):\(position.column)"
  }
}

/// Colours for a terminal, or none.
private struct Paint {
  enum Role {
    case bold, note, mark
    case severity(Severity)
  }

  let isOn: Bool

  func callAsFunction(_ text: String, _ role: Role) -> String {
    if !isOn { return text }
    let code =
      switch role {
      case .bold: "1"
      case .mark: "32"
      case .severity(.error): "1;31"
      case .severity(.warning): "1;33"
      case .note, .severity(.note): "1;36"
      }
    return "\u{1B}[\(code)m\(text)\u{1B}[0m"
  }
}

extension String {
  fileprivate var trimmingTrailingSpaces: String {
    String(self[..<(lastIndex { $0 != " " }.map(index(after:)) ?? startIndex)])
  }
}
