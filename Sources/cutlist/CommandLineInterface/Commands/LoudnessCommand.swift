import TextReports
import OutputFiles
import ChunkStorage
import Diagnostics
import Rendering
import Workspace

extension Command {
  static let loudness = Command(
    name: "loudness", usage: "PROJECT",
    summary: "measure how loud the movie, its tracks and its clips are",
    discussion:
      "Measures integrated loudness, loudness range, the largest short-term (3 s) and momentary\n"
      + "(400 ms) loudness, and the true peak of the mix before it is encoded: ITU-R BS.1770-4, EBU R\n"
      + "128, Tech 3341 and 3342. Tracks and clips are measured by themselves, with all gains and\n"
      + "fades, from where they are first heard to where they are last heard.\n"
      + "\n"
      + "--target says by how much the movie's gain has to change for a loudness.",
    flags: [.loudnessTarget, .soundTrack, .locked, .jobs, .json, .text, .force, .onDamage]
      + projectFlags,
    positional: 1...1
  ) { (arguments, console) throws(CommandFailure) in
    var outputs = Outputs(arguments, console)
    let output = try outputs.add(.text, arguments, as: .levels)
    let target = try target(arguments)
    let jobs = try arguments.integer(.jobs, minimum: 1)
    let loader = try ReportingLoader(
      arguments, console, silenced: [.rateOfMixAlone, .soundAlone], encodes: false)
    let project = try loader.load(arguments.positional[0])
    let plan = try SoundChoice.plan(arguments, try loader.plan(of: project).1)
    try outputs.check(against: project.protectedFiles)
    let report: LoudnessReport?
    do throws(RenderError) {
      report = try project.timeline.flatMap { timeline throws(RenderError) in
        try LoudnessReport(
          plan, of: timeline, backend: project.backend(for: plan), jobs: jobs ?? Machine.cores
        ) { percent in
          if percent % 10 == 0 { console.tell("the sound: \(percent) % measured") }
        }
      }
      try project.hashes.check()
    } catch {
      throw CommandFailure(error, of: project)
    }
    guard let report else {
      throw CommandFailure(
        .projectWrong, "the movie has no sound: its output says \"audio\": false")
    }
    try console.write(
      arguments.has(.json) ? report.json(target: target) : report.text(target: target), to: output)
    return .done
  }

  /// LUFS, with the unit or without.
  private static func target(_ arguments: Arguments) throws(CommandFailure) -> Double? {
    guard let text = arguments.value(.loudnessTarget) else { return nil }
    let digits = text.hasSuffix("LUFS") ? text.dropLast(4) : text[...]
    guard let value = Double(digits.filter { $0 != " " }), (-70...0).contains(value) else {
      throw CommandFailure(
        .usage, "--target takes a loudness from -70 to 0 LUFS, not '\(text)', for example -16")
    }
    return value
  }
}
