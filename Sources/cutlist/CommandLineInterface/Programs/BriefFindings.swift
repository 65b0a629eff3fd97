import Diagnostics
import ProgramServer
import TimelineModel

/// The findings about a project for programs that pay for each word: as many as fit, the gravest first,
/// each with the changes that mend it.
///
/// `{ok, errors, warnings, findings, more}`; a finding is `{id, severity, message, file, line, column,
/// notes, fixes}`, a fix `{message, certain, edits}`, an edit `{file, line, column, endLine, endColumn,
/// replacement}` with lines and columns from 1, columns in Unicode scalars. `file` is left out for the
/// project's own; what is empty is left out.
struct BriefFindings {
  var findings: [Diagnostic]
  var file: SourceFile
  /// Findings that are known by now.
  var skipped = 0
  /// What files are called.
  var name: (String) -> String = { $0 }

  /// As JSON without line ends.
  func json(limit: Int = ReplyBudget.textBytes) -> String {
    let errors = findings.count { $0.severity == .error }
    let warnings = findings.count { $0.severity == .warning }
    let ordered =
      findings.filter { $0.severity == .error }
      + findings.filter { $0.severity != .error }
    let head =
      "{\"ok\":\(errors == 0),\"errors\":\(errors),\"warnings\":\(warnings),\"findings\":["
    var texts: [String] = []
    // Room for what follows the last one.
    var size = head.utf8.count + 24
    for finding in ordered.dropFirst(skipped) {
      var text = self.text(of: finding, notes: true)
      if size + text.utf8.count + 1 > limit { text = self.text(of: finding, notes: false) }
      guard size + text.utf8.count + 1 <= limit || texts.isEmpty else { break }
      size += text.utf8.count + 1
      texts.append(text)
    }
    let more = max(0, ordered.count - skipped - texts.count)
    return head + texts.joined(separator: ",") + "],\"more\":\(more)}"
  }

  private func text(of finding: Diagnostic, notes: Bool) -> String {
    var json = JSONWriter(.compact)
    json.object { json in
      json.member("id", finding.id.rawValue)
      json.member("severity", finding.severity.rawValue)
      json.member("message", shortened(finding.message, to: 600))
      let path = file.path(of: finding.range)
      if path != file.path { json.member("file", name(path)) }
      if !finding.range.isNone {
        let start = file.position(ofOffset: finding.range.lower)
        json.member("line", start.line)
        json.member("column", start.column)
      }
      if notes, !finding.notes.isEmpty {
        json.key("notes")
        json.array { json in
          for note in finding.notes.prefix(4) { json.string(shortened(note.message, to: 300)) }
        }
      }
      let fixes = finding.fixes.prefix(3)
      guard !fixes.isEmpty else { return }
      json.key("fixes")
      json.array { json in for fix in fixes { write(fix, beside: path, to: &json) } }
    }
    return json.text
  }

  private func write(_ fix: Fix, beside path: String, to json: inout JSONWriter) {
    json.object { json in
      json.member("message", shortened(fix.message, to: 300))
      if fix.isCertain { json.member("certain", true) }
      guard !fix.edits.isEmpty else { return }
      json.key("edits")
      json.array { json in
        for edit in fix.edits {
          json.object { json in
            let own = file.path(of: edit.range)
            if own != path { json.member("file", name(own)) }
            let start = file.position(ofOffset: edit.range.lower)
            let end = file.position(ofOffset: edit.range.upper)
            json.member("line", start.line)
            json.member("column", start.column)
            json.member("endLine", end.line)
            json.member("endColumn", end.column)
            json.member("replacement", edit.replacement)
          }
        }
      }
    }
  }
}
