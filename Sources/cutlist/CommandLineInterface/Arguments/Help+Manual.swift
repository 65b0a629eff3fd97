import Workspace

extension Help {
  /// The manual page in the man(7) macros, made from the command table.
  static func manual() -> String {
    var lines = [
      ".TH CUTLIST 1 \"\" \"cutlist \(roff(ProgramVersion.text))\" \"User Commands\"",
      ".SH NAME", "cutlist \\- compiles an edit decision list to a movie",
      ".SH SYNOPSIS", ".B cutlist", roff("COMMAND [OPTIONS] [PROJECT]"),
      ".SH DESCRIPTION",
      roff("Reads a project, which is one JSON file, and the media it names, and renders a movie."),
      roff("Results go to standard output, everything else to standard error."),
      ".SH COMMANDS",
    ]
    for command in Command.all {
      lines += [".SS \(roff(command.name))", ".B cutlist \(roff(command.name))"]
      lines += [roff(command.usage), ".PP", roff(command.summary)]
      if !command.discussion.isEmpty { lines += [".PP", roff(command.discussion)] }
      for flag in command.flags {
        let names = (flag.short.map { "-\($0), " } ?? "") + "--" + flag.name
        lines += [".TP", ".B \(roff(names + (flag.value.map { " " + $0 } ?? "")))"]
        lines.append(roff(flag.help + (flag.default.map { " (default: \($0))" } ?? "")))
      }
    }
    lines.append(".SH EXIT STATUS")
    for (status, meaning) in [
      (ExitStatus.done, "done"), (.projectWrong, "the project or a test is wrong"),
      (.usage, "the command line is wrong"), (.failed, "media, disk or encoder failed"),
      (.interrupted, "interrupted"),
      (.brokenPipe, "whoever read standard output has gone"),
    ] {
      lines += [".TP", ".B \(status.rawValue)", meaning]
    }
    return lines.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// Text in which nothing is a request: backslashes and hyphens escaped, and what begins a line.
  private static func roff(_ text: String) -> String {
    var result = ""
    var startsLine = true
    for character in text {
      switch character {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case ".", "'": result += (startsLine ? "\\&" : "") + String(character)
      default: result.append(character)
      }
      startsLine = character == "\n"
    }
    return result
  }
}
