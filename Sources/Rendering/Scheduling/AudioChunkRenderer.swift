import AudioMixing
import PlanModel
import TimelineModel

/// Mixes and encodes chunks of sound, each on its own.
struct AudioChunkRenderer {
  let plan: RenderPlan
  let audio: AudioPlan
  let backend: any RenderBackend
  let cancellation: Cancellation
  var clock: ThreadClock = { 0 }
  /// Of all chunks rendered so far.
  private(set) var statistics = RenderStatistics()

  init(
    plan: RenderPlan, audio: AudioPlan, backend: any RenderBackend, cancellation: Cancellation,
    clock: @escaping ThreadClock = { 0 }
  ) {
    self.plan = plan
    self.audio = audio
    self.backend = backend
    self.cancellation = cancellation
    self.clock = clock
  }

  /// Decoders are opened anew for each chunk: samples must not depend on what was read before.
  mutating func render(_ chunk: AudioChunk) throws(RenderError) -> EncodedChunk {
    let source = backend.makeAudioSource()
    let renderer = AudioRenderer(plan: audio, source: source)
    let encoder = try backend.makeAudioEncoder(chunk)
    var meter = OverloadMeter(channelCount: audio.channels, piece: chunk.codec.packetLength)
    var position = chunk.samples.lowerBound
    while position < chunk.samples.upperBound {
      try cancellation.check()
      let end = min(position + chunk.block, chunk.samples.upperBound)
      let begun = clock()
      var block = try renderer.mix(position..<end)
      meter.add(block, from: position, counting: chunk.keptSamples)
      Clipping.clamp(&block)
      let mixed = clock()
      statistics.mix += mixed - begun
      try encoder.encode(block)
      statistics.encode += clock() - mixed
      position = end
    }
    var result = try encoder.finish()
    result.damage = plan.damage(ofSound: source.damage)
    result.level = meter.level.moved(by: -chunk.keptSamples.lowerBound)
    return result
  }
}

extension AudioChunk {
  /// Samples mixed at a time: whole packets.
  var block: Int64 { 16 * codec.packetLength }
}
