package import AudioMixing
import OutputKinds
package import PlanModel
import Workers

/// Mixes a plan's sound without encoding it, in order, on several threads.
package struct SoundExport: Sendable {
  private let plan: RenderPlan
  private let backend: any RenderBackend
  private let cancellation: Cancellation

  /// What was found out on the way.
  package struct Result: Sendable {
    /// How far the sound goes beyond full scale.
    package var level: AudioLevel
    /// Damage that was concealed.
    package var damage: [SourceDamage]
  }

  /// Samples mixed by a thread at a time: about ten seconds, whole pieces of the level's measurement.
  private static let piece: Int64 = 480 * 1024

  /// Samples mixed at once.
  private static let block: Int64 = 1 << 14

  /// Hundredths of decibels below the ceiling to which peaks are limited, as those of movies are brought:
  /// other meters look between samples more finely.
  private static let margin = 10

  /// - Parameter cancellation: ends the export between pieces.
  package init(plan: RenderPlan, backend: any RenderBackend, cancellation: Cancellation) {
    var plan = plan
    plan.audio?.ceiling? -= Self.margin
    self.plan = plan
    self.backend = backend
    self.cancellation = cancellation
  }

  /// Mixes all of the sound.
  ///
  /// - Parameters:
  ///   - jobs: pieces mixed at the same time, which is how many are held in memory.
  ///   - take: gets the samples in order, limited to a little below the plan's ceiling and not to −1…1.
  /// - Throws: what a source or `take` throws.
  package func run(
    jobs: Int, take: (AudioBuffer) throws(RenderError) -> Void
  ) throws(RenderError) -> Result {
    var meter = OverloadMeter(channelCount: plan.audio?.channels ?? 0)
    var damage: [SourceDamage] = []
    guard let audio = plan.audio else { return Result(level: AudioLevel(), damage: []) }
    let count = (audio.sampleCount + Self.piece - 1) / Self.piece
    var first: Int64 = 0
    while first < count {
      try cancellation.check()
      let start = first
      let mixed = WorkerPool.map(Int(min(Int64(max(1, jobs)), count - first)), threads: jobs) {
        offset in
        Swift.Result { () throws(RenderError) in try mix(start + Int64(offset), of: audio) }
      }
      for (offset, part) in mixed.enumerated() {
        let (buffer, found) = try part.get()
        let samples = (first + Int64(offset)) * Self.piece
        meter.add(buffer, from: samples, counting: 0..<audio.sampleCount)
        try take(buffer)
        damage += found
      }
      first += Int64(mixed.count)
    }
    return Result(level: meter.level, damage: SourceDamage.merged(damage))
  }

  private func mix(
    _ index: Int64, of audio: AudioPlan
  ) throws(RenderError) -> (AudioBuffer, [SourceDamage]) {
    let source = backend.makeAudioSource()
    let renderer = AudioRenderer(plan: audio, source: source)
    let first = index * Self.piece
    let samples = first..<min(first + Self.piece, audio.sampleCount)
    var mixed = AudioBuffer(channelCount: audio.channels, frameCount: samples.count)
    // Blocks that stay in the processor's caches, and in memory that is at hand.
    try renderer.mix(samples, inBlocksOf: Self.block) { block, start in
      mixed.replace(from: Int(start - first), with: block)
    }
    return (mixed, plan.damage(ofSound: source.damage))
  }
}
