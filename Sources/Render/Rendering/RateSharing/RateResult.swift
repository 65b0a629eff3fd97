public import OutputKinds

/// How the bits of a movie were shared out among its chunks.
public struct RateResult: Hashable, Sendable {
  /// Bits of all pictures that were asked for; `nil` where the quality was given.
  public var wantedBits: Int?
  /// Bits of all pictures.
  public var bits: Int
  /// Levels of the best and the worst chunk.
  public var levels: ClosedRange<QualityLevel>
  /// What levels are counted on.
  public var scale: QualityScale
  /// Frames that the first pass has encoded.
  public var pilotFrames = 0
  /// Chunks that were encoded more than once with the movie's settings, each time counted.
  public var repeatedChunks = 0

  /// A result; nothing is checked.
  public init(wantedBits: Int?, bits: Int, levels: ClosedRange<QualityLevel>, scale: QualityScale) {
    self.scale = scale
    self.wantedBits = wantedBits
    self.bits = bits
    self.levels = levels
  }
}
