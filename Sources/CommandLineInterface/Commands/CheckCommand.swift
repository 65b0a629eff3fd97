import Diagnostics

extension Command {
  static let check = Command(
    name: "check", usage: "PROJECT", summary: "find everything that is wrong with a project",
    discussion:
      "Reads the project, opens its media, and reports all findings at once, each with its place\n"
      + "and a way out. Nothing is rendered; the sound is mixed to see whether it is too loud, and how\n"
      + "loud it is, is kept in the cache.",
    flags: [.json, .quiet, .cache, .noCache] + projectFlags, positional: 1...1
  ) { (arguments, console) throws(CommandFailure) in
    let loader = ProjectLoader(arguments: arguments, console: console)
    var project = try loader.load(arguments.positional[0])
    if let timeline = project.timeline, let plan = project.plan {
      project.diagnostics = loader.unsilenced(
        project.diagnostics
          + SoundCheck(project: project, timeline: timeline, plan: plan)
          .findings(cache: ChunkCache.folder(arguments), jobs: Machine.cores))
    }
    if arguments.has(.json) {
      try console.write(DiagnosticRenderer.json(project.diagnostics, in: project.file), to: nil)
      return project.status
    }
    try loader.report(project.diagnostics, in: project.file)
    let errors = project.diagnostics.count { $0.severity == .error }
    let warnings = project.diagnostics.count { $0.severity == .warning }
    if errors + warnings == 0 {
      console.tell("\(project.path): nothing wrong")
    } else {
      console.tell("\(count(errors, "error")), \(count(warnings, "warning"))")
    }
    return project.status
  }

  private static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }
}
