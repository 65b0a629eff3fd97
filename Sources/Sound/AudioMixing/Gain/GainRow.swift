/// Gains for a run of samples: the product of envelopes.
///
/// The gain at a sample is a function of the sample's number alone, whatever block it lies in.
package struct GainRow: Hashable, Sendable {
  /// One factor a sample.
  package private(set) var values: [Double]

  /// All one.
  package init(count: Int) { values = Array(repeating: 1, count: max(0, count)) }

  /// Multiplies with an envelope through points.
  ///
  /// - Parameters:
  ///   - points: rising in `sample`; see `Envelope` for others.
  ///   - start: the output sample that the first value is for.
  /// - Complexity: O(points + values).
  package mutating func multiply(by points: [GainPoint], from start: Int64) {
    multiply(by: Envelope(points), from: start)
  }

  /// Multiplies with an envelope.
  ///
  /// - Parameter start: the output sample that the first value is for.
  /// - Complexity: O(log n) for an envelope of n points, and the values.
  /// - Note: bit-exact with `Envelope.gain(at:)` for each sample.
  package mutating func multiply(by envelope: Envelope, from start: Int64) {
    let points = envelope.points
    guard let first = points.first, !values.isEmpty else { return }
    var index = envelope.lastPlace(upTo: start)
    var position = 0
    if index < 0 {
      position = place(of: first.sample, from: start)
      scale(0..<position, by: first.gain)
      index = 0
    }
    while position < values.count {
      let end =
        index + 1 < points.count ? place(of: points[index + 1].sample, from: start) : values.count
      if position < end {
        if let ramp = envelope.ramp(after: index) {
          scale(position..<end, by: ramp, from: start)
        } else {
          scale(position..<end, by: points[index].gain)
        }
        position = end
      }
      index += 1
    }
  }

  /// Multiplies both sides' gains with those of a pan that moves.
  ///
  /// - Parameters:
  ///   - sides: of as many values each.
  ///   - positions: with positions in place of gains: −1 hard left … 0 … 1 hard right, see `Pan`.
  ///   - start: the output sample that the first values are for.
  package static func multiply(
    _ sides: inout (left: GainRow, right: GainRow), byPan positions: Envelope, from start: Int64
  ) {
    var places = GainRow(count: sides.left.values.count)
    places.multiply(by: positions, from: start)
    for index in places.values.indices {
      let gains = Pan.gains(at: min(max(places.values[index], -1), 1))
      sides.left.values[index] *= gains.left
      sides.right.values[index] *= gains.right
    }
  }

  /// The value for an output sample, limited to the row's ends.
  private func place(of sample: Int64, from start: Int64) -> Int {
    if sample <= start { return 0 }
    return Int(min(UInt64(bitPattern: sample &- start), UInt64(values.count)))
  }

  private mutating func scale(_ range: Range<Int>, by gain: Int64) {
    guard gain != GainPoint.unity else { return }
    let factor = EnvelopeRamp.factor(gain)
    var row = values.mutableSpan
    for i in range { row[i] *= factor }
  }

  private mutating func scale(_ range: Range<Int>, by ramp: EnvelopeRamp, from start: Int64) {
    var row = values.mutableSpan
    for i in range { row[i] *= ramp.factor(at: start &+ Int64(i)) }
  }
}
