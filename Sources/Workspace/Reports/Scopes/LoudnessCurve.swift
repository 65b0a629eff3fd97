package import AudioMixing
package import PlanModel
package import Rendering

/// How loud a movie is over time (EBU R 128): a point each tenth of a second.
package struct LoudnessCurve: Hashable, Sendable {
  /// LUFS over the last 0.4 s; `nil` for silence, and before there are so many.
  package private(set) var momentary: [Double?] = []
  /// LUFS over the last 3 s.
  package private(set) var shortTerm: [Double?] = []
  /// LUFS of the whole; `nil` for silence.
  package private(set) var integrated: Double?
  /// dBTP; `nil` for silence.
  package private(set) var truePeak: Double?

  /// Points a second.
  package static let rate = 10

  /// Mixes the whole sound. `nil` for a movie without sound.
  ///
  /// - Parameter each: is given the sound in blocks of a tenth of a second, with their first samples.
  /// - Throws: what reading media throws.
  package init?(
    of plan: RenderPlan, backend: any RenderBackend,
    each: (AudioBuffer, Int64) -> Void = { _, _ in }
  ) throws(RenderError) {
    guard let audio = plan.audio, audio.sampleCount > 0,
      var meter = LoudnessMeter(sampleRate: audio.sampleRate, channelCount: audio.channels)
    else { return nil }
    var peak = TruePeakMeter(channelCount: audio.channels)
    let renderer = AudioRenderer(plan: audio, source: backend.makeAudioSource())
    let block = Int64(max(1, audio.sampleRate / Self.rate))
    try renderer.mix(0..<audio.sampleCount, inBlocksOf: block) { mixed, start in
      each(mixed, start)
      meter.add(mixed)
      peak.add(mixed)
      momentary.append(meter.momentary)
      shortTerm.append(meter.shortTerm)
    }
    integrated = meter.integrated
    truePeak = peak.peak > 0 ? peak.decibels : nil
  }
}
