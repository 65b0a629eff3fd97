import Foundation
import Testing

/// What a run of the program asked of the system, as `strace` saw it.
struct Trace {
  var outcome: Outcome
  /// A call a line, of all processes, with the paths of descriptors:
  /// `openat(AT_FDCWD</films>, "a.json", O_RDONLY|O_CLOEXEC) = 3</films/a.json>`.
  var calls: [String] = []

  static let path = ["/usr/bin/strace", "/usr/local/bin/strace"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  /// Whether there is `strace`, and it may trace; a test that needs it is skipped elsewhere.
  static let isThere: Bool = {
    guard let path else {
      print("notice: there is no strace: attacks are not traced")
      return false
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = ["-qq", "-o", "/dev/null", "/bin/true"]
    process.standardError = FileHandle.nullDevice
    try? process.run()
    process.waitUntilExit()
    if process.terminationStatus != 0 { print("notice: strace may not trace here") }
    return process.terminationStatus == 0
  }()

  /// Runs the program in `folder`. It returns when the last process that came of it has ended.
  init(_ words: [String], in folder: String, environment: [String: String] = [:]) throws {
    let log = FileManager.default.temporaryDirectory.path + "/cutlist-trace-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: log) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Self.path ?? "")
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    process.arguments =
      ["-f", "-qq", "-y", "-s", "4096", "-o", log, "-e", "trace=%file,%network,execve,ftruncate"]
      + [RunningProgram.path] + words
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let messages = errors.fileHandleForReading.readDataToEndOfFile()
    let text = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    outcome = Outcome(
      status: process.terminationStatus, output: String(decoding: text, as: UTF8.self),
      messages: String(decoding: messages, as: UTF8.self))
    let lines = String(decoding: try Data(contentsOf: URL(fileURLWithPath: log)), as: UTF8.self)
    calls = lines.split(separator: "\n").map { line in
      // The number of the process comes first.
      String(line.drop { $0.isNumber }.drop { $0 == " " })
    }
  }

  private func calls(_ names: String...) -> [String] {
    calls.filter { call in names.contains { call.hasPrefix($0 + "(") } }
  }

  /// The paths of a call: as they were given, those in an open folder with the folder's. What a link
  /// says is told to the program and asks nothing of the system.
  private static func paths(_ call: String) -> [String] {
    // The second half of a call that another thread came between tells what came out of it.
    if call.hasPrefix("<...") { return [] }
    let matches = call.matches(of: /(?:\d+<([^>]*)>, )?"((?:[^"\\]|\\.)*)"/)
    let paths = matches.map { match in
      let path = unescaped(match.2)
      guard let folder = match.1.map({ unescaped($0) }), !path.hasPrefix("/") else { return path }
      return path == "." ? folder : "\(folder)/\(path)"
    }
    return call.hasPrefix("readlink") ? Array(paths.prefix(1)) : paths
  }

  /// Bytes beyond ASCII stand as octal numbers: `\303\274` is ü.
  private static func unescaped(_ text: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      let digits = rest.prefix(3)
      if byte == UInt8(ascii: "\\"), digits.count == 3,
        let number = UInt8(String(decoding: digits, as: UTF8.self), radix: 8)
      {
        bytes.append(number)
        rest = rest.dropFirst(3)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Paths that the program tried to open, whether they were there or not.
  var opened: Set<String> { Set(calls("open", "openat", "openat2").flatMap(Self.paths)) }

  /// Paths that were looked at in any way.
  var named: Set<String> { Set(calls.flatMap(Self.paths)) }

  /// Paths that were opened for writing, made, renamed, removed or cut.
  var written: Set<String> {
    let opened = calls("open", "openat", "openat2").filter { call in
      ["O_WRONLY", "O_RDWR", "O_CREAT", "O_TRUNC"].contains { call.contains($0) }
    }
    let changed = calls(
      "creat", "rename", "renameat", "renameat2", "unlink", "unlinkat", "mkdir", "mkdirat", "rmdir",
      "link", "linkat", "symlink", "symlinkat", "truncate", "chmod", "fchmodat", "mknod", "mknodat")
    // A folder that is there already is not made.
    return Set((opened + changed).filter { !$0.contains("= -1 EEXIST") }.flatMap(Self.paths))
  }

  /// Programs that were started, the first one included.
  var programs: Set<String> { Set(calls("execve").compactMap { Self.paths($0).first }) }

  /// Calls that reach for another process or machine. A pair of sockets that a process makes for
  /// itself and its child is none, nor is the system's log, which a library greets where it is not
  /// run by root.
  var connections: [String] {
    calls("socket", "connect", "bind", "listen", "accept", "accept4").filter { call in
      !call.hasPrefix("socket(AF_UNIX, SOCK_DGRAM") && !call.contains("sun_path=\"/dev/log\"")
    }
  }
}
