import AudioMixing
import BaseValues
import OutputKinds
package import PlanModel
import TimelineModel

extension RenderSession {
  /// Mixes and encodes chunks of sound until none is left for this thread.
  ///
  /// - Parameter mixing: what other threads mix, perhaps for other movies.
  func mix(
    into sound: AudioBoard, _ board: ChunkBoard, _ statistics: StatisticsSum, _ mixing: KeysAtWork
  ) {
    do throws(RenderError) {
      while let index = sound.next() {
        try cancellation.check()
        let chunk = audioChunks[index]
        let made = try mixing.making(audioKeys[index].last) { () throws(RenderError) in
          try encoded(chunk, statistics)
        }
        sound.post(made, index)
        board.soundDone()
      }
    } catch {
      cancellation.request(error)
      sound.close()
    }
  }

  /// A chunk of sound from the store, where it stands in this movie; `nil` for one that is not there,
  /// or is not whole.
  func storedSound(_ chunk: AudioChunk) -> EncodedChunk? {
    // Chunks of older versions do not tell their level.
    guard var stored = audioKeys[chunk.index].first(store.chunk),
      let first = stored.packets.first, stored.level != nil,
      stored.packets.count == chunk.packets.count
    else { return nil }
    // The same sound may stand elsewhere in another movie.
    let shift = chunk.keptSamples.lowerBound - first.presentation
    for index in stored.packets.indices {
      stored.packets[index].presentation += shift
      stored.packets[index].decoding += shift
    }
    return stored
  }

  /// A chunk of sound from the store, or mixed and encoded.
  private func encoded(
    _ chunk: AudioChunk, _ statistics: StatisticsSum
  ) throws(RenderError) -> EncodedChunk {
    if let stored = storedSound(chunk) { return stored }
    return try mixed(chunk, statistics)
  }

  /// Mixes and encodes a chunk of sound, and keeps it.
  func mixed(
    _ chunk: AudioChunk, _ statistics: StatisticsSum
  ) throws(RenderError) -> EncodedChunk {
    guard
      var renderer = AudioChunkRenderer(
        plan: plan, track: chunk.track, backend: backend, cancellation: cancellation, clock: clock)
    else { throw RenderError(.encoder, "the movie has no such track of sound") }
    defer { statistics.add(renderer.statistics) }
    let result = try renderer.render(chunk)
    meter?.note(chunk, renderer.statistics)
    try store.save(result, for: audioKeys[chunk.index].key(of: result))
    return result
  }
}

extension RenderStatistics {
  /// Takes in what a chunk of sound tells.
  mutating func add(_ encoded: EncodedChunk, _ chunk: AudioChunk) {
    damage += encoded.damage
    if let level = encoded.level?.moved(by: chunk.keptSamples.lowerBound) {
      self.level = self.level.map { $0 + level } ?? level
    }
  }
}

extension PlannedOutput {
  /// The sample heard when `frame` appears, rounded down.
  package func sample(ofFrame frame: Int, sampleRate: Int) -> Int64 {
    let (high, low) = Int64(frame).multipliedFullWidth(by: Int64(sampleRate) * rate.seconds)
    let product = Int128(high) << 64 | Int128(low)
    return Int64(truncatingIfNeeded: product / Int128(rate.frames))
  }
}
