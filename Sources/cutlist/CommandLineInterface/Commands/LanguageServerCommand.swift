import FileSystem
import Glibc
import LanguageServer
import Workspace

extension Command {
  static let languageServer = Command(
    name: "language-server", usage: "", summary: "answer an editor over standard input and output",
    discussion:
      "Speaks the Language Server Protocol 3.17: what 'check' finds after each change with its fixes,\n"
      + "completion, hover, names, outline, colours, times of items, and the layout of 'format'. Editors\n"
      + "start it by themselves; the page Editors of the manual says how. It writes no file.",
    flags: [.cache, .noCache, .standardStreams] + projectFlags, positional: 0...0
  ) { (arguments, console) throws(CommandFailure) in
    let options = try WorkspaceOptions(arguments)
    let server = LanguageServer(options, program: ProgramVersion.text)
    let end = ServerLoop.run(server, reading: 0) { bytes in
      StandardStreams.write(1, bytes)
    }
    switch end {
    case .told(let status): return status == 0 ? .done : .projectWrong
    case .notWritten(EPIPE): throw CommandFailure(.brokenPipe)
    case .notWritten(let number):
      throw CommandFailure(.failed, "standard output: \(MediaLocator.reason(number))")
    case .noThreads: throw CommandFailure(.failed, "there are no threads to be had")
    }
  }
}
