import ProjectTesting
import ParameterTables
import OutputFiles
import GoldenTesting
import Rendering
import Reports
import Workspace

extension Command {
  static let test = Command(
    name: "test", usage: "[PROJECT | FOLDER…]",
    summary: "test movies against what is expected and kept of them",
    discussion:
      "Tests projects; in folders (the current one if none is named) all projects that have an\n"
      + "\"expect\" section or golden files. \"expect\" says lengths, cuts and texts. Golden files keep\n"
      + "the plan, hashes of frames and sound, and a few pictures, in the folder golden beside the\n"
      + "project. A frame with another hash is measured if the project gives a tolerance and its\n"
      + "picture was kept.\n"
      + "\n"
      + "With --data and --row the golden files of a row are kept apart, as row-3.frames.txt. Only\n"
      + "frames and sound that were kept are made, and nothing is encoded. Exit status: 0 all passed,\n"
      + "1 one failed, 3 nothing failed, but media or the disk did.",
    flags: [
      .update, .dataOfRow, .row, .junit, .resultLines, .differencePage, .keepPictures, .locked,
      .force, .testJobs,
      .json, .quiet,
    ]
      + projectFlags,
    positional: 0...Int.max
  ) { (arguments, console) throws(CommandFailure) in
    let (row, table) = (arguments.value(.row), arguments.value(.dataOfRow))
    if row != nil || arguments.has(.data), arguments.positional.count != 1 {
      throw CommandFailure(.usage, "--data and --row go with one project")
    }
    let arguments = try RowMovies.chosen(arguments, project: arguments.positional.first)
    let updates = arguments.has(.update)
    if updates, console.isUnattended {
      throw CommandFailure(
        .usage,
        "golden files are not updated where the variable CI is set: nobody would look at them")
    }
    var outputs = Outputs(arguments, console)
    let junit = try outputs.add(.junit, arguments, as: .junit)
    let lines = try outputs.add(.resultLines, arguments, as: .resultLines)
    let page = try outputs.add(.differencePage, arguments, as: .page)
    let keep = try arguments.value(.keepPictures).map { (folder) throws(CommandFailure) in
      try KeptFrames(folder)
    }
    let paths = arguments.positional.isEmpty ? ["."] : arguments.positional
    let jobs = try arguments.integer(.testJobs, minimum: 1) ?? Machine.cores
    let projects = try ProjectSearch.projects(paths)
    let options = try WorkspaceOptions(arguments)
    let protected = ProjectLoader(options)
      .protectedFiles(ofProjects: projects.map(\.path))
    try outputs.check(against: protected)
    var run = TestRun(of: projects, options, updates: updates, jobs: jobs)
    (run.protected, run.row) = (protected, row)
    if let row, let table {
      run.rowOptions = "--data \(table) --row \(row)"
    }
    run.usesColor = arguments.value(.color) == "always"
    let asLines = arguments.has(.json)
    let results = try run.results { result throws(CommandFailure) in
      if !console.isQuiet || result.verdict != .passed {
        try outputs.print(asLines ? ResultJSON.line(result) : ResultText.text(result))
      }
      try keep?.write(of: result, protected: protected)
    }
    if !console.isQuiet || results.contains(where: { $0.verdict != .passed }) {
      try outputs.print(asLines ? ResultJSON.summary(results) : ResultText.summary(results))
    }
    try junit?.write(ResultJUnit.text(results), console: console)
    if let lines {
      let texts = results.map(ResultJSON.line) + [ResultJSON.summary(results)]
      try lines.write(texts.joined(separator: "\n"), console: console)
    }
    if let page {
      try page.write(Array(try differences(of: results, arguments).utf8), console: console)
    }
    let verdicts = Set(results.map(\.verdict))
    return verdicts.contains(.failed)
      ? .projectWrong : verdicts.contains(.unavailable) ? .failed : .done
  }

  private static func differences(
    of results: [ProjectResult], _ arguments: Arguments
  ) throws(CommandFailure) -> String {
    var page = DifferencePage()
    let loader = try ReportingLoader(arguments, .silent, reportsJSON: false)
    for result in results {
      let pictures = result.subject.map { subject in
        let frames = subject.pictures()
        let committed = CommittedPictures(
          of: result.path, storage: subject.storage, loader.projects)
        return DifferenceImages(
          expected: { (difference) throws(RenderError) in
            if let kept = try frames.expected(difference.frame) {
              return ExpectedPicture(image: kept)
            }
            return try committed.expected(difference.frame, hash: difference.expected)
          },
          actual: { (frame) throws(RenderError) in try frames.actualAsKept(frame) })
      }
      do throws(RenderError) {
        try page.add(result, title: result.path, pictures: pictures) { frame in
          // Little is kept of a tested project, since there may be many.
          guard let (project, plan) = try? loader.plan(result.path) else { return nil }
          return project.explanation(of: frame, plan: plan)
        }
      } catch {
        throw CommandFailure(error)
      }
    }
    return DifferenceReport(
      title: "Tests of movies", sides: ("expected", "actual"), sections: page.sections
    ).html
  }
}
