import Diagnostics
import EditorText
import FileSystem
import JSONRPC
import ProjectFormat
import TimelineModel
import Workspace

// Where names are given and used, through all parts of a project.
extension LanguageServer {
  /// The name at a place.
  func name(at offset: Int, in document: OpenDocument) -> ProjectIndex.Name? {
    let found = document.index?.names.filter { $0.range.holds(offset) } ?? []
    // The name of an item may have an expression in it.
    return found.min { $0.range.upper - $0.range.lower < $1.range.upper - $1.range.lower }
  }

  private func asked(_ params: JSONValue) -> (document: OpenDocument, offset: Int)? {
    guard let document = document(params),
      let position = DocumentText.Position(params["position"])
    else { return nil }
    return (document, document.text.offset(of: position, client.columns))
  }

  /// Makes sure that the parts of a document's projects are known.
  private func refresh(_ document: OpenDocument) {
    for identity in projects.keys.sorted() where projects[identity]?.loaded == nil {
      _ = fresh(identity)
    }
  }

  func definition(_ params: JSONValue) -> Answer {
    guard let (document, offset) = asked(params) else { return Self.unknownDocument }
    refresh(document)
    guard let name = name(at: offset, in: document) else { return fileDefinition(document, offset) }
    let found = occurrences(of: name, in: document).filter(\.name.isDefinition)
    return locations(found)
  }

  /// A path leads to its file.
  private func fileDefinition(_ document: OpenDocument, _ offset: Int) -> Answer {
    guard let path = document.index?.paths.first(where: { $0.range.holds(offset) }),
      let target = target(of: path, in: document)
    else { return .nothing }
    return .result { json in
      json.array { json in
        let start = DocumentText.Position(line: 0, character: 0)
        json.location(DocumentURI.uri(target), start..<start)
      }
    }
  }

  private func locations(
    _ found: [(file: ScopeFile, name: ProjectIndex.Name)]
  ) -> Answer {
    let columns = client.columns
    return .result { json in
      json.array { json in
        for (file, name) in found {
          json.location(file.uri, Places.range(name.range, file.text, columns))
        }
      }
    }
  }

  func references(_ params: JSONValue) -> Answer {
    guard let (document, offset) = asked(params) else { return Self.unknownDocument }
    refresh(document)
    guard let name = name(at: offset, in: document) else { return .empty }
    let wantsDefinition = params.at("context", "includeDeclaration")?.truthValue ?? true
    let found = occurrences(of: name, in: document)
      .filter { wantsDefinition || !$0.name.isDefinition }
    return locations(found)
  }

  func highlights(_ params: JSONValue) -> Answer {
    guard let (document, offset) = asked(params) else { return Self.unknownDocument }
    guard let name = name(at: offset, in: document) else { return .empty }
    let files = scope(of: document)
    let found = files.occurrences(of: files.meaning(of: name))
      .filter { $0.file.uri == document.uri }
    let columns = client.columns
    return .result { json in
      json.array { json in
        for (file, name) in found {
          json.object { json in
            json.key("range")
            json.range(Places.range(name.range, file.text, columns))
            // Where it is given it is written, elsewhere read.
            json.member("kind", name.isDefinition ? 3 : 2)
          }
        }
      }
    }
  }

  // MARK: - Renaming

  func prepareRename(_ params: JSONValue) -> Answer {
    guard let (document, offset) = asked(params) else { return Self.unknownDocument }
    guard let name = name(at: offset, in: document) else {
      return .failure(
        RPCError.requestFailed,
        "only names of media, items, styles, parameters and markers can be renamed")
    }
    let range = Places.range(name.range, document.text, client.columns)
    return .result { json in
      json.object { json in
        json.key("range")
        json.range(range)
        json.member("placeholder", name.text)
      }
    }
  }

