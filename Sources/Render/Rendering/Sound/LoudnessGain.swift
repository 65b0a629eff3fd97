import AudioMixing
package import PlanModel

/// What brings a movie to a loudness.
package struct LoudnessGain: Hashable, Sendable {
  /// Hundredths of decibels by which all of its sound is raised, or lowered below 0.
  package var gain: Int
  /// Whether true peaks would exceed the ceiling without a limiter.
  package var needsLimiter: Bool
  /// LUFS of the movie as it becomes.
  package var integrated: Double
  /// dBTP that it would reach without a limiter.
  package var truePeak: Double

  /// By how much an encoder may take true peaks beyond what it was given, in decibels; 4 have been seen.
  private static let overshoot = 6.0

  /// Whether true peaks may lie above a ceiling once the sound is encoded.
  ///
  /// - Parameter ceiling: hundredths of dBTP.
  package func mayReach(_ ceiling: Int) -> Bool {
    truePeak > Double(ceiling) / 100 - Self.overshoot
  }
}

/// Finds the one gain that brings a plan's sound to a loudness.
///
/// Loudness is integrated after ITU-R BS.1770-4. Where the gain takes true peaks beyond the ceiling a limiter
/// keeps them below, which takes some loudness away; that is measured and made up for.
package struct LoudnessSearch: Sendable {
  private let plan: RenderPlan
  private let pieces: LoudnessPieces

  /// - Parameters:
  ///   - plan: without a gain for loudness and without a limiter.
  ///   - context: what decides sound beside the plan, as for `RenderSession`.
  ///   - jobs: pieces measured at the same time.
  package init(
    _ plan: RenderPlan, backend: any RenderBackend, store: any LoudnessStore, context: String,
    jobs: Int
  ) {
    self.plan = plan
    pieces = LoudnessPieces(backend: backend, store: store, context: context, jobs: jobs)
  }

  /// A limiter that takes more than it gives back is not asked for more.
  private static let mostTurns = 5
  /// Hundredths of decibels: nothing is raised more.
  package static let greatestGain = 4000

  /// The gain for a loudness; `nil` where nothing is loud enough to be measured.
  ///
  /// - Parameters:
  ///   - target: hundredths of LUFS.
  ///   - ceiling: hundredths of dBTP.
  /// - Throws: what a source throws.
  package func gain(target: Int, ceiling: Int) throws(RenderError) -> LoudnessGain? {
    let found = try pieces.measure(plan)
    guard let measured = found.integrated else { return nil }
    let wanted = Double(target) / 100
    let truePeak = Decibels.ofAmplitude(Double(found.truePeak))
    var gain = Self.hundredths(wanted - measured)
    let change = Double(gain) / 100
    var result = LoudnessGain(
      gain: gain, needsLimiter: truePeak + change > Double(ceiling) / 100,
      integrated: measured + change, truePeak: truePeak + change)
    guard result.needsLimiter else { return result }
    var nearest = Double.infinity
    for _ in 0..<Self.mostTurns {
      let limited = plan.raised(by: gain, ceiling: ceiling)
      guard let reached = try pieces.measure(limited).integrated else { break }
      let missing = wanted - reached
      if missing.magnitude < nearest {
        nearest = missing.magnitude
        result.gain = gain
        result.integrated = reached
        result.truePeak = truePeak + Double(gain) / 100
      }
      let step = Self.hundredths(missing)
      guard step.magnitude > 4 else { break }
      gain = min(gain + step, Self.greatestGain)
    }
    return result
  }

  /// Nearest, ties away from zero.
  private static func hundredths(_ decibels: Double) -> Int {
    let greatest = Double(greatestGain)
    return Int(min(max((decibels * 100).rounded(), -greatest), greatest))
  }
}

extension RenderPlan {
  /// The plan with all of its sound so many hundredths of decibels louder, its true peaks below a ceiling.
  ///
  /// - Parameter ceiling: hundredths of dBTP; `nil` for no limiter.
  package func raised(by gain: Int, ceiling: Int?) -> RenderPlan {
    var plan = self
    plan.audio?.ceiling = ceiling
    guard gain != 0, let audio = plan.audio else { return plan }
    let factor = Decibels.amplitude(Double(gain) / 100) * Double(GainPoint.unity)
    let envelope = GainEnvelope(
      purpose: .loudness,
      points: [GainPoint(sample: 0, gain: Int64(factor.rounded()), curve: .hold)])
    for index in audio.spans.indices where audio.spans[index].bus == nil {
      plan.audio?.spans[index].envelopes.append(envelope)
    }
    for index in audio.buses.indices where audio.buses[index].parent == nil {
      plan.audio?.buses[index].envelopes.append(envelope)
    }
    return plan
  }
}
