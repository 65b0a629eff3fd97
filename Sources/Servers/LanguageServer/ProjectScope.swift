import Diagnostics
import EditorText
import ProjectFormat
import Workspace

/// A file of a project, with what is named in it.
struct ScopeFile {
  var uri: String
  var text: DocumentText
  var index: ProjectIndex
}

// Names are known in a project and all its parts.
extension LanguageServer {
  /// The projects that a document belongs to, in order; without loading any.
  func projects(of document: OpenDocument) -> [ServedProject] {
    projects.sorted { $0.key < $1.key }.filter {
      $0.key == document.identity || $0.value.innerFiles.contains(document.identity)
    }.map(\.value)
  }

  /// The document and the other files of the projects that it belongs to.
  ///
  /// - Parameter exact: whether a large text that has changed is looked through again; else it counts
  ///   as it was looked through last.
  func scope(of document: OpenDocument, exact: Bool = true) -> [ScopeFile] {
    var files: [ScopeFile] = []
    var seen: Set<String> = [document.identity]
    func add(_ document: OpenDocument) {
      guard let index = exact ? document.index : document.recentIndex else { return }
      files.append(ScopeFile(uri: document.uri, text: document.text, index: index))
    }
    add(document)
    let byPath = documentsByPath
    for project in projects(of: document) {
      guard let loaded = project.loaded else { continue }
      let parts = loaded.file.included.filter(\.isPart).map(\.file)
      for file in [loaded.file] + parts {
        let identity = DocumentURI.identity(file.path)
        guard seen.insert(identity).inserted else { continue }
        if let open = byPath[identity] {
          add(open)
        } else if let stored = stored(file, identity) {
          files.append(stored)
        }
      }
    }
    return files
  }

  /// A file that is not open.
  private func stored(_ file: SourceFile, _ identity: String) -> ScopeFile? {
    if let known = storedFiles[identity], known.text.bytes == file.bytes { return known }
    guard let value = JSONParser.parse(SourceFile(path: file.path, bytes: file.bytes)).value else {
      return nil
    }
    let made = ScopeFile(
      uri: DocumentURI.uri(identity), text: DocumentText(file.bytes),
      index: ProjectIndex(value, in: file.bytes))
    if storedFiles.count > 64 { storedFiles = [:] }
    storedFiles[identity] = made
    return made
  }
}

extension [ScopeFile] {
  /// All names that are given for a role, each once, in order.
  func given(_ role: NameRole) -> [String] {
    var seen: Set<String> = []
    return flatMap { $0.index.names }.filter { $0.role == role && $0.isDefinition }.map(\.text)
      .filter { seen.insert($0).inserted }
  }

  /// What a name is of: in an expression a word alone may be a parameter or a marker.
  func role(of name: ProjectIndex.Name) -> NameRole {
    func isGiven(_ role: NameRole) -> Bool {
      contains { file in
        file.index.names.contains { $0.role == role && $0.isDefinition && $0.text == name.text }
      }
    }
    if name.isInExpression, name.role == .parameter {
      return isGiven(.parameter) ? .parameter : .marker
    }
    // Captions follow a clip or a media item.
    if name.role == .item, !name.isDefinition, !name.isInExpression, !isGiven(.item),
      isGiven(.media)
    {
      return .media
    }
    return name.role
  }

  /// Where a name stands, in all files.
  func occurrences(
    of name: ProjectIndex.Name
  ) -> [(file: ScopeFile, name: ProjectIndex.Name)] {
    let role = role(of: name)
    return flatMap { file in
      file.index.names.filter { $0.text == name.text && self.role(of: $0) == role }
        .map { (file, $0) }
    }
  }
}
