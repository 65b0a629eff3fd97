/// What one span adds to one sample of the mix.
package struct AudioShare: Sendable {
  /// Place in the plan's spans.
  package var span: Int
  /// The bus that it is heard through, with what else goes through that: then all of it is meant. `nil` for a
  /// span that is summed as it is.
  package var bus: Int?
  /// What the source gives, in the output's channels, before any gain.
  package var heard: [Float]
  /// The factor of each of the span's or the bus's envelopes; they multiply.
  package var gains: [Double]
  /// Where each of the pans that move is: −1 hard left … 0 … 1 hard right.
  package var positions: [Double]
  /// The factors of both sides; for two channels only.
  package var pan: (left: Double, right: Double)
  /// What is added to each channel of the mix.
  package var added: [Float]
}
