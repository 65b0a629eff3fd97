package import OutputKinds

/// How the bits of a movie were shared out among its chunks.
package struct RateResult: Hashable, Sendable {
  /// Bits of all pictures that were asked for; `nil` where the quality was given.
  package var wantedBits: Int?
  /// Bits of all pictures.
  package var bits: Int
  /// Levels of the best and the worst chunk.
  package var levels: ClosedRange<QualityLevel>
  /// What levels are counted on.
  package var scale: QualityScale
  /// Frames that the first pass has encoded.
  package var pilotFrames = 0
  /// Chunks that were encoded more than once with the movie's settings, each time counted.
  package var repeatedChunks = 0

  /// A result; nothing is checked.
  package init(wantedBits: Int?, bits: Int, levels: ClosedRange<QualityLevel>, scale: QualityScale)
  {
    self.scale = scale
    self.wantedBits = wantedBits
    self.bits = bits
    self.levels = levels
  }
}
