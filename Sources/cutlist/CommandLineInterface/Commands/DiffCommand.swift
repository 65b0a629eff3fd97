import Diagnostics
import EditComparison
import PlanModel
import Rendering
import Workspace

extension Command {
  static let diff = Command(
    name: "diff", usage: "A B | PATH",
    summary: "tell what was changed in an edit, and which frames and sound are others for it",
    discussion:
      "A and B are projects, or projects in commits: HEAD~2:edits/promo.json. PATH alone is\n"
      + "compared with the same file in HEAD, or the one there that it was renamed from. Clips are\n"
      + "followed by id, else by media and source times, so that a move is a move and a ripple is\n"
      + "told once. Media, fonts and LUTs of a commit are those that git has in it, else those that are\n"
      + "there now; what Git LFS has not fetched is named. Where the same path has another content in\n"
      + "both, that is a change. Media need not be there: then the changes are told, and not the\n"
      + "frames. --html writes a page with both timelines and pictures of what differs; --markdown a\n"
      + "text for a comment on a merge request, its pictures in a folder beside it: diff-pictures\n"
      + "beside diff.md. Exit status: 0 nothing is changed, 1 something is, 2 a version cannot be read.",
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

extension EditVersion {
  /// The project and its plan; `nil` where there is none.
  fileprivate var planned: (LoadedProject, RenderPlan)? {
    guard let project, let plan = project.plan else { return nil }
    return (project, plan)
  }

  /// The paths of files that both versions read, with another content each.
  fileprivate static func changedFiles(_ base: EditVersion, _ other: EditVersion) -> [String] {
    guard let a = base.project?.fileContents, let b = other.project?.fileContents else { return [] }
    return a.filter { path, contents in b[path].map { $0 != contents } ?? false }.keys.sorted()
  }

  /// What keeps versions from being compared whole, each said once for all that it concerns.
  fileprivate static func warnings(
    of versions: [EditVersion], opensMedia: Bool
  ) -> [(severity: String, text: String)] {
    var (wrong, silent): ([String], [String]) = ([], [])
    var lost: [(severity: String, text: String)] = []
    for version in versions {
      let errors = (version.project?.diagnostics ?? []).filter { $0.severity == .error }
      // A part says nothing by itself of what it lies in.
      if errors.contains(where: { $0.id == "part-given" }) { continue }
      if errors.contains(where: { $0.origin == .project && $0.id != "media-unknown" }) {
        wrong.append("'\(version.name)'")
      } else if opensMedia, !errors.isEmpty {
        for error in errors where error.id == "media-unavailable" {
          let wayOut = error.fixes.first.map { "; \($0.message)" } ?? ""
          lost.append(("note", "in '\(version.name)' \(error.message)\(wayOut)"))
        }
        silent.append("'\(version.name)'")
      }
    }
    var warnings: [(severity: String, text: String)] = []
    if !wrong.isEmpty {
      let words =
        wrong.count == 1
        ? "has errors and is compared as far as it goes"
        : "have errors and are compared as far as they go"
      warnings.append(
        (
          "warning",
          "\(wrong.joined(separator: " and ")) \(words); 'cutlist check' shows what is wrong"
        ))
    }
    if !silent.isEmpty {
      warnings.append(
        (
          "note",
          "media of \(silent.joined(separator: " and ")) are missing or cannot be read, so frames and "
            + "sound are not compared"
        ))
    }
    return lost + warnings
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
