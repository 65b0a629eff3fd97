import Foundation
import Synchronization

@testable import CommandLineInterface

/// What a command said and how it ended.
struct Outcome {
  var status: Int32
  /// Standard output.
  var output: String
  /// Standard error.
  var messages: String
}

/// A folder with projects, media and a chunk store, gone after the test.
final class Sandbox: Sendable {
  let path: String
  /// What its commands start for reading media; `nil` where they read them in this process.
  private let executable: String?

  /// - Parameter readsApart: whether media are read and filters run by processes of their own, as people's are.
  ///   Each takes a tenth of a second to start: too long where many are read, and reading is not the point.
  init(readsApart: Bool = true) throws {
    executable = readsApart ? RunningProgram.path : nil
    path = FileManager.default.temporaryDirectory.path + "/cutlist-command-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    // A test may have taken the right to write away.
    try? allow(0o755, "")
    try? FileManager.default.removeItem(atPath: path)
  }

  func file(_ name: String) -> String { path + "/" + name }

  /// Where renders of this sandbox keep their chunks.
  var cache: String { file("cache") }

  @discardableResult
  func write(_ name: String, _ text: String) throws -> String {
    try write(name, Data(text.utf8))
  }

  @discardableResult
  func write(_ name: String, _ data: Data) throws -> String {
    try data.write(to: URL(fileURLWithPath: file(name)))
    return file(name)
  }

  func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(
      atPath: file(name), withIntermediateDirectories: true)
  }

  /// Sets who may do what with a file or folder.
  func allow(_ permissions: Int, _ name: String) throws {
    try FileManager.default.setAttributes(
      [.posixPermissions: permissions], ofItemAtPath: file(name))
  }

  /// Copies what is in a folder into one of this sandbox, as new files of whoever runs the tests:
  /// `FileManager` would keep the owner, which only root may give away.
  func copyContents(of folder: URL, to name: String) throws {
    try makeFolder(name)
    let names = FileManager.default.enumerator(atPath: folder.path)?.allObjects as? [String] ?? []
    for inner in names.sorted() {
      let source = folder.appendingPathComponent(inner)
      if (try source.resourceValues(forKeys: [.isDirectoryKey])).isDirectory == true {
        try makeFolder(name + "/" + inner)
      } else {
        try write(name + "/" + inner, Data(contentsOf: source))
      }
    }
  }

  func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: file(name)) }

  func bytes(_ name: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: file(name)))
  }

  /// When a file was last written, as exactly as the system tells.
  func modified(_ name: String) throws -> [Int] {
    var status = stat()
    guard unsafe stat(file(name), &status) == 0 else { throw POSIXError(.ENOENT) }
    return [Int(status.st_mtim.tv_sec), Int(status.st_mtim.tv_nsec), Int(status.st_ino)]
  }

  /// Names in a folder, hidden ones too, sorted.
  func names(_ folder: String = "") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: file(folder)).sorted()
  }

  /// Every file below a folder whose name ends in `suffix`.
  func files(below folder: String = "", ending suffix: String) -> [String] {
    let all = FileManager.default.enumerator(atPath: file(folder))?.allObjects as? [String] ?? []
    return all.filter { $0.hasSuffix(suffix) }.sorted()
  }

  /// Runs a command in this process.
  @discardableResult
  func run(_ words: String...) -> Outcome { run(words) }

  @discardableResult
  func run(_ words: [String]) -> Outcome { inProcess(words, executable: executable) }

  /// Renders with this sandbox's chunk store.
  @discardableResult
  func render(_ project: String, to movie: String, _ more: String...) -> Outcome {
    run(["render", file(project), "-o", file(movie), "--cache", cache] + more)
  }
}

/// Runs a command in this process, with nothing coming from or going to its own streams.
///
/// - Parameter executable: what is started for processes of their own; `nil` for none.
func inProcess(
  _ words: [String], isTerminal: Bool = false, executable: String? = RunningProgram.path
) -> Outcome {
  let texts = Texts()
  let console = Console(isTerminal: isTerminal, allowsColor: false) { descriptor, text in
    texts.append(text, to: descriptor)
  }
  let status = Program.main(words, console: console, executable: executable)
  return Outcome(status: status, output: texts.text(1), messages: texts.text(2))
}

/// Collects what is written to the two streams.
final class Texts: Sendable {
  private let texts = Mutex([Int32: String]())

  func append(_ text: String, to descriptor: Int32) {
    texts.withLock { $0[descriptor, default: ""] += text }
  }

  func text(_ descriptor: Int32) -> String { texts.withLock { $0[descriptor] ?? "" } }
}
