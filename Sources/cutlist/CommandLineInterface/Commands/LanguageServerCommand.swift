import LanguageServer
import Workspace

extension Command {
  static let languageServer = Command(
    name: "language-server", usage: "", summary: "answer an editor over standard input and output",
    discussion:
      "Speaks the Language Server Protocol 3.17: what 'check' finds after each change with its fixes,\n"
      + "completion, hover, names, outline, colours, times of items, and the layout of 'format'. Editors\n"
      + "start it by themselves; the page Editors of the manual says how. It writes no file.",
    flags: [.cache, .noCache] + projectFlags, positional: 0...0
  ) { (arguments, console) throws(CommandFailure) in
    let options = try WorkspaceOptions(arguments)
    let server = LanguageServer(options, program: ProgramVersion.text)
    let status = ServerLoop.run(server, reading: 0) { bytes in
      StandardStreams.write(1, bytes)
    }
    return status == 0 ? .done : .projectWrong
  }
}
