import AudioMixing
import OutputKinds
import PlanModel
import TimelineModel

/// Mixes and encodes chunks of sound, each on its own.
struct AudioChunkRenderer {
  /// With the track that the chunks belong to as its first.
  let plan: RenderPlan
  let audio: AudioPlan
  let backend: any RenderBackend
  let cancellation: Cancellation
  var clock: ThreadClock = { 0 }
  /// Of all chunks rendered so far.
  private(set) var statistics = RenderStatistics()

  /// - Returns: `nil` for a track that the movie does not have.
  init?(
    plan: RenderPlan, track: Int, backend: any RenderBackend, cancellation: Cancellation,
    clock: @escaping ThreadClock = { 0 }
  ) {
    self.plan = plan.mix(track)
    guard let audio = self.plan.audio else { return nil }
    self.audio = audio
    self.backend = backend
    self.cancellation = cancellation
    self.clock = clock
  }

  /// Decoders are opened anew for each chunk: samples must not depend on what was read before.
  mutating func render(_ chunk: AudioChunk) throws(RenderError) -> EncodedChunk {
    let source = backend.makeAudioSource(ofMix: chunk.track)
    let renderer = AudioRenderer(plan: audio, source: source)
    var meter = OverloadMeter(channelCount: audio.channels, piece: chunk.codec.packetLength)
    var result: EncodedChunk
    if let ceiling = audio.ceiling {
      let heard = audio.samples(deciding: chunk)
      var mixed = AudioBuffer(channelCount: audio.channels, frameCount: heard.count)
      try mix(heard, of: chunk, renderer, &meter) { (block, position) throws(RenderError) in
        mixed.replace(from: Int(position - heard.lowerBound), with: block)
      }
      result = try encode(chunk, mixed, below: Double(ceiling) / 100)
    } else {
      let encoder = try backend.makeAudioEncoder(chunk)
      var spent: Int64 = 0
      let clock = clock
      try mix(chunk.samples, of: chunk, renderer, &meter) { (block, _) throws(RenderError) in
        let begun = clock()
        try encoder.encode(block)
        spent += clock() - begun
      }
      statistics.encode += spent
      result = try encoder.finish()
    }
    result.damage = plan.damage(ofSound: source.damage)
    result.level = meter.level.moved(by: -chunk.keptSamples.lowerBound)
    return result
  }

  /// Mixes samples in blocks, in order, cut off for an encoder.
  private mutating func mix(
    _ samples: Range<Int64>, of chunk: AudioChunk, _ renderer: AudioRenderer,
    _ meter: inout OverloadMeter, take: (AudioBuffer, Int64) throws(RenderError) -> Void
  ) throws(RenderError) {
    var position = samples.lowerBound
    while position < samples.upperBound {
      try cancellation.check()
      let end = min(position + chunk.block, samples.upperBound)
      let begun = clock()
      var block = try renderer.mix(position..<end)
      meter.add(block, from: position, counting: chunk.keptSamples)
      Clipping.clamp(&block)
      statistics.mix += clock() - begun
      try take(block, position)
      position = end
    }
  }

  // MARK: - The ceiling

  private static let mostTurns = 18
  /// Turns after these, in which all of a chunk is lowered.
  private static let lastTurns = 12

  /// Decibels by which peaks are lowered more than they need: the noise of an encoder that has few bits is another
  /// one each time.
  private static func push(_ turn: Int) -> Double {
    Double(turn / 3) * 0.25 + Double(max(0, turn - 9))
  }

  /// Samples before and after those that are decoded from packets of two chunks.
  private static let joinMargin: Int64 = 64
  /// Decibels that are taken more there: what is done beside them afterwards moves the encoder's noise.
  private static let joinReserve = 0.5

