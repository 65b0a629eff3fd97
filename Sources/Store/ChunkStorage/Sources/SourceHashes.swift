import FileSystem
import Glibc
package import Rendering
import Synchronization

/// Hashes of source files, each computed once as long as the file is the same.
///
/// ```
/// FOLDER/sources/8e/8e20…77.source     named by the file's path
/// ```
/// A file is the same as ``FileRecords`` say. A file that changed so lately that it could change again
/// without its times telling is hashed anew each time.
///
/// What a render makes is of these contents only if the files stay as they were until it is made:
/// their times of change, which no program sets back, tell. Where one differs the file is read again.
package final class SourceHashes: Sendable {
  private let records: FileRecords
  private let known = Mutex<[String: Known]>([:])
  private let computations = Atomic<Int>(0)
  private let touched = Atomic<Bool>(false)

  /// Times of files are taken to tell changes this far apart, in nanoseconds, before a hash is
  /// remembered: the clocks of file systems tick in up to two seconds.
  static let tick: Int64 = 2_000_000_000

  private let tick: Int64

  /// - Parameter folder: the cache folder; `nil` remembers nothing between processes.
  package convenience init(folder: String?) { self.init(folder: folder, tick: Self.tick) }

  init(folder: String?, tick: Int64) {
    records = FileRecords(folder: folder, kind: .source)
    self.tick = tick
  }

  /// How many files were read to know their hash, for tests.
  var computationCount: Int { computations.load(ordering: .relaxed) }

  /// The hash of a file's content; `nil` where it cannot be read.
  package func hash(path: String) -> String? {
    guard let sight = look(at: path) else { return nil }
    if let hash = remembered(sight) { return hash }
    guard let hash = ContentHash.hash(path: path) else { return nil }
    remember(hash, of: sight)
    return hash
  }

  /// The hash and the size of a file when it was seen last, though it is gone; `nil` where nothing is
  /// known.
  ///
  /// - Parameter path: absolute and without links, as far as its folders are still there.
  package func last(of path: String) -> (hash: String, bytes: Int)? {
    records.last(of: path).map { ($0.word, $0.bytes) }
  }

  // MARK: - Looking

  /// What a file was at one moment.
  package struct Sight {
    fileprivate let path: String
    fileprivate let status: FileStatus
    fileprivate let moment: Int64
  }

  /// Looks at a file before it is read; `nil` when there is none.
  package func look(at path: String) -> Sight? {
    let moment = FileStatus.now
    guard let status = SystemFolder.status(path) else { return nil }
    known.withLock {
      if $0[path] == nil { $0[path] = Known(status: status, isProven: status.tells(at: moment)) }
    }
    return Sight(path: path, status: status, moment: moment)
  }

  /// The hash of a file's content; `nil` where the file has to be read to know.
  package func remembered(_ sight: Sight) -> String? {
    let hash = records.word(for: sight.path, sight.status)
    if let hash { note(hash, of: sight.path) }
    return hash
  }

  /// Takes the hash of a file that was read after it was looked at.
  package func remember(_ hash: String, of sight: Sight) {
    computations.add(1, ordering: .relaxed)
    note(hash, of: sight.path)
    var status = sight.status
    // What may change without its times telling is kept as what was seen last, and as no more: no file
    // is like that.
    if !isSettled(sight) { (status.modified, status.changed) = (-1, -1) }
    records.keep(hash, for: sight.path, status)
  }

  private func note(_ hash: String, of path: String) {
    known.withLock { known in
      // Two contents under one name: no file is like both.
      let isOther = known[path]?.hash.map { $0 != hash } ?? false
      known[path]?.hash = isOther ? "several" : hash
    }
  }

  /// Whether what was read of a file since it was looked at is of one and the same content.
  package func isSettled(_ sight: Sight) -> Bool {
    SystemFolder.status(sight.path) == sight.status
      && max(sight.status.modified, sight.status.changed) < sight.moment - tick
  }

  // MARK: - Looking again

  /// What a file was when it was looked at first.
  private struct Known {
    var status: FileStatus
    var hash: String?
    /// Whether the same status means the same content: the file had not changed so lately that it
    /// could have changed again in the same tick of the clock.
    var isProven: Bool
  }

  private enum Finding {
    case same(Known)
    case touched(Known)
    case changed
  }

  /// Whether the content of all files is what it was.
  ///
  /// - Throws: `RenderError` of kind `media` for one that has changed.
  package func check() throws(RenderError) { _ = try firstTouched() }

  /// Whether a file was found touched: what was made of it since need not be of the content that it
  /// had before and has again.
  package var isTouched: Bool { touched.load(ordering: .relaxed) }

  /// A file that has the content which it had, but was changed, moved or given other rights meanwhile,
  /// or is gone; `nil` when all are as they were. A file that was touched once stays so.
  ///
  /// - Throws: `RenderError` of kind `media` for one whose content has changed.
  func firstTouched() throws(RenderError) -> String? {
    let result: Result<String?, RenderError> = known.withLock { known in
      Result { () throws(RenderError) in
        var first: String?
        for path in known.keys.sorted() {
          guard let then = known[path] else { continue }
          switch Self.look(again: path, then) {
          case .same(let now): known[path] = now
          case .touched(let now):
            known[path] = now
            first = first ?? path
          case .changed:
            throw RenderError(
              .media,
              "'\(path)' has changed since the render began; render again when it is complete")
          }
        }
        return first
      }
    }
    let path = try result.get()
    if path != nil { touched.store(true, ordering: .relaxed) }
    return path
  }

  private static func look(again path: String, _ then: Known) -> Finding {
    // Who has a file open that is gone reads on, and who has not will say so.
    guard let now = SystemFolder.status(path) else { return .touched(then) }
    if now == then.status, then.isProven { return .same(then) }
    guard let hash = then.hash else { return now == then.status ? .same(then) : .changed }
    if now == then.status { now.waitUntilTelling() }
    guard SystemFolder.status(path) == now, ContentHash.hash(path: path) == hash,
      SystemFolder.status(path) == now
    else { return .changed }
    let known = Known(status: now, hash: hash, isProven: now.tells(at: FileStatus.now))
    return now == then.status ? .same(known) : .touched(known)
  }
}

extension FileStatus {
  /// How far apart changes are that the time of change tells, in nanoseconds. Clocks of whole seconds
  /// tick in one or two of them; all others with the system's, at least a hundred times a second.
  private var changeTick: Int64 { changed % 1_000_000_000 == 0 ? 2_000_000_000 : 50_000_000 }

  /// Whether a change after a moment gives another time of change than this.
  fileprivate func tells(at moment: Int64) -> Bool { changed < moment - changeTick }

  /// Waits until the next change gives another time of change, two seconds at most.
  fileprivate func waitUntilTelling() {
    let time = min(changed + changeTick - FileStatus.now, changeTick)
    guard time > 0 else { return }
    usleep(UInt32(clamping: time / 1000 + 1000))
  }
}
