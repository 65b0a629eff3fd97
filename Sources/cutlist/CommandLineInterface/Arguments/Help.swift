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
      "'cutlist help COMMAND' tells more, 'cutlist help keys' what projects are made of, for example",
      "'cutlist help clip' or 'cutlist help slow motion', and 'cutlist help limits' how much a project",
      "may ask for.",
      "Exit status: 0 done, 1 the project is wrong,",
      "2 the command line is wrong, 3 media, disk or encoder failed, 130 interrupted.",
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
        lines.append("  \(pad(head, to: width))  \(flag.help)")
        if let `default` = flag.default {
          lines.append("  \(pad("", to: width))  (default: \(`default`))")
        }
      }
    }
    return lines.joined(separator: "\n")
  }

  private static func head(_ flag: Flag) -> String {
    let short = flag.short.map { "-\($0), " } ?? "    "
    return "\(short)--\(flag.name)" + (flag.value.map { " \($0)" } ?? "")
  }

  static func pad(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
