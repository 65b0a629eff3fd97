import ProgramServer
import Workspace

extension Command {
  static let mcp = Command(
    name: "mcp", usage: "", summary: "answer other programs over standard input and output",
    discussion:
      "Speaks the Model Context Protocol, revisions 2025-06-18 and 2025-11-25: tools that check a\n"
      + "project with fixes to apply, explain keys and frames, show a contact sheet of given times with\n"
      + "the times in it, print the plan, and compare two versions.\n"
      + "\n"
      + "Projects and their media lie below the current folder or folders that --allow-path names;\n"
      + "nothing else is read. --allow-write adds tools that write there: apply, fix and render.\n"
      + "Without it no file is changed.",
    flags: [
      .allowWrite, .allowPath, .allowFilter, .media, .limit, .openSeconds, .openMemory, .cache,
      .noCache, .help,
    ], positional: 0...0
  ) { (arguments, console) throws(CommandFailure) in
    let tools = ProgramTools(
      paths: try ProgramPaths(allowed: arguments.all(.allowPath)),
      options: ProgramTools.passedOn(arguments), executable: arguments.executable)
    let server = ProgramServer(
      tools: tools.all(writing: arguments.has(.allowWrite)), version: ProgramVersion.text,
      instructions: ProgramTools.instructions)
    ProgramLoop.run(server, reading: 0, output: 1, stop: SignalWatch.stopCommand) { bytes in
      StandardStreams.write(1, bytes)
    }
    return .done
  }
}
