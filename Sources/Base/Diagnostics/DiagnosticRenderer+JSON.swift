extension DiagnosticRenderer {
  /// The findings as one JSON document, in the order given; of thousands with one id the first
  /// 1000, the last of which says how many more there are.
  ///
  /// An array of `{id, severity, origin, message, file, line, column, endLine, endColumn, label,
  /// notes, fixes}`. Lines and columns count from 1, the end is the place after the last character, all
  /// four are null without a place. A note is `{message, line, column, endLine, endColumn}`, a fix
  /// `{message, certain, edits}`, an edit `{line, column, endLine, endColumn, replacement}`.
  package static func json(_ diagnostics: [Diagnostic], in file: SourceFile) -> String {
    var json = JSONWriter()
    json.array { json in
      for diagnostic in diagnostics.folded(sameText: jsonLimit, sameID: jsonLimit) {
        json.object { json in write(diagnostic, in: file, to: &json) }
      }
    }
    return json.text + "\n"
  }

  private static func write(
    _ diagnostic: Diagnostic, in file: SourceFile, to json: inout JSONWriter
  ) {
    json.member("id", diagnostic.id.rawValue)
    json.member("severity", diagnostic.severity.rawValue)
    json.member("origin", diagnostic.origin.rawValue)
    json.member("message", diagnostic.message)
    json.member("file", file.path(of: diagnostic.range))
    write(diagnostic.range, in: file, to: &json)
    json.member("label", diagnostic.label)
    json.key("notes")
    json.array { json in
      for note in diagnostic.notes {
        json.object { json in
          json.member("message", note.message)
          let place = note.range ?? .none
          if file.path(of: place) != file.path(of: diagnostic.range) {
            json.member("file", file.path(of: place))
          }
          write(note.range ?? .none, in: file, to: &json)
        }
      }
    }
    json.key("fixes")
    json.array { json in
      for fix in diagnostic.fixes {
        json.object { json in
          json.member("message", fix.message)
          json.member("certain", fix.isCertain)
          json.key("edits")
          json.array { json in
            for edit in fix.edits {
              json.object { json in
                write(edit.range, in: file, to: &json)
                json.member("replacement", edit.replacement)
              }
            }
          }
        }
      }
    }
  }

  private static func write(
    _ range: SourceRange, in file: SourceFile, to json: inout JSONWriter
  ) {
    let start = range.isNone ? nil : file.position(ofOffset: range.lower)
    let end = range.isNone ? nil : file.position(ofOffset: range.upper)
    json.member("line", start?.line)
    json.member("column", start?.column)
    json.member("endLine", end?.line)
    json.member("endColumn", end?.column)
  }
}
