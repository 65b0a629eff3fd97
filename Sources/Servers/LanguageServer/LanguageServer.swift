import Diagnostics
import EditorText
package import JSONRPC
import TimelineModel
package import Workspace

/// Answers an editor by the Language Server Protocol 3.17: messages in, messages out.
///
/// ```
/// editor ─▶ receive ─▶ answers at once
///                └───▶ work ─▶ findings, once there is nothing more to receive
///                        └──▶ soundWork ─▶ mixed by another thread ─▶ finish ─▶ all findings
/// ```
/// One thread at a time may use it. It reads files and never writes one; what is to be changed it tells
/// the editor.
package final class LanguageServer {
  /// What holds for all projects.
  var options: WorkspaceOptions
  let program: String
  /// Documents that are open, by their addresses.
  var documents: [String: OpenDocument] = [:]
  /// Projects that are looked at, by the paths of their files, links followed.
  var projects: [String: ServedProject] = [:]
  /// Files that are not open, as they were looked through last.
  var storedFiles: [String: ScopeFile] = [:]
  /// Small pictures of media, by what they show; empty where there is none.
  var pictures: [String: String] = [:]
  /// Folders that are open in the editor.
  var folders: [String] = []
  var client = ClientAbilities()
  /// What is to be sent without having been asked for.
  var outbox: [String] = []
  /// Projects with longer texts are not loaded while somebody waits: what was changed is looked at first. In bytes.
  package var largeText = OpenDocument.largeText
  /// The process that asked for the server, as far as it can be seen; without it nobody is there any more.
  private(set) var parent: Int32?
  private var phase = Phase.fresh

  private enum Phase {
    case fresh, initialized, shutDown
  }

  /// With what the process ends, once it is to end.
  package private(set) var exitStatus: Int32?

  /// - Parameters:
  ///   - options: limits, confinement and cache; a memory for media is added.
  ///   - program: the version that is told to editors.
  package init(_ options: WorkspaceOptions = WorkspaceOptions(), program: String = "") {
    self.options = options
    self.program = program
    if options.memory == nil { self.options.memory = MediaMemory() }
  }

  // MARK: - Messages

  /// Takes a message.
  ///
  /// - Parameter isCancelled: whether who asked has said by now not to want to know any more.
  /// - Returns: what is to be sent, in this order.
  package func receive(_ message: RPCMessage, isCancelled: Bool = false) -> [String] {
    switch message {
    case .request(let id, let method, let params):
      let answer =
        isCancelled
        ? .failure(RPCError(RPCError.requestCancelled, "the request was cancelled"))
        : self.answer(method, params)
      switch answer {
      case .result(let body): outbox.append(RPCText.response(to: id, body))
      case .failure(let error): outbox.append(RPCText.failure(of: id, error))
      }
    case .notification(let method, let params): take(method, params)
    case .response: break
    case .invalid(let id, let error): outbox.append(RPCText.failure(of: id, error))
    }
    defer { outbox = [] }
    return outbox
  }

  /// What answers a request.
  enum Answer {
    case result((inout JSONWriter) -> Void)
    case failure(RPCError)

    static var nothing: Answer { .result { $0.null() } }
    static var empty: Answer { .result { $0.array { _ in } } }

    static func failure(_ code: Int, _ message: String) -> Answer {
      .failure(RPCError(code, message))
    }
  }

  private func answer(_ method: String, _ params: JSONValue) -> Answer {
    if method == "initialize" {
      guard phase == .fresh else {
        return .failure(RPCError.invalidRequest, "the server is initialized already")
      }
      phase = .initialized
      initialize(params)
      return .result { self.capabilities(&$0) }
    }
    switch phase {
    case .fresh: return .failure(RPCError.notInitialized, "'initialize' comes first")
    case .shutDown: return .failure(RPCError.invalidRequest, "the server is shut down")
    case .initialized: break
    }
    if method == "shutdown" {
      phase = .shutDown
      return .nothing
    }
    return answer(of: method, params)
      ?? .failure(RPCError.methodNotFound, "there is no method '\(shortened(method))'")
  }

  /// What a method's requests are answered by; `nil` for one that there is not.
  private func answer(of method: String, _ params: JSONValue) -> Answer? {
    switch method {
    case "textDocument/codeAction": codeActions(params)
    case "textDocument/colorPresentation": colorPresentations(params)
    case "textDocument/completion": completion(params)
    case "textDocument/definition": definition(params)
    case "textDocument/diagnostic": pulledFindings(params)
    case "textDocument/documentColor": colors(params)
    case "textDocument/documentHighlight": highlights(params)
    case "textDocument/documentLink": links(params)
    case "textDocument/documentSymbol": outline(params)
    case "textDocument/foldingRange": folding(params)
    case "textDocument/formatting": formatting(params)
    case "textDocument/hover": hover(params)
    case "textDocument/inlayHint": inlayHints(params)
    case "textDocument/prepareRename": prepareRename(params)
    case "textDocument/references": references(params)
    case "textDocument/rename": rename(params)
    case "textDocument/selectionRange": selectionRanges(params)
    case "workspace/willRenameFiles": willRenameFiles(params)
    default: nil
    }
  }

  private func take(_ method: String, _ params: JSONValue) {
    if method == "exit" {
      exitStatus = phase == .shutDown ? 0 : 1
      return
    }
    guard phase == .initialized else { return }
    switch method {
    case "textDocument/didOpen": opened(params)
    case "textDocument/didChange": changed(params)
    case "textDocument/didClose": closed(params)
    case "initialized": askForChangedFiles()
    case "textDocument/didSave", "workspace/didRenameFiles": filesChanged()
    case "workspace/didChangeWatchedFiles": watchedFilesChanged(params)
    case "workspace/didChangeWorkspaceFolders": foldersChanged(params)
    default: break
    }
  }

  // MARK: - Beginning

  private func initialize(_ params: JSONValue) {
    client = ClientAbilities(params)
    // Seen from a container of its own it may have another number.
    if let number = params["processId"]?.integerValue, let process = Int32(exactly: number),
      process > 1, ServerLoop.isAlive(process)
    {
      parent = process
    }
    var uris = (params["workspaceFolders"]?.listValue ?? []).compactMap { $0["uri"]?.textValue }
    if uris.isEmpty, let root = params["rootUri"]?.textValue { uris = [root] }
    folders = uris.compactMap { DocumentURI.path($0) }
  }

  /// Asks to be told of files that change outside of the editor: media, parts, projects.
  private func askForChangedFiles() {
    guard client.watchesFiles else { return }
    outbox.append(
      RPCText.request(.text("files"), "client/registerCapability") { json in
        json.key("registrations")
        json.array { json in
          json.object { json in
            json.member("id", "files")
            json.member("method", "workspace/didChangeWatchedFiles")
            json.key("registerOptions")
            json.object { json in
              json.key("watchers")
              json.array { json in json.object { $0.member("globPattern", "**/*") } }
            }
          }
        }
      })
  }

  private func foldersChanged(_ params: JSONValue) {
    let gone = (params.at("event", "removed")?.listValue ?? []).compactMap { $0["uri"]?.textValue }
    let added = (params.at("event", "added")?.listValue ?? []).compactMap { $0["uri"]?.textValue }
    folders.removeAll { folder in gone.contains { DocumentURI.path($0) == folder } }
    folders += added.compactMap { DocumentURI.path($0) }
  }

  /// That findings can be asked for is not told: editors would show those that are sent once more.
  private func capabilities(_ json: inout JSONWriter) {
    json.object { json in
      json.key("capabilities")
      json.object { json in
        json.member("positionEncoding", client.columns.rawValue)
        json.key("textDocumentSync")
        json.object { json in
          json.member("openClose", true)
          json.member("change", 2)
          json.member("save", true)
        }
        json.key("completionProvider")
        json.object { json in
          json.key("triggerCharacters")
          json.array { json in for text in ["\"", ":", "{", "[", ".", "#"] { json.string(text) } }
        }
        for name in [
          "hoverProvider", "definitionProvider", "referencesProvider", "documentHighlightProvider",
          "documentSymbolProvider", "foldingRangeProvider", "colorProvider",
          "documentFormattingProvider", "inlayHintProvider", "selectionRangeProvider",
        ] {
          json.member(name, true)
        }
        json.key("documentLinkProvider")
        json.object { $0.member("resolveProvider", false) }
        json.key("renameProvider")
        json.object { $0.member("prepareProvider", true) }
        json.key("codeActionProvider")
        json.object { json in
          json.key("codeActionKinds")
          json.array { json in
            json.string("quickfix")
            json.string("source.fixAll")
          }
        }
        json.key("workspace")
        json.object { json in
          json.key("workspaceFolders")
          json.object { json in
            json.member("supported", true)
            json.member("changeNotifications", true)
          }
          json.key("fileOperations")
          json.object { json in
            json.key("willRename")
            json.object { json in
              json.key("filters")
              json.array { json in
                json.object { json in
                  json.member("scheme", "file")
                  json.key("pattern")
                  json.object { $0.member("glob", "**/*") }
                }
              }
            }
          }
        }
      }
      json.key("serverInfo")
      json.object { json in
        json.member("name", "cutlist")
        json.member("version", program)
      }
    }
  }
}

