import ParameterTables
import OutputFiles
import Workspace
import BaseValues
import MovieWriting
import OutputKinds
import PlanModel
import Raster
import Rendering
import Reports
import TimelineModel

extension Command {
  static let sheet = Command(
    name: "sheet", usage: "PROJECT -o FILE",
    summary: "write a contact sheet: small pictures of the movie in rows",
    discussion:
      "Pictures are spread evenly over the movie, each with its timecode and frame number. Only\n"
      + "their frames are composed. With --every they are as far apart as it says, from the beginning\n"
      + "on; --at and --frame name each of them.",
    flags: [
      .picture, .force, .columns, .count, .every, .framesAtTimes, .frameNumbers, .sheetWidth,
      .range, .dataOfRow, .row, .onDamage,
      .quiet,
    ] + projectFlags,
    positional: 1...1
  ) { (arguments, console) throws(CommandFailure) in
    let arguments = try RowMovies.chosen(arguments, project: arguments.positional.first)
    var outputs = Outputs(arguments, console)
    guard let output = try outputs.add(.picture, arguments, as: .picture) else {
      throw CommandFailure(.usage, "sheet needs -o FILE.png")
    }
    let columns = try arguments.integer(.columns, minimum: 1) ?? 5
    let width = try arguments.integer(.sheetWidth, minimum: 64) ?? 1600
    let loader = try ReportingLoader(arguments, console, encodes: false)
    let (project, plan) = try loader.plan(arguments.positional[0])
    try outputs.check(against: project.protectedFiles)
    let frames = try SheetFrames.chosen(
      arguments, plan: plan, of: project.timeline, columns: columns)
    let sheet = ContactSheet(
      columns: columns, width: width,
      shape: plan.output.size)
    let size = sheet.size(of: frames.count)
    guard size.width <= 16_384, size.height <= 16_384 else {
      throw CommandFailure(
        .usage,
        "the sheet would have \(size.width) × \(size.height) pixels, the limit is 16384 × 16384; "
          + "ask for fewer pictures or a smaller --width")
    }
    let picture: [UInt8]
    do throws(RenderError) {
      let composed = ProjectFrames(of: plan, backend: project.backendOfSingleFrames(for: plan))
      var cells: [(picture: Image, caption: String)] = []
      for frame in frames {
        let picture = try StillWriter.scaled(try composed.frame(frame), to: sheet.cell)
        let caption = "\(FrameChoice.timecode(frame, plan: plan))  \(frame)"
        cells.append((picture, caption))
      }
      picture = try StillWriter.picture(
        sheet.image(of: cells), as: PictureFormat.named(output.path) ?? .png)
    } catch {
      throw CommandFailure(error, of: project)
    }
    try output.write(picture, console: console)
    console.tell(
      "wrote \(frames.count) \(frames.count == 1 ? "picture" : "pictures") to \(output.name)")
    return .done
  }
}

/// Which frames a contact sheet shows.
enum SheetFrames {
  static func chosen(
    _ arguments: Arguments, plan: RenderPlan, of timeline: Timeline?, columns: Int
  ) throws(CommandFailure) -> [Int] {
    if [Flag.framesAtTimes, .frameNumbers].contains(where: arguments.has) {
      if arguments.has(.count) {
        throw CommandFailure(.usage, "--count does nothing where each picture is named")
      }
      return try FrameChoice.frames(arguments, plan: plan, of: timeline)
    }
    let frames = try FrameChoice.range(arguments, plan: plan, named: timeline)
    guard !frames.isEmpty else { throw CommandFailure(.projectWrong, "the movie has no frames") }
    let count = try arguments.integer(.count, minimum: 1)
    guard let every = arguments.value(.every) else {
      return evenly(min(count ?? 5 * columns, frames.count), over: frames)
    }
    if count != nil { throw CommandFailure(.usage, "say --count or --every, not both") }
    let step = try FrameChoice.time(every, plan: plan)
    guard step > .zero else {
      throw CommandFailure(.usage, "--every takes a time above 0, not '\(every)'")
    }
    return try stepping(step, over: frames, rate: plan.output.rate)
  }

  /// The middles of evenly long parts.
  static func evenly(_ count: Int, over frames: Range<Int>) -> [Int] {
    (0..<count).map { frames.lowerBound + frames.count * (2 * $0 + 1) / (2 * count) }
  }

  /// Each step is rounded from its own exact time; steps shorter than a frame give each frame once.
  private static func stepping(
    _ step: Rational, over frames: Range<Int>, rate: FrameRate
  ) throws(CommandFailure) -> [Int] {
    let grid = FrameGrid(rate)
    var result: [Int] = []
    do throws(TimeOverflow) {
      let start = try grid.time(of: FrameIndex(Int64(frames.lowerBound)))
      var index: Int64 = 0
      while true {
        let frame = Int(grid.nearestFrame(to: try start + step * Rational(index)).value)
        if frame >= frames.upperBound { return result }
        if frame != result.last { result.append(frame) }
        index += 1
      }
    } catch {
      throw CommandFailure(.usage, "--every cannot be computed exactly; use a simpler time")
    }
  }
}
