import AudioMixing
package import PlanModel

/// Listens to sounds that a plan depends on, apart from what is remembered of them.
package struct SoundListener: Sendable {
  private let backend: any RenderBackend
  private let store: any LoudnessStore
  private let context: String
  private let jobs: Int

  /// - Parameters:
  ///   - context: what decides sound beside the plan, as for `RenderSession`.
  ///   - jobs: pieces measured at the same time.
  package init(
    backend: any RenderBackend, store: any LoudnessStore, context: String, jobs: Int
  ) {
    self.backend = backend
    self.store = store
    self.context = context
    self.jobs = jobs
  }

  /// Where somebody speaks in a part of a plan's sound: stretches of samples, in order.
  ///
  /// - Throws: what a source throws.
  package func speech(
    in plan: RenderPlan, over samples: Range<Int64>
  ) throws(RenderError) -> [Range<Int64>] {
    guard let audio = plan.audio else { return [] }
    let parts = SpeechGate.partsPerSecond
    let powers = try pieces(parts).measure(plan, over: samples).powers
    return SpeechGate.phrases(in: powers).map { phrase in
      func sample(_ part: Int) -> Int64 {
        samples.lowerBound + Int64(part) * Int64(audio.sampleRate) / Int64(parts)
      }
      return sample(phrase.lowerBound)..<sample(phrase.upperBound)
    }
  }

  /// The integrated loudness of a part of a plan's sound in hundredths of LUFS (ITU-R BS.1770-4); `nil` where it
  /// is shorter than 400 ms or never above −70 LUFS.
  ///
  /// - Throws: what a source throws.
  package func loudness(
    of plan: RenderPlan, over samples: Range<Int64>
  ) throws(RenderError) -> Int? {
    try pieces(10).measure(plan, over: samples).integrated.map { Int(($0 * 100).rounded()) }
  }

  private func pieces(_ partsPerSecond: Int) -> LoudnessPieces {
    LoudnessPieces(
      backend: backend, store: store, context: context, jobs: jobs,
      partsPerSecond: partsPerSecond)
  }
}
