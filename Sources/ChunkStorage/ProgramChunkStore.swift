import ChildProcesses
import Diagnostics
import FileSystem
import Glibc
public import Rendering

/// Chunks that a program of the user's keeps, in an object store for example.
///
/// ```
/// PROGRAM has NAME     ends with 0 where there is an entry of that name, with 1 where there is none
/// PROGRAM get NAME     writes the entry's bytes to standard output; ends with 1 where there is none
/// PROGRAM put NAME     keeps what it reads from standard input under the name, whole or not at all
/// ```
/// Names are `chunks/3f/3fa9…c1.chunk` and `measures/2b/2b90…4d.measure`, in lower case, and never stand
/// for other bytes: who puts one that is there may leave it. Any other status is a failure; what the
/// program writes to standard error is passed on. It is called from several threads at once.
///
/// What it gives is held against its hash, as what a folder gives is.
public final class ProgramChunkStore: ChunkStore {
  /// Its path, or a name that is looked for as shells do.
  private let program: String
  private let sources: SourceHashes?

  /// - Parameter sources: the files that chunks are made of.
  public init(program: String, sources: SourceHashes? = nil) {
    self.program = program
    self.sources = sources
  }

  /// `nil` also where the program fails, or gives something else.
  public func chunk(for key: String) -> EncodedChunk? {
    get(.chunk, key).flatMap { ChunkFile.decode($0, key: key) }
  }

  /// Whether the program says so; not where it fails.
  public func contains(_ key: String) -> Bool {
    (try? run("has", .chunk, key, input: nil, output: nil)) == 0
  }

  /// - Throws: `RenderError` of kind `media` when a source has changed or was touched, of kind `disk` when
  ///   the program does not keep the chunk.
  public func save(_ chunk: EncodedChunk, for key: String) throws(RenderError) {
    if let path = try sources?.firstTouched() {
      throw RenderError(
        .media,
        "'\(path)' was touched while it was read, so chunks made of it are not kept; run the command "
          + "again")
    }
    try put(ChunkFile.encode(chunk, key: key), .chunk, key)
  }

  /// As it was kept, else from the chunk.
  public func measure(for key: String) -> ChunkMeasure? {
    get(.measure, key).flatMap { ChunkFile.decodeMeasure($0, key: key) }
      ?? chunk(for: key).map(ChunkMeasure.init)
  }

  /// A measure that is not kept is measured again.
  public func keep(_ measure: ChunkMeasure, for key: String) {
    if let sources, (try? sources.firstTouched()) != .some(nil) { return }
    try? put(ChunkFile.encode(measure, key: key), .measure, key)
  }

  // MARK: - The program

  private func get(_ kind: CacheFolder.Kind, _ key: String) -> [UInt8]? {
    guard let file = try? PassedFile(), (try? run("get", kind, key, input: nil, output: file)) == 0
    else { return nil }
    return file.bytes(limit: kind.limit)
  }

  private func put(
    _ bytes: [UInt8], _ kind: CacheFolder.Kind, _ key: String
  ) throws(RenderError) {
    let status: Int32
    do throws(SystemError) {
      let file = try PassedFile()
      try file.fill(bytes)
      status = try run("put", kind, key, input: file, output: nil)
    } catch {
      throw refusal(MediaLocator.reason(error.number))
    }
    guard status == 0 else { throw refusal("'put' ended with \(status)") }
  }

  private func refusal(_ reason: String) -> RenderError {
    RenderError(
      .disk,
      "chunks cannot be kept: the store's program '\(program)': \(reason); those that it has taken are "
        + "kept, so run the command again when it works")
  }

  /// - Returns: the program's status as shells count it: 128 and more for one that a signal ended.
  /// - Throws: where it cannot be started.
  private func run(
    _ verb: String, _ kind: CacheFolder.Kind, _ key: String, input: PassedFile?, output: PassedFile?
  ) throws(SystemError) -> Int32 {
    let name = "\(kind.folder)/\(key.prefix(2))/\(kind.fileName(key))"
    let process: Int32
    do throws(ChildProcess.Failure) {
      process = try ChildProcess.start(
        program.fileName, isInPath: !program.contains("/"),
        words: [program, verb, name].map(\.fileName),
        descriptors: [
          (0, input.map { .same(as: $0.descriptor) } ?? .nothing),
          (1, output.map { .same(as: $0.descriptor) } ?? .nothing),
        ])
    } catch {
      throw SystemError(error.number)
    }
    return ChildProcess.wait(for: process)
  }
}

/// A file without a name, between this program and another.
private final class PassedFile {
  private let file: NewFile
  var descriptor: Int32 { file.descriptor }

  init() throws(SystemError) {
    var file = try NewFile(
      in: try OpenFolder(CacheFolder.environment("TMPDIR") ?? "/tmp"), stem: "cutlist-chunk.")
    file.forgetName()
    self.file = file
  }

  /// Writes what is then read from the beginning.
  func fill(_ bytes: [UInt8]) throws(SystemError) {
    if let number = SystemFile.write(bytes, to: descriptor, at: 0) { throw SystemError(number) }
  }

  /// What was written; `nil` where that is more than `limit` bytes, or cannot be read.
  func bytes(limit: Int) -> [UInt8]? {
    let end = lseek(descriptor, 0, SEEK_END)
    guard end >= 0, end <= limit else { return nil }
    return SystemFile.read(descriptor, at: 0, count: Int(end))
  }
}
