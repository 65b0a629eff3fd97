import Glibc
import LibAV
import Raster
public import Rendering
import Synchronization

/// Hashes of what media consist of.
enum ContentHash {
  /// A filter's text, the release of libav, and the content of every file that the text names.
  ///
  /// Which arguments of which filter are files is not known, so each piece between the signs that
  /// filter texts are made of counts that is the path of a file.
  /// - Parameter hashes: of files; `nil` for filters that read none.
  static func of(filter text: String, release: String, _ hashes: SourceHashes?) -> String {
    guard let hashes else { return "filter:\(text):\(release)" }
    let pieces = text.split { ":=,;[]'|".contains($0) || $0 == "\\" || $0 == " " }
    let files = Set(pieces.map(String.init)).sorted().compactMap { piece in
      SystemFolder.status(piece)?.isRegular == true ? hashes.hash(path: piece) : nil
    }
    return (["filter:\(text):\(release)"] + files).joined(separator: ":")
  }

  /// XXH64 of a file's bytes and its length. Reads the whole file; `nil` where that fails.
  static func hash(path: String) -> String? {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return nil
    }
    var sum = Sum()
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = unsafe buffer.withUnsafeMutableBytes {
        unsafe read(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0 && errno == EINTR { continue }
      if count < 0 { return nil }
      if count == 0 { break }
      sum.add(buffer.span.extracting(0..<count))
    }
    return sum.text
  }

  /// The same hash, read through an open container.
  static func hash(_ input: inout InputFile) throws(LibAVError) -> String {
    var sum = Sum()
    try input.readContent { sum.add($0) }
    return sum.text
  }

  private struct Sum {
    private var hash = XXH64()
    private var length: UInt64 = 0

    mutating func add(_ bytes: Span<UInt8>) {
      length += UInt64(bytes.count)
      hash.update(bytes)
    }

    var text: String {
      var whole = hash
      whole.update(length)
      return "file:" + ImageHash(value: whole.finalize()).description
    }
  }
}

/// Hashes of source files, each computed once as long as the file is the same.
///
/// ```
/// FOLDER/sources/8e/8e20…77.source     named by the file's path
/// ```
/// A file is the same as ``FileRecords`` say. A file that changed so lately that it could change again without its times telling is hashed
/// anew each time.
public final class SourceHashes: Sendable {
  private let records: FileRecords
  private let known = Mutex<[String: FileStatus]>([:])
  private let computations = Atomic<Int>(0)

  /// Times of files are taken to tell changes this far apart, in nanoseconds: the clocks of file
  /// systems tick in up to two seconds.
  static let tick: Int64 = 2_000_000_000

  private let tick: Int64

  /// - Parameter folder: the cache folder; `nil` remembers nothing between processes.
  public convenience init(folder: String?) { self.init(folder: folder, tick: Self.tick) }

  init(folder: String?, tick: Int64) {
    records = FileRecords(folder: folder, kind: "source")
    self.tick = tick
  }

  /// How many files were read, for tests.
  var computationCount: Int { computations.load(ordering: .relaxed) }

  /// The hash of a file's content; `nil` where it cannot be read.
  func hash(path: String) -> String? {
    guard let sight = look(at: path) else { return nil }
    if let hash = remembered(sight) { return hash }
    guard let hash = ContentHash.hash(path: path) else { return nil }
    remember(hash, of: sight)
    return hash
  }

  /// What a file was at one moment.
  struct Sight {
    fileprivate let path: String
    fileprivate let status: FileStatus
    fileprivate let moment: Int64
  }

  /// Looks at a file before it is read; `nil` when there is none.
  func look(at path: String) -> Sight? {
    let moment = FileStatus.now
    guard let status = SystemFolder.status(path) else { return nil }
    known.withLock { if $0[path] == nil { $0[path] = status } }
    return Sight(path: path, status: status, moment: moment)
  }

  /// The hash of a file's content; `nil` where the file has to be read to know.
  func remembered(_ sight: Sight) -> String? {
    records.word(for: sight.path, sight.status)
  }

  /// Takes the hash of a file that was read after it was looked at.
  func remember(_ hash: String, of sight: Sight) {
    computations.add(1, ordering: .relaxed)
    if isSettled(sight) { records.keep(hash, for: sight.path, sight.status) }
  }

  /// Whether what was read of a file since it was looked at is of one and the same content.
  func isSettled(_ sight: Sight) -> Bool {
    SystemFolder.status(sight.path) == sight.status
      && max(sight.status.modified, sight.status.changed) < sight.moment - tick
  }

  /// Whether all files are what they were.
  ///
  /// - Throws: `RenderError` of kind `media` for one that has changed.
  public func check() throws(RenderError) {
    guard let path = firstChanged() else { return }
    throw RenderError(
      .media, "'\(path)' has changed since the render began; render again when it is complete")
  }

  /// A file whose content is not what it was when its hash was asked for. One that is gone does not
  /// count: who has it open reads on, and who has not will say so.
  func firstChanged() -> String? {
    let files = known.withLock { $0 }
    return files.keys.sorted().first { path in
      guard let now = SystemFolder.status(path), let then = files[path] else { return false }
      return !now.hasContent(of: then)
    }
  }
}
