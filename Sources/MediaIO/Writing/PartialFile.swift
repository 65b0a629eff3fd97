internal import Glibc

/// A file that appears under its name only when it is complete.
///
/// It is written beside its destination as `.<name>.<process>.partial`; `publish` moves it. What
/// was not published is removed, at the latest by the next one for the same destination: a process
/// holds a lock on its file, so a file that nobody holds was left by a process that was killed.
struct PartialFile: ~Copyable {
  private static let activity = "write movie"

  /// Where the file is to appear.
  let destination: String
  /// Where it is written.
  let path: String
  private let folder: String
  /// Keeps the lock; -1 where there is none.
  private let lock: Int32
  private var isPublished = false
  private let mark: Unfinished.Mark

  /// Chooses the names and makes an empty file to be written over, where that is possible.
  ///
  /// - Throws: `MovieWriteError` when the destination is there and is not an ordinary file, which
  ///   renaming over it would destroy.
  init(destination: String) throws(MovieWriteError) {
    let (folder, name) = Self.parts(of: destination)
    guard !name.isEmpty, name != ".", name != "..", !destination.utf8.contains(0) else {
      throw MovieWriteError(Self.activity, path: destination, .refused("that is no file name"))
    }
    var status = stat()
    if unsafe stat(destination, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
      let isFolder = status.st_mode & S_IFMT == S_IFDIR
      throw MovieWriteError(
        Self.activity, path: destination,
        isFolder ? .system(EISDIR) : .refused("that is there and is not an ordinary file"))
    }
    self.folder = folder
    self.destination = destination
    path = "\(folder)\(Self.start(name))\(getpid()).partial"
    Self.removeLeftBehind(of: destination)
    mark = Unfinished.file(path)
    // Whoever writes says what is wrong if this fails.
    lock = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
    if lock >= 0 { _ = flock(lock, LOCK_EX | LOCK_NB) }
  }

  deinit {
    if !isPublished { unsafe unlink(path) }
    if lock >= 0 { close(lock) }
  }

  /// Removes what killed processes were writing for a destination.
  static func removeLeftBehind(of destination: String) {
    let (folder, name) = parts(of: destination)
    for other in SystemFolder.names(folder) where other.hasPrefix(start(name)) {
      let left = folder + other
      if let status = SystemFolder.status(left), AtomicFile.isLeftBehind(left, status) {
        unsafe unlink(left)
      }
    }
  }

  /// A path's folder, with the slash, and the name in it.
  private static func parts(of path: String) -> (folder: String, name: String) {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return ("./", path) }
    return (String(path[...slash]), String(path[path.utf8.index(after: slash)...]))
  }

  /// What the names of files being written for a name begin with.
  private static func start(_ name: String) -> String { ".\(shortened(name))." }

  /// Makes the file lasting and moves it to its destination, in place of what is there.
  ///
  /// - Throws: `MovieWriteError` with the system's reason; the destination is then as it was.
  mutating func publish() throws(MovieWriteError) {
    try sync(path, flags: O_RDWR)
    guard unsafe rename(path, destination) == 0 else { throw failure() }
    isPublished = true
    // The name itself must survive a crash too. Not every file system can sync a folder, and the
    // movie is complete either way.
    _ = try? sync(folder, flags: O_RDONLY | O_DIRECTORY)
  }

  private func sync(_ path: String, flags: Int32) throws(MovieWriteError) {
    let descriptor = unsafe open(path, flags | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure() }
    guard fsync(descriptor) == 0 else {
      let error = failure()
      close(descriptor)
      throw error
    }
    guard close(descriptor) == 0 else { throw failure() }
  }

  private func failure() -> MovieWriteError {
    MovieWriteError(Self.activity, path: destination, .system(errno))
  }

  /// A name that leaves room for what is put around it: file systems take 255 bytes.
  private static func shortened(_ name: String) -> String {
    var short = name
    while short.utf8.count > 200 { short.removeLast() }
    return short
  }
}
