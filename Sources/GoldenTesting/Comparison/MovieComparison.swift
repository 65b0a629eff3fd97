import AudioMixing
public import PlanModel
import Raster
public import Rendering
import Synchronization
import TimelineModel
import Workers

/// One of two movies that are compared.
public struct ComparedMovie: Sendable {
  /// What a person calls it: its path.
  public var name: String
  /// Of the whole movie.
  public var plan: RenderPlan
  /// Asked once by every thread, and once for the sound.
  public var sources: MovieSources
  /// What decides a frame's pixels beside the plan, for a plan in which each frame is a chunk.
  public var context: @Sendable (RenderPlan) -> [String]

  /// - Parameter context: one text a chunk: versions and font files.
  public init(
    name: String, plan: RenderPlan, sources: MovieSources,
    context: @escaping @Sendable (RenderPlan) -> [String]
  ) {
    self.name = name
    self.plan = plan
    self.sources = sources
    self.context = context
  }
}

/// Compares two movies frame by frame and second by second, before any encoding.
///
/// Frames whose keys are equal show the same pixels and are not composed; so two versions of a project
/// are compared in the time that their differing frames take.
public struct MovieComparison: Sendable {
  /// What B is measured against.
  public var a: ComparedMovie
  /// What is reported on.
  public var b: ComparedMovie
  /// Threads that compose, 1 or more.
  public var jobs: Int

  /// A comparison of B with A.
  public init(_ a: ComparedMovie, _ b: ComparedMovie, jobs: Int) {
    self.a = a
    self.b = b
    self.jobs = jobs
  }

  /// The differences of B to A, as those of a test in which A is what was kept.
  ///
  /// Frames are compared by number, also at different frame rates. Movies of different sizes have no
  /// frames to compare.
  public func run() throws(RenderError) -> ProjectResult {
    var result = ProjectResult(path: b.name)
    result.output = b.plan.output
    result.shape = ShapeResult(expected: MovieShape(a.plan), actual: MovieShape(b.plan))
    if a.plan.output.size == b.plan.output.size { result.pictures = try pictures() }
    result.sound = try sound()
    return result
  }

  // MARK: - Pictures

  private func pictures() throws(RenderError) -> FrameResult {
    let count = min(a.plan.output.frameCount, b.plan.output.frameCount)
    let frames = differingKeys(0..<count)
    // Neighbours stay together, so that decoders stream.
    let runs = stride(from: 0, to: frames.count, by: 64).map { start in
      frames[start..<min(start + 64, frames.count)]
    }
    let next = Atomic<Int>(0)
    let cancellation = Cancellation()
    let threads = min(jobs, runs.count)
    let found = WorkerPool.map(threads, threads: threads) { _ in
      var found: [FrameDifference] = []
      let pair = (
        ComposedFrames(plan: a.plan, sources: a.sources),
        ComposedFrames(plan: b.plan, sources: b.sources)
      )
      do throws(RenderError) {
        while !cancellation.isRequested {
          let run = next.add(1, ordering: .relaxed).oldValue
          guard run < runs.count else { break }
          for frame in runs[run] {
            if let difference = try compare(frame, pair) { found.append(difference) }
          }
        }
      } catch {
        cancellation.request(error)
      }
      return found
    }
    if let error = cancellation.reason { throw error }
    return FrameResult(
      tested: Array(0..<count), differences: found.flatMap(\.self).sorted { $0.frame < $1.frame })
  }

  private func compare(
    _ frame: Int, _ pair: (ComposedFrames, ComposedFrames)
  ) throws(RenderError) -> FrameDifference? {
    let (old, new) = (try pair.0.frame(frame), try pair.1.frame(frame))
    let hashes = (ImageHash(old), ImageHash(new))
    guard hashes.0 != hashes.1 else { return nil }
    return FrameDifference(
      frame: frame, expected: hashes.0, actual: hashes.1, expectedPicture: nil,
      finding: .compared,
      areas: [
        AreaDifference(
          region: nil, difference: ImageDifference(old, new), tolerance: nil, exceeded: [])
      ],
      shows: b.plan.labels(at: frame))
  }

  /// Frames that may differ: the rest has equal keys.
  private func differingKeys(_ frames: Range<Int>) -> [Int] {
    var one = a.plan
    var other = b.plan
    // How the movie is encoded, and how long it is, makes no frame another one.
    let background = other.output.background
    other.output = one.output
    other.output.background = background
    one.chunks = frames.map { Chunk(index: $0, frames: $0..<$0 + 1) }
    other.chunks = one.chunks
    let contexts = (a.context(one), b.context(other))
    let keys = (
      one.pictureKeys { contexts.0[$0.index] }, other.pictureKeys { contexts.1[$0.index] }
    )
    return frames.filter { keys.0[$0] != keys.1[$0] }
  }

  // MARK: - Sound

  private func sound() throws(RenderError) -> AudioResult? {
    guard let one = a.plan.audio, let other = b.plan.audio, one.sampleRate == other.sampleRate,
      one.channels == other.channels
    else { return nil }
    let starts = AudioMeasurement.starts(one.sampleCount < other.sampleCount ? one : other)
    let old = try AudioMeasurement(one, source: a.sources.sound(), starts: starts)
    let new = try AudioMeasurement(other, source: b.sources.sound(), starts: starts)
    var result = AudioResult(
      testedCount: starts.count, sampleRate: one.sampleRate, differences: [], tolerance: nil)
    for (before, after) in zip(old.blocks, new.blocks) where before.hash != after.hash {
      let isLouder = before.level != after.level
      result.differences.append(
        AudioDifference(
          sample: before.sample, expected: before.hash, actual: after.hash,
          expectedLevel: before.level, actualLevel: after.level,
          failure: isLouder ? "other samples" : "other samples at the same level"))
    }
    if !result.differences.isEmpty {
      result.loudness = LoudnessDifference(
        expected: old.loudness, actual: new.loudness, failure: nil)
    }
    return result
  }
}
