import ParameterTables
import Diagnostics
import Workspace

extension Command {
  static let check = Command(
    name: "check", usage: "PROJECT", summary: "find everything that is wrong with a project",
    discussion:
      "Reads the project, opens its media, and reports everything that is wrong at once, each\n"
      + "finding with its place and a way out. Nothing is rendered. The sound is mixed to see whether\n"
      + "it is too loud (the first six hours of a long movie); the result is kept in the cache.\n"
      + "\n"
      + "--fix applies every fix that has only one possible reading: the same value, spelled as the\n"
      + "format wants it. Everything else in the file stays as it is, byte for byte. What is left is\n"
      + "reported, and the exit status is that of the fixed project. With --dry-run the changes are\n"
      + "printed as a diff, and the file is left alone.\n"
      + "\n"
      + "--data checks the project with every row of a table, at most 1000. What several rows have in\n"
      + "common is said once, with the rows. --row checks one row alone.",
    flags: [
      .dataOfRows, .row, .json, .brief, .fix, .dryRun, .locked, .onDamage, .quiet, .cache, .noCache,
    ]
      + projectFlags,
    positional: 1...1
  ) { (arguments, console) throws(CommandFailure) in
    if arguments.has(.data), !arguments.has(.row) {
      return try RowCheck(arguments: arguments, console: console).run()
    }
    let arguments = try RowMovies.chosen(arguments, project: arguments.positional.first)
    let loader = try ReportingLoader(arguments, console, findingsAreResult: true)
    if arguments.has(.dryRun), !arguments.has(.fix) {
      throw CommandFailure(.usage, "--dry-run shows what --fix would do; give both")
    }
    if arguments.has(.dryRun), arguments.has(.json) {
      throw CommandFailure(.usage, "--dry-run prints a diff and --json data; choose one of them")
    }
    if arguments.has(.brief), !arguments.has(.json) {
      throw CommandFailure(.usage, "--brief goes with --json")
    }
    let path = arguments.positional[0]
    var project: LoadedProject
    if arguments.has(.fix) {
      project = try ProjectMender(loader: loader, console: console)
        .mend(path, isTrial: arguments.has(.dryRun))
    } else {
      project = try loader.load(path)
    }
    project.checkSound(jobs: Machine.cores) { done, count in
      mixing(done, of: count, console)
    }
    if let file = try? loader.projects.read(path, waits: false) {
      project.add(ofOutputs: loader.projects.outputFindings(of: project, in: file))
    }
    if arguments.has(.brief) {
      let brief = BriefFindings(findings: project.diagnostics, file: project.file)
      try console.write(brief.json(), to: nil)
      return ExitStatus(project.diagnostics)
    }
    if arguments.has(.json) {
      try console.write(DiagnosticRenderer.json(project.diagnostics, in: project.file), to: nil)
      return ExitStatus(project.diagnostics)
    }
    try loader.report(project.diagnostics, in: project.file)
    let errors = project.diagnostics.count { $0.severity == .error }
    let warnings = project.diagnostics.count { $0.severity == .warning }
    if errors + warnings == 0 {
      console.tell("\(project.path): nothing wrong")
    } else {
      console.tell("\(count(errors, "error")), \(count(warnings, "warning"))")
    }
    return ExitStatus(project.diagnostics)
  }

  /// Says how far the sound is mixed, where that takes a while: each tenth of an hour and more.
  private static func mixing(_ done: Int, of count: Int, _ console: Console) {
    // Parts of half a minute.
    guard count >= 120, done * 10 / count > (done - 1) * 10 / count else { return }
    console.tell("the sound: \(done * 100 / count) % mixed")
  }

  /// `1 error`, `2 errors`.
  static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }
}
