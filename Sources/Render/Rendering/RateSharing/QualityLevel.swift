/// How well a chunk is encoded, in twentieths of x264's rate factor: higher is worse.
public struct QualityLevel: Hashable, Comparable, Sendable {
  /// Rate factor 1 to 51. Below 1 x264 may turn lossless, with other parameters for the decoder.
  public static let all = 20...1020

  /// Twentieths of a rate factor.
  public var steps: Int

  /// A level; nothing is checked.
  public init(steps: Int) { self.steps = steps }

  /// Hundredths of a rate factor.
  public var hundredths: Int { 5 * steps }

  /// Better ones come first.
  public static func < (a: QualityLevel, b: QualityLevel) -> Bool { a.steps < b.steps }
}

/// How well, and how quickly, a chunk of pictures is encoded.
public enum ChunkQuality: Hashable, Sendable {
  /// As the plan says, for movies whose chunks need nothing of each other.
  case planned
  /// Quickly, to see how many bits it takes at a level.
  case pilot(QualityLevel)
  /// With the plan's settings at a level.
  case level(QualityLevel)

  /// Whether it tells of bits alone.
  var isPilot: Bool {
    if case .pilot = self { true } else { false }
  }
}

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
