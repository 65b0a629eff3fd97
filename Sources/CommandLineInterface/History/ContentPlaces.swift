import GitRepository
import Synchronization

/// Where contents that a repository has known lie in its working tree, listed when somebody asks first.
final class ContentPlaces: Sendable {
  private let paths = Mutex<[String: String]?>(nil)

  /// The path of a file that has the content of a committed one; `nil` where there is none, or git does
  /// not say.
  func path(of file: RevisionPath, in repository: Repository) -> String? {
    guard let object = (try? repository.objects([file]))?.first ?? nil else { return nil }
    let known = paths.withLock { paths in
      if let known = paths { return known }
      let listed = (try? repository.pathsByObject()) ?? [:]
      paths = listed
      return listed
    }
    return known[object].map { "\(repository.root)/\($0)" }
  }
}