  func rename(_ params: JSONValue) -> Answer {
    guard let (document, offset) = asked(params), let new = params["newName"]?.textValue else {
      return Self.unknownDocument
    }
    refresh(document)
    guard let name = name(at: offset, in: document) else {
      return .failure(RPCError.requestFailed, "there is no name here")
    }
    // Who uses it has to follow, also where nobody has opened that.
    serveUsers(of: document)
    let found = occurrences(of: name, in: document)
    if let reason = refusal(of: new, for: name, in: document) {
      return .failure(RPCError.requestFailed, reason)
    }
    let columns = client.columns
    let changes = found.map { file, name in
      (file: file, range: name.range, text: replacement(new, name, file))
    }
    if new != name.text, let reason = capture(by: new, of: name, in: document, changes) {
      return .failure(RPCError.requestFailed, reason)
    }
    if new != name.text, let reason = objection(to: changes) {
      return .failure(
        RPCError.requestFailed, "'\(shortened(new))' cannot be the name: \(reason)")
    }
    let edits = changes.map { change in
      (change.file.uri, Places.range(change.range, change.file.text, columns), change.text)
    }
    return .result { json in self.write(edits, to: &json) }
  }

  private func refusal(
    of new: String, for name: ProjectIndex.Name, in document: OpenDocument
  ) -> String? {
    if new.isEmpty { return "a name has at least one character" }
    if new.utf8.count > 1000 { return "the name is longer than 1000 bytes" }
    let own = scope(of: document)
    let meaning = own.meaning(of: name)
    let files = meaning.project.map { self.files(ofProject: $0) } ?? own
    if new != name.text, files.gives(meaning.role, new, in: meaning.group) {
      return "'\(shortened(new))' is the name of another one"
    }
    if [.item, .marker].contains(meaning.role), ExpressionNames.words.contains(new) {
      return "'\(new)' means something of its own in expressions"
    }
    if meaning.role == .parameter, !ExpressionNames.isWord(new) {
      return "the name of a parameter has letters, digits and _, begins with a letter or _, and is "
        + "none of and, or, not, true, false, end, movie"
    }
    // What stands in braces is worked out.
    if new.contains(where: { "{}".contains($0) }) {
      return "the name would have a brace, which begins or ends an expression"
    }
    if new.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
      return "the name would have a control character"
    }
    return nil
  }

  /// A change of a file.
  private typealias Change = (file: ScopeFile, range: SourceRange, text: String)

  /// The texts of files after changes, by their addresses.
  private func texts(after changes: [Change]) -> [String: [UInt8]] {
    Dictionary(grouping: changes, by: \.file.uri).compactMapValues { changes in
      guard var bytes = changes.first?.file.text.bytes else { return nil }
      for change in changes.sorted(by: { $0.range.lower > $1.range.lower }) {
        bytes.replaceSubrange(
          change.range.lower..<change.range.upper, with: Array(change.text.utf8))
      }
      return bytes
    }
  }

  /// Why a name would mean more, or less, than what it is given to; `nil` where it would not.
  private func capture(
    by new: String, of name: ProjectIndex.Name, in document: OpenDocument, _ changes: [Change]
  ) -> String? {
    let files = scope(of: document)
    var meaning = files.meaning(of: name)
    let count = files.occurrences(of: meaning).count
    meaning.text = new
    let texts = texts(after: changes)
    let after = files.compactMap { file -> ScopeFile? in
      guard let bytes = texts[file.uri] else { return file }
      guard let value = JSONParser.parse(SourceFile(path: "", bytes: bytes)).value else {
        return nil
      }
      return ScopeFile(
        uri: file.uri, text: DocumentText(bytes), index: ProjectIndex(value, in: bytes))
    }
    if after.count == files.count, after.occurrences(of: meaning).count == count { return nil }
    return "'\(shortened(new))' is used as a name where it would mean another thing then"
  }

  /// What would be wrong after changes that is not wrong before them; `nil` where nothing is.
  private func objection(to changes: [Change]) -> String? {
    var texts: [String: [UInt8]] = [:]
    for (uri, bytes) in self.texts(after: changes) {
      if let path = DocumentURI.path(uri) { texts[DocumentURI.identity(path)] = bytes }
    }
    var options = options
    options.openTexts.merge(texts) { _, new in new }
    let loader = ProjectLoader(options)
    for (identity, project) in projects.sorted(by: { $0.key < $1.key }) {
      let inner = project.innerFiles
      guard texts.keys.contains(where: { $0 == identity || inner.contains($0) }),
        let before = fresh(identity)?.loaded
      else { continue }
      let bytes = options.openTexts[identity] ?? before.file.bytes
      let after = loader.load(SourceFile(path: before.file.path, bytes: bytes))
      func count(_ id: MessageID, _ project: LoadedProject) -> Int {
        project.diagnostics.count { $0.id == id }
      }
      let new = after.diagnostics.first {
        $0.severity == .error && count($0.id, after) > count($0.id, before)
      }
      if let new { return new.message }
    }
    return nil
  }

  private func replacement(_ new: String, _ name: ProjectIndex.Name, _ file: ScopeFile) -> String {
    var text = new
    if name.isInExpression {
      let isBracketed = file.text.text(name.range.lower - 1..<name.range.lower) == "["
      text = isBracketed ? new.replacing("]", with: "]]") : ExpressionNames.spelled(new)
    }
    return String(JSONText.quoted(text).dropFirst().dropLast())
  }

  // MARK: - Files

  /// The file that a path of a document leads to; `nil` where there is none.
  func target(of path: ProjectIndex.Path, in document: OpenDocument) -> String? {
    target(of: path.text, from: document.path)
  }

  private func target(of path: String, from file: String) -> String? {
    guard !path.contains("://"), !path.isEmpty else { return nil }
    let folders = [MediaLocator.folder(of: file)] + options.mediaFolders
    let places = path.hasPrefix("/") ? [path] : folders.map { MediaLocator.join($0, path) }
    return places.lazy.compactMap { MediaLocator.resolve($0) }.first
  }

  func links(_ params: JSONValue) -> Answer {
    guard let document = document(params) else { return Self.unknownDocument }
    let columns = client.columns
    let links = (document.index?.paths ?? []).prefix(5000).compactMap { path in
      target(of: path, in: document).map { (path, $0) }
    }
    return .result { json in
      json.array { json in
        for (path, target) in links {
          json.object { json in
            let inner = SourceRange(lower: path.range.lower + 1, upper: path.range.upper - 1)
            json.key("range")
            json.range(Places.range(inner, document.text, columns))
            json.member("target", DocumentURI.uri(target))
          }
        }
      }
    }
  }

  /// The paths that lead to files which are about to be called otherwise.
  func willRenameFiles(_ params: JSONValue) -> Answer {
    let moves = (params["files"]?.listValue ?? []).prefix(1000).compactMap {
      file -> (String, String)? in
      guard let old = file["oldUri"]?.textValue.flatMap({ DocumentURI.path($0) }),
        let new = file["newUri"]?.textValue.flatMap({ DocumentURI.path($0) })
      else { return nil }
      return (DocumentURI.identity(old), new)
    }
    guard !moves.isEmpty else { return .nothing }
    for identity in projects.keys.sorted() { _ = fresh(identity) }
    var edits: [(String, Range<DocumentText.Position>, String)] = []
    var seen: Set<String> = []
    for document in documents.values.sorted(by: { $0.uri < $1.uri }) where document.kind != .other {
      let files = scope(of: document)
      for file in files where seen.insert(file.uri).inserted {
        guard let own = DocumentURI.path(file.uri) else { continue }
        let identity = DocumentURI.identity(own)
        let place = moved(identity, moves) ?? identity
        for path in file.index.paths {
          guard let target = target(of: path.text, from: own) else { continue }
          let new = moved(target, moves) ?? target
          let isWhole = path.text.hasPrefix("/")
          // Nothing changes where both stay, or both go along.
          if isWhole ? new == target : new == target && place == identity { continue }
          let text = isWhole ? new : Self.relative(new, to: MediaLocator.folder(of: place))
          if text == path.text { continue }
          edits.append(
            (
              file.uri, Places.range(path.range, file.text, client.columns),
              JSONText.quoted(files.written(text))
            ))
        }
      }
    }
    let all = edits
    return all.isEmpty ? .nothing : .result { json in self.write(all, to: &json) }
  }

  /// Where a file is to be that is moved, or lies in a folder that is.
  private func moved(_ path: String, _ moves: [(old: String, new: String)]) -> String? {
    for move in moves {
      if path == move.old { return move.new }
      if path.hasPrefix(move.old + "/") { return move.new + path.dropFirst(move.old.count) }
    }
    return nil
  }

  /// A path from a folder to a file, both absolute.
  static func relative(_ path: String, to folder: String) -> String {
    let (to, from) = (path.split(separator: "/"), folder.split(separator: "/"))
    var common = 0
    while common < min(to.count - 1, from.count), to[common] == from[common] { common += 1 }
    let up = Array(repeating: "..", count: from.count - common)
    return (up + to[common...].map(String.init)).joined(separator: "/")
  }
}
