import ProjectFormat
import Workspace

extension Help {
  /// All commands and options as a page in Markdown, made from the command table.
  static func markdown() -> String {
    var page = MarkdownPage("Every command")
    page.text(
      "`cutlist help COMMAND` shows this in a terminal. Results go to standard output, everything else "
        + "to standard error.")
    page.table(
      ["exit status", "meaning"],
      [
        ["0", "done"], ["1", "the project or a test is wrong"], ["2", "the command line is wrong"],
        ["3", "media, disk or encoder failed"], ["130", "interrupted"],
      ])
    for group in Command.groups {
      page.heading(group.wish.prefix(1).uppercased() + group.wish.dropFirst())
      for command in group.commands {
        page.subheading("cutlist \(command.name)")
        page.text(
          "`cutlist \([command.name, command.usage].joined(separator: " "))`: \(command.summary).")
        if !command.discussion.isEmpty {
          page.text("```text\n\(command.discussion)\n```")
        }
        page.table(
          ["option", "what it does", "if left out"],
          command.flags.map { flag in
            let short = flag.short.map { "-\($0), " } ?? ""
            let value = flag.value.map { " \($0)" } ?? ""
            return [
              "`\(short)--\(flag.name)\(value)`", coded(flag.help), coded(flag.default ?? ""),
            ]
          })
      }
    }
    page.heading("Limits")
    page.text("```text\n\(limits())\n```")
    return page.content
  }

  /// A text with what is typed as code: options, and what stands between single quotes. Else pages would show other
  /// dashes and quotes, which cannot be copied.
  private static func coded(_ text: String) -> String {
    text.replacing(/'([^' ][^']*)'(?=[\s,.;:)]|$)/) { "`\($0.1)`" }
      .replacing(/(^|[\s(])(--[a-z][a-z-]*)/) { "\($0.1)`\($0.2)`" }
  }
}
