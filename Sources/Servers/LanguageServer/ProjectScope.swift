import Diagnostics
import EditorText
import FileSystem
import ProjectFormat
import TimelineModel
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

  /// The document and the other files of the projects that it is, or is a part of.
  ///
  /// - Parameter exact: whether a large text that has changed is looked through again; else it counts
  ///   as it was looked through last.
  func scope(of document: OpenDocument, exact: Bool = true) -> [ScopeFile] {
    guard let own = scopeFile(document, exact: exact) else { return [] }
    var files = [own]
    for project in roots(of: document) {
      guard let loaded = project.loaded else { continue }
      for file in scopeFiles(of: loaded.file, exact: exact)
      where !files.contains(where: { $0.uri == file.uri }) {
        files.append(file)
      }
    }
    return files
  }

  /// The projects that a document is, or is a part of.
  private func roots(of document: OpenDocument) -> [ServedProject] {
    projects(of: document).filter { project in
      DocumentURI.identity(project.path) == document.identity
        || project.loaded?.file.included.contains {
          $0.isPart && DocumentURI.identity($0.file.path) == document.identity
        } ?? false
    }
  }

  private func scopeFile(_ document: OpenDocument, exact: Bool) -> ScopeFile? {
    guard let index = exact ? document.index : document.recentIndex else { return nil }
    return ScopeFile(uri: document.uri, text: document.text, index: index)
  }

  /// The file of a project and its parts.
  private func scopeFiles(of project: SourceFile, exact: Bool = true) -> [ScopeFile] {
    let byPath = documentsByPath
    var seen: Set<String> = []
    return ([project] + project.included.filter(\.isPart).map(\.file)).compactMap { file in
      let identity = DocumentURI.identity(file.path)
      guard seen.insert(identity).inserted else { return nil }
      if let open = byPath[identity] { return scopeFile(open, exact: exact) }
      return stored(file, identity)
    }
  }

  /// The files of a project that others may show, by its real path; none where it cannot be read.
  func files(ofProject identity: String) -> [ScopeFile] {
    if let loaded = projects[identity]?.loaded { return scopeFiles(of: loaded.file) }
    let loader = ProjectLoader(options)
    let open = options.openTexts[identity].map { SourceFile(path: identity, bytes: $0) }
    guard var file = open ?? (try? loader.read(identity, waits: false)),
      let value = JSONParser.parse(file, limits: options.limits.json).value
    else { return [] }
    _ = ProjectCompiler.whole(
      value, in: &file, limits: options.limits, projects: loader.projects(besides: file))
    return scopeFiles(of: file)
  }

  /// Where a name stands: in the files of its project and of others that have a part in common with it,
  /// and for parameters also where projects that show it give them values; as far as these are looked at.
  func occurrences(
    of name: ProjectIndex.Name, in document: OpenDocument
  ) -> [(file: ScopeFile, name: ProjectIndex.Name)] {
    let own = scope(of: document)
    var meaning = own.meaning(of: name)
    var (homes, found): ([String], [(file: ScopeFile, name: ProjectIndex.Name)]) = ([], [])
    if let home = meaning.project {
      homes = [home]
    } else {
      homes = roots(of: document).map { DocumentURI.identity($0.path) }
      found = own.occurrences(of: meaning)
      // A part may be one of other projects, too.
      let touched = Set(found.map(\.file.uri))
      for (identity, project) in projects.sorted(by: { $0.key < $1.key })
      where !homes.contains(identity) {
        guard let loaded = project.loaded else { continue }
        let files = scopeFiles(of: loaded.file)
        guard files.contains(where: { touched.contains($0.uri) }) else { continue }
        homes.append(identity)
        found += files.occurrences(of: meaning)
      }
    }
    if meaning.role == .parameter, meaning.group == nil {
      meaning.project = nil
      for home in homes {
        found += files(ofProject: home).occurrences(of: meaning)
        var given = meaning
        given.project = home
        found += own.occurrences(of: given)
        for (_, project) in projects.sorted(by: { $0.key < $1.key }) {
          guard let loaded = project.loaded, project.innerFiles.contains(home) else { continue }
          found += scopeFiles(of: loaded.file).occurrences(of: given)
        }
      }
    }
    var seen: Set<String> = []
    return found.filter { seen.insert("\($0.name.range.lower) \($0.file.uri)").inserted }
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
  ///
  /// - Parameter group: where they are to be used: a group has items of its own, and parameters
  ///   beside those of the project.
  func given(_ role: NameRole, in group: String?) -> [String] {
    var seen: Set<String> = []
    let outer = role == .parameter && group != nil ? given(role, in: nil) : []
    return (definitions(role, in: group).map(\.name.text) + outer)
      .filter { seen.insert($0).inserted }
  }

  /// Where names are given, in a group or outside of all.
  func definitions(
    _ role: NameRole, in group: String?
  ) -> [(file: ScopeFile, name: ProjectIndex.Name)] {
    flatMap { file in
      file.index.names.filter { $0.role == role && $0.isDefinition && $0.group == group }
        .map { (file, $0) }
    }
  }

  /// Whether a name is given for a role, in a group or outside of all; any name where none is said.
  func gives(_ role: NameRole, _ text: String? = nil, in group: String?) -> Bool {
    contains { file in
      file.index.names.contains {
        $0.role == role && $0.isDefinition && $0.group == group && text ?? $0.text == $0.text
      }
    }
  }

  /// A text as it is to be written where texts may have expressions: with parameters braces are said twice.
  func written(_ text: String) -> String {
    guard text.contains(where: { "{}".contains($0) }), gives(.parameter, in: nil) else {
      return text
    }
    return text.replacing("{", with: "{{").replacing("}", with: "}}")
  }

  /// What has the parameters that a clip gives values to: a group, or another project.
  ///
  /// - Parameter shown: what the clip shows; `nil` for an output of the project itself.
  func home(ofParametersOf shown: String?) -> (group: String?, project: String?) {
    guard let shown else { return (nil, nil) }
    for file in self {
      guard let path = file.index.projects[shown], let own = DocumentURI.path(file.uri) else {
        continue
      }
      let isWhole = path.hasPrefix("/")
      let target = isWhole ? path : MediaLocator.join(MediaLocator.folder(of: own), path)
      return (nil, DocumentURI.identity(target))
    }
    return (shown, nil)
  }

  /// What a name is of, and where that is given.
  ///
  /// In an expression a word alone may be a parameter or a marker, and captions follow a clip or a
  /// media item.
  func meaning(of name: ProjectIndex.Name) -> NameMeaning {
    var meaning = NameMeaning(role: name.role, text: name.text)
    switch name.role {
    case .parameter:
      if let shown = name.shown {
        (meaning.group, meaning.project) = home(ofParametersOf: shown)
      } else if let group = name.group, name.isDefinition || gives(.parameter, name.text, in: group)
      {
        meaning.group = group
      } else if name.isInExpression, !gives(.parameter, name.text, in: nil) {
        meaning.role = .marker
      }
    case .item:
      meaning.group = name.group
      // Captions follow a clip or a media item.
      if !name.isDefinition, !name.isInExpression, !gives(.item, name.text, in: name.group),
        gives(.media, name.text, in: nil)
      {
        meaning = NameMeaning(role: .media, text: name.text)
      }
    case .media, .style, .marker: break
    }
    return meaning
  }

  /// Where a name stands, in all files.
  func occurrences(
    of meaning: NameMeaning
  ) -> [(file: ScopeFile, name: ProjectIndex.Name)] {
    // Names that stand alike mean the same, and there may be thousands.
    var known: [ProjectIndex.Name: NameMeaning] = [:]
    return flatMap { file in
      file.index.names.filter { name in
        guard name.text == meaning.text else { return false }
        var alike = name
        (alike.range, alike.named) = (.none, name.named.map { _ in .none })
        let found = known[alike] ?? self.meaning(of: name)
        known[alike] = found
        return found == meaning
      }.map { (file, $0) }
    }
  }
}

/// What a name is a name of.
struct NameMeaning: Hashable {
  var role: NameRole
  var text: String
  /// The group that gives it; `nil` where the project does.
  var group: String?
  /// The other project that gives it, by its real path; `nil` where it is the own one.
  var project: String?
}
