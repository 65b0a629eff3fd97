import Diagnostics
import FileSystem
import ProgramServer
import ProjectFormat
import TimelineModel
import Workspace

// Tools that write, below the folders that the server was started for.
extension ProgramTools {
  private static let applied =
    "{\"type\":\"object\",\"properties\":{\"applied\":{\"type\":\"integer\"}},\"required\":[\"applied\"]}"

  var apply: ProgramTool {
    ProgramTool(
      "apply", "Change a project's file",
      "Applies edits as 'check' gives them to a file: all of them, or none.",
      [
        .init("file", .text, "path of the project or part", required: true),
        .init(
          "edits", .edits, "[{line, column, endLine, endColumn, replacement}], counted from 1",
          required: true),
      ], output: Self.applied, isReadOnly: false
    ) { (call) throws(ToolRefusal) in
      let path = try path(call, "file")
      let file: SourceFile
      do throws(ProjectFileError) {
        file = try ProjectLoader().read(path, waits: false)
      } catch {
        throw ToolRefusal(CommandFailure(error, reading: path).message)
      }
      // A project may be broken JSON for now; what says that it is none of ours is left alone.
      guard JSONParser.parse(file).value?.isProjectFile == true || file.isOneOfOurs else {
        throw ToolRefusal("'\(path)' is no project and no part of one")
      }
      var edits: [Fix.Edit] = []
      for value in call.arguments["edits"].map(\.items) ?? [] {
        edits.append(try Self.edit(value, in: file))
      }
      guard let bytes = file.applying(edits) else { throw ToolRefusal("two edits overlap") }
      try write(bytes, over: file)
      return ToolReply(structured: "{\"applied\":\(edits.count)}")
    }
  }

  private func write(_ bytes: [UInt8], over file: SourceFile) throws(ToolRefusal) {
    if bytes == file.bytes { return }
    do throws(RewritingError) {
      try ProjectFile.replace(file.path, file.bytes, with: bytes)
    } catch {
      throw ToolRefusal(CommandFailure(error, writing: file.path).message)
    }
  }

  private static func edit(
    _ value: JSONValue, in file: SourceFile
  ) throws(ToolRefusal) -> Fix.Edit {
    func number(_ key: String) -> Int? {
      guard case .number(let digits)? = value[key]?.kind else { return nil }
      return Int(digits)
    }
    guard let line = number("line"), let column = number("column"),
      case .string(let text)? = value["replacement"]?.kind,
      let start = file.offset(line: line, column: column)
    else {
      throw ToolRefusal("an edit has line, column and replacement, and lies in the file")
    }
    var end = start
    if let endLine = number("endLine"), let endColumn = number("endColumn") {
      guard let offset = file.offset(line: endLine, column: endColumn), offset >= start else {
        throw ToolRefusal("the end of an edit lies in the file, and not before its beginning")
      }
      end = offset
    }
    return Fix.Edit(range: SourceRange(lower: start, upper: end), replacement: text)
  }

  var fix: ProgramTool {
    ProgramTool(
      "fix", "Apply certain fixes",
      "Applies every fix that has only one possible reading to the project's files, and checks again. "
        + "Gives what 'check' gives.",
      [Self.project], output: nil, isReadOnly: false
    ) { (call) throws(ToolRefusal) in
      let path = try path(call)
      let result = CapturedCommand(
        words(.check, ["--fix", "--json", path]), executable: executable)
      guard [.done, .projectWrong].contains(result.status) else {
        throw ToolRefusal(ReplyBudget.cut(result.messages))
      }
      let loaded = try loaded(path)
      return ToolReply(
        structured: BriefFindings(findings: loaded.diagnostics, file: loaded.file) {
          paths.shown($0)
        }.json())
    }
  }

  var render: ProgramTool {
    ProgramTool(
      "render", "Render the movie",
      "Renders the project to a file, with progress. 'scale' makes a small draft at once. Gives what was "
        + "written. A file that is no movie of Cutlist is not replaced.",
      [
        Self.project,
        .init("output", .text, "path of the movie, for example out.mp4", required: true),
        .init("scale", .text, "factor of both sides, for example 1/4"),
        .init("range", .text, "part of the movie, A..B"),
      ], isReadOnly: false
    ) { (call) throws(ToolRefusal) in
      let path = try path(call)
      let wanted = call.text("output") ?? ""
      guard let output = paths.writable(wanted), !output.hasPrefix("-") else {
        throw ToolRefusal(
          "'\(shortened(wanted))' is no path below "
            + paths.all.map { "'\($0)'" }.joined(separator: ", "))
      }
      var more = ["-o", output, "--json", "--progress=json"]
      if let scale = call.text("scale") { more.append("--scale=\(scale)") }
      if let range = call.text("range") { more.append("--range=\(range)") }
      let report = call.report
      let result = CapturedCommand(words(.render, more + ["--", path]), executable: executable) {
        value in
        guard case .number(let done)? = value["frame"]?.kind,
          case .number(let total)? = value["frames"]?.kind, let frame = Double(done),
          let frames = Double(total)
        else { return }
        report(frame, frames, "frame \(done) of \(total)")
      }
      guard result.status == .done else {
        let text = result.messages.isEmpty ? result.output : result.messages
        throw ToolRefusal(ReplyBudget.cut(text.isEmpty ? "the render was called off" : text))
      }
      return ToolReply(ReplyBudget.cut(result.output))
    }
  }
}

extension JSONValue {
  fileprivate var items: [JSONValue] { if case .array(let items) = kind { items } else { [] } }
}

extension SourceFile {
  /// The byte at a line and a column, both from 1, columns in Unicode scalars; `nil` where there is none.
  func offset(line: Int, column: Int) -> Int? {
    guard line >= 1, line <= lineCount, column >= 1 else { return nil }
    var start = 0
    var number = 1
    while number < line, let end = bytes[start...].firstIndex(of: 0x0A) {
      start = end + 1
      number += 1
    }
    if start == 0, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { start = 3 }
    var left = column - 1
    while left > 0, start < bytes.count, bytes[start] != 0x0A {
      start += 1
      while start < bytes.count, bytes[start] & 0xC0 == 0x80 { start += 1 }
      left -= 1
    }
    return left == 0 ? start : nil
  }
}
