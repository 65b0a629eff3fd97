import OutputKinds

/// What an encoding of a chunk came to.
public struct ChunkMeasure: Hashable, Sendable {
  /// Bits of each packet, in the order of decoding.
  public var packetBits: [Int]
  /// Damaged material in it that something else is shown for.
  public var damage: [SourceDamage]

  /// A measure; nothing is checked.
  public init(packetBits: [Int], damage: [SourceDamage] = []) {
    self.packetBits = packetBits
    self.damage = damage
  }

  /// That of a chunk.
  public init(_ chunk: EncodedChunk) {
    self.init(packetBits: chunk.packets.map { 8 * $0.data.count }, damage: chunk.damage)
  }

  /// Of all packets.
  public var bits: Int { packetBits.reduce(0, +) }
}