  /// Encodes a chunk so that what is decoded from it stays below a ceiling.
  ///
  /// The samples that are decoded from the last packet of one chunk and the first of the next have to be the same in
  /// both, so both lower them alike: by what the later one needs when it is encoded as far as that.
  ///
  /// ```
  ///   chunk       ├──────── own ───────┤  both  ├──────── own ───────
  ///   next            ├─── pre-roll ───┤  both  ├──────── own ───────
  /// ```
  /// - Parameter mixed: the samples that decide the chunk.
  private mutating func encode(
    _ chunk: AudioChunk, _ mixed: AudioBuffer, below ceiling: Double
  ) throws(RenderError) -> EncodedChunk {
    let first = chunk.samples.lowerBound
    var correction = PeakCorrection(
      channelCount: audio.channels, sampleCount: mixed.frameCount, sampleRate: audio.sampleRate,
      ceiling: ceiling)
    var own = chunk.keptSamples
    var fence = first..<first + Int64(mixed.frameCount)
    for join in [chunk.packets.lowerBound == 0 ? nil : chunk, audio.chunk(after: chunk)] {
      guard let join else { continue }
      let lead = audio.leadIn(of: join)
      let offset = Int(lead.samples.lowerBound - first)
      let both = join.keptSamples.lowerBound..<join.keptSamples.lowerBound + join.codec.packetLength
      let zone = both.lowerBound - Self.joinMargin..<both.upperBound + Self.joinMargin
      let part = mixed.part(offset..<min(offset + lead.samples.count, mixed.frameCount))
      var shared = PeakCorrection(
        channelCount: audio.channels, sampleCount: part.frameCount, sampleRate: audio.sampleRate,
        ceiling: ceiling - Self.joinReserve)
      _ = try settle(lead, part, at: zone, within: lead.samples, &shared)
      correction.take(shared, at: offset)
      if join.packets.lowerBound == chunk.packets.lowerBound {
        own = min(zone.upperBound, own.upperBound)..<own.upperBound
        fence = both.upperBound..<max(both.upperBound, fence.upperBound)
      } else {
        own = own.lowerBound..<max(own.lowerBound, zone.lowerBound)
        fence = fence.lowerBound..<max(fence.lowerBound, both.lowerBound)
      }
    }
    return try settle(chunk, mixed, at: own, within: fence, &correction)
  }

  /// Encodes samples anew until what is decoded from them is nowhere too loud.
  ///
  /// - Parameters:
  ///   - places: samples of the movie that are looked at.
  ///   - fence: those that may be lowered.
  private mutating func settle(
    _ chunk: AudioChunk, _ mixed: AudioBuffer, at places: Range<Int64>,
    within fence: Range<Int64>, _ correction: inout PeakCorrection
  ) throws(RenderError) -> EncodedChunk {
    let first = chunk.samples.lowerBound
    let places = Int(places.lowerBound - first)..<Int(places.upperBound - first)
    let fence = Int(fence.lowerBound - first)..<Int(fence.upperBound - first)
    for turn in 0... {
      let encoder = try backend.makeAudioEncoder(chunk)
      let begun = clock()
      var position = 0
      while position < chunk.samples.count {
        try cancellation.check()
        let end = min(position + Int(chunk.block), chunk.samples.count)
        var block = mixed.part(position..<min(end, mixed.frameCount))
        correction.apply(to: &block, from: position)
        try encoder.encode(block)
        position = end
      }
      let result = try encoder.finish()
      let decoded = try encoder.heard()
      statistics.encode += clock() - begun
      guard let decoded, turn < Self.mostTurns + Self.lastTurns else { return result }
      let isLowered =
        turn < Self.mostTurns
        ? correction.lower(decoded, at: places, within: fence, push: Self.push(turn))
        : correction.lowerAll(decoded, at: places, within: fence)
      if !isLowered { return result }
    }
    throw RenderError(.encoder, "sound was not encoded")
  }
}

extension AudioBuffer {
  /// Some of its samples.
  fileprivate func part(_ samples: Range<Int>) -> AudioBuffer {
    let samples = samples.clamped(to: 0..<frameCount)
    return AudioBuffer(channels: channels.map { Array($0[samples]) })
      ?? AudioBuffer(channelCount: channelCount, frameCount: samples.count)
  }
}

extension AudioChunk {
  /// Samples mixed at a time: whole packets.
  var block: Int64 { 16 * codec.packetLength }
}
