import Foundation

/// A repository of its own in a temporary folder, gone after the test.
final class GitFolder {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.path + "/cutlist-git-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try git("init", "--quiet", "--initial-branch=main")
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func file(_ name: String) -> String { path + "/" + name }

  func write(_ name: String, _ text: String) throws {
    let url = URL(fileURLWithPath: file(name))
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: file(name), withDestinationPath: target)
  }

  /// Commits everything that there is; gives the commit's hash.
  @discardableResult
  func commit(_ message: String) throws -> String {
    try git("add", "--all")
    try git("commit", "--quiet", "--allow-empty", "--message", message)
    return try git("rev-parse", "HEAD")
  }

  /// Runs git as somebody whose own configuration says nothing.
  ///
  /// - Throws: where git does not end with 0.
  @discardableResult
  func git(_ words: String...) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["git", "-C", path] + words
    let identity = ["NAME": "Ann Lee", "EMAIL": "ann@example.org", "DATE": "1700000000 +0100"]
    var variables = ProcessInfo.processInfo.environment
    variables["GIT_CONFIG_GLOBAL"] = "/dev/null"
    for (key, value) in identity {
      variables["GIT_AUTHOR_\(key)"] = value
      variables["GIT_COMMITTER_\(key)"] = value
    }
    process.environment = variables
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let text = String(
      decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failure(words: words) }
    return text.hasSuffix("\n") ? String(text.dropLast()) : text
  }

  struct Failure: Error {
    var words: [String]
  }
}
