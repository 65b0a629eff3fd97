import Diagnostics
import Workspace

extension Command {
  static let log = Command(
    name: "log", usage: "PROJECT",
    summary: "tell what each commit has changed in an edit, the newest first",
    discussion:
      "Each commit that changed the project's file, across renames and merged branches: who made it\n"
      + "and when (UTC), the changes in words as 'cutlist diff' tells them, and the frames and seconds\n"
      + "of sound that differ from the version before at the same number. Those are told by what is\n"
      + "planned for them; nothing is composed, so a few of them may look the same after all. Media are\n"
      + "those that are there now. What is not committed yet comes first. A merge is told where it is\n"
      + "none of the versions merged. --no-frames opens no media.",
    flags: [.commitCount, .changesOnly, .jobs, .json, .cache, .noCache] + projectFlags,
    positional: 1...1
  ) { (arguments, console) throws(CommandFailure) in
    let jobs = try arguments.integer(.jobs, minimum: 1) ?? Machine.cores
    let limit = try arguments.integer(.commitCount, minimum: 1) ?? .max
    let loader = try ReportingLoader(arguments, console, reportsJSON: false)
    let file = try loader.read(arguments.positional[0])
    let history = try EditHistory(file, loader.projects.options, jobs: jobs)
    let log = EditLog(
      history: history, movies: !arguments.has(.changesOnly), limit: limit, console: console)
    if arguments.has(.json) {
      try console.print(try log.json())
    } else {
      try log.print(color: console.paintsResults(arguments))
    }
    return .done
  }
}
