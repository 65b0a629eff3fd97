import TextReports
import ParameterTables
import OutputFiles
import ChunkStorage
import OutputKinds
import Workspace
import BaseValues
import MovieWriting
import PlanModel
import Rendering

extension Command {
  static let frame = Command(
    name: "frame", usage: "PROJECT (--at TIMES | --frame N | --every TIME) -o FILE",
    summary: "compose frames and write them as pictures",
    discussion:
      "Only what these frames need is decoded. A frame is the one before the encoder, converted to\n"
      + "RGB; the name's ending says how it is written. --size gives another size.\n"
      + "\n"
      + "Several frames need a name for each: {frame} is the frame's number, {time} its timecode with\n"
      + "'-' between the numbers, and %04d counts the pictures from 0. --every TIME takes a frame from\n"
      + "the beginning on, and then one each time; --range says from where to where.",
    flags: [
      .framesAtTimes, .frameNumbers, .every, .range, .pictures, .dataOfRow, .row, .locked, .force,
      .onDamage, .quiet,
    ] + projectFlags,
    positional: 1...1
  ) { (arguments, console) throws(CommandFailure) in
    let arguments = try RowMovies.chosen(arguments, project: arguments.positional.first)
    let loader = try ReportingLoader(arguments, console, encodes: false)
    guard let name = arguments.value(.pictures) else {
      throw CommandFailure(.usage, "frame needs -o FILE.png")
    }
    var outputs = Outputs(arguments, console)
    // A name that nothing can have is told before media are opened.
    _ = try OutputFile(
      path: PictureName(name).path(of: 0, number: 0, time: "0"), as: .picture, option: "-o",
      console,
      replacesAnything: true)
    let (project, plan) = try loader.plan(arguments.positional[0])
    let numbers = try FrameChoice.frames(arguments, plan: plan, of: project.timeline)
    for (place, frame) in numbers.enumerated() {
      let path = try PictureName(name).path(
        of: frame, number: place, time: FrameChoice.timecode(frame, plan: plan),
        count: numbers.count)
      try outputs.add(
        OutputFile(
          path: path, as: .picture, option: "-o", console, replacesAnything: arguments.has(.force)))
    }
    try outputs.check(against: project.protectedFiles)
    let composed = ProjectFrames(of: plan, backend: project.backendOfSingleFrames(for: plan))
    let format = PictureFormat.named(name) ?? .png
    for (frame, output) in zip(numbers, outputs.files) {
      let picture: [UInt8]
      do throws(RenderError) {
        picture = try StillWriter.picture(try composed.frame(frame), as: format)
        try project.hashes.check()
      } catch {
        throw CommandFailure(error, of: project)
      }
      try output.write(picture, console: console)
      DamageReport(composed.damage(in: frame..<frame + 1), plan, project).warn(console)
      console.tell("wrote frame \(frame) to \(output.name)")
    }
    return .done
  }

  static let frames = Command(
    name: "frames", usage: "PROJECT", summary: "print a hash of every frame and block of sound",
    discussion:
      "One line for each frame: its number and the XXH64 of the composed picture. Then one line for\n"
      + "each second of sound. Two projects with the same lines look and sound the same before\n"
      + "encoding.\n"
      + "\n"
      + "--raw writes the frames themselves, one after the other and nothing between them.",
    flags: [.range, .text, .rawFrames, .locked, .force, .json, .onDamage] + projectFlags,
    positional: 1...1
  ) { (arguments, console) throws(CommandFailure) in
    if let format = arguments.value(.rawFrames) {
      return try RawStream.writeFrames(format, arguments, console)
    }
    var outputs = Outputs(arguments, console)
    let output = try outputs.add(.text, arguments, as: .hashes)
    let loader = try ReportingLoader(arguments, console, encodes: false)
    let (project, plan) = try loader.plan(arguments.positional[0])
    try outputs.check(against: project.protectedFiles)
    let frames = try FrameChoice.range(arguments, plan: plan)
    let workers = try? WorkerChoice(
      plan, wanted: Machine.cores, limit: nil, resources: Machine.resources)
    let hashes: FrameHashes
    do throws(RenderError) {
      hashes = try FrameHashes(
        of: frames, plan: plan, backend: project.backend(for: plan), jobs: workers?.jobs ?? 1)
      try project.hashes.check()
    } catch {
      throw CommandFailure(error, of: project)
    }
    let text = arguments.has(.json) ? hashes.json : hashes.lines
    try console.write(text, to: output)
    DamageReport(hashes.damage, plan, project).warn(console)
    return .done
  }
}
