import Diagnostics
import FileSystem
import ProgramServer
import ProjectFormat
import TimelineModel
import Workspace

/// What other programs may have Cutlist do.
struct ProgramTools: Sendable {
  let paths: ProgramPaths
  /// Options that the server was started with and every command gets.
  let options: [String]
  let executable: String?

  /// What who uses the tools should know.
  static let instructions =
    "Cutlist compiles projects in JSON (edit decision lists) to movies. Write the project's file, then "
    + "'check' it until \"ok\" is true: apply the edits of a finding's fixes as they are, the first fix "
    + "first, from the last place in the file to the first, and check again. 'help' explains any key. "
    + "'sheet' shows what the movie looks like at given times. Times: \"2.5s\", \"75f\", "
    + "\"00:00:02:15\", \"{marker}\", \"{id.start}\"."

  /// The options of the server that hold for projects too.
  static func passedOn(_ arguments: Arguments) -> [String] {
    let flags: [Flag] = [
      .allowFilter, .media, .limit, .openSeconds, .openMemory, .cache,
    ]
    return flags.flatMap { flag in arguments.all(flag).map { "--\(flag.name)=\($0)" } }
      + (arguments.has(.noCache) ? ["--no-cache"] : [])
  }

  /// All of them.
  ///
  /// - Parameter writing: whether there are those that write.
  func all(writing: Bool) -> [ProgramTool] {
    var apply = apply
    // The same edits change other places the second time.
    apply.isIdempotent = false
    return [check, help, plan, explain, sheet, diff] + (writing ? [apply, fix, render] : [])
  }

  static let project = ProgramTool.Parameter(
    "project", .text, "path of the project's file", required: true)

  // MARK: - What is common

  /// The path of a file as commands take it.
  func path(_ call: ToolCall, _ name: String = "project") throws(ToolRefusal) -> String {
    let given = call.text(name) ?? ""
    guard let found = paths.existing(given) else {
      throw ToolRefusal(
        "there is no file '\(shortened(given))' below \(paths.all.map { "'\($0)'" }.joined(separator: ", "))"
      )
    }
    return found
  }

  /// The options of a command that reads a project.
  ///
  /// - Parameter known: names of those that the command takes.
  func words(_ command: Command, _ more: [String]) -> [String] {
    let names = Set(command.flags.map(\.name))
    let common = ["--confine"] + paths.all.map { "--allow-path=\($0)" } + options
    return [command.name]
      + common.filter { word in
        names.contains(String(word.dropFirst(2).prefix { $0 != "=" }))
      } + more
  }

  /// Runs a command; what it gives, or why not.
  func run(_ command: Command, _ more: [String], hint: String) -> ToolReply {
    let result = CapturedCommand(words(command, more), executable: executable)
    if result.output.isEmpty || ![.done, .projectWrong].contains(result.status) {
      let text = result.messages.isEmpty ? result.output : result.messages
      return .failure(ReplyBudget.cut(text.isEmpty ? "nothing was found" : text))
    }
    return ToolReply(ReplyBudget.cut(result.output, more: hint))
  }
}

/// Why a tool does nothing.
struct ToolRefusal: Error {
  var text: String

  init(_ text: String) { self.text = text }
}

extension ProgramTool {
  /// A tool whose work may be refused.
  init(
    _ name: String, _ title: String, _ summary: String, _ parameters: [Parameter],
    output: String? = nil, isReadOnly: Bool = true,
    _ body: @escaping @Sendable (ToolCall) throws(ToolRefusal) -> ToolReply
  ) {
    self.init(
      name: name, title: title, summary: summary, parameters: parameters, output: output,
      isReadOnly: isReadOnly
    ) { call in
      do throws(ToolRefusal) {
        return try body(call)
      } catch {
        return .failure(error.text)
      }
    }
  }
}
