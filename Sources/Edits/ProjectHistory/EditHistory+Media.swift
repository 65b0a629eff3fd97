import EditReports
import Diagnostics
import FileSystem
import GitRepository
import TimelineModel
import Workspace

extension EditHistory {
  /// The paths of media and fonts that projects name, from the repository's top folder, as far as they can
  /// be in it.
  static func mediaPaths(
    of projects: [(path: String, bytes: [UInt8])], _ limits: JSONLimits
  ) -> Set<String> {
    var paths: Set<String> = []
    for (path, bytes) in projects {
      let (value, _) = JSONParser.parse(
        SourceFile(path: path, bytes: bytes), limits: limits, as: .project)
      guard let value else { continue }
      paths.formUnion(NamedFiles.Names(value, in: MediaLocator.folder(of: path)).media)
    }
    return paths
  }

  /// What media are now that the last commit has; `nil` for those that it has not, that are gone, or that
  /// only older versions name.
  static func mediaNow(
    _ paths: [String], namedNow: Set<String>, in repository: Repository,
    _ committed: CommittedMedia
  ) throws(GitError) -> [(object: String, isChanged: Bool)?] {
    let objects = try repository.objects(paths.map { RevisionPath(revision: "HEAD", path: $0) })
    return zip(paths, objects).map { path, object in
      guard let object, namedNow.contains(path) else { return nil }
      let place = MediaLocator.join(repository.root, path)
      guard FileAccess.size(of: place) != nil else { return nil }
      return committed.isUnchanged(path, object) ? (object, false) : ("changed", true)
    }
  }
}
