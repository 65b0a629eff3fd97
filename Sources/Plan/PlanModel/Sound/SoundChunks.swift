package import OutputKinds

/// A stretch of the movie's sound that is mixed and encoded on its own.
///
/// The codec says which samples a packet holds (AAC's p the 1024 from (p − 1) · 1024 on: packet 0 is the
/// encoder's own beginning). A packet depends on the packets before it (windows overlap, and rate control has a
/// memory), so a chunk is encoded from a few packets early and those are thrown away:
///
/// ```
/// samples   |— pre-roll —|—————————— chunk ——————————|—1—|
/// packets    p p p p p p p K K K K K K K K K K K K K K  p      K: kept
/// ```
package struct AudioChunk: Hashable, Sendable {
  /// From 0, without gap, in the order in which chunks begin, and of their tracks.
  package var index: Int
  /// Whose packets they are; says how many are encoded early.
  package var codec: AudioCodec
  /// Packets of the movie that the chunk gives, half-open.
  package var packets: Range<Int64>
  /// Samples that are encoded to get them, pre-roll included.
  package var samples: Range<Int64>
  /// The packet of the movie that the encoder's first packet stands for.
  package var firstPacket: Int64
  /// The number of the chunk's track among those of sound, from 0.
  package var track = 0
}

extension AudioChunk {
  /// About how many seconds of sound a chunk has.
  static let seconds: Int64 = 30

  /// The packets of all chunks but the last one.
  static func wholePackets(_ codec: AudioCodec, sampleRate: Int) -> Int64 {
    let length = codec.packetLength
    return max(1, (seconds * Int64(sampleRate) + length / 2) / length)
  }

  /// The samples of the movie that lie in the chunk's own packets; the first are before 0.
  package var keptSamples: Range<Int64> { codec.samples(in: packets) }

  /// The sample with which the chunk has to be there when a movie is joined: the one after its first packet.
  package var begin: Int64 { keptSamples.lowerBound + codec.packetLength }
}

extension RenderPlan {
  /// The movie's sound in chunks of about 30 seconds, on boundaries that depend on its length and
  /// rate alone; empty without sound. A last chunk of less than half that joins the one before.
  ///
  /// Those of several tracks are in the order in which they begin:
  /// ```
  /// track 0   |     0     |     2     |   4   |
  /// track 1   |      1      |      3    |  5  |
  /// ```
  package var audioChunks: [AudioChunk] {
    if otherAudio.isEmpty { return firstAudioChunks }
    let chunks = (0...otherAudio.count).flatMap { track in
      mix(track).firstAudioChunks.map { chunk in
        var chunk = chunk
        chunk.track = track
        return chunk
      }
    }
    let sorted = chunks.sorted { ($0.begin, $0.track) < ($1.begin, $1.track) }
    return sorted.enumerated().map { index, chunk in
      var chunk = chunk
      chunk.index = index
      return chunk
    }
  }

  private var firstAudioChunks: [AudioChunk] {
    guard let audio, audio.sampleCount > 0 else { return [] }
    let codec = output.audioCodec
    let length = codec.packetLength
    let packetCount = codec.packetCount(samples: audio.sampleCount)
    let whole = AudioChunk.wholePackets(codec, sampleRate: audio.sampleRate)
    let count = max(1, (packetCount + whole / 2) / whole)
    // At low rates packets are long.
    let preroll = min(codec.prerollPackets, whole / 5)
    return (0..<count).map { index in
      let isLast = index == count - 1
      let packets = (index * whole)..<(isLast ? packetCount : (index + 1) * whole)
      let first = max(0, packets.lowerBound - preroll)
      // A packet comes out once the samples after its own are in.
      let wanted = codec.samples(in: packets).upperBound + codec.lookaheadPackets * length
      let end = isLast ? audio.sampleCount : min(audio.sampleCount, wanted)
      return AudioChunk(
        index: Int(index), codec: codec, packets: packets, samples: (first * length)..<end,
        firstPacket: first)
    }
  }
}

extension PlannedOutput {
  /// The codec of the first track of sound, the usual one where nothing is said.
  package var audioCodec: AudioCodec { (audio ?? AudioEncoding()).codec }
}

// Where true peaks are kept below a ceiling after decoding, too, two chunks see to that together where they meet.
extension AudioChunk {
  /// Packets of the beginning of a chunk that are encoded to know how it joins the one before it.
  fileprivate static let leadInPackets: Int64 = 6
}

extension AudioPlan {
  /// The chunk that follows; `nil` for the last one.
  package func chunk(after chunk: AudioChunk) -> AudioChunk? {
    let packetCount = chunk.codec.packetCount(samples: sampleCount)
    guard chunk.packets.upperBound < packetCount else { return nil }
    let whole = AudioChunk.wholePackets(chunk.codec, sampleRate: sampleRate)
    let preroll = min(chunk.codec.prerollPackets, whole / 5)
    var next = chunk
    next.index += 1
    next.packets = chunk.packets.upperBound..<packetCount
    next.firstPacket = max(0, chunk.packets.upperBound - preroll)
    next.samples = next.firstPacket * chunk.codec.packetLength..<sampleCount
    return next
  }

  /// The beginning of a chunk, as far as it is needed to know how it joins the one before it.
  package func leadIn(of chunk: AudioChunk) -> AudioChunk {
    var lead = chunk
    let first = chunk.packets.lowerBound
    lead.packets = first..<min(chunk.packets.upperBound, first + AudioChunk.leadInPackets)
    let wanted =
      chunk.codec.samples(in: lead.packets).upperBound
      + chunk.codec.lookaheadPackets * chunk.codec.packetLength
    lead.samples = chunk.samples.lowerBound..<min(chunk.samples.upperBound, wanted)
    return lead
  }

  /// The samples that decide the packets of a chunk, before they are limited.
  package func samples(deciding chunk: AudioChunk) -> Range<Int64> {
    guard ceiling != nil, let next = self.chunk(after: chunk) else { return chunk.samples }
    let end = max(chunk.samples.upperBound, leadIn(of: next).samples.upperBound)
    return chunk.samples.lowerBound..<end
  }
}
