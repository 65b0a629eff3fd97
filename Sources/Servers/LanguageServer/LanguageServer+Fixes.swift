import Diagnostics
import EditorText
import JSONRPC
import ProjectFormat
import Workspace

// Ways out of findings, as changes of texts.
extension LanguageServer {
  func codeActions(_ params: JSONValue) -> Answer {
    guard let document = document(params),
      let start = DocumentText.Position(params.at("range", "start")),
      let end = DocumentText.Position(params.at("range", "end"))
    else { return Self.unknownDocument }
    let kinds = params.at("context", "only")?.listValue.compactMap(\.textValue)
    func wants(_ kind: String) -> Bool {
      kinds?.contains { kind == $0 || kind.hasPrefix($0 + ".") || $0.isEmpty } ?? true
    }
    var actions: [FixAction] = []
    var places = Places(client.columns, documentsByPath)
    for identity in projects.keys.sorted() {
      guard let loaded = known(identity) else { continue }
      let own = Self.findings(of: loaded).filter { finding in
        places.located(finding.range, in: loaded.file).uri == document.uri
      }
      if wants("quickfix") {
        for finding in own {
          let range = places.located(finding.range, in: loaded.file).range
          guard range.lowerBound <= end, start <= range.upperBound else { continue }
          let fixes = finding.fixes.filter { !$0.edits.isEmpty }
          for (number, fix) in fixes.enumerated() {
            actions.append(
              FixAction(
                title: fix.message, kind: "quickfix", edits: fix.edits, project: loaded,
                finding: finding, isPreferred: number == 0 && (fix.isCertain || fixes.count == 1)))
          }
        }
      }
      let certain = loaded.file.certainEdits(of: own)
      // Only where it is asked for, or next to what it mends.
      if wants("source.fixAll"), !certain.isEmpty, kinds != nil || !actions.isEmpty {
        actions.append(
          FixAction(
            title: "apply every fix that has only one possible reading", kind: "source.fixAll",
            edits: certain, project: loaded))
      }
    }
    let all = actions
    return .result { json in
      json.array { json in
        var places = Places(self.client.columns, self.documentsByPath)
        for action in all { self.write(action, &places, to: &json) }
      }
    }
  }

  /// A change that a finding offers.
  private struct FixAction {
    var title: String
    var kind: String
    var edits: [Fix.Edit]
    var project: LoadedProject
    var finding: Diagnostic?
    var isPreferred = false
  }

  private func write(_ action: FixAction, _ places: inout Places, to json: inout JSONWriter) {
    json.object { json in
      json.member("title", action.title)
      json.member("kind", action.kind)
      if let finding = action.finding {
        json.key("diagnostics")
        json.array { json in write(finding, of: action.project, &places, to: &json) }
        json.member("isPreferred", action.isPreferred)
      }
      json.key("edit")
      write(
        action.edits.map { edit in
          let place = places.located(edit.range, in: action.project.file)
          return (place.uri, place.range, edit.replacement)
        }, to: &json)
    }
  }

  /// Writes a change of several files: `WorkspaceEdit`.
  func write(
    _ edits: [(uri: String, range: Range<DocumentText.Position>, text: String)],
    to json: inout JSONWriter
  ) {
    var order: [String] = []
    for edit in edits where !order.contains(edit.uri) { order.append(edit.uri) }
    func write(_ uri: String, _ json: inout JSONWriter) {
      json.array { json in
        for edit in edits where edit.uri == uri {
          json.object { json in
            json.key("range")
            json.range(edit.range)
            json.member("newText", edit.text)
          }
        }
      }
    }
    json.object { json in
      guard client.takesDocumentChanges else {
        json.key("changes")
        json.object { json in
          for uri in order {
            json.key(uri)
            write(uri, &json)
          }
        }
        return
      }
      json.key("documentChanges")
      json.array { json in
        for uri in order {
          json.object { json in
            json.key("textDocument")
            json.object { json in
              json.member("uri", uri)
              json.member("version", documents[uri]?.version)
            }
            json.key("edits")
            write(uri, &json)
          }
        }
      }
    }
  }
}
