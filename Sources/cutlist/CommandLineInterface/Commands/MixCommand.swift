import TextReports
import OutputFiles
import ChunkStorage
import Diagnostics
import FileSystem
import MovieWriting
import OutputKinds
import PlanModel
import Rendering
import Workspace

extension Command {
  static let mix = Command(
    name: "mix", usage: "PROJECT -o FILE.wav|FILE.flac",
    summary: "write the movie's sound as a WAVE or FLAC file, or as stems",
    discussion:
      "Writes the sound as it is before it is encoded, in 24 bits at the output's rate: with all\n"
      + "gains, fades, ducks, loudness and limiter.\n"
      + "\n"
      + "Of a movie with several tracks of sound the first is written; --track NAME writes another, by\n"
      + "its name or its number from 1.\n"
      + "\n"
      + "If the name has '{track}' in it, there is a file for each track that is heard, for example\n"
      + "'stems/{track}.wav', named by the track's id or its number. Stems do not go through the\n"
      + "\"audioFilter\" and the limiter of the output; they add up to the movie without these. 5.1 and\n"
      + "7.1 are written in the order of libav.",
    flags: [.sound, .soundTrack, .force, .range, .locked, .jobs, .json, .onDamage, .quiet]
      + projectFlags,
    positional: 1...1
  ) { (arguments, console) throws(CommandFailure) in
    guard let named = arguments.value(.sound) else {
      throw CommandFailure(.usage, "mix needs -o FILE.wav")
    }
    let jobs = try arguments.integer(.jobs, minimum: 1) ?? Machine.cores
    let loader = try ReportingLoader(
      arguments, console, silenced: [.rateOfMixAlone, .soundAlone], encodes: false)
    let (project, whole) = try loader.plan(of: MovieInput(arguments))
    let plan = try SoundChoice.plan(
      arguments, whole.restricted(to: try FrameChoice.range(arguments, plan: whole, of: project)))
    guard let audio = plan.audio else {
      throw CommandFailure(
        .projectWrong,
        plan.output.container.holdsSound
          ? "the movie has no sound: its output says \"audio\": false"
          : "\(plan.output.container.title) holds no sound; choose another output with --output")
    }
    var outputs = Outputs(arguments, console)
    var stems: [SoundStem] = []
    for stem in try SoundStem.all(named, of: project, plan) {
      let file = try OutputFile(
        path: stem.path, as: .sound, option: "-o", console, replacesAnything: arguments.has(.force))
      if file.isStandardOutput {
        throw CommandFailure(.usage, "sound is not written to standard output; name a file")
      }
      try outputs.add(file)
      stems.append(stem)
    }
    try outputs.check(against: project.protectedFiles)
    let cancellation = Cancellation()
    let interruption = Interruption(cancellation)
    defer { withExtendedLifetime(interruption) {} }
    var results: [SoundResult] = []
    do throws(RenderError) {
      for (stem, file) in zip(stems, outputs.files) {
        let said = stem.plan.output.description
        let export = SoundExport(
          plan: stem.plan, backend: project.backend(for: stem.plan), cancellation: cancellation)
        let found =
          SoundFormat.named(stem.path) == .flac
          ? try write(export, FLACFileSink.self, file.destination, audio, said, jobs, project)
          : try write(export, WaveFileSink.self, file.destination, audio, said, jobs, project)
        results.append(SoundResult(stem: stem, level: found.level, damage: found.damage))
      }
    } catch {
      throw CommandFailure(error, of: project)
    }
    let lost = Set(stems.map { SoundFormat.named($0.path) ?? .wave }).flatMap {
      format in plan.output.description.losses(in: format).map { (format, $0) }
    }
    if !lost.isEmpty {
      let (format, words) = (lost[0].0, lost.filter { $0.0 == lost[0].0 }.map(\.1))
      console.say(
        "cutlist: warning: \(format.title) has no place for \(words.joined(separator: ", "))")
    }
    for result in results {
      DamageReport(result.damage, plan, project).warn(console)
      if let text = AudioMessages.afterRender(result.level, result.stem.plan) {
        console.say("cutlist: warning: \(result.stem.path): \(text)")
      }
    }
    if arguments.has(.json) {
      try console.print(SoundResult.json(results, audio))
    } else {
      console.tell("wrote " + stems.map(\.path).joined(separator: ", "))
    }
    return .done
  }
  /// Mixes into a file.
  private static func write<Sink: SoundFileSink & ~Copyable>(
    _ export: SoundExport, _: Sink.Type, _ destination: Destination, _ audio: AudioPlan,
    _ description: MovieDescription, _ jobs: Int, _ project: LoadedProject
  ) throws(RenderError) -> SoundExport.Result {
    var sink = try Sink(
      to: destination, sampleRate: audio.sampleRate, channels: audio.channels,
      frameCount: audio.sampleCount, description: description)
    let found = try export.run(jobs: jobs) { (block) throws(RenderError) in
      try sink.append(block)
    }
    try project.hashes.check()
    try sink.finish()
    return found
  }
}
