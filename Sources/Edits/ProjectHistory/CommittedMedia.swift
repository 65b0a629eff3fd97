import OutputFiles
import Diagnostics
import FileSystem
import GitRepository
import Glibc
import MovieWriting
import Rendering
import Synchronization
import Workspace

/// Media as commits have them: where they differ from the files that are there now, with their content
/// from the repository.
///
/// What git has is known by its content alone, however young a file is and whatever it is called.
/// Content that no file has is written to a folder of its own, which goes with this.
final class CommittedMedia: Sendable {
  /// Bytes of media that are taken out of the repository, each and all together.
  private static let limits = (each: 256 << 20, all: 2 << 30)

  /// Bytes that a pointer of Git LFS has at most.
  private static let pointerLimit = 1024

  private let repository: Repository
  /// The paths of media that may have the content of an object, from the repository's top folder.
  private let candidates: [String]
  private let state = Mutex(State())

  private struct State {
    /// Where objects are, by their names; `nil` for those that are nowhere.
    var places: [String: CommittedFile?] = [:]
    /// The objects of files that are there now.
    var objects: [String: String] = [:]
    /// Files with objects that they are not, by their lengths.
    var unlike: Set<[String]> = []
    var folder: String?
    var written: [String] = []
    var byteCount = 0
  }

  init(_ repository: Repository, candidates: [String]) {
    self.repository = repository
    self.candidates = candidates
  }

  deinit {
    state.withLock { state in
      for path in state.written { unsafe unlink(path) }
      if let folder = state.folder { unsafe rmdir(folder) }
    }
  }

  /// Whether a file of the working tree is as a commit has it, as far as that can be told: of what
  /// Git LFS keeps a repository has no content.
  func isUnchanged(_ path: String, _ object: String) -> Bool {
    state.withLock { state in
      if isThere(path, object, &state) { return true }
      let beginning = Repository.pointerBeginning
      let content = try? repository.content(ofObject: object, limit: Self.pointerLimit)
      return content?.starts(with: beginning) ?? false
    }
  }

  /// A file with the content of an object that a commit has under a path.
  ///
  /// - Returns: `nil` where the file of that path is the one, or no file can be had.
  func file(_ path: String, _ object: String) -> CommittedFile? {
    state.withLock { state in
      if isThere(path, object, &state) { return nil }
      if let known = state.places[object] { return known }
      var found: CommittedFile?
      if let other = candidates.first(where: { $0 != path && isThere($0, object, &state) }) {
        let place = MediaLocator.join(repository.root, other)
        found = CommittedFile(path: place, object: object, isOutside: false)
      } else {
        found = written(object, called: path, &state).map {
          CommittedFile(path: $0, object: object, isOutside: true)
        }
      }
      state.places[object] = .some(found)
      return found
    }
  }

  private func isThere(_ path: String, _ object: String, _ state: inout State) -> Bool {
    guard repository.hasWorkingTree else { return false }
    if let known = state.objects[path] { return known == object }
    if state.unlike.contains([path, object]) { return false }
    let size = FileAccess.size(of: MediaLocator.join(repository.root, path))
    let now = try? repository.object(ofWorkingFile: path, ifLike: object, byteCount: size)
    if let now { state.objects[path] = now } else { state.unlike.insert([path, object]) }
    return now == object
  }

  /// Writes an object's content to a file whose name ends as the one in the commit.
  private func written(_ object: String, called path: String, _ state: inout State) -> String? {
    let limit = min(Self.limits.each, Self.limits.all - state.byteCount)
    guard let bytes = try? repository.content(ofObject: object, limit: limit),
      !bytes.starts(with: Repository.pointerBeginning)
    else { return nil }
    if state.folder == nil { state.folder = TemporaryFolder.make() }
    guard let folder = state.folder else { return nil }
    let name = path.split(separator: "/").last ?? ""
    let ending = name.contains(".") ? name.split(separator: ".").last.map { ".\($0)" } ?? "" : ""
    let place = MediaLocator.join(folder, object + ending)
    do throws(RenderError) {
      try StillWriter.write(bytes, to: place)
    } catch {
      return nil
    }
    state.written.append(place)
    state.byteCount += bytes.count
    return place
  }
}
