import AudioMixing
import ChunkStorage
import MovieWriting
import OutputKinds
import OutputFiles
import PlanModel
import Raster
import Rendering
import TextReports
import Workspace

/// Writes composed pictures or mixed sound to standard output as they are made, for other programs.
enum RawStream: String {
  case y4m, wav

  /// - Returns: `nil` where no such stream is asked for.
  init?(_ arguments: Arguments) throws(CommandFailure) {
    guard let format = arguments.value(.format).flatMap(RawStream.init(rawValue:)) else {
      return nil
    }
    guard arguments.value(.movie) == "-" else {
      throw CommandFailure(.usage, "--format \(format.rawValue) goes with '-o -'")
    }
    for flag in [Flag.verify, .json, .data, .checkDeterminism] where arguments.has(flag) {
      throw CommandFailure(.usage, "--\(flag.name) does not go with --format \(format.rawValue)")
    }
    self = format
  }

  func run(_ arguments: Arguments, _ console: Console) throws(CommandFailure) -> ExitStatus {
    var outputs = Outputs(arguments, console)
    _ = try outputs.add(.movie, arguments, as: .movie)
    let (project, whole) = try ReportingLoader(arguments, console, encodes: false).plan(
      of: MovieInput(arguments))
    let plan = whole.restricted(to: try FrameChoice.range(arguments, plan: whole, of: project))
    let jobs = try arguments.integer(.jobs, minimum: 1) ?? Machine.cores
    let cancellation = Cancellation()
    let interruption = Interruption(cancellation)
    defer { withExtendedLifetime(interruption) {} }
    let backend = project.backend(for: plan)
    var failure: CommandFailure?
    func pass(_ bytes: [UInt8]) throws(RenderError) {
      do throws(CommandFailure) {
        try console.write(result: bytes)
      } catch {
        failure = error
        throw RenderError(.disk, error.message)
      }
    }
    do throws(RenderError) {
      switch self {
      case .y4m:
        let output = plan.output
        if output.hasAlpha {
          failure = CommandFailure(
            .projectWrong,
            "Y4M holds no alpha, and the movie is transparent; use --format nut, which does, or give an output of "
              + "its own another \"background\"")
          throw RenderError(.encoder, "")
        }
        try pass(
          RawFrames.y4mHeader(size: output.size, rate: output.rate, bitDepth: output.bitDepth))
        try FrameExport(plan: plan, backend: backend, cancellation: cancellation).run(jobs: jobs) {
          (image) throws(RenderError) in
          try pass(RawFrames.y4mFrame + RawFrames.bytes(of: image))
        }
      case .wav:
        guard let audio = plan.audio else {
          failure = CommandFailure(
            .projectWrong,
            plan.output.container.holdsSound
              ? "the movie has no sound: its output says \"audio\": false"
              : "\(plan.output.container.title) holds no sound; choose another output with --output"
          )
          throw RenderError(.disk, "")
        }
        try pass(
          WaveFileSink.header(
            sampleRate: audio.sampleRate, channels: audio.channels, frameCount: audio.sampleCount,
            description: plan.output.description))
        let found = try SoundExport(plan: plan, backend: backend, cancellation: cancellation).run(
          jobs: jobs
        ) { (block) throws(RenderError) in
          try pass(
            WaveFileSink.bytes(of: block, count: block.frameCount, channels: audio.channels))
        }
        DamageReport(found.damage, plan, project).warn(console)
      }
      try project.hashes.check()
    } catch {
      throw failure ?? CommandFailure(error, of: project)
    }
    return .done
  }

  /// Writes the frames of a project to standard output, one after the other and nothing between them.
  ///
  /// - Parameter format: `rgb24`, `rgba`, or any other for pictures as they are composed.
  static func writeFrames(
    _ format: String, _ arguments: Arguments, _ console: Console
  ) throws(CommandFailure) -> ExitStatus {
    if arguments.has(.json) {
      throw CommandFailure(.usage, "--raw and --json both write to standard output")
    }
    if let name = arguments.value(.text), name != "-" {
      throw CommandFailure(
        .usage, "--raw writes to standard output; leave out -o, and use '> FILE'")
    }
    if console.showsResults {
      throw CommandFailure(
        .usage, "standard output is a terminal, which cannot show pictures", helpTells: false)
    }
    let loader = try ReportingLoader(arguments, console, encodes: false)
    let (project, whole) = try loader.plan(arguments.positional[0])
    let plan = whole.restricted(to: try FrameChoice.range(arguments, plan: whole, of: project))
    let cancellation = Cancellation()
    let interruption = Interruption(cancellation)
    defer { withExtendedLifetime(interruption) {} }
    var failure: CommandFailure?
    do throws(RenderError) {
      try FrameExport(
        plan: plan, backend: project.backend(for: plan), cancellation: cancellation
      ).run(jobs: Machine.cores) { (image) throws(RenderError) in
        let bytes =
          switch format {
          case "rgb24": try StillWriter.rgb(image)
          case "rgba": try StillWriter.rgb(image, hasAlpha: true)
          default: RawFrames.bytes(of: image)
          }
        do throws(CommandFailure) {
          try console.write(result: bytes)
        } catch {
          failure = error
          throw RenderError(.disk, error.message)
        }
      }
      try project.hashes.check()
    } catch {
      throw failure ?? CommandFailure(error, of: project)
    }
    return .done
  }
}
