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
      + "chunks, how loud the movie is, and all findings. The file needs nothing else: no script,\n"
      + "font or picture comes from a network.",
    flags: [.page, .force, .onDamage, .quiet] + projectFlags, positional: 1...1
  ) { (arguments, console) throws(CommandFailure) in
    var outputs = Outputs(arguments, console)
    guard let output = try outputs.add(.page, arguments, as: .page) else {
      throw CommandFailure(.usage, "inspect needs -o FILE.html")
    }
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
}
