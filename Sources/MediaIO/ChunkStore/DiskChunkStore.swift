public import AudioMixing
import Glibc
public import Rendering
import Synchronization

/// Encoded chunks as files, named by their keys.
///
/// ```
/// FOLDER/chunks/3f/3fa9…c1.chunk     a chunk; its time of change says when it was last used
/// FOLDER/renders/…                   one for each render at work: newer chunks are not removed
/// ```
/// A file is written beside its name and moved there when it is complete, so several processes can
/// share a folder: whoever comes last replaces the same bytes. A file that does not read back as
/// it was written is removed and its chunk rendered again.
public final class DiskChunkStore: ChunkStore {
  /// Where chunks are kept.
  public let folder: String
  private let removesAtEnd: Bool
  private let sources: SourceHashes?
  private let mark: RenderMark
  private let savedBytes = Atomic<Int>(0)

  /// - Parameters:
  ///   - folder: is made with its parents.
  ///   - removesAtEnd: whether the folder is removed when the store is let go.
  ///   - sources: the files that chunks are made of; chunks of files that have changed since they
  ///     were hashed are not kept.
  /// - Throws: `RenderError` of kind `disk` when the folder cannot be made.
  public init(
    folder: String, removesAtEnd: Bool = false, sources: SourceHashes? = nil
  ) throws(RenderError) {
    self.folder = folder
    self.removesAtEnd = removesAtEnd
    self.sources = sources
    if let failure = SystemFolder.make(MediaLocator.join(folder, "chunks")) {
      throw RenderError(.disk, "\(failure.message); \(Self.wayOut)")
    }
    mark = RenderMark(folder: folder)
  }

  /// A store in a folder of its own beside the movie `output`, which is removed when the store is
  /// let go. Such folders of processes that ended before that are removed too.
  ///
  /// - Throws: `RenderError` of kind `disk` when the folder cannot be made.
  public static func temporary(
    beside output: String, sources: SourceHashes? = nil
  ) throws(RenderError) -> DiskChunkStore {
    let place = MediaLocator.folder(of: output)
    let start = ".cutlist-chunks-"
    for name in SystemFolder.names(place.isEmpty ? "." : place) where name.hasPrefix(start) {
      let folder = MediaLocator.join(place, name)
      if RenderMark.isLeftBehind(folder) { SystemFolder.remove(folder) }
    }
    let unique = String(UInt32.random(in: .min ... .max), radix: 36)
    return try DiskChunkStore(
      folder: MediaLocator.join(place, "\(start)\(getpid())-\(unique)"), removesAtEnd: true,
      sources: sources)
  }

  deinit {
    if removesAtEnd { SystemFolder.remove(folder) }
  }

  public func chunk(for key: String) -> EncodedChunk? {
    let path = self.path(key)
    guard let bytes = SystemFile.read(path) else { return nil }
    guard let chunk = ChunkFile.decode(bytes, key: key) else {
      unsafe unlink(path)
      return nil
    }
    // Used now. Where that cannot be noted the chunk is as good.
    unsafe utimensat(AT_FDCWD, path, nil, 0)
    return chunk
  }

  public func contains(_ key: String) -> Bool { CacheFolder(folder).hasChunk(key) }

  public func save(_ chunk: EncodedChunk, for key: String) throws(RenderError) {
    try sources?.check()
    let path = self.path(key)
    let bytes = ChunkFile.encode(chunk, key: key)
    if let number = AtomicFile.write(bytes, to: path) {
      throw RenderError(
        .disk,
        "the chunk store cannot write '\(path)': \(MediaLocator.reason(number)); finished chunks "
          + "are kept; \(Self.wayOut)")
    }
    savedBytes.add(bytes.count, ordering: .relaxed)
  }

  public func level(for key: String) -> SoundLevel? {
    SoundLevelRecords(folder: folder).level(for: key)
  }

  /// Removes what was used longest ago until `bytes` are left, but nothing that a render is using.
  /// Looks at nothing when this store has added nothing.
  public func prune(toBytes bytes: Int = CacheFolder.standardLimit) {
    guard !removesAtEnd, savedBytes.load(ordering: .relaxed) > 0 else { return }
    CacheFolder(folder).prune(toBytes: bytes)
  }

  private func path(_ key: String) -> String { CacheFolder.chunkPath(key, in: folder) }

  private static let wayOut =
    "make room (see 'cutlist help cache'), or choose another folder with --cache"
}

/// Says that a render is at work in a chunk store, as long as the value lives.
struct RenderMark: ~Copyable {
  private let file: HeldFile?

  /// Without the right to write there is no mark and none is needed: others cannot remove either.
  init(folder: String) {
    let marks = MediaLocator.join(folder, "renders")
    guard SystemFolder.make(marks) == nil else {
      file = nil
      return
    }
    let unique = String(UInt64.random(in: .min ... .max), radix: 36)
    file = HeldFile(making: MediaLocator.join(marks, "\(getpid())-\(unique)"))
  }

  /// When the oldest render that is still at work began; those that ended without a word are
  /// forgotten.
  static func oldest(in folder: String) -> Int64? {
    let marks = MediaLocator.join(folder, "renders")
    var oldest: Int64?
    for name in SystemFolder.names(marks) {
      let path = MediaLocator.join(marks, name)
      guard let status = SystemFolder.status(path) else { continue }
      let isYoung = status.modified > FileStatus.now - 60_000_000_000
      if !isYoung, HeldFile.isFree(path) {
        unsafe unlink(path)
      } else {
        oldest = min(oldest ?? .max, status.modified)
      }
    }
    return oldest
  }

  /// Whether every render that worked in a folder has ended.
  static func isLeftBehind(_ folder: String) -> Bool {
    let marks = MediaLocator.join(folder, "renders")
    let names = SystemFolder.names(marks)
    return !names.isEmpty && names.allSatisfy { HeldFile.isFree(MediaLocator.join(marks, $0)) }
  }
}
