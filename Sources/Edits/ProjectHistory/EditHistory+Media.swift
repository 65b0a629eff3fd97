import Diagnostics
import FileSystem
import GitRepository
import TimelineModel
import Workspace

extension EditHistory {
  /// Versions whose texts are read for the sake of the media that they name.
  private static let readLimit = 1000

  /// The paths of media that projects name, from the repository's top folder, as far as they can be in
  /// it.
  static func mediaPaths(
    of projects: [(path: String, bytes: [UInt8])], _ limits: JSONLimits
  ) -> [String] {
    var paths: Set<String> = []
    for (path, bytes) in projects {
      let (value, _) = JSONParser.parse(
        SourceFile(path: path, bytes: bytes), limits: limits, as: .project)
      guard let media = value?["media"], case .object(let entries) = media.kind else {
        continue
      }
      for entry in entries {
        let written = [entry.value] + ["file", "look"].map { entry.value[$0] }
        for value in written {
          guard case .string(let name)? = value?.kind, !name.isEmpty && !name.hasPrefix("/") else {
            continue
          }
          let place = Paths.plain(MediaLocator.join(MediaLocator.folder(of: path), name))
          if !place.isEmpty, !place.hasPrefix("../"), !place.utf8.contains(0) {
            paths.insert(place)
          }
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
