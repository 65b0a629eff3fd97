import Diagnostics
import ParameterTables
import Workspace

/// Checks a project with the values of every row of a table.
///
/// What is found with several rows is said once, with the rows.
struct RowCheck {
  let arguments: Arguments
  let console: Console

  /// Rows beyond this are not checked: each one is a project of its own.
  static let limit = 1000

  private struct Finding {
    var diagnostic: Diagnostic
    var file: SourceFile
    /// Numbers of rows, from 1, with the lines that they begin on.
    var rows: [(number: Int, line: Int)]
  }

  /// - Returns: the status of the gravest finding.
  func run() throws(CommandFailure) -> ExitStatus {
    if arguments.has(.fix) {
      throw CommandFailure(
        .usage, "--fix changes the project, and with --data needs --row to know with which values")
    }
    if arguments.has(.json) {
      throw CommandFailure(.usage, "--json is about one project; with --data it needs --row")
    }
    let path = arguments.positional[0]
    let rows = try RowMovies.rows(arguments, project: path)
    let loader = try ReportingLoader(arguments, console, findingsAreResult: true)
    var findings: [Finding] = []
    // By their texts, which tell places too: other rows may lead to other files.
    var places: [String: Int] = [:]
    for row in rows.prefix(Self.limit) {
      let own = try ReportingLoader(arguments.taking(row.settings), console)
      var project = own.projects.load(try own.read(path))
      project.checkSound(jobs: Machine.cores)
      for diagnostic in project.diagnostics {
        let text = DiagnosticRenderer.text([diagnostic], in: project.file, color: false)
        if let place = places[text] {
          findings[place].rows.append((row.number, row.line))
        } else {
          places[text] = findings.count
          findings.append(
            Finding(diagnostic: diagnostic, file: project.file, rows: [(row.number, row.line)]))
        }
      }
    }
    let count = min(rows.count, Self.limit)
    for finding in findings {
      var diagnostic = finding.diagnostic
      diagnostic.notes.append(Note(message: Self.words(finding.rows, of: count)))
      try loader.report([diagnostic], in: finding.file)
    }
    if rows.count > Self.limit {
      console.say(
        "cutlist: only the first \(Self.limit) of \(rows.count) rows are checked; name others with --row"
      )
    }
    let all = findings.map(\.diagnostic)
    let errors = all.count { $0.severity == .error }
    let warnings = all.count { $0.severity == .warning }
    let head = Command.count(count, "row")
    if errors + warnings == 0 {
      console.tell("\(path): \(head), nothing wrong")
    } else {
      let parts = [Command.count(errors, "error"), Command.count(warnings, "warning")]
      console.tell("\(head): \(parts.joined(separator: ", "))")
    }
    return ExitStatus(all)
  }

  /// `in row 3 (line 4)`, `in rows 2, 5 and 7`, `in all 40 rows`.
  private static func words(_ rows: [(number: Int, line: Int)], of count: Int) -> String {
    if rows.count == count, count > 1 { return "in all \(count) rows" }
    if rows.count == 1 { return "in row \(rows[0].number) (line \(rows[0].line))" }
    let few = rows.prefix(rows.count > 6 ? 5 : rows.count - 1).map { "\($0.number)" }
    let last = rows.count > 6 ? "\(rows.count - 5) more" : "\(rows[rows.count - 1].number)"
    return "in rows \(few.joined(separator: ", ")) and \(last)"
  }
}
