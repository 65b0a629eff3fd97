import OutputFiles
import Diagnostics
import MovieWriting
import PlanModel
import Rendering
import Synchronization
import Workspace

/// Further renditions of the pictures of a movie of segments: each is planned as a movie of its own without sound, and all
/// go into the same folder.
struct MovieRenditions {
  /// The projects that say what the renditions are, and what is rendered of each.
  let all: [(project: LoadedProject, plan: RenderPlan)]

  /// Loads and plans the renditions that a project names; none of a written plan.
  ///
  /// - Parameter plan: what is rendered of the movie.
  init(
    of project: LoadedProject, _ plan: RenderPlan, _ arguments: Arguments, _ loader: ReportingLoader
  ) throws(CommandFailure) {
    guard let document = project.document, project.renditionCount > 0 else {
      all = []
      return
    }
    let said = SaidFindings()
    _ = said.new(project.diagnostics)
    let text = SourceFile(path: project.file.path, bytes: project.file.bytes)
    var all: [(project: LoadedProject, plan: RenderPlan)] = []
    for rendition in loader.projects.renditions(of: document, in: text) {
      try loader.report(said.new(rendition.diagnostics), in: rendition.file)
      guard let whole = rendition.plan else {
        throw CommandFailure(ExitStatus(rendition.diagnostics))
      }
      try whole.output.checkRate()
      let own = whole.restricted(to: try FrameChoice.range(arguments, plan: whole, of: rendition))
      guard own.segmentStarts == plan.segmentStarts else {
        throw CommandFailure(
          .projectWrong, "segments of the movie's renditions would begin with other frames")
      }
      all.append((rendition, own))
    }
    self.all = all
  }

  /// Renders a movie with its renditions: side by side where they go together, and the movie itself with the last ones.
  ///
  /// - Parameters:
  ///   - sessions: of the movie and of its renditions, which one cancellation ends.
  ///   - sinks: the same.
  ///   - groups: which of them go together, the movie in the first one.
  /// - Returns: what all of them took.
  static func render(
    _ sessions: [RenderSession], into sinks: [any MovieSink], _ groups: [PlanGroup],
    progress: @escaping @Sendable (RenderProgress) -> Void
  ) throws(RenderError) -> RenderStatistics {
    let sum = ProgressSum(of: sessions.count, progress)
    var statistics = RenderStatistics()
    for group in groups.reversed() {
      let members = group.places.map { place in
        RenderGroup.Member(
          session: sessions[place], sink: sinks[place], progress: { sum.update(place, $0) })
      }
      do throws(RenderError) {
        for result in RenderGroup(members, jobs: group.workers.jobs).render() {
          statistics = statistics + (try result.get())
        }
      } catch {
        for sink in sinks { sink.cancel() }
        throw error
      }
    }
    return statistics
  }
}

/// Plans that are rendered side by side.
struct PlanGroup {
  /// Which of the plans.
  var places: [Int]
  var workers: WorkerChoice

  /// Plans in as few groups as they fit into: those that have the same frames in the same chunks, as long as there is
  /// memory for as many workers as each of them has alone. The first group has the first plan.
  static func groups(
    of plans: [RenderPlan], _ arguments: Arguments
  ) throws(CommandFailure) -> [PlanGroup] {
    var groups: [PlanGroup] = []
    for (place, plan) in plans.enumerated() {
      let alone = try MovieRendering.workers(of: [plan], arguments)
      var isIn = false
      for number in groups.indices where !isIn {
        let places = groups[number].places + [place]
        let together = places.map { plans[$0] }
        guard RenderGroup.goTogether(together),
          let workers = try? MovieRendering.workers(of: together, arguments),
          workers.jobs >= min(alone.jobs, groups[number].workers.jobs),
          workers.warnings.count <= alone.warnings.count
        else { continue }
        groups[number] = PlanGroup(places: places, workers: workers)
        isIn = true
      }
      if !isIn { groups.append(PlanGroup(places: [place], workers: alone)) }
    }
    return groups
  }
}

/// How far several renders are that make one movie.
private final class ProgressSum: Sendable {
  private let parts: Mutex<[RenderProgress?]>
  private let tell: @Sendable (RenderProgress) -> Void

  init(of count: Int, _ tell: @escaping @Sendable (RenderProgress) -> Void) {
    parts = Mutex(Array(repeating: nil, count: count))
    self.tell = tell
  }

  /// Tells of all when there is news of one. Frames count as done as far as all renders together are, chunks one by one.
  func update(_ place: Int, _ progress: RenderProgress) {
    parts.withLock { parts in
      parts[place] = progress
      var sum = progress
      let known = parts.compactMap(\.self)
      sum.framesDone = known.reduce(0) { $0 + $1.framesDone } / parts.count
      sum.framesMeasured = known.reduce(0) { $0 + $1.framesMeasured }
      sum.chunksRendered = known.reduce(0) { $0 + $1.chunksRendered }
      sum.chunksReused = known.reduce(0) { $0 + $1.chunksReused }
      sum.chunkCount = progress.chunkCount * parts.count
      sum.soundChunksDone = known.reduce(0) { $0 + $1.soundChunksDone }
      sum.soundChunkCount = known.reduce(0) { $0 + $1.soundChunkCount }
      tell(sum)
    }
  }
}

extension RenderPlan {
  /// Frames with which segments begin.
  fileprivate var segmentStarts: [Int] {
    output.segmentStarts(of: chunks.map(\.frames.lowerBound))
  }
}
