import Workspace

/// The help texts, made from the command table.
enum Help {
  static func overview() -> String {
    var lines = [
      "cutlist \(ProgramVersion.text): compiles an edit decision list to a movie",
      "",
      "usage: cutlist COMMAND [OPTIONS]",
      "",
    ]
    let width = Command.all.map(\.name.count).max() ?? 0
    for group in Command.groups {
      lines.append("\(group.wish):")
      for command in group.commands {
        lines.append("  \(pad(command.name, to: width))  \(command.summary)")
      }
      lines.append("")
    }
    lines += [
      "'cutlist help COMMAND' explains a command. 'cutlist help WORD' explains anything in a project or a",
      "task, for example 'cutlist help clip' or 'cutlist help slow motion'; 'cutlist help keys' lists all",
      "of them. 'cutlist help limits' says how large a project may be.",
      "Exit status: 0 done, 1 the project is wrong, 2 the command line is wrong,",
      "3 media, disk or encoder failed, 130 interrupted.",
    ]
    return lines.joined(separator: "\n")
  }

  static func page(_ command: Command) -> String {
    var lines = ["usage: cutlist \(command.name) \(command.usage)", "", command.summary]
    if !command.discussion.isEmpty { lines += ["", command.discussion] }
    if !command.flags.isEmpty {
      lines.append("")
      let heads = command.flags.map(head)
      let width = heads.map(\.count).max() ?? 0
      for (head, flag) in zip(heads, command.flags) {
        var texts = wrapped(flag.help, to: lineWidth - width - 4)
        if let `default` = flag.default { texts.append("(default: \(`default`))") }
        for (index, text) in texts.enumerated() {
          lines.append("  \(pad(index == 0 ? head : "", to: width))  \(text)")
        }
      }
    }
    return lines.joined(separator: "\n")
  }

  private static let lineWidth = 100

  /// A text in lines of at most so many characters.
  private static func wrapped(_ text: String, to width: Int) -> [String] {
    var lines = [""]
    for word in text.split(separator: " ") {
      let line = lines[lines.count - 1]
      if line.isEmpty {
        lines[lines.count - 1] = String(word)
      } else if line.count + 1 + word.count <= width {
        lines[lines.count - 1] += " \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }

  private static func head(_ flag: Flag) -> String {
    let short = flag.short.map { "-\($0), " } ?? "    "
    return "\(short)--\(flag.name)" + (flag.value.map { " \($0)" } ?? "")
  }

  static func pad(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
