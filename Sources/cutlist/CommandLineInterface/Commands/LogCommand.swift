import ProjectHistory
import Diagnostics
import Workspace

extension Command {
  static let log = Command(
    name: "log", usage: "PROJECT [REVISIONS]",
    summary: "list what each commit has changed in an edit, the newest first",
    discussion:
      "Lists each commit that changed the project's file, across renames and merged branches: who\n"
      + "made it and when (UTC), the changes in words as 'cutlist diff' tells them, and the frames\n"
      + "and seconds of sound that differ from the version before. What is not committed yet comes\n"
      + "first. A merge is listed if it equals none of the versions merged.\n"
      + "\n"
      + "Frames are compared by what is planned for them. Nothing is composed, so a few of them may\n"
      + "look the same after all. Media are those of the commit if git has them, whatever they are\n"
      + "called now, and their changes count as the project's. Others are taken as they are now.\n"
      + "--no-frames opens no media.\n"
      + "\n"
      + "REVISIONS are git's: v1..v2, a branch, or a commit and everything before it; also in git's\n"
      + "order, before '-- PROJECT'. PROJECT can be a path in a commit, main:edits/promo.json, also\n"
      + "in a bare repository. ^ stands before a commit at which the history ends although there are\n"
      + "commits before it: in a shallow clone, or at a graft.",
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
