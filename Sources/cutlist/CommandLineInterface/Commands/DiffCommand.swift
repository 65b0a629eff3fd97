import EditReports
import Diagnostics
import EditComparison
import PlanModel
import Rendering
import Workspace

extension Command {
  static let diff = Command(
    name: "diff", usage: "A B | PATH",
    summary: "show what has changed in an edit, and which frames and sound it changes",
    discussion:
      "A and B are projects, or projects in commits: HEAD~2:edits/promo.json. PATH alone is\n"
      + "compared with the same file in HEAD, or with the file there that it was renamed from.\n"
      + "\n"
      + "Clips are recognized by their id, or else by media and source times. So a moved clip is told\n"
      + "as a move, and a ripple is told once.\n"
      + "\n"
      + "Media, fonts and LUTs of a commit are taken from git if it has them, else as they are now.\n"
      + "What Git LFS has not fetched is named. If one path has different contents in the two\n"
      + "commits, that is a change. Without the media the changes are told, but not the frames.\n"
      + "\n"
      + "--html writes a page with both timelines and pictures of what differs. --markdown writes a\n"
      + "text for a comment on a merge request, with its pictures in a folder beside it:\n"
      + "diff-pictures beside diff.md. Exit status: 0 nothing has changed, 1 something has, 2 a\n"
      + "version cannot be read.",
    flags: [
      .changeCounts, .changesOnly, .differencePage, .changeSummary, .force, .jobs, .json,
    ] + projectFlags, positional: 1...2
  ) { (arguments, console) throws(CommandFailure) in
    let jobs = try arguments.integer(.jobs, minimum: 1) ?? Machine.cores
    var outputs = Outputs(arguments, console)
    let files = try ChangeFiles(arguments, &outputs)
    let loader = try ReportingLoader(arguments, console, reportsJSON: false)
    let opensMedia = !arguments.has(.changesOnly)
    let (base, other) = try loader.editVersions(arguments.positional, opensMedia: opensMedia)
    let pictures = try files.check([base, other], outputs, replacesAnything: arguments.has(.force))
    var report = EditReport(base, other)
    if opensMedia { report.media = EditVersion.changedFiles(base, other) }
    let warnings = EditVersion.warnings(of: [base, other], opensMedia: opensMedia)
    for (severity, text) in warnings { console.say("\(severity): \(text)") }
    if opensMedia, !report.isEmpty, let a = base.planned, let b = other.planned {
      do throws(RenderError) {
        report.movie = try MovieDifference(a, b, jobs: jobs)
      } catch {
        throw CommandFailure(error)
      }
    }
    if arguments.has(.json) {
      try outputs.print(report.json)
    } else if arguments.has(.changeCounts) {
      try outputs.print(report.summary())
    } else if outputs.useStandardOutput {
      try outputs.print(report.text(color: false))
    } else {
      let text = report.text(color: console.paintsResults(arguments))
      try console.write(result: Array((text + "\n").utf8))
    }
    var notes = warnings.map(\.text)
    if !opensMedia { notes.append("frames and sound were not compared") }
    notes += report.projects.map { report.projectWords($0) }
    notes += report.media.map { "'\($0)' has another content" }
    try files.write(report, notes: notes, pictures: pictures, console)
    return report.isEmpty ? .done : .projectWrong
  }
}

extension Console {
  /// Whether a result is painted: on a terminal, unless `--color` or the environment says otherwise.
  func paintsResults(_ arguments: Arguments) -> Bool {
    switch arguments.value(.color) {
    case "always": true
    case "never": false
    default: showsResults && allowsColor
    }
  }
}
