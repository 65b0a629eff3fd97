import Diagnostics
import EditorText
import FileSystem
import JSONRPC
import ProjectFormat
import TimelineModel
import Workspace

// Documents that are opened, changed and closed, and the projects that they belong to.
extension LanguageServer {
  /// Longer texts are no projects.
  private var textLimit: Int { options.limits[.fileBytes] }

  func opened(_ params: JSONValue) {
    guard let item = params["textDocument"], let uri = item["uri"]?.textValue,
      let text = item["text"]?.textValue, let path = DocumentURI.path(uri),
      text.utf8.count <= textLimit
    else { return }
    let document = OpenDocument(
      uri: uri, path: path, language: item["languageId"]?.textValue ?? "",
      version: item["version"]?.integerValue, text: DocumentText(text))
    documents[uri] = document
    options.openTexts[document.identity] = document.text.bytes
    serve(document)
    touch(document)
  }

  func changed(_ params: JSONValue) {
    guard let document = document(params) else { return }
    document.version = params.at("textDocument", "version")?.integerValue ?? document.version
    for change in params["contentChanges"]?.listValue ?? [] {
      guard let text = change["text"]?.textValue else { continue }
      guard let range = change["range"] else {
        document.replace(DocumentText(text))
        continue
      }
      guard let start = DocumentText.Position(range["start"]),
        let end = DocumentText.Position(range["end"])
      else { continue }
      let lower = document.text.offset(of: start, client.columns)
      let upper = document.text.offset(of: end, client.columns)
      guard document.text.bytes.count + text.utf8.count <= textLimit else { continue }
      document.replace(min(lower, upper)..<max(lower, upper), with: Array(text.utf8))
    }
    options.openTexts[document.identity] = document.text.bytes
    if projects[document.identity] == nil { serve(document) }
    touch(document)
  }

  func closed(_ params: JSONValue) {
    guard let document = document(params) else { return }
    documents[document.uri] = nil
    options.openTexts[document.identity] = nil
    // What is stored counts again.
    touch(document)
    for (identity, project) in projects where !isWanted(identity, project) {
      for uri in project.published.sorted() { send(findings: [], to: uri) }
      projects[identity] = nil
    }
  }

  /// Something on the disk is another than it was: media, parts, fonts.
  func filesChanged() {
    options.memory?.forget()
    for project in projects.values { project.isStale = true }
  }

  /// The same where the editor says which: it tells of all that changes in its folders.
  func watchedFilesChanged(_ params: JSONValue) {
    let changed = (params["changes"]?.listValue ?? []).compactMap {
      $0["uri"]?.textValue.flatMap { DocumentURI.path($0) }
    }
    // A project may come to take in a part that is open.
    if changed.contains(where: { $0.hasSuffix(".json") }) { return filesChanged() }
    let identities = Set(changed.map { DocumentURI.identity($0) })
    let isOurs = projects.values.contains { project in
      guard let loaded = project.loaded else { return true }
      return loaded.watchedFiles.contains { identities.contains(DocumentURI.identity($0)) }
    }
    if isOurs { filesChanged() }
  }

  /// Whether a document is open that a project is about.
  private func isWanted(_ identity: String, _ project: ServedProject) -> Bool {
    let inner = project.innerFiles
    return documents.values.contains { $0.identity == identity || inner.contains($0.identity) }
  }

  /// The document that a message is about.
  func document(_ params: JSONValue) -> OpenDocument? {
    params.at("textDocument", "uri")?.textValue.flatMap { documents[$0] }
  }

  /// The documents by their paths, links followed.
  var documentsByPath: [String: OpenDocument] {
    Dictionary(documents.values.map { ($0.identity, $0) }, uniquingKeysWith: { a, _ in a })
  }

  // MARK: - Projects

  /// Looks at the project that a document is, or at those that it is a part of.
  private func serve(_ document: OpenDocument) {
    switch document.kind {
    case .project:
      if projects[document.identity] == nil {
        projects[document.identity] = ServedProject(path: document.path)
      }
    case .part:
      let isKnown = projects.values.contains { $0.innerFiles.contains(document.identity) }
      if isKnown { return }
      for path in projectsUsing([document.path]) {
        let identity = DocumentURI.identity(path)
        if projects[identity] == nil { projects[identity] = ServedProject(path: path) }
      }
    case .other: break
    }
  }

  /// What depends on a document is to be loaded again.
  private func touch(_ document: OpenDocument) {
    for (identity, project) in projects {
      if identity == document.identity || project.innerFiles.contains(document.identity) {
        project.isStale = true
      }
    }
  }

  /// At most so many files are looked at for those that include a part.
  private static let searchLimit = 2000

  /// Looks at the projects that take in or show a file, or a part of it, open or not.
  func serveUsers(of document: OpenDocument) {
    let paths = scope(of: document).compactMap { DocumentURI.path($0.uri) }
    for user in projectsUsing(paths, alsoShowing: true) {
      let identity = DocumentURI.identity(user)
      if projects[identity] == nil { projects[identity] = ServedProject(path: user) }
      _ = fresh(identity)
    }
  }

  /// The projects that take in one of several parts, whether open or stored in its folder, those around
  /// it, or the folders that are open.
  ///
  /// - Parameter alsoShowing: whether those count that show one, if it is a project.
  private func projectsUsing(_ paths: [String], alsoShowing: Bool = false) -> [String] {
    let own = Set(paths.map { DocumentURI.identity($0) })
    var candidates: [String] = documents.values.filter { $0.kind == .project }.map(\.path).sorted()
    for start in Set(paths.map { MediaLocator.folder(of: $0) }).sorted() {
      var folder = start
      for _ in 0..<4 where !folder.isEmpty && folder != "/" {
        candidates += FileAccess.names(in: folder).filter { $0.hasSuffix(".json") }
          .map { MediaLocator.join(folder, $0) }
        if folders.contains(folder) { break }
        folder = MediaLocator.folder(of: folder)
      }
    }
    for folder in folders where candidates.count < Self.searchLimit {
      candidates += FileAccess.files(below: folder, ending: ".json")
    }
    var seen: Set<String> = []
    var found: [String] = []
    let loader = ProjectLoader(options)
    for path in candidates.prefix(Self.searchLimit) {
      let identity = DocumentURI.identity(path)
      guard seen.insert(identity).inserted else { continue }
      var file: SourceFile
      if let bytes = options.openTexts[identity] {
        file = SourceFile(path: path, bytes: bytes)
      } else {
        guard let size = FileAccess.size(of: path), size <= 4 << 20,
          let read = try? loader.read(path, waits: false)
        else { continue }
        file = read
      }
      let mayShow = alsoShowing && file.mentions("\"project\"")
      guard file.mentions("\"include\"") || mayShow, file.mentions("\"cutlist\""),
        let value = JSONParser.parse(file, limits: options.limits.json).value
      else { continue }
      _ = ProjectCompiler.whole(
        value, in: &file, limits: options.limits, projects: loader.projects(besides: file))
      let isIncluded = file.included.contains {
        $0.isPart && own.contains(DocumentURI.identity($0.file.path))
      }
      let shown = mayShow ? ProjectIndex(value, in: file.bytes).projects.values.sorted() : []
      let base = MediaLocator.folder(of: identity)
      let isShown = shown.contains { written in
        own.contains(
          DocumentURI.identity(written.hasPrefix("/") ? written : MediaLocator.join(base, written)))
      }
      if isIncluded || isShown { found.append(path) }
    }
    return found
  }
}
