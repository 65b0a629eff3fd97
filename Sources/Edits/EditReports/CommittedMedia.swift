import OutputFiles
import BaseValues
import Diagnostics
package import FileSystem
package import GitRepository
import Glibc
import Synchronization
package import ProjectFormat
import Workspace

/// Media, fonts and looks as commits have them: where they differ from the files that are there now,
/// with their content from the repository.
///
/// What git has is known by its content alone, however young a file is and whatever it is called.
/// Content that no file has is written to a folder of its own, which goes with this. What Git LFS keeps is
/// taken from where that puts it.
package final class CommittedMedia: Sendable {
  /// The longest file that is read to see whether it is what Git LFS keeps, where that has it as well, or
  /// nothing depends on it.
  private static let comparedBytes = 64 << 20

  private let repository: Repository
  /// The paths of media that may have the content of an object, from the repository's top folder.
  private let candidates: [String]
  /// `nil` where none can be made.
  private let folder: TemporaryFolder?
  /// Where Git LFS keeps contents; `nil` where that cannot be told.
  private let largeFiles: String?
  private let state = Mutex(State())

  private struct State {
    /// Where objects are that no file of their path is.
    var places: [String: VersionFile.Place] = [:]
    /// What Git LFS keeps in place of objects; `nil` for those that are contents themselves.
    var pointers: [String: LargeFilePointer?] = [:]
    /// The objects of files that are there now.
    var objects: [String: String] = [:]
    /// Files with objects that they are not, by their lengths.
    var unlike: Set<[String]> = []
    /// The SHA-256 of files that are there now.
    var hashes: [String: String] = [:]
  }

  package init(_ repository: Repository, candidates: [String] = []) {
    self.repository = repository
    self.candidates = candidates
    folder = TemporaryFolder()
    largeFiles = try? repository.largeFileFolder()
  }

  /// The files of a folder in a commit.
  ///
  /// - Parameter objects: gives the object of a file by its path from the repository's top folder; `nil`
  ///   for what the commit has not.
  package func files(
    of commit: CommitFolder, _ objects: @escaping @Sendable (_ name: String) -> String?
  ) -> VersionFiles {
    let places = [folder?.path, largeFiles].compactMap(\.self)
    return VersionFiles(folders: places) { path in
      guard let name = commit.name(of: path), let object = objects(name) else { return nil }
      return self.file(name, object, commit.revision)
    }
  }

  /// The files of a folder in a commit.
  package func files(of commit: CommitFolder) -> VersionFiles {
    let top = CommitFolder(commit.repository, revision: commit.revision, path: "")
    let known = KnownObjects()
    return files(of: commit) { name in known.object(name) { top.object(name) } }
  }

  /// What was asked for before.
  private final class KnownObjects: Sendable {
    private let known = Mutex<[String: String?]>([:])

    func object(_ name: String, find: () -> String?) -> String? {
      if let known = known.withLock({ $0[name] }) { return known }
      let found = find()
      known.withLock { $0[name] = .some(found) }
      return found
    }
  }

  /// Whether a file of the working tree is as a commit has it, as far as that can be told without reading
  /// what is long and kept by Git LFS.
  package func isUnchanged(_ path: String, _ object: String) -> Bool {
    state.withLock { state in
      if isThere(path, object, &state) { return true }
      guard let pointer = pointer(object, &state), repository.hasWorkingTree else { return false }
      let place = MediaLocator.join(repository.root, path)
      guard FileAccess.size(of: place) == pointer.byteCount else { return false }
      return pointer.byteCount > Self.comparedBytes || isThere(path, pointer, &state)
    }
  }

  /// A file with the content of an object that a commit has under a path.
  ///
  /// - Returns: `nil` where the file of that path is the one.
  private func file(_ path: String, _ object: String, _ revision: String) -> VersionFile? {
    state.withLock { state in
      if isThere(path, object, &state) { return nil }
      let pointer = pointer(object, &state)
      if let pointer, pointer.byteCount <= Self.comparedBytes, isThere(path, pointer, &state) {
        return nil
      }
      if let known = state.places[object] { return VersionFile(content: object, place: known) }
      let place: VersionFile.Place
      if let pointer {
        if let kept = kept(pointer, object, called: path) {
          place = kept
        } else if isThere(path, pointer, &state) {
          return nil
        } else {
          place = .unavailable(
            reason: "is kept by Git LFS, which has not fetched it into this copy of the repository",
            fix: "get it with 'git lfs fetch origin \(revision.isEmpty ? "HEAD" : revision)'")
        }
      } else if let other = candidates.first(where: { $0 != path && isThere($0, object, &state) }) {
        place = .file(MediaLocator.join(repository.root, other))
      } else {
        place = written(object, called: path)
      }
      state.places[object] = place
      return VersionFile(content: object, place: place)
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

  /// Where an object's content is once it is written to a file whose name ends as the one in the commit.
  private func written(_ object: String, called path: String) -> VersionFile.Place {
    func failed(_ reason: String) -> VersionFile.Place {
      .unavailable(
        reason: "cannot be taken out of the repository: \(reason)",
        fix: "make room in '\(TemporaryFolder.place)', or let TMPDIR name a folder that has it; "
          + "'git fsck' tells whether the repository is whole")
    }
    guard let folder else { return failed("no folder can be made for it") }
    let place = MediaLocator.join(folder.path, object + Self.ending(of: path))
    let file = unsafe open(place.fileName, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard file >= 0 else { return failed(MediaLocator.reason(errno)) }
    defer { close(file) }
    do throws(GitError) {
      try repository.write(object: object, to: file)
      return .file(place)
    } catch {
      unsafe unlink(place.fileName)
      return failed(error.message)
    }
  }

  /// `.mov`; empty for a name without one.
  private static func ending(of path: String) -> String {
    let name = path.split(separator: "/").last ?? ""
    return name.contains(".") ? name.split(separator: ".").last.map { ".\($0)" } ?? "" : ""
  }

  // MARK: - Git LFS

  private func pointer(_ object: String, _ state: inout State) -> LargeFilePointer? {
    if let known = state.pointers[object] { return known }
    let bytes = try? repository.content(ofObject: object, limit: LargeFilePointer.longest)
    let pointer = (bytes ?? nil).flatMap { LargeFilePointer($0) }
    state.pointers[object] = .some(pointer)
    return pointer
  }

  /// A link to what Git LFS has fetched, whose name ends as the one in the commit.
  private func kept(
    _ pointer: LargeFilePointer, _ object: String, called path: String
  ) -> VersionFile.Place? {
    guard let folder, let largeFiles else { return nil }
    let content = MediaLocator.join(largeFiles, pointer.path)
    guard FileAccess.size(of: content) == pointer.byteCount else { return nil }
    let link = MediaLocator.join(folder.path, object + Self.ending(of: path))
    guard unsafe symlink(content.fileName, link.fileName) == 0 || errno == EEXIST else {
      return nil
    }
    return .file(link)
  }

  private func isThere(
    _ path: String, _ pointer: LargeFilePointer, _ state: inout State
  ) -> Bool {
    guard repository.hasWorkingTree else { return false }
    let place = MediaLocator.join(repository.root, path)
    guard FileAccess.size(of: place) == pointer.byteCount else { return false }
    if let known = state.hashes[path] { return known == pointer.hash }
    guard let hash = Self.hash(ofFile: place) else { return false }
    state.hashes[path] = hash
    return hash == pointer.hash
  }

  /// The SHA-256 of a file, in hexadecimal digits.
  private static func hash(ofFile path: String) -> String? {
    let file = unsafe open(path.fileName, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var hash = SHA256()
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = unsafe buffer.withUnsafeMutableBytes {
        unsafe read(file, $0.baseAddress, $0.count)
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return nil }
      if count == 0 { return SHA256.hexadecimal(hash.finalized()) }
      hash.update(buffer.span.extracting(0..<count))
    }
  }
}

extension CommitFolder {
  /// Reads the parts of a project of the commit, and the projects that it shows.
  package var projects: @Sendable (String) -> Result<[UInt8], ProjectSource.Problem>? {
    { path in
      switch self.find(path) {
      case .file(let file): .success(file.bytes)
      case .unknown: nil
      case .absent: .failure(self.absent(path))
      }
    }
  }

  /// What is said of a file that the commit has not.
  package func absent(_ path: String) -> ProjectSource.Problem {
    let name = name(of: path) ?? path
    let there = revision.isEmpty ? "what is staged" : "commit '\(revision)'"
    return ProjectSource.Problem(
      "there is no file '\(name)' in \(there)",
      fixes: [
        Fix(message: "'git log --all -- \(name)' tells which commits have it")
      ])
  }
}
