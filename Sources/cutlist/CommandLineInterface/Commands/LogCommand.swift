import ProjectHistory
import Diagnostics
import Workspace

extension Command {
  static let log = Command(
    name: "log", usage: "PROJECT [REVISIONS]",
    summary: "tell what each commit has changed in an edit, the newest first",
    discussion:
      "Each commit that changed the project's file, across renames and merged branches: who made it\n"
      + "and when (UTC), the changes in words as 'cutlist diff' tells them, and the frames and seconds\n"
      + "of sound that differ from the version before at the same number. Those are told by what is\n"
      + "planned for them; nothing is composed, so a few of them may look the same after all. Media are\n"
      + "those of the commit where git has them, whatever they are called now, and their changes count as\n"
      + "the project's; others are those that are there now. What is not committed yet comes first. A\n"
      + "merge is told where it is none of the versions merged. --no-frames opens no media. ^ stands\n"
      + "before a commit where history ends although there are commits before it: in a shallow clone, or\n"
      + "at a graft.\n"
      + "REVISIONS are git's: v1..v2, a branch, a commit and all before it; also in git's order, before\n"
      + "'-- PROJECT'. PROJECT may be one in a commit, main:edits/promo.json, in a bare repository too.",
    flags: [.commitCount, .changesOnly, .jobs, .json, .cache, .noCache] + projectFlags,
    positional: 1...8
  ) { (arguments, console) throws(CommandFailure) in
    let jobs = try arguments.integer(.jobs, minimum: 1) ?? Machine.cores
    let limit = try arguments.integer(.commitCount, minimum: 1) ?? .max
    let loader = try ReportingLoader(arguments, console, reportsJSON: false)
    let choice = try HistoryChoice(arguments, loader)
    let history = try EditHistory(
      choice.file, loader.projects.options, jobs: jobs, at: choice.tip)
    let log = EditLog(history: history, movies: !arguments.has(.changesOnly), limit: limit)
    if arguments.has(.json) {
      try console.print(try log.json())
    } else {
      try log.tell(color: console.paintsResults(arguments)) { (text) throws(CommandFailure) in
        try console.write(result: Array(text.utf8))
      }
      if let note = log.note { console.say(note) }
    }
    return .done
  }
}
