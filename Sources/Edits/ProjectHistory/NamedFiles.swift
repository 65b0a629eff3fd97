import Diagnostics
import FileSystem
import GitRepository
import ProjectFormat
import TimelineModel
import Workspace

/// The files that the versions of a project name: its parts, the projects that it shows, and media and
/// fonts, whatever these were called then. Each text is read once.
struct NamedFiles {
  /// What one text names, by paths from the repository's top folder, as far as they can be in it.
  struct Names {
    var projects: [String] = []
    var media: [String] = []
    /// Whether a path depends on parameters.
    var isOpen = false
  }

  /// Versions whose texts are read for the sake of the files that they name.
  private static let readLimit = 1000

  private let repository: Repository
  private let limits: ProjectLimits
  /// By a text's path and its object.
  private var known: [[String]: Names] = [:]

  init(_ repository: Repository, _ limits: ProjectLimits) {
    (self.repository, self.limits) = (repository, limits)
  }

  /// What the versions of a history name, with all that is named by what they show.
  ///
  /// - Parameter others: the parts and shown projects that are known.
  mutating func all(of history: FileHistory, _ others: [String]) throws(GitError) -> Names {
    let commits = history.commits.prefix(Self.readLimit)
    let files = commits.flatMap { commit in
      ([commit.path] + others).map { RevisionPath(revision: commit.hash, path: $0) }
    }
    let objects = try repository.objects(files)
    try read(zip(files, objects).compactMap { file, object in object.map { (file, $0) } })
    var all = Names()
    for (place, commit) in commits.enumerated() {
      let own = objects[place * (1 + others.count)..<(place + 1) * (1 + others.count)]
      let texts = Dictionary(
        zip([commit.path] + others, own).compactMap { path, object in object.map { (path, $0) } },
        uniquingKeysWith: { first, _ in first })
      guard let names = names(from: commit.path, texts) else { continue }
      all.projects += names.projects
      all.media += names.media
    }
    (all.projects, all.media) = (Set(all.projects).sorted(), Set(all.media).sorted())
    return all
  }

  /// What a text names, and what is named by the texts that it names.
  ///
  /// - Parameter objects: of the texts that there are, by their paths.
  /// - Returns: `nil` where that cannot be told.
  func names(from path: String, _ objects: [String: String]) -> Names? {
    var all = Names()
    var open = [path]
    var seen: Set<String> = [path]
    while let next = open.popLast() {
      guard let object = objects[next] else { continue }
      guard let names = known[[next, object]], !names.isOpen else { return nil }
      all.projects += names.projects
      all.media += names.media
      open += names.projects.filter { seen.insert($0).inserted }
    }
    return all
  }

  private mutating func read(_ files: [(RevisionPath, String)]) throws(GitError) {
    var wanted: [(file: RevisionPath, key: [String])] = []
    var asked: Set<[String]> = []
    for (file, object) in files {
      let key = [file.path, object]
      if known[key] == nil, asked.insert(key).inserted { wanted.append((file, key)) }
    }
    let texts = try repository.files(wanted.map(\.file))
    for (entry, text) in zip(wanted, texts) {
      guard let bytes = try? text.get().bytes, bytes.count <= limits[.fileBytes] else { continue }
      if MediaFileKind.isCaptions(entry.file.path) {
        known[entry.key] = Names()
        continue
      }
      let file = SourceFile(path: entry.file.path, bytes: bytes)
      let parsed = JSONParser.parse(file, limits: limits.json, as: .project).value
      let value = parsed ?? JSONParser.parse(file, limits: limits.json).value
      known[entry.key] = value.map { Names($0, in: MediaLocator.folder(of: entry.file.path)) }
    }
  }
}

extension NamedFiles.Names {
  /// What a project or a part names, which lies in a folder.
  init(_ value: JSONValue, in folder: String) {
    add(value, isEntry: false, in: folder)
  }

  private mutating func add(_ value: JSONValue, isEntry: Bool, in folder: String) {
    switch value.kind {
    case .object(let members):
      for member in members {
        switch member.key {
        case "include": projects += places(member.value, in: folder)
        case "project" where isEntry, "captions" where isEntry:
          projects += places(member.value, in: folder)
        case "file" where isEntry, "lut" where isEntry:
          media += places(member.value, in: folder)
        case "font":
          if case .string(let text) = member.value.kind, case .file = FontChoice(text) {
            media += places(member.value, in: folder)
          }
        case "media":
          guard case .object(let entries) = member.value.kind else { continue }
          for entry in entries {
            if case .string(let name) = entry.value.kind {
              // Files of captions are read as texts, as projects are.
              let places = places(entry.value, in: folder)
              if MediaFileKind.isCaptions(name) { projects += places } else { media += places }
            } else {
              add(entry.value, isEntry: true, in: folder)
            }
          }
        default: add(member.value, isEntry: false, in: folder)
        }
      }
    case .array(let items): for item in items { add(item, isEntry: false, in: folder) }
    default: break
    }
  }

  private mutating func places(_ value: JSONValue, in folder: String) -> [String] {
    switch value.kind {
    case .string(let name):
      if name.contains("{") { isOpen = true }
      guard !name.isEmpty, !name.hasPrefix("/"), !name.utf8.contains(0) else { return [] }
      let place = Paths.plain(MediaLocator.join(folder, name))
      return place.isEmpty || place == ".." || place.hasPrefix("../") ? [] : [place]
    case .array(let items): return items.flatMap { places($0, in: folder) }
    default: return []
    }
  }
}
