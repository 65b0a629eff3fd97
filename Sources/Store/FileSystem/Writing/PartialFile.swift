internal import Glibc

/// A file that appears under its name only when it is complete.
///
/// It is written without a name in the folder of its destination, and `publish` gives it that: when
/// the process is killed before, nothing is left. On file systems that have no files without names
/// it is called `.<name>.<random>.partial`, locked and with a proof that it is ours (``OwnName``);
/// the next one for the same destination removes such a file at once when nobody holds its lock.
package struct PartialFile: ~Copyable {
  /// What is being done, for messages.
  private let activity: String

  /// Where the file is to appear; `nil` for one that never does.
  private let destination: Destination?
  /// For messages.
  package let shownPath: String
  private let name: String
  private var file: NewFile
  /// Where it is written, as long as the value lives.
  package let path: String

  /// Makes an empty file to be written to.
  ///
  /// - Parameters:
  ///   - isNameless: whether to try to do without a name.
  ///   - activity: what is being done, for messages.
  /// - Throws: `MovieWriteError` when the destination is there and is not an ordinary file, which
  ///   renaming over it would destroy, and when no file can be made in its folder.
  package init(
    destination: Destination, isNameless: Bool = true, activity: String = "write movie"
  ) throws(MovieWriteError) {
    let path = destination.path
    let (folder, name) = Self.parts(of: path)
    guard !name.isEmpty, name != ".", name != "..", !path.utf8.contains(0) else {
      throw MovieWriteError(activity, path: path, .refused("that is no file name"))
    }
    if let status = SystemFolder.status(path), !status.isRegular {
      throw MovieWriteError(
        activity, path: path,
        status.isFolder ? .system(EISDIR) : .refused("that is there and is not an ordinary file"))
    }
    try self.init(
      in: folder, name, destination: destination, shownPath: path, isNameless: isNameless,
      activity: activity)
  }

  /// The same, for a destination as it is now.
  package init(
    destination: String, isNameless: Bool = true, activity: String = "write movie"
  ) throws(MovieWriteError) {
    try self.init(
      destination: Destination(destination), isNameless: isNameless, activity: activity)
  }

  /// Makes a file for what is needed for a while, beside a movie.
  ///
  /// - Parameter shownPath: what errors name instead of the movie.
  /// - Throws: `MovieWriteError` when no file can be made there.
  package init(besides movie: String, shownPath: String? = nil) throws(MovieWriteError) {
    let (folder, name) = Self.parts(of: movie)
    try self.init(
      in: folder, name, destination: nil, shownPath: shownPath ?? movie, isNameless: true,
      activity: "write movie")
  }

  private init(
    in folder: String, _ name: String, destination: Destination?, shownPath: String,
    isNameless: Bool, activity: String
  ) throws(MovieWriteError) {
    let file = try Self.make(
      in: folder, stem: Self.start(name), isNameless: isNameless, shownPath: shownPath,
      activity: activity)
    self.activity = activity
    path = file.path ?? folder + (file.name ?? "")
    self.file = file
    self.destination = destination
    self.shownPath = shownPath
    self.name = name
  }

  private static func make(
    in folder: String, stem: String, isNameless: Bool, shownPath: String, activity: String
  ) throws(MovieWriteError) -> NewFile {
    do throws(SystemError) {
      let open = try OpenFolder(folder)
      NewFile.removeLeftBehind(in: open, start: stem)
      return try NewFile(
        in: open, stem: stem, isNameless: isNameless && NewFile.canLink(in: open, stem: stem))
    } catch {
      throw MovieWriteError(activity, path: shownPath, .system(error.number))
    }
  }

  /// Removes what killed processes were writing for a destination.
  package static func removeLeftBehind(of destination: String) {
    let (folder, name) = parts(of: destination)
    guard let open = try? OpenFolder(folder) else { return }
    NewFile.removeLeftBehind(in: open, start: start(name))
  }

  /// What the names of files being written for a destination begin with.
  package static func stem(of destination: String) -> String { start(parts(of: destination).name) }

  /// A path's folder, with the slash, and the name in it.
  private static func parts(of path: String) -> (folder: String, name: String) {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return ("./", path) }
    return (String(path[...slash]), String(path[path.utf8.index(after: slash)...]))
  }

  private static func start(_ name: String) -> String { ".\(shortened(name))." }

  /// Writes after what was written, for those who need no path.
  package func write(_ bytes: [UInt8]) throws(MovieWriteError) {
    do throws(SystemError) { try file.write(bytes) } catch { throw failure(error) }
  }

  /// Writes in place of what was written there.
  package func write(_ bytes: [UInt8], at offset: Int) throws(MovieWriteError) {
    if let number = SystemFile.write(bytes, to: file.descriptor, at: offset) {
      throw failure(SystemError(number))
    }
  }

  /// So many bytes that were written at an offset.
  package func read(_ count: Int, at offset: Int) throws(MovieWriteError) -> [UInt8] {
    guard let bytes = SystemFile.read(file.descriptor, at: offset, count: count) else {
      throw failure(SystemError(EIO))
    }
    return bytes
  }

  /// Bytes that were written so far.
  package func size() throws(MovieWriteError) -> Int {
    do throws(SystemError) { return Int(try file.status().size) } catch { throw failure(error) }
  }

  /// Makes the file lasting and moves it to its destination, in place of what was there when the work
  /// began, or may be replaced.
  ///
  /// - Throws: `MovieWriteError` with the system's reason; the destination is then as it was.
  package mutating func publish() throws(MovieWriteError) {
    guard let destination else { return }
    do throws(SystemError) {
      try file.sync()
      try file.move(to: name, replacing: destination.allows)
    } catch {
      if error.number == EEXIST {
        throw MovieWriteError(
          activity, path: shownPath,
          .refused(
            "something has appeared under that name meanwhile, and cutlist did not write it; choose "
              + "another name, or replace it with --force"))
      }
      throw failure(error)
    }
    // The name itself must survive a crash too. Not every file system can sync a folder, and the
    // movie is complete either way.
    file.syncFolder()
  }

  private func failure(_ error: SystemError) -> MovieWriteError {
    MovieWriteError(activity, path: shownPath, .system(error.number))
  }

  /// A name that leaves room for what is put around it: file systems take 255 bytes.
  private static func shortened(_ name: String) -> String {
    var short = name
    while short.utf8.count > 180 { short.unicodeScalars.removeLast() }
    return short
  }
}
