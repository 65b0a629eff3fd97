import Foundation

/// A folder with projects, media and whatever else a test writes, gone after it.
public final class ScratchFolder {
  /// Absolute.
  public let path = FileManager.default.temporaryDirectory.path + "/cutlist-\(UUID().uuidString)"

  /// An empty folder.
  public init() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of a name in the folder.
  public func file(_ name: String) -> String { path + "/" + name }

  /// Writes a file, with the folders that it lies in.
  ///
  /// - Returns: its path.
  @discardableResult
  public func write(_ name: String, _ text: String) throws -> String {
    let url = URL(filePath: file(name))
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
    return file(name)
  }

  /// A file's text.
  public func text(_ name: String) throws -> String {
    try String(decoding: Data(contentsOf: URL(filePath: file(name))), as: UTF8.self)
  }

  /// Whether there is a file or folder of a name.
  public func has(_ name: String) -> Bool { FileManager.default.fileExists(atPath: file(name)) }

  /// Names in a folder, hidden ones too, sorted.
  public func names(in folder: String = "") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: file(folder)).sorted()
  }
}

extension ScratchFolder {
  /// What a program wrote to standard output, and how it ended.
  public struct Outcome: Sendable {
    /// As UTF-8.
    public var output: String
    /// What the program ended with.
    public var status: Int32
  }

  /// Runs a program in a folder of this one, with standard error going nowhere.
  ///
  /// - Parameter input: the file that it reads; `nil` for none.
  @discardableResult
  public func run(
    _ program: String, _ words: [String], in folder: String = "",
    environment: [String: String] = [:], input: String? = nil
  ) throws -> Outcome {
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = words
    process.currentDirectoryURL = URL(filePath: file(folder))
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    process.standardInput =
      try input.map { try FileHandle(forReadingFrom: URL(filePath: $0)) } ?? FileHandle.nullDevice
    try process.run()
    let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return Outcome(
      output: String(decoding: data, as: UTF8.self), status: process.terminationStatus)
  }

  /// Runs git in a folder of this one as somebody whose own configuration says nothing.
  ///
  /// - Parameter input: the file that it reads; `nil` for none.
  @discardableResult
  public func git(in folder: String, _ words: String..., input: String? = nil) throws -> Outcome {
    var variables = ["GIT_CONFIG_GLOBAL": file("person.config"), "GIT_CONFIG_NOSYSTEM": "1"]
    for role in ["AUTHOR", "COMMITTER"] {
      variables["GIT_\(role)_NAME"] = "Ann Lee"
      variables["GIT_\(role)_EMAIL"] = "ann@example.org"
      variables["GIT_\(role)_DATE"] = "1700000000 +0000"
    }
    return try run(
      "/usr/bin/env", ["git"] + words, in: folder, environment: variables, input: input)
  }
}
