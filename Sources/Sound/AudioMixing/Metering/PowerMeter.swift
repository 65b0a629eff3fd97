/// The K-weighted mean squares (ITU-R BS.1770-4, annex 1) of a sound given in blocks, one for each part of a
/// second.
///
/// How the sound is cut into calls makes no difference. Memory grows by 8 bytes for each part.
package struct PowerMeter: Sendable {
  /// Parts of which each second has that many.
  package let partsPerSecond: Int
  /// Sums over the channels by their weights, 1 for a square wave of full scale in one of weight 1; of the parts
  /// that are complete. Part n ends at sample (n + 1) · rate / parts, rounded down.
  package private(set) var powers: [Double] = []

  private let sampleRate: Int
  private let weights: [Double]
  private var filters: [KWeighting]
  private var position: Int64 = 0
  /// Weighted squares of the part that is not complete, a channel each.
  private var pending: [Double]

  /// A meter that has heard nothing yet.
  ///
  /// - Parameters:
  ///   - weights: of the channels: 1 in front, 1.41 at the sides, 0 for low-frequency effects.
  ///   - partsPerSecond: 1…1000.
  /// - Returns: `nil` for a rate outside of 4000…6144000 Hz, or other numbers of parts.
  package init?(sampleRate: Int, weights: [Double], partsPerSecond: Int) {
    guard KWeighting.sampleRates.contains(sampleRate), (1...1000).contains(partsPerSecond) else {
      return nil
    }
    self.sampleRate = sampleRate
    self.weights = weights
    self.partsPerSecond = partsPerSecond
    filters = weights.map { _ in KWeighting(sampleRate: sampleRate) }
    pending = weights.map { _ in 0 }
  }

  /// Measures the samples that follow. Samples that are not finite count as 0.
  ///
  /// - Precondition: the block has the meter's channels.
  package mutating func add(_ block: AudioBuffer) {
    precondition(block.channelCount == weights.count, "channels differ")
    var place = 0
    while place < block.frameCount {
      let missing = end(ofPart: powers.count) - position
      let count = Int(min(missing, Int64(block.frameCount - place)))
      for channel in weights.indices {
        let samples = block.channels[channel]
        filters[channel].addEnergy(
          of: samples.span.extracting(place..<place + count), to: &pending[channel])
      }
      place += count
      position += Int64(count)
      if position == end(ofPart: powers.count) { closePart() }
    }
  }

  private func end(ofPart part: Int) -> Int64 {
    (Int64(part) + 1) * Int64(sampleRate) / Int64(partsPerSecond)
  }

  private mutating func closePart() {
    var power = 0.0
    let count = end(ofPart: powers.count) - end(ofPart: powers.count - 1)
    for channel in weights.indices {
      power += weights[channel] * (pending[channel] / Double(count))
      pending[channel] = 0
      filters[channel].settle()
    }
    powers.append(power)
  }
}
