import Workers
import Diagnostics
import FileSystem
import Glibc
package import Rendering
import Synchronization

/// Chunks that a program of the user's keeps, in an object store for example.
///
/// ```
/// PROGRAM has NAME     ends with 0 where there is an entry of that name, with 1 where there is none
/// PROGRAM get NAME     writes the entry's bytes to standard output; ends with 1 where there is none
/// PROGRAM put NAME     keeps what it reads from standard input under the name, whole or not at all
/// ```
/// Names are `chunks/3f/3fa9…c1.chunk` and `measures/2b/2b90…4d.measure`, in lower case, and never stand
/// for other bytes: who puts one that is there may leave it. Any other status is a failure; what the
/// program writes to standard error is passed on. It is called from several threads at once. One that does
/// not end within ten minutes is ended, with those that it has started, and so it is when this program is.
///
/// What fails is tried again, twice after a pause each; a program that has failed to give all the same is not
/// waited for any more.
///
/// What it gives is held against its hash, as what a folder gives is. A chunk that it fails to give is one
/// that is not there, to be rendered again or told as missing; that it has failed is said once.
package final class ProgramChunkStore: ChunkStore {
  /// Its path, or a name that is looked for as shells do.
  private let program: String
  private let sources: SourceHashes?
  private let patience: Duration
  private let pauses: [Duration]
  private let notice: @Sendable (String) -> Void
  private let isSaid = Mutex(false)

  /// - Parameters:
  ///   - sources: the files that chunks are made of.
  ///   - patience: how long one call may take.
  ///   - pauses: before what has failed is tried again, each time.
  ///   - notice: told at most once, in a sentence, that the program does not give what it may have.
  package init(
    program: String, sources: SourceHashes? = nil, patience: Duration = .seconds(600),
    pauses: [Duration] = [.milliseconds(300), .milliseconds(1500)],
    notice: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.program = program
    self.sources = sources
    self.patience = patience
    self.pauses = pauses
    self.notice = notice
  }

  /// `nil` also where the program fails, or gives something else.
  package func chunk(for key: String) -> EncodedChunk? {
    get(.chunk, key).flatMap { ChunkFile.decode($0, key: key) }
  }

  /// Whether the program says so; not where it fails.
  package func contains(_ key: String) -> Bool { asks("has", .chunk, key, output: nil) }

  /// - Throws: `RenderError` of kind `media` when a source has changed or was touched, of kind `disk` when
  ///   the program does not keep the chunk.
  package func save(_ chunk: EncodedChunk, for key: String) throws(RenderError) {
    if let path = try sources?.firstTouched() {
      throw RenderError(
        .media,
        "'\(path)' was touched while it was read, so chunks made of it are not kept; run the command "
          + "again")
    }
    try put(ChunkFile.encode(chunk, key: key), .chunk, key)
  }

  /// As it was kept, else from the chunk.
  package func measure(for key: String) -> ChunkMeasure? {
    get(.measure, key).flatMap { ChunkFile.decodeMeasure($0, key: key) }
      ?? chunk(for: key).map(ChunkMeasure.init)
  }

  /// A measure that is not kept is measured again.
  package func keep(_ measure: ChunkMeasure, for key: String) {
    if let sources, (try? sources.firstTouched()) != .some(nil) { return }
    try? put(ChunkFile.encode(measure, key: key), .measure, key)
  }

  // MARK: - The program

  private func get(_ kind: CacheFolder.Kind, _ key: String) -> [UInt8]? {
    guard let file = try? PassedFile() else {
      say("there is no room for what it gives in the folder for temporary files ($TMPDIR)")
      return nil
    }
    guard asks("get", kind, key, output: file) else { return nil }
    return file.bytes(limit: kind.limit)
  }

  /// Whether the program says yes, by 0; what is neither that nor no is said.
  private func asks(
    _ verb: String, _ kind: CacheFolder.Kind, _ key: String, output: PassedFile?
  ) -> Bool {
    do throws(SystemError) {
      let hasFailed = isSaid.withLock { $0 }
      let end = try trying(again: hasFailed ? [] : pauses) { () throws(SystemError) in
        try output?.clear()
        return try run(verb, kind, key, input: nil, output: output)
      } until: {
        $0 == .ended(0) || $0 == .ended(1)
      }
      switch end {
      case .ended(0): return true
      case .ended(1): return false
      case let end: say(words(verb, end))
      }
    } catch {
      say(MediaLocator.reason(error.number))
    }
    return false
  }

  /// Runs it until it does what it is to do, once more after each pause. One that was ended for it took too
  /// long, or gave too much, would do so again.
  private func trying(
    again pauses: [Duration], _ body: () throws(SystemError) -> ChildProcess.End,
    until isDone: (ChildProcess.End) -> Bool
  ) throws(SystemError) -> ChildProcess.End {
    var end = try body()
    for pause in pauses {
      guard case .ended = end, !isDone(end) else { break }
      let (seconds, attoseconds) = pause.components
      usleep(UInt32(seconds) * 1_000_000 + UInt32(attoseconds / 1_000_000_000_000))
      end = try body()
    }
    return end
  }

  private func say(_ reason: String) {
    let isFirst = isSaid.withLock { isSaid in
      defer { isSaid = true }
      return !isSaid
    }
    guard isFirst else { return }
    notice(
      "the store's program '\(program)': \(reason); chunks that it does not give count as not there"
    )
  }

  private func words(_ verb: String, _ end: ChildProcess.End) -> String {
    switch end {
    case .ended(let status): "'\(verb)' ended with \(status)"
    case .late: "'\(verb)' did not end within \(patience.components.seconds) seconds"
    case .stopped: "'\(verb)' gave more than a chunk may have"
    }
  }

  private func put(
    _ bytes: [UInt8], _ kind: CacheFolder.Kind, _ key: String
  ) throws(RenderError) {
    let end: ChildProcess.End
    do throws(SystemError) {
      end = try trying(again: pauses) { () throws(SystemError) in
        let file = try PassedFile()
        try file.fill(bytes)
        return try run("put", kind, key, input: file, output: nil)
      } until: {
        $0 == .ended(0)
      }
    } catch {
      throw refusal(MediaLocator.reason(error.number))
    }
    guard end == .ended(0) else { throw refusal(words("put", end)) }
  }

  private func refusal(_ reason: String) -> RenderError {
    RenderError(
      .disk,
      "chunks cannot be kept: the store's program '\(program)': \(reason); those that it has taken are "
        + "kept, so run the command again when it works")
  }

  /// - Throws: where it cannot be started.
  private func run(
    _ verb: String, _ kind: CacheFolder.Kind, _ key: String, input: PassedFile?, output: PassedFile?
  ) throws(SystemError) -> ChildProcess.End {
    let name = "\(kind.folder)/\(key.prefix(2))/\(kind.fileName(key))"
    let process: Int32
    do throws(ChildProcess.Failure) {
      process = try ChildProcess.start(
        program.fileName, isInPath: !program.contains("/"),
        words: [program, verb, name].map(\.fileName),
        descriptors: [
          (0, input.map { .same(as: $0.descriptor) } ?? .nothing),
          (1, output.map { .same(as: $0.descriptor) } ?? .nothing),
        ], isGroup: true)
    } catch {
      throw SystemError(error.number)
    }
    let mark = Unfinished.group(process)
    let end = ChildProcess.wait(forGroup: process, patience: patience) {
      output.map { $0.count <= kind.limit } ?? true
    }
    _ = consume mark
    return end
  }
}
