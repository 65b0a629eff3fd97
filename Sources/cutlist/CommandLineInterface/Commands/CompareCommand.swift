import ProjectTesting
import OutputFiles
import GoldenTesting
import Rendering
import Reports
import Workspace

extension Command {
  static let compare = Command(
    name: "compare", usage: "A B",
    summary: "show which frames and seconds of two projects or movies differ, and how much",
    discussion:
      "A and B are projects (.json) or movies. Frames are compared by number, as they are before\n"
      + "any encoding, and sound second by second. Frames that two projects make from the same\n"
      + "content in the same way are not composed. Exit status: 0 they are the same, 1 they differ.",
    flags: [.differencePage, .force, .jobs, .json] + projectFlags, positional: 2...2
  ) { (arguments, console) throws(CommandFailure) in
    let jobs = try arguments.integer(.jobs, minimum: 1) ?? Machine.cores
    var outputs = Outputs(arguments, console)
    let output = try outputs.add(.differencePage, arguments, as: .page)
    let loader = try ReportingLoader(arguments, console, reportsJSON: false)
    let a = try loader.comparedMovie(arguments.positional[0])
    let b = try loader.comparedMovie(arguments.positional[1])
    for project in [a.project, b.project] { try outputs.check(against: project.protectedFiles) }
    let result: ProjectResult
    do throws(RenderError) {
      result = try MovieComparison(a.movie, b.movie, jobs: jobs).run()
    } catch {
      throw CommandFailure(error)
    }
    let text =
      arguments.has(.json)
      ? ResultJSON.line(result) : ComparisonText.text(result, a: a.movie.name, b: b.movie.name)
    try outputs.print(text)
    if let output { try output.write(Array(try page(result, a, b).utf8), console: console) }
    return result.verdict == .passed ? .done : .projectWrong
  }

  private static func page(
    _ result: ProjectResult, _ a: LoadedMovie, _ b: LoadedMovie
  ) throws(CommandFailure) -> String {
    let frames = (
      ComposedFrames(plan: a.movie.plan, sources: a.movie.sources),
      ComposedFrames(plan: b.movie.plan, sources: b.movie.sources)
    )
    let pictures = DifferenceImages(
      expected: { (difference) throws(RenderError) in
        ExpectedPicture(image: try frames.0.frame(difference.frame))
      },
      actual: { (frame) throws(RenderError) in try frames.1.frame(frame) })
    let title = "\(a.movie.name) and \(b.movie.name)"
    var page = DifferencePage()
    do throws(RenderError) {
      try page.add(result, title: title, pictures: pictures) { frame in
        b.project.explanation(of: frame, plan: b.movie.plan)
      }
    } catch {
      throw CommandFailure(error)
    }
    return DifferenceReport(title: title, sides: ("A", "B"), sections: page.sections).html
  }
}
