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
    name: "frame", usage: "PROJECT (--at TIME | --frame N) -o FILE.png",
    summary: "compose one frame and write it as PNG",
    discussion:
      "Only what this frame needs is decoded. The frame is the one before the encoder, converted to\n"
      + "RGB.",
    flags: [
      .atTime, .frameNumber, .picture, .dataOfRow, .row, .locked, .force, .onDamage, .quiet,
    ] + projectFlags,
    positional: 1...1
  ) { (arguments, console) throws(CommandFailure) in
    let arguments = try RowMovies.chosen(arguments, project: arguments.positional.first)
    let loader = try ReportingLoader(arguments, console)
    var outputs = Outputs(arguments, console)
    guard let output = try outputs.add(.picture, arguments, as: .picture) else {
      throw CommandFailure(.usage, "frame needs -o FILE.png")
    }
    let (project, plan) = try loader.plan(arguments.positional[0])
    let number = try FrameChoice.frame(arguments, plan: plan)
    try outputs.check(against: project.protectedFiles)
    let composed = ProjectFrames(of: plan, backend: project.backendOfSingleFrames(for: plan))
    let picture: [UInt8]
    do throws(RenderError) {
      picture = try StillWriter.png(try composed.frame(number))
      try project.hashes.check()
    } catch {
      throw CommandFailure(error, of: project)
    }
    try output.write(picture, console: console)
    DamageReport(composed.damage(in: number..<number + 1), plan, project).warn(console)
    console.tell("wrote frame \(number) to \(output.name)")
    return .done
  }

  static let frames = Command(
    name: "frames", usage: "PROJECT", summary: "print a hash of every frame and block of sound",
    discussion:
      "One line for each frame: its number and the XXH64 of the composed picture. Then one line for\n"
      + "each second of sound. Two projects with the same lines look and sound the same before\n"
      + "encoding.",
    flags: [.range, .text, .locked, .force, .json, .onDamage] + projectFlags, positional: 1...1
  ) { (arguments, console) throws(CommandFailure) in
    var outputs = Outputs(arguments, console)
    let output = try outputs.add(.text, arguments, as: .hashes)
    let loader = try ReportingLoader(arguments, console)
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
