import Diagnostics
import FileSystem
import GitRepository
import ProjectFormat
import TimelineModel
import Workspace

extension EditHistory {
  /// Versions whose texts are read for the sake of the media that they name.
  private static let readLimit = 1000

  /// The paths of media and fonts that projects name, from the repository's top folder, as far as they can
  /// be in it.
  static func mediaPaths(
    of projects: [(path: String, bytes: [UInt8])], _ limits: JSONLimits
  ) -> [String] {
    var paths: Set<String> = []
    for (path, bytes) in projects {
      let (value, _) = JSONParser.parse(
        SourceFile(path: path, bytes: bytes), limits: limits, as: .project)
      guard let value else { continue }
      var names = value.fontFiles
      if let media = value["media"], case .object(let entries) = media.kind {
        for entry in entries {
          for value in [entry.value] + ["file", "lut"].map({ entry.value[$0] }) {
            if case .string(let name)? = value?.kind { names.append(name) }
          }
        }
      }
      for name in names where !name.isEmpty && !name.hasPrefix("/") {
        let place = Paths.plain(MediaLocator.join(MediaLocator.folder(of: path), name))
        if !place.isEmpty, !place.hasPrefix("../"), !place.utf8.contains(0) {
          paths.insert(place)
        }
      }
    }
    return paths.sorted()
  }

  /// The paths of media that a history's versions name.
  static func mediaPaths(
    of history: FileHistory, in repository: Repository, _ limits: ProjectLimits
  ) throws(GitError) -> [String] {
    let commits = history.commits.prefix(readLimit)
    let objects = try repository.objects(commits.map(\.file))
    var seen: Set<String> = []
    let files = zip(commits, objects).compactMap { commit, object in
      object.map { seen.insert($0).inserted } ?? false ? commit.file : nil
    }
    let texts = try repository.files(files)
    return mediaPaths(
      of: zip(files, texts).compactMap { file, text in
        guard let bytes = try? text.get().bytes, bytes.count <= limits[.fileBytes] else {
          return nil
        }
        return (file.path, bytes)
      }, limits.json)
  }

  /// What media are now that the last commit has; `nil` for those that it has not, or that are gone.
  static func mediaNow(
    _ paths: [String], in repository: Repository, _ committed: CommittedMedia
  ) throws(GitError) -> [(object: String, isChanged: Bool)?] {
    let objects = try repository.objects(paths.map { RevisionPath(revision: "HEAD", path: $0) })
    return zip(paths, objects).map { path, object in
      guard let object else { return nil }
      let place = MediaLocator.join(repository.root, path)
      guard FileAccess.size(of: place) != nil else { return nil }
      return committed.isUnchanged(path, object) ? (object, false) : ("changed", true)
    }
  }
}

extension JSONValue {
  /// The font files that are named anywhere in it, as written.
  fileprivate var fontFiles: [String] {
    switch kind {
    case .object(let members):
      members.flatMap { member -> [String] in
        if member.key == "font", case .string(let text) = member.value.kind,
          case .file(let path) = FontChoice(text)
        {
          return [path]
        }
        return member.value.fontFiles
      }
    case .array(let items): items.flatMap(\.fontFiles)
    default: []
    }
  }
}
