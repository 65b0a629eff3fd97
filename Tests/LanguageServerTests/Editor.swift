import Diagnostics
import JSONRPC
import LanguageServer
import Testing
import Workspace

/// An editor that talks to a server in the same process.
final class Editor {
  let server: LanguageServer
  private(set) var messages: [JSONValue] = []
  private var number = 0

  init(
    _ options: WorkspaceOptions = WorkspaceOptions(), encoding: String = "utf-16",
    watchesFiles: Bool = false
  ) {
    server = LanguageServer(options, program: "test")
    _ = ask(
      "initialize",
      """
      {"capabilities":{"general":{"positionEncodings":["\(encoding)"]},"textDocument":
      {"publishDiagnostics":{"relatedInformation":true},"completion":{"completionItem":
      {"snippetSupport":false}},"documentSymbol":{"hierarchicalDocumentSymbolSupport":true}},
      "workspace":{"didChangeWatchedFiles":{"dynamicRegistration":\(watchesFiles)}}}}
      """)
    tell("initialized", "{}")
  }

  static func json(_ text: String) -> JSONValue {
    JSONParser.parse(SourceFile(path: "", text: text)).value ?? RPCMessage.none
  }

  /// Takes what the server has sent.
  func take(_ texts: [String]) { messages += texts.map { Self.json($0) } }

  /// Asks and gives the whole answer.
  @discardableResult
  func ask(_ method: String, _ params: String, isCancelled: Bool = false) -> JSONValue {
    number += 1
    let text =
      "{\"jsonrpc\":\"2.0\",\"id\":\(number),\"method\":\"\(method)\",\"params\":\(params)}"
    let answers = server.receive(RPCMessage(Array(text.utf8)), isCancelled: isCancelled)
    take(answers)
    return messages.last { $0["id"] != nil } ?? RPCMessage.none
  }

  func tell(_ method: String, _ params: String) {
    let text = "{\"jsonrpc\":\"2.0\",\"method\":\"\(method)\",\"params\":\(params)}"
    take(server.receive(RPCMessage(Array(text.utf8))))
  }

  func open(_ path: String, _ text: String, version: Int = 1) {
    tell(
      "textDocument/didOpen",
      """
      {"textDocument":{"uri":"file://\(path)","languageId":"json","version":\(version),
      "text":\(JSONText.quoted(text))}}
      """)
  }

  func change(_ path: String, _ range: String?, _ text: String, version: Int = 2) {
    let place = range.map { "\"range\":\($0)," } ?? ""
    tell(
      "textDocument/didChange",
      """
      {"textDocument":{"uri":"file://\(path)","version":\(version)},
      "contentChanges":[{\(place)"text":\(JSONText.quoted(text))}]}
      """)
  }

  /// Has the server look at a change alone.
  func finish(_ work: NearWork) { take(server.finish(work.done())) }

  /// Has the server work out all that it has to, the sound too.
  func settle() {
    while true {
      if server.hasWork {
        take(server.work())
      } else if let work = server.soundWork() {
        take(server.finish(work.mixed()))
      } else {
        return
      }
    }
  }

  /// The findings that were sent last for a file.
  func findings(_ path: String) -> [JSONValue] {
    let last = messages.last {
      $0["method"]?.textValue == "textDocument/publishDiagnostics"
        && $0.at("params", "uri")?.textValue == "file://\(path)"
    }
    return last?.at("params", "diagnostics")?.listValue ?? []
  }

  /// Parameters for a place: the first `|` of a text, which is taken out.
  static func place(_ path: String, in text: String) -> (text: String, params: String) {
    var line = 0
    var column = 0
    for character in text.unicodeScalars {
      if character == "|" { break }
      if character == "\n" {
        line += 1
        column = 0
      } else {
        column += UTF16.width(character)
      }
    }
    let clean = text.replacing("|", with: "", maxReplacements: 1)
    return (
      clean,
      "{\"textDocument\":{\"uri\":\"file://\(path)\"},\"position\":{\"line\":\(line),\"character\":\(column)}}"
    )
  }
}
