import AudioMixing
import PlanModel
import Workers

/// What loudness and peak of a movie need to know of a stretch of its sound.
public struct LoudnessPiece: Hashable, Sendable {
  /// The weighted mean square of each tenth of a second that lies in it as a whole.
  public var powers: [Double]
  /// The largest true peak, 1 for full scale; of the second before it too.
  public var truePeak: Float

  /// What was measured.
  public init(powers: [Double], truePeak: Float) {
    self.powers = powers
    self.truePeak = truePeak
  }
}

/// Measures the loudness of a plan's whole sound in pieces of 30 s, each of which is measured again only when
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

  private static let tenths: Int64 = 300
  private static let leadingTenths: Int64 = 10

  /// Integrated loudness in LUFS, `nil` for silence, and the largest true peak.
  ///
  /// - Throws: what a source throws.
  func measure(_ plan: RenderPlan) throws(RenderError) -> (integrated: Double?, truePeak: Float) {
    guard let audio = plan.audio, audio.sampleCount > 0 else { return (nil, 0) }
    let tenth = Double(audio.sampleRate) / 10
    let count = Int64((Double(audio.sampleCount) / tenth / Double(Self.tenths)).rounded(.up))
    let cancellation = Cancellation()
    let found = WorkerPool.map(Int(count), threads: jobs) { piece in
      Result { () throws(RenderError) in
        do throws(RenderError) {
          try cancellation.check()
          return try self.piece(Int64(piece), of: plan, audio)
        } catch {
          cancellation.request(error)
          throw error
        }
      }
    }
    var powers: [Double] = []
    var peak: Float = 0
    for result in found {
      let piece = try result.get()
      powers += piece.powers
      peak = max(peak, piece.truePeak)
    }
    return (LoudnessMeter.integrated(over: powers), peak)
  }

  private func piece(
    _ index: Int64, of plan: RenderPlan, _ audio: AudioPlan
  ) throws(RenderError) -> LoudnessPiece {
    let rate = Int64(audio.sampleRate)
    let start = index * Self.tenths * rate / 10
    let first = index == 0 ? 0 : start - Self.leadingTenths * rate / 10
    let end = min((index + 1) * Self.tenths * rate / 10, audio.sampleCount)
    let key = plan.key(ofSamples: first..<end, context: "\(context);loudness 1;\(start - first)")
    if let known = store.loudness(for: key) { return known }
    var loudness = LoudnessMeter(sampleRate: audio.sampleRate, channelCount: audio.channels)
    var truePeak = TruePeakMeter(channelCount: audio.channels)
    let source = backend.makeAudioSource()
    let renderer = AudioRenderer(plan: audio, source: source)
    try renderer.mix(first..<end, inBlocksOf: 1 << 15) { mixed, _ in
      loudness?.add(mixed)
      truePeak.add(mixed)
    }
    let piece = LoudnessPiece(
      powers: Array((loudness?.powers ?? []).dropFirst(index == 0 ? 0 : Int(Self.leadingTenths))),
      truePeak: truePeak.peak)
    // What damage concealed is not what the key stands for.
    if source.damage.isEmpty { store.keep(piece, for: key) }
    return piece
  }
}
