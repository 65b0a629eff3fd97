import AudioMixing
package import PlanModel
import Workers

/// How loud a sound is, after ITU-R BS.1770-4, EBU R 128, Tech 3341 and 3342. Values are `nil` where the sound
/// is too short or too quiet for them.
package struct LoudnessLevels: Hashable, Sendable {
  /// LUFS, gated.
  package var integrated: Double?
  /// LU.
  package var range: Double?
  /// The largest over 400 ms, in LUFS.
  package var momentary: Double?
  /// The largest over 3 s, in LUFS.
  package var shortTerm: Double?
  /// dBTP.
  package var truePeak: Double?
  /// What was measured, in samples of the movie.
  package var samples: Range<Int64>
}

/// Measures how loud a plan's sound is, as a whole and in parts.
package struct LoudnessSurvey: Sendable {
  private let audio: AudioPlan
  private let backend: any RenderBackend

  /// Samples that are mixed at a time.
  private static let block: Int64 = 1 << 15

  /// - Returns: `nil` for a movie without sound.
  package init?(plan: RenderPlan, backend: any RenderBackend) {
    guard let audio = plan.audio else { return nil }
    self.audio = audio
    self.backend = backend
  }

  /// How loud all of the movie is.
  ///
  /// - Parameter progress: is told how many samples more are measured.
  /// - Throws: what a source throws.
  package func level(
    progress: @escaping @Sendable (Int64) -> Void = { _ in }
  ) throws(RenderError) -> LoudnessLevels {
    try measure(audio, over: 0..<audio.sampleCount, progress)
  }

  /// From where a part of the sound is first heard to where it is heard last; `nil` for one that is
  /// never heard.
  package func samples(of part: (AudioSpan) -> Bool) -> Range<Int64>? {
    let own = audio.spans.filter(part)
    guard let first = own.map(\.samples.lowerBound).min(),
      let last = own.map(\.samples.upperBound).max()
    else { return nil }
    return (first..<last).clamped(to: 0..<audio.sampleCount)
  }

  /// How loud parts of the sound are by themselves, before they are limited, each from where it is first heard to where it is heard last;
  /// `nil` for a part that is never heard.
  ///
  /// - Parameters:
  ///   - parts: which spans belong to each.
  ///   - jobs: parts measured at the same time.
  ///   - progress: is told how many samples more are measured, by any thread.
  /// - Throws: what a source throws.
  package func levels(
    of parts: [@Sendable (AudioSpan) -> Bool], jobs: Int,
    progress: @escaping @Sendable (Int64) -> Void = { _ in }
  ) throws(RenderError) -> [LoudnessLevels?] {
    let measured = WorkerPool.map(parts.count, threads: jobs) { part in
      Result { () throws(RenderError) -> LoudnessLevels? in
        var alone = audio.withoutMaster
        guard let heard = samples(of: parts[part]) else { return nil }
        // The others stay where they are in the list, by which the source knows them.
        for index in alone.spans.indices where !parts[part](alone.spans[index]) {
          alone.spans[index].samples = heard.lowerBound..<heard.lowerBound
        }
        return try measure(alone, over: heard, progress)
      }
    }
    var levels: [LoudnessLevels?] = []
    for result in measured { levels.append(try result.get()) }
    return levels
  }

  private func measure(
    _ audio: AudioPlan, over samples: Range<Int64>, _ progress: (Int64) -> Void
  ) throws(RenderError) -> LoudnessLevels {
    var loudness = LoudnessMeter(sampleRate: audio.sampleRate, channelCount: audio.channels)
    var truePeak = TruePeakMeter(channelCount: audio.channels)
    let renderer = AudioRenderer(plan: audio, source: backend.makeAudioSource())
    try renderer.mix(samples, inBlocksOf: Self.block) { mixed, _ in
      loudness?.add(mixed)
      truePeak.add(mixed)
      progress(Int64(mixed.frameCount))
    }
    return LoudnessLevels(
      integrated: loudness?.integrated, range: loudness?.range,
      momentary: loudness?.maximumMomentary, shortTerm: loudness?.maximumShortTerm,
      truePeak: truePeak.peak > 0 ? truePeak.decibels : nil, samples: samples)
  }
}
