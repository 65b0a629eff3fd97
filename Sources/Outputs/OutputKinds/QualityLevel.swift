/// How well a chunk is encoded, in twentieths of what its codec counts quality in: higher is worse.
package struct QualityLevel: Hashable, Comparable, Sendable {
  /// Twentieths of the scale's unit.
  package var steps: Int

  /// A level; nothing is checked.
  package init(steps: Int) { self.steps = steps }

  /// Hundredths of the scale's unit.
  package var hundredths: Int { 5 * steps }

  /// Better ones come first.
  package static func < (a: QualityLevel, b: QualityLevel) -> Bool { a.steps < b.steps }
}

/// How well, and how quickly, a chunk of pictures is encoded.
package enum ChunkQuality: Hashable, Sendable {
  /// As the plan says, for movies whose chunks need nothing of each other.
  case planned
  /// Quickly, to see how many bits it takes at a level.
  case pilot(QualityLevel)
  /// With the plan's settings at a level.
  case level(QualityLevel)

  /// Whether it tells of bits alone.
  package var isPilot: Bool {
    if case .pilot = self { true } else { false }
  }
}
