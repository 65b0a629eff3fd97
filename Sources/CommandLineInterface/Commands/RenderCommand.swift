import MediaIO
import RenderPlanning
import Rendering
import TimelineModel
import TitleRendering

extension Command {
  static let render = Command(
    name: "render", usage: "PROJECT [-o FILE.mp4]", summary: "render a project to a movie",
    discussion:
      "The movie appears under its name when it is complete. Finished chunks are kept, so a render\n"
      + "that was stopped goes on where it was, and only what changed is rendered again.",
    flags: [.movie, .range, .jobs, .memory, .cache, .noCache, .progress] + projectFlags, positional: 1...1
  ) { (arguments, console) throws(CommandFailure) in
    let loader = ProjectLoader(arguments: arguments, console: console)
    let path = arguments.positional[0]
    let output = arguments.value(.movie) ?? Output.standardName(for: path)
    let form = try progressForm(arguments, console)
    let wanted = try arguments.integer(.jobs, minimum: 1) ?? Machine.cores
    let limit = try MemoryLimit.bytes(arguments)
    let (project, whole) = try loader.plan(path)
    try Output.refuse(output, sourcesOf: project)
    guard whole.output.frameCount > 0 else {
      throw CommandFailure(.projectWrong, "the movie has no frames")
    }
    let plan = whole.restricted(to: try FrameChoice.range(arguments, plan: whole))
    let estimate = MemoryEstimate(plan)
    let most = min(wanted, plan.chunks.count)
    let jobs = limit.map { estimate.workers(within: $0, atMost: most) } ?? most
    if form == .line || limit != nil {
      console.say(
        "\(jobs) \(jobs == 1 ? "worker" : "workers"), at most about "
          + "\(estimate.bytes(workers: jobs) >> 20) MiB of memory")
    }
    let cancellation = Cancellation()
    let interruption = Interruption(cancellation)
    defer { withExtendedLifetime(interruption) {} }
    let reporter = ProgressReporter(form: form, console: console)
    let statistics: RenderStatistics
    do throws(RenderError) {
      let backend = MediaBackend(
        plan: plan, library: project.library, textSource: TitleTexts(renderer: project.texts))
      var session = RenderSession(
        plan: plan, backend: backend, store: try store(arguments, output: output), jobs: jobs,
        cancellation: cancellation, context: { plan.context(of: $0, texts: project.texts) },
        soundContext: RenderPlan.programContext)
      session.clock = Machine.threadTime
      let sink = try MovieFileSink(path: output, output: plan.output)
      statistics = try session.render(into: sink) { reporter.update($0) }
    } catch {
      reporter.abandon()
      throw CommandFailure(error)
    }
    reporter.finish(output: output, statistics, peakMemory: Machine.peakMemory)
    return .done
  }

  private static func progressForm(
    _ arguments: Arguments, _ console: Console
  ) throws(CommandFailure) -> ProgressReporter.Form {
    switch try arguments.choice(.progress, of: ["auto", "json", "none"]) {
    case "json": .json
    case "none": .none
    default: console.isTerminal ? .line : .none
    }
  }

  /// The user's chunk store, or one beside the output that is removed after the render.
  private static func store(
    _ arguments: Arguments, output: String
  ) throws(RenderError) -> DiskChunkStore {
    if !arguments.has(.noCache), let folder = arguments.value(.cache) ?? CacheFolder.standard() {
      return try DiskChunkStore(folder: folder)
    }
    let folder = MediaLocator.join(
      MediaLocator.folder(of: output), ".cutlist-chunks-\(Machine.processNumber)")
    return try DiskChunkStore(folder: folder, removesAtEnd: true)
  }
}

extension RenderPlan {
  static var programContext: String {
    ([Program.version] + MediaLibraries.versions).joined(separator: ";")
  }

  /// What decides a chunk's bytes beside the plan: versions of the program and its libraries, and
  /// the fonts of the texts that are shown.
  func context(of chunk: Chunk, texts: TextRenderer) -> String {
    var fonts: [RasterID: String] = [:]
    for frame in chunk.frames {
      for layer in layers(at: frame) {
        for picture in layer.pictures {
          guard case .text(let id) = picture.content, fonts[id] == nil else { continue }
          let hash = try? texts.contentHash(of: rasters[id.index].style)
          fonts[id] = hash.map { String($0, radix: 16) } ?? "unknown"
        }
      }
    }
    let hashes = Set(fonts.values).sorted()
    return ([Self.programContext] + hashes).joined(separator: ";")
  }
}

extension FrameLayer {
  /// The pictures of the layer, one or two.
  var pictures: [FramePicture] {
    switch self {
    case .single(let picture): [picture]
    case .dissolve(let from, let to, _): [from, to].compactMap(\.self)
    case .disjoint(let from, let to): [from, to].compactMap(\.self)
    }
  }
}
