import Foundation

extension Sandbox {
  /// Runs another program than this one to its end. What it says goes through files, so that it waits
  /// for nobody.
  ///
  /// - Parameters:
  ///   - folder: where it runs, in the sandbox.
  ///   - environment: variables beside those of this process.
  ///   - input: the file that it reads; `nil` for none.
  func execute(
    _ program: String, _ words: [String], in folder: String = "",
    environment: [String: String] = [:], input: String? = nil
  ) throws -> Outcome {
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = words
    process.currentDirectoryURL = URL(filePath: file(folder))
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let (output, errors) = (file("program.output"), file("program.errors"))
    for path in [output, errors] { try Data().write(to: URL(filePath: path)) }
    process.standardOutput = try FileHandle(forWritingTo: URL(filePath: output))
    process.standardError = try FileHandle(forWritingTo: URL(filePath: errors))
    process.standardInput =
      input.flatMap { FileHandle(forReadingAtPath: $0) } ?? FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return Outcome(
      status: process.terminationStatus,
      output: try String(contentsOfFile: output, encoding: .utf8),
      messages: try String(contentsOfFile: errors, encoding: .utf8))
  }
}
