import Foundation

/// Scripts that run the built program under conditions of their own.
enum Shell {
  /// Runs a script with `$1`, `$2` …; standard error goes where the script sends it.
  static func run(_ script: String, _ words: [String], privately: Bool = false) throws -> Int32 {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: privately ? "/usr/bin/unshare" : "/bin/sh")
    process.arguments =
      (privately ? ["--mount", "/bin/sh"] : []) + ["-c", script, "sh"] + words
    process.standardError = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// Whether file systems may be mounted where nobody else sees them.
  static let canMount =
    FileManager.default.isExecutableFile(atPath: "/usr/bin/unshare")
    && (try? run("mount -t tmpfs none /mnt", [], privately: true)) == 0
}