/// What an editor has said that it can do.
struct ClientAbilities {
  var columns = DocumentText.Columns.utf16
  var takesDocumentChanges = false
  var takesSnippets = false
  var takesNotesOfFindings = true
  var takesNestedOutline = true
  /// Whether it shows pictures that stand in a text; what does not shows their bytes as letters. Said by the
  /// option `pictures`, else by the editor's name.
  var showsPictures = true
  /// Whether it tells of changed files when it is asked to.
  var watchesFiles = false

  init() {}

  init(_ params: JSONValue) {
    let capabilities = params["capabilities"]
    let encodings = (capabilities?.at("general", "positionEncodings")?.listValue ?? [])
      .compactMap(\.textValue)
    // Bytes are what we count ourselves; else the first one that is known.
    columns =
      encodings.contains("utf-8")
      ? .utf8 : encodings.lazy.compactMap { DocumentText.Columns(rawValue: $0) }.first ?? .utf16
    takesDocumentChanges =
      capabilities?.at("workspace", "workspaceEdit", "documentChanges")?.truthValue ?? false
    watchesFiles =
      capabilities?.at("workspace", "didChangeWatchedFiles", "dynamicRegistration")?.truthValue
      ?? false
    let name = params.at("clientInfo", "name")?.textValue?.lowercased() ?? ""
    let isTerminal = ["vim", "helix", "emacs", "kakoune", "kate", "sublime", "zed"]
      .contains { name.contains($0) }
    showsPictures = params.at("initializationOptions", "pictures")?.truthValue ?? !isTerminal
    let document = capabilities?["textDocument"]
    takesSnippets =
      document?.at("completion", "completionItem", "snippetSupport")?.truthValue ?? false
    takesNotesOfFindings =
      document?.at("publishDiagnostics", "relatedInformation")?.truthValue ?? false
    takesNestedOutline =
      document?.at("documentSymbol", "hierarchicalDocumentSymbolSupport")?.truthValue ?? false
  }
}
