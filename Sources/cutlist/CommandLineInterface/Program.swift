import Diagnostics
import MediaOpening
import MediaProbing
import Workspace
import Workers

/// The `cutlist` program.
package enum Program {
  /// Sets the process up by its environment and runs a command line without the program's name; to
  /// be called once, before anything else.
  ///
  /// - Returns: the exit status.
  package static func start(
    _ count: Int32, _ words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  ) -> Int32 {
    var texts: [String] = []
    for index in 1..<max(1, Int(count)) {
      if let word = unsafe words[index] { texts.append(unsafe FileName.text(word)) }
    }
    return start(texts)
  }

  static func start(_ words: [String]) -> Int32 {
    StandardStreams.fill()
    let isReader = words == [ReaderProgram.word]
    if !isReader {
      if let problem = StartingLimits.problem {
        Console.default().say("cutlist: \(problem)")
        return ExitStatus.failed.rawValue
      }
      SignalWatch.start()
      if StartingLimits.limitsMemory { SignalWatch.reportWantOfMemory() }
    }
    let name = "CUTLIST_CPU_FLAGS"
    let level = Machine.variable(name).flatMap { $0.isEmpty ? nil : $0 }
    guard MediaLibraries.prepare(processorLevel: level) else {
      let levels = MediaLibraries.processorLevels.joined(separator: ", ")
      Console.default().say("cutlist: \(name) is '\(level ?? "")', not one of \(levels)")
      return ExitStatus.usage.rawValue
    }
    return DeepStack.run {
      if isReader, let status = ReaderServer.run() { return status }
      Machine.allowOpenFiles()
      return main(words, executable: "/proc/self/exe")
    }
  }

  /// Runs a command line without the program's name and returns the exit status.
  ///
  /// - Parameter executable: this program's file, for doing in processes of their own what libraries
  ///   do not bound; `nil` to do it in this process.
  package static func main(
    _ words: [String], console: Console = .default(), executable: String? = nil
  ) -> Int32 {
    run(words, console: console, executable: executable).rawValue
  }

  static func run(
    _ words: [String], console: Console, executable: String?
  ) -> ExitStatus {
    var page = ""
    do throws(CommandFailure) {
      guard let first = words.first else {
        console.raw(Help.overview() + "\n")
        return .usage
      }
      switch first {
      case "--help", "-h":
        try console.print(Help.overview())
        return .done
      case "--version":
        return try Command.version.run(try Arguments([], flags: []), console)
      default:
        break
      }
      guard let command = Command.all.first(where: { $0.name == first }) else {
        throw Command.unknown(first)
      }
      page = " \(command.name)"
      var arguments = try Arguments(Array(words.dropFirst()), flags: command.flags)
      arguments.executable = executable
      if arguments.has(.help) {
        try console.print(Help.page(command))
        return .done
      }
      guard command.positional.contains(arguments.positional.count) else {
        throw CommandFailure(.usage, "usage: cutlist \(command.name) \(command.usage)")
      }
      var quieter = console
      quieter.isQuiet = arguments.has(.quiet)
      return try command.run(arguments, quieter)
    } catch {
      if !error.message.isEmpty { console.say("cutlist: \(error.message)") }
      if error.helpTells { console.say("see 'cutlist help\(page)'") }
      return error.status
    }
  }
}
