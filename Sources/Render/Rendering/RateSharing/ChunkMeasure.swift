import OutputKinds

/// What an encoding of a chunk came to.
package struct ChunkMeasure: Hashable, Sendable {
  /// Bits of each packet, in the order of decoding.
  package var packetBits: [Int]
  /// Damaged material in it that something else is shown for.
  package var damage: [SourceDamage]

  /// A measure; nothing is checked.
  package init(packetBits: [Int], damage: [SourceDamage] = []) {
    self.packetBits = packetBits
    self.damage = damage
  }

  /// That of a chunk.
  package init(_ chunk: EncodedChunk) {
    self.init(
      packetBits: chunk.packets.map { 8 * ($0.data.count + $0.alpha.count) }, damage: chunk.damage)
  }

  /// Of all packets.
  package var bits: Int { packetBits.reduce(0, +) }
}
