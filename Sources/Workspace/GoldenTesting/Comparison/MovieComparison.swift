import AudioMixing
package import PlanModel
import Raster
package import Rendering
import Synchronization
import TimelineModel
import Workers

/// One of two movies that are compared.
package struct ComparedMovie: Sendable {
  /// What a person calls it: its path.
  package var name: String
  /// Of the whole movie.
  package var plan: RenderPlan
  /// Asked once by every thread, and once for the sound.
  package var sources: MovieSources
  /// What decides a frame's pixels beside the plan, for a plan in which each frame is a chunk.
  package var context: @Sendable (RenderPlan) -> [String]

  /// - Parameter context: one text a chunk: versions and font files.
  package init(
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
package struct MovieComparison: Sendable {
  /// What B is measured against.
  package var a: ComparedMovie
  /// What is reported on.
  package var b: ComparedMovie
  /// Threads that compose, 1 or more.
  package var jobs: Int
  /// Whether it is measured how much frames differ, and not only whether they do.
  package var measures: Bool

  /// A comparison of B with A.
  package init(_ a: ComparedMovie, _ b: ComparedMovie, jobs: Int, measures: Bool = true) {
    self.measures = measures
    self.a = a
    self.b = b
    self.jobs = jobs
  }

  /// The differences of B to A, as those of a test in which A is what was kept.
  ///
  /// Frames are compared by number, also at different frame rates. Movies of different sizes have no
  /// frames to compare.
  package func run() throws(RenderError) -> ProjectResult {
    var result = ProjectResult(path: b.name)
    result.output = b.plan.output
    result.shape = ShapeResult(expected: MovieShape(a.plan), actual: MovieShape(b.plan))
    if a.plan.output.size == b.plan.output.size { result.pictures = try pictures() }
    result.sound = try sound()
    return result
  }

  // MARK: - Pictures

  /// A frame of one of the movies.
  private struct Shown {
    var isOfA: Bool
    var frame: Int
  }

  /// What one thread composes with. Where one movie has more bits than the other, that one's pictures are widened.
  private final class Frames {
    private let a: ComposedFrames
    private let b: ComposedFrames
    private let depth: Int
    /// Else both are looked at as pictures of BT.709.
    private let isOfOneColor: Bool
    /// Whether one of them has alpha, which the other then has too, and is opaque.
    private let hasAlpha: Bool

    init(_ comparison: MovieComparison) {
      a = ComposedFrames(plan: comparison.a.plan, sources: comparison.a.sources)
      b = ComposedFrames(plan: comparison.b.plan, sources: comparison.b.sources)
      isOfOneColor = comparison.a.plan.output.color == comparison.b.plan.output.color
      hasAlpha = comparison.a.plan.output.hasAlpha || comparison.b.plan.output.hasAlpha
      depth = max(
        comparison.a.plan.output.bitDepth, comparison.b.plan.output.bitDepth)
    }

    func image(_ shown: Shown) throws(RenderError) -> Image {
      var image = try (shown.isOfA ? a : b).frame(shown.frame)
      if !isOfOneColor { image = image.laid(on: .checkerboard).asStandard() }
      if hasAlpha { image = image.withAlpha() }
      return image.format.depth < depth ? image.widened() : image
    }
  }

  private func pictures() throws(RenderError) -> FrameResult {
    let count = min(a.plan.output.frameCount, b.plan.output.frameCount)
    let keys = pictureKeys(0..<count)
    // The rest shows the same pixels.
    let frames = (0..<count).filter { keys.a[$0] != keys.b[$0] }
    let differences = try measures ? measured(frames) : hashed(frames, keys)
    return FrameResult(tested: Array(0..<count), differences: differences)
  }

  private func measured(_ frames: [Int]) throws(RenderError) -> [FrameDifference] {
    try inRuns(frames) { (frame, composed) throws(RenderError) in
      let old = try composed.image(Shown(isOfA: true, frame: frame))
      let new = try composed.image(Shown(isOfA: false, frame: frame))
      let hashes = (ImageHash(old), ImageHash(new))
      guard hashes.0 != hashes.1 else { return nil }
      let area = AreaDifference(
        region: nil, difference: ImageDifference(old, new), tolerance: nil, exceeded: [])
      return difference(frame, hashes, [area])
    }.compactMap(\.self)
  }

  /// What both movies show, be it at different times, is composed once.
  private func hashed(
    _ frames: [Int], _ keys: (a: [String], b: [String])
  ) throws(RenderError) -> [FrameDifference] {
    var wanted: [Shown] = []
    var places: [String: Int] = [:]
    for (isOfA, keys) in [(true, keys.a), (false, keys.b)] {
      for frame in frames where places[keys[frame]] == nil {
        places[keys[frame]] = wanted.count
        wanted.append(Shown(isOfA: isOfA, frame: frame))
      }
    }
    let hashes = try inRuns(wanted) { (shown, composed) throws(RenderError) in
      ImageHash(try composed.image(shown))
    }
    func hash(_ key: String) -> ImageHash { hashes[places[key] ?? 0] }
    return frames.compactMap { frame in
      let pair = (hash(keys.a[frame]), hash(keys.b[frame]))
      return pair.0 == pair.1 ? nil : difference(frame, pair, [])
    }
  }

  private func difference(
    _ frame: Int, _ hashes: (ImageHash, ImageHash), _ areas: [AreaDifference]
  ) -> FrameDifference {
    FrameDifference(
      frame: frame, expected: hashes.0, actual: hashes.1, expectedPicture: nil,
      finding: .compared, areas: areas, shows: b.plan.labels(at: frame))
  }

  /// Does something with each of some frames on all threads, and gives what came of it in order.
  private func inRuns<Item: Sendable, Result: Sendable>(
    _ items: [Item],
    _ work: @escaping @Sendable (Item, Frames) throws(RenderError) -> Result
  ) throws(RenderError) -> [Result] {
    // Neighbours stay together, so that decoders stream.
    let runs = stride(from: 0, to: items.count, by: 64).map { start in
      items[start..<min(start + 64, items.count)]
    }
    let next = Atomic<Int>(0)
    let cancellation = Cancellation()
    let threads = min(jobs, runs.count)
    let found = WorkerPool.map(threads, threads: threads) { _ in
      var found: [(run: Int, results: [Result])] = []
      let composed = Frames(self)
      do throws(RenderError) {
        while !cancellation.isRequested {
          let run = next.add(1, ordering: .relaxed).oldValue
          guard run < runs.count else { break }
          var results: [Result] = []
          for item in runs[run] { results.append(try work(item, composed)) }
          found.append((run, results))
        }
      } catch {
        cancellation.request(error)
      }
      return found
    }
    if let error = cancellation.reason { throw error }
    return found.flatMap(\.self).sorted { $0.run < $1.run }.flatMap(\.results)
  }

  /// What decides the pixels of each frame.
  private func pictureKeys(_ frames: Range<Int>) -> (a: [String], b: [String]) {
    var one = a.plan
    var other = b.plan
    // How the movie is encoded, and how long it is, makes no frame another one.
    let (background, depth) = (other.output.background, other.output.bitDepth)
    let (color, hasAlpha) = (other.output.color, other.output.hasAlpha)
    other.output = one.output
    other.output.hasAlpha = hasAlpha
    other.output.background = background
    other.output.bitDepth = depth
    other.output.color = color
    one.chunks = frames.map { Chunk(index: $0, frames: $0..<$0 + 1) }
    other.chunks = one.chunks
    let contexts = (a.context(one), b.context(other))
    return (
      one.pictureKeys { contexts.0[$0.index] }, other.pictureKeys { contexts.1[$0.index] }
    )
  }

  // MARK: - Sound

  /// The tracks of sound side by side: of a second that several have otherwise, the first is told.
  ///
  /// - Returns: `nil` where one movie has other tracks than the other, by their number and form.
  private func sound() throws(RenderError) -> AudioResult? {
    let (ours, theirs) = (a.plan.mixes, b.plan.mixes)
    guard let one = ours.first, let other = theirs.first, ours.count == theirs.count,
      zip(ours, theirs).allSatisfy({
        $0.sampleRate == $1.sampleRate && $0.channels == $1.channels
      })
    else { return nil }
    let starts = AudioMeasurement.starts(one.sampleCount < other.sampleCount ? one : other)
    var result = AudioResult(
      testedCount: starts.count, sampleRate: one.sampleRate, differences: [], tolerance: nil)
    for track in ours.indices {
      try compare(ours[track], theirs[track], track, starts, &result)
    }
    result.differences.sort { $0.sample < $1.sample }
    return result
  }

  private func compare(
    _ one: AudioPlan, _ other: AudioPlan, _ track: Int, _ starts: [Int64],
    _ result: inout AudioResult
  ) throws(RenderError) {
    let known = Set(result.differences.map(\.sample))
    let old = try AudioMeasurement(one, source: a.sources.soundOfMix(track), starts: starts)
    let new = try AudioMeasurement(other, source: b.sources.soundOfMix(track), starts: starts)
    var isOther = false
    for (before, after) in zip(old.blocks, new.blocks) where before.hash != after.hash {
      isOther = true
      if known.contains(before.sample) { continue }
      let isLouder = before.level != after.level
      result.differences.append(
        AudioDifference(
          sample: before.sample, expected: before.hash, actual: after.hash,
          expectedLevel: before.level, actualLevel: after.level,
          failure: isLouder ? "other samples" : "other samples at the same level"))
    }
    if isOther, result.loudness == nil {
      result.loudness = LoudnessDifference(
        expected: old.loudness, actual: new.loudness, failure: nil)
    }
  }
}
