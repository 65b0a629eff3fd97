package import AudioMixing
import FileSystem
package import Rendering
import Synchronization

/// Encoded chunks as files, named by their keys.
///
/// ```
/// FOLDER/chunks/3f/3fa9…c1.chunk     a chunk; its time of change says when it was last used
/// FOLDER/renders/…                   one for each render at work: newer chunks are not removed
/// ```
/// A file is written without a name and gets it when it is complete, so several processes can share
/// a folder: whoever comes last replaces the same bytes. What does not read back as it was written is
/// removed and its chunk rendered again.
///
/// Chunks that cannot be kept, for the folder is full, broken or forbidden, or because a source was
/// touched meanwhile, go to a file without a name beside the movie and live as long as the store. A
/// store for chunks without a movie fails where it cannot keep one.
package final class DiskChunkStore: ChunkStore {
  private struct Keeping {
    var isGivenUp = false
    var isSaid = false
  }

  private let folder: CacheFolder?
  private let sources: SourceHashes?
  private let mark: RenderMark?
  /// `nil` where chunks have to be kept.
  private let spool: ChunkSpool?
  /// What is said of chunks that are kept; `nil` where nothing is.
  private let program: String?
  private let notice: @Sendable (String) -> Void
  private let keeping = Mutex(Keeping())
  private let savedBytes = Atomic<Int>(0)

  /// - Parameters:
  ///   - folder: is made with its parents, when there is something to keep; `nil` keeps nothing.
  ///   - output: the movie beside which chunks lie that are not kept.
  ///   - sources: the files that chunks are made of; chunks of files that have changed since they
  ///     were hashed are not kept.
  ///   - notice: told at most once, in a sentence, why chunks are not kept.
  package init(
    folder: String?, beside output: String, sources: SourceHashes? = nil,
    notice: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.folder = folder.map { CacheFolder($0) }
    self.sources = sources
    self.notice = notice
    program = nil
    if let folder { mark = RenderMark(folder: folder) } else { mark = nil }
    spool = ChunkSpool(beside: output)
  }

  /// A store for chunks that are to be joined later, perhaps elsewhere: what it cannot keep it refuses.
  ///
  /// - Parameters:
  ///   - folder: is made with its parents, when there is something to keep.
  ///   - sources: the files that chunks are made of.
  ///   - program: the versions whose chunks they are, so that others can tell; `nil` says nothing.
  package init(keepingIn folder: String, sources: SourceHashes? = nil, program: String? = nil) {
    self.folder = CacheFolder(folder)
    self.program = program
    self.sources = sources
    notice = { _ in }
    mark = RenderMark(folder: folder)
    spool = nil
  }

  /// Reads the chunk; one that does not read back as it was written is removed.
  package func chunk(for key: String) -> EncodedChunk? {
    if let chunk = spool?.chunk(for: key) { return chunk }
    guard let folder, let bytes = folder.read(.chunk, key) else { return nil }
    guard let chunk = ChunkFile.decode(bytes, key: key) else {
      folder.drop(.chunk, key)
      return nil
    }
    return chunk
  }

  /// Looks for a file's name only.
  package func contains(_ key: String) -> Bool {
    spool?.contains(key) == true || folder?.hasChunk(key) == true
  }

  /// Why the folder does not let it be read.
  package func obstacle(to key: String) -> String? {
    folder?.obstacle(.chunk, key).map(MediaLocator.reason)
  }

  /// - Throws: `RenderError` of kind `media` when a source has changed, of kind `disk` when there is
  ///   no room for the chunk beside the movie either. Where chunks have to be kept, of kind `media`
  ///   also when a source was touched, and of kind `disk` when the folder does not take the chunk.
  package func save(_ chunk: EncodedChunk, for key: String) throws(RenderError) {
    let bytes = ChunkFile.encode(chunk, key: key)
    if let path = try sources?.firstTouched() {
      let sentence = "'\(path)' was touched while it was read, so chunks made of it are not kept"
      if spool == nil { throw RenderError(.media, sentence + "; run the command again") }
      giveUp(sentence)
    }
    if let folder, !keeping.withLock({ $0.isGivenUp }) {
      guard let number = folder.write(bytes, .chunk, key, isSynced: spool == nil) else {
        let isFirst = savedBytes.add(bytes.count, ordering: .relaxed).oldValue == 0
        if isFirst, let program { ProgramRecords(folder: folder.path).keep(program) }
        return
      }
      if spool == nil { throw Self.refusal(number, folder, key) }
      complain(number, folder, key)
    }
    try spool?.save(bytes, for: key)
  }

  /// From the chunk, or as it was measured alone.
  package func level(for key: String) -> AudioLevel? {
    spool?.contains(key) == true
      ? chunk(for: key)?.level : AudioLevelRecords(folder: folder?.path).level(for: key)
  }

  /// As it was kept, else from the chunk; a damaged record is removed.
  package func measure(for key: String) -> ChunkMeasure? {
    if let folder, let bytes = folder.read(.measure, key) {
      if let measure = ChunkFile.decodeMeasure(bytes, key: key) { return measure }
      folder.drop(.measure, key)
    }
    return chunk(for: key).map(ChunkMeasure.init)
  }

  /// Keeps nothing where chunks are not kept either.
  package func keep(_ measure: ChunkMeasure, for key: String) {
    guard let folder, !keeping.withLock({ $0.isGivenUp }) else { return }
    if let sources, (try? sources.firstTouched()) != .some(nil) { return }
    let bytes = ChunkFile.encode(measure, key: key)
    if folder.write(bytes, .measure, key) == nil { savedBytes.add(bytes.count, ordering: .relaxed) }
  }

  /// Removes what was used longest ago until `bytes` are left, but nothing that a render is using.
  /// Looks at nothing when this store has added nothing.
  package func prune(toBytes bytes: Int = CacheFolder.standardLimit) {
    guard savedBytes.load(ordering: .relaxed) > 0 else { return }
    folder?.prune(toBytes: bytes)
  }

  // MARK: - Not keeping

  private static func refusal(_ number: Int32, _ folder: CacheFolder, _ key: String) -> RenderError
  {
    if folder.isBlocked(.chunk, key) {
      return RenderError(
        .disk, "a chunk cannot be kept: its place in '\(folder.path)' is taken by something else")
    }
    return RenderError(
      .disk,
      "chunks cannot be kept: the store '\(folder.path)' cannot be written to: "
        + "\(MediaLocator.reason(number)); those that are in it are whole, so make room and run the "
        + "command again, or choose another folder with --store")
  }

  private func complain(_ number: Int32, _ folder: CacheFolder, _ key: String) {
    let reason = MediaLocator.reason(number)
    // Only this one: something lies in its place that cannot be replaced.
    if folder.isBlocked(.chunk, key) {
      say("a chunk is not kept: its place in '\(folder.path)' is taken by something else")
      return
    }
    giveUp(
      "chunks are not kept: the cache '\(folder.path)' cannot be written to: \(reason); make room "
        + "(see 'cutlist help cache'), or choose another folder with --cache")
  }

  private func giveUp(_ sentence: String) {
    keeping.withLock { $0.isGivenUp = true }
    say(sentence)
  }

  private func say(_ sentence: String) {
    let isFirst = keeping.withLock { keeping in
      defer { keeping.isSaid = true }
      return !keeping.isSaid
    }
    if isFirst, folder != nil { notice(sentence) }
  }
}
