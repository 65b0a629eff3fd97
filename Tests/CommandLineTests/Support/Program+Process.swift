import Foundation
import Synchronization

/// The built program as a process of its own.
final class RunningProgram {
  private let process = Process()
  private let errors = Pipe()
  private let output = Pipe()
  private var held = Data()
  private(set) var messages = ""

  /// The binary beside the test bundle.
  static var path: String {
    var folder = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    folder.deleteLastPathComponent()
    return folder.appendingPathComponent("cutlist").path
  }

  /// - Parameter environment: variables beside those of this process, whose `CI` is left out: golden
  ///   files are not updated where it is set.
  /// - Parameter input: the file that is its standard input; `nil` for an empty one.
  /// - Parameter folder: where it runs; `nil` for this process's folder.
  init(
    _ words: [String], environment: [String: String] = [:], input: String? = nil,
    folder: String? = nil
  ) throws {
    var variables = ProcessInfo.processInfo.environment
    variables["CI"] = nil
    process.environment = variables.merging(environment) { $1 }
    process.executableURL = URL(fileURLWithPath: Self.path)
    process.arguments = words
    if let folder { process.currentDirectoryURL = URL(fileURLWithPath: folder) }
    process.standardError = errors
    process.standardOutput = output
    process.standardInput =
      input.map { FileHandle(forReadingAtPath: $0) } ?? FileHandle.nullDevice
    try process.run()
  }

  /// The next line of standard error; `nil` at its end.
  func nextLine() -> String? {
    while true {
      if let end = held.firstIndex(of: UInt8(ascii: "\n")) {
        let line = String(decoding: held[held.startIndex..<end], as: UTF8.self)
        held = Data(held[held.index(after: end)...])
        messages += line + "\n"
        return line
      }
      let more = errors.fileHandleForReading.availableData
      if more.isEmpty { return nil }
      held += more
    }
  }

  /// The first line of standard output, once there is one; `nil` where that ends before.
  func firstOutputLine() -> String? {
    var line = Data()
    while !line.contains(UInt8(ascii: "\n")) {
      let more = output.fileHandleForReading.availableData
      if more.isEmpty { return nil }
      line += more
    }
    return String(decoding: line, as: UTF8.self).split(separator: "\n").first.map(String.init)
  }

  /// Processes that it has started and that have not ended.
  var children: [Int32] {
    let folder = "/proc/\(process.processIdentifier)/task"
    let tasks = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return tasks.flatMap { task -> [Int32] in
      let text = try? String(contentsOfFile: "\(folder)/\(task)/children", encoding: .utf8)
      return (text ?? "").split(separator: " ").compactMap { Int32($0) }
    }
  }

  /// Seconds of processor time that it and its children have used; endless once it has ended.
  var processorTime: Double {
    ([process.processIdentifier] + children).reduce(0) { $0 + Self.processorTime($1) }
  }

  private static func processorTime(_ process: Int32) -> Double {
    let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
    // The name in parentheses is the only field that may hold spaces.
    guard let fields = text?.split(separator: ")").last?.split(separator: " "), fields.count > 13,
      fields[0] != "Z", let user = Double(fields[11]), let system = Double(fields[12])
    else { return .infinity }
    return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
  }

  func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

  /// Waits for the end; the status of a killed process is minus the signal's number.
  func wait() -> Outcome {
    while nextLine() != nil {}
    let text = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let status = process.terminationStatus
    return Outcome(
      status: process.terminationReason == .uncaughtSignal ? -status : status,
      output: String(decoding: text, as: UTF8.self), messages: messages)
  }
}

extension Sandbox {
  /// Runs a command as a process.
  func runProcess(_ words: String...) throws -> Outcome { try RunningProgram(words).wait() }
}

/// A line of `--progress json`.
struct ProgressLine: Decodable {
  var event: String
  var frame: Int
  var frames: Int
  var chunksRendered: Int
  var chunksReused: Int
  var chunks: Int
  var seconds: Double

  init?(_ line: String) {
    guard let value = try? JSONDecoder().decode(ProgressLine.self, from: Data(line.utf8)) else {
      return nil
    }
    self = value
  }

  /// Every line of a text; `nil` for one that is none.
  static func all(in text: String) -> [ProgressLine?] {
    text.split(separator: "\n").map { ProgressLine(String($0)) }
  }
}
