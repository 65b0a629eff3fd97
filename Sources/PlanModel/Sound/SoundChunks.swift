/// A stretch of the movie's sound that is mixed and encoded on its own.
///
/// AAC packet p holds the 1024 samples from (p − 1) · 1024 on: packet 0 is the encoder's own
/// beginning. A packet depends on the packets before it (windows overlap, and rate control has a
/// memory), so a chunk is encoded from a few packets early and those are thrown away:
///
/// ```
/// samples   |— pre-roll —|—————————— chunk ——————————|—1—|
/// packets    p p p p p p p K K K K K K K K K K K K K K  p      K: kept
/// ```
public struct SoundChunk: Hashable, Sendable {
  public var index: Int
  /// AAC packets of the movie that the chunk gives, half-open.
  public var packets: Range<Int64>
  /// Samples that are encoded to get them, pre-roll included.
  public var samples: Range<Int64>
  /// The packet of the movie that the encoder's first packet stands for.
  public var firstPacket: Int64
}

extension SoundChunk {
  /// Samples in an AAC packet (ISO/IEC 14496-3).
  public static let packetLength: Int64 = 1024
  /// Packets encoded and thrown away before a chunk.
  public static let prerollPackets: Int64 = 8
  /// About how many seconds of sound a chunk has.
  static let seconds: Int64 = 30

  /// The samples of the movie that lie in the chunk's own packets; the first are before 0.
  public var keptSamples: Range<Int64> {
    (packets.lowerBound - 1) * Self.packetLength..<(packets.upperBound - 1) * Self.packetLength
  }
}

extension RenderPlan {
  /// The movie's sound in chunks of about 30 seconds, on boundaries that depend on its length and
  /// rate alone; empty without sound. A last chunk of less than half that joins the one before.
  public var soundChunks: [SoundChunk] {
    guard let audio, audio.sampleCount > 0 else { return [] }
    let length = SoundChunk.packetLength
    let packetCount = (audio.sampleCount + length - 1) / length + 1
    let whole = max(1, (SoundChunk.seconds * Int64(audio.sampleRate) + length / 2) / length)
    let count = max(1, (packetCount + whole / 2) / whole)
    return (0..<count).map { index in
      let isLast = index == count - 1
      let packets = (index * whole)..<(isLast ? packetCount : (index + 1) * whole)
      let first = max(0, packets.lowerBound - SoundChunk.prerollPackets)
      // A packet comes out once the samples after its own are in.
      let end =
        isLast ? audio.sampleCount : min(audio.sampleCount, (packets.upperBound + 1) * length)
      return SoundChunk(
        index: Int(index), packets: packets, samples: (first * length)..<end, firstPacket: first)
    }
  }
}
