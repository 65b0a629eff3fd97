import BaseValues
package import OutputKinds
package import PlanModel
import TimelineModel

extension RenderSession {
  /// What the chunks must keep together.
  private var rateGoal: RateGoal {
    let output = plan.output
    return RateGoal(
      output.video, frames: plan.chunks.reduce(0) { $0 + $1.frames.count }, rate: output.rate,
      pixels: output.size.width * output.size.height)
  }

  /// The quality of each chunk; found where the movie's chunks share bits, which takes rendering.
  func settle(_ trials: @autoclosure () throws(RenderError) -> RateTrials) throws(RenderError) {
    guard plan.output.video.sharesBits, settled.value == nil else { return }
    let trials = try trials()
    settled.value = try qualities { (wanted) throws(RenderError) in try trials.measure(wanted) }
  }

  /// The quality of each chunk as far as it is known without rendering.
  var qualitiesWithoutRendering: [ChunkQuality]? {
    if let known = settled.value { return known }
    guard plan.output.video.sharesBits else { return plan.chunks.map { _ in .planned } }
    // A search that fails has told nothing.
    let found = try? qualities { (wanted) throws(RenderError) in
      let outcomes = wanted.compactMap(storedOutcome)
      return outcomes.count == wanted.count ? outcomes : nil
    }
    return found ?? nil
  }

  /// What is told of how bits were shared.
  func rateResult(_ trials: RateTrials) -> RateResult? {
    settled.value.flatMap { trials.result($0, wantedBits: rateGoal.bits) }
  }

  /// - Returns: `nil` where something was not measured.
  func qualities(
    _ measure: RateSolver.Measuring
  ) throws(RenderError) -> [ChunkQuality]? {
    let chunks = plan.chunks.map { chunk in
      RateSolver.Chunk(frames: chunk.frames.count, share: keys[chunk.index].share)
    }
    var solver = RateSolver(goal: rateGoal, chunks: chunks)
    return try solver.levels(measure)?.map(ChunkQuality.level)
  }

  /// The key of a chunk, and the level at which it is encoded; no level where it takes rendering to
  /// know, or nothing is shared.
  package func keyWithoutRendering(of chunk: Chunk) -> (key: String, level: QualityLevel?) {
    guard case .level(let level)? = qualitiesWithoutRendering?[chunk.index] else {
      return (keys[chunk.index].last, nil)
    }
    return (keys(of: chunk.index, .level(level)).last, level)
  }

  // MARK: - Chunks at levels

  /// Where a chunk of some quality is kept, or its measure.
  func keys(of chunk: Int, _ quality: ChunkQuality) -> ChunkKeys {
    switch quality {
    case .planned: keys[chunk]
    case .pilot(let level):
      keys[chunk].map { plan.key($0, isPilot: true, levelSteps: level.steps) }
    case .level(let level):
      keys[chunk].map { plan.key($0, isPilot: false, levelSteps: level.steps) }
    }
  }

  /// What is known of an encoding without rendering.
  func storedOutcome(_ trial: RateSolver.Trial) -> RateSolver.Outcome? {
    let measure = keys(of: trial.chunk, trial.quality).both.lazy.compactMap(store.measure).first {
      $0.packetBits.count == plan.chunks[trial.chunk].frames.count
    }
    return measure.map { outcome($0, trial.quality) }
  }

  /// What the search needs to know of an encoding.
  func outcome(_ measure: ChunkMeasure, _ quality: ChunkQuality) -> RateSolver.Outcome {
    var outcome = RateSolver.Outcome(bits: measure.bits)
    if case .level = quality, let buffer = plan.output.video.buffer {
      outcome.excess = buffer.excess(of: measure.packetBits, at: plan.output.rate)
    }
    return outcome
  }
}
