import GoldenTesting
import MediaIO
import Rendering
import Reports

extension Command {
  static let test = Command(
    name: "test", usage: "[PROJECT | FOLDER…]",
    summary: "compare movies with what is expected and kept of them",
    discussion:
      "Tests projects, and in folders (the current one if none is named) all that have an \"expect\"\n"
      + "section or golden files. Expected are lengths, cuts and texts; kept are the plan, hashes of\n"
      + "frames and sound, and a few pictures, in the folder golden beside the project. Frames whose\n"
      + "hashes differ are measured where the project gives a tolerance and the picture was kept.\n"
      + "Only frames and sound that were kept are made; nothing is encoded. Exit status: 0 all passed,\n"
      + "1 one failed, 3 nothing failed, but media or the disk did.",
    flags: [.update, .junit, .resultLines, .differencePage, .keepPictures, .testJobs, .json]
      + projectFlags,
    positional: 0...Int.max
  ) { (arguments, console) throws(CommandFailure) in
    let updates = arguments.has(.update)
    if updates, console.isUnattended {
      throw CommandFailure(
        .usage,
        "golden files are not updated where the variable CI is set: nobody would look at them")
    }
    let paths = arguments.positional.isEmpty ? ["."] : arguments.positional
    let jobs = try arguments.integer(.testJobs, minimum: 1) ?? Machine.cores
    let run = TestRun(
      arguments: arguments, projects: try ProjectSearch.projects(paths), updates: updates,
      jobs: jobs)
    let asLines = arguments.has(.json)
    let results = try run.results { result throws(CommandFailure) in
      try console.print(asLines ? ResultJSON.line(result) : ResultText.text(result))
      if let folder = arguments.value(.keepPictures) { try keepPictures(of: result, in: folder) }
    }
    try console.print(asLines ? ResultJSON.summary(results) : ResultText.summary(results))
    if let path = arguments.value(.junit) {
      try Output.write(ResultJUnit.text(results), to: path, console: console)
    }
    if let path = arguments.value(.resultLines) {
      let lines = results.map(ResultJSON.line) + [ResultJSON.summary(results)]
      try Output.write(lines.joined(separator: "\n"), to: path, console: console)
    }
    if let path = arguments.value(.differencePage) {
      try Output.write(try page(of: results, arguments), to: path, console: console)
    }
    let verdicts = Set(results.map(\.verdict))
    return verdicts.contains(.failed)
      ? .projectWrong : verdicts.contains(.unavailable) ? .failed : .done
  }

  private static func page(
    of results: [ProjectResult], _ arguments: Arguments
  ) throws(CommandFailure) -> String {
    var page = DifferencePage()
    let loader = ProjectLoader(arguments: arguments, console: .silent, reportsJSON: false)
    for result in results {
      let pictures = result.subject.map { subject in
        let frames = subject.pictures()
        return DifferencePictures(
          expected: { (frame) throws(RenderError) in try frames.expected(frame) },
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

  /// Writes the pictures of the frames that fail, and those that were expected, as PNG files.
  private static func keepPictures(
    of result: ProjectResult, in folder: String
  ) throws(CommandFailure) {
    guard let subject = result.subject, let pictures = result.pictures, !pictures.passes else {
      return
    }
    let stem = result.path.hasSuffix(".json") ? result.path.dropLast(5) : result.path[...]
    let names = stem.split(separator: "/").filter { $0 != "." && $0 != ".." }
    let target = MediaLocator.join(folder, names.joined(separator: "/"))
    do throws(RenderError) {
      try FileAccess.makeFolder(target)
      let frames = subject.pictures()
      for difference in pictures.differences where !difference.passes {
        let name = "\(target)/frame-\(difference.frame)"
        if difference.actual != nil {
          try StillWriter.write(
            try StillWriter.png(try frames.actual(difference.frame)), to: name + ".actual.png")
        }
        if let kept = difference.expectedPicture, let bytes = try FileAccess.readOwn(kept) {
          try StillWriter.write(bytes, to: name + ".expected.png")
        }
      }
    } catch {
      throw CommandFailure(error)
    }
  }
}
