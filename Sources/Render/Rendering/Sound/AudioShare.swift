/// What one span adds to one sample of the mix.
public struct AudioShare: Sendable {
  /// Place in the plan's spans.
  public var span: Int
  /// The bus that it is heard through, with what else goes through that: then all of it is meant. `nil` for a
  /// span that is summed as it is.
  public var bus: Int?
  /// What the source gives, in the output's channels, before any gain.
  public var heard: [Float]
  /// The factor of each of the span's or the bus's envelopes; they multiply.
  public var gains: [Double]
  /// Where each of the pans that move is: −1 hard left … 0 … 1 hard right.
  public var positions: [Double]
  /// The factors of both sides; for two channels only.
  public var pan: (left: Double, right: Double)
  /// What is added to each channel of the mix.
  public var added: [Float]
}
