import OutputFiles
import Workspace
import MovieWriting
import PlanModel
import Raster
import RenderPlanning
import Rendering
import Reports

extension Command {
  static let inspect = Command(
    name: "inspect", usage: "PROJECT -o FILE.html",
    summary: "write the edit as a timeline in one HTML file",
    discussion:
      "A page with the tracks, small pictures, the shape of the sound, transitions, gains and\n"
      + "chunks, how loud the movie is over time, and all findings. The file needs nothing else: no\n"
      + "script, font or picture comes from a network. --movie puts a rendered movie into it, full or small,\n"
      + "which plays with the tracks.",
    flags: [.page, .embeddedMovie, .force, .onDamage, .quiet] + projectFlags, positional: 1...1
  ) { (arguments, console) throws(CommandFailure) in
    var outputs = Outputs(arguments, console)
    guard let output = try outputs.add(.page, arguments, as: .page) else {
      throw CommandFailure(.usage, "inspect needs -o FILE.html")
    }
    let movie = try embeddedMovie(arguments)
    let loader = try ReportingLoader(arguments, console)
    let project = try loader.load(arguments.positional[0])
    try loader.report(project.diagnostics, in: project.file)
    try outputs.check(against: project.protectedFiles)
    guard let timeline = project.timeline, let plan = project.plan else {
      let page = TimelineReport.html(ofErrors: project.diagnostics, in: project.file)
      try output.write(Array(page.utf8), console: console)
      return ExitStatus(project.diagnostics)
    }
    let backend = project.backend(for: plan)
    var report = TimelineReport(
      file: project.file, timeline: timeline, plan: plan, findings: project.diagnostics)
    report.movie = movie
    let items = PlannedItems(timeline)
    report.outermost = { items.way(to: $0).first ?? $0 }
    let page: String
    do throws(RenderError) {
      page = try report.html(backend: backend, encode: StillWriter.jpeg)
    } catch {
      throw CommandFailure(error, of: project)
    }
    try output.write(Array(page.utf8), console: console)
    console.tell("wrote \(output.name)")
    return .done
  }

  /// Bytes of a movie that a page may hold.
  private static let mostMovieBytes = 256 << 20

  /// What `--movie` names.
  private static func embeddedMovie(
    _ arguments: Arguments
  ) throws(CommandFailure) -> TimelineReport.EmbeddedMovie? {
    guard let path = arguments.value(.embeddedMovie) else { return nil }
    let types = [".mp4": "video/mp4", ".m4v": "video/mp4", ".webm": "video/webm"]
    guard let type = types.first(where: { path.lowercased().hasSuffix($0.key) })?.value else {
      throw CommandFailure(
        .usage, "--movie takes what browsers play, a .mp4 or .webm file, not '\(path)'")
    }
    do throws(ProjectFileError) {
      return TimelineReport.EmbeddedMovie(
        type: type, bytes: try ProjectFile.read(path, limit: mostMovieBytes))
    } catch {
      if case .tooLarge(let limit) = error {
        throw CommandFailure(
          .usage,
          "'\(path)' has more than \(limit >> 20) MiB, too much for a page; render a smaller one with "
            + "--scale 1/2", helpTells: false)
      }
      throw CommandFailure(error, reading: path, as: "movie")
    }
  }
}
