import AudioMixing
import PlanModel
import Workers

/// What loudness and peak of a movie need to know of a stretch of its sound.
package struct LoudnessPiece: Hashable, Sendable {
  /// The weighted mean square of each part of a second, mostly a tenth, that lies in it as a whole.
  package var powers: [Double]
  /// The largest true peak, 1 for full scale; of the second before it too.
  package var truePeak: Float

  /// What was measured.
  package init(powers: [Double], truePeak: Float) {
    self.powers = powers
    self.truePeak = truePeak
  }
}

/// Measures the loudness of a plan's sound in pieces of 30 s, each of which is measured again only when
/// something in it has changed.
///
/// The filters of a piece begin a second before it with silence, by when they have forgotten what came before:
/// the result is that of one measurement to 15 digits, and the same however much of it was known.
struct LoudnessPieces {
  let backend: any RenderBackend
  let store: any LoudnessStore
  /// What decides the sound beside the plan.
  let context: String
  let jobs: Int
  /// Powers that are measured for each second.
  var partsPerSecond = 10

  private static let seconds: Int64 = 30
  private static let leadingSeconds: Int64 = 1

  /// What was measured from a sample on.
  struct Measurement {
    var powers: [Double]
    var truePeak: Float
    /// In LUFS, `nil` for silence; of powers of tenths of a second.
    var integrated: Double? { LoudnessMeter.integrated(over: powers) }
  }

  /// The powers of samples, those of a last part that is not whole left out, and the largest true peak.
  ///
  /// - Parameter samples: `nil` for all.
  /// - Throws: what a source throws.
  func measure(
    _ plan: RenderPlan, over samples: Range<Int64>? = nil
  ) throws(RenderError) -> Measurement {
    guard let audio = plan.audio else { return Measurement(powers: [], truePeak: 0) }
    let all = 0..<max(0, audio.sampleCount)
    let samples = samples?.clamped(to: all) ?? all
    let length = Self.seconds * Int64(audio.sampleRate)
    let count = (Int64(samples.count) + length - 1) / length
    let cancellation = Cancellation()
    let found = WorkerPool.map(Int(count), threads: jobs) { piece in
      Result { () throws(RenderError) in
        do throws(RenderError) {
          try cancellation.check()
          return try self.piece(Int64(piece), of: plan, audio, samples)
        } catch {
          cancellation.request(error)
          throw error
        }
      }
    }
    var result = Measurement(powers: [], truePeak: 0)
    for piece in found {
      let piece = try piece.get()
      result.powers += piece.powers
      result.truePeak = max(result.truePeak, piece.truePeak)
    }
    return result
  }

  private func piece(
    _ index: Int64, of plan: RenderPlan, _ audio: AudioPlan, _ samples: Range<Int64>
  ) throws(RenderError) -> LoudnessPiece {
    let rate = Int64(audio.sampleRate)
    let start = samples.lowerBound + index * Self.seconds * rate
    let first = index == 0 ? start : start - Self.leadingSeconds * rate
    let end = min(start + Self.seconds * rate, samples.upperBound)
    let kind = partsPerSecond == 10 ? "loudness 1" : "power 1 \(partsPerSecond)"
    let key = plan.key(ofSamples: first..<end, context: "\(context);\(kind);\(start - first)")
    if let known = store.loudness(for: key) { return known }
    var power = PowerMeter(
      sampleRate: audio.sampleRate, weights: ChannelLayout(channels: audio.channels).weights,
      partsPerSecond: partsPerSecond)
    var truePeak = TruePeakMeter(channelCount: audio.channels)
    let source = backend.makeAudioSource()
    let renderer = AudioRenderer(plan: audio, source: source)
    try renderer.mix(first..<end, inBlocksOf: 1 << 15) { mixed, _ in
      power?.add(mixed)
      truePeak.add(mixed)
    }
    let leading = index == 0 ? 0 : Int(Self.leadingSeconds) * partsPerSecond
    let piece = LoudnessPiece(
      powers: Array((power?.powers ?? []).dropFirst(leading)), truePeak: truePeak.peak)
    // What damage concealed is not what the key stands for.
    if source.damage.isEmpty { store.keep(piece, for: key) }
    return piece
  }
}
