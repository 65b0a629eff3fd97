/// The magnitude around each sample, between samples too: what `TruePeakMeter` finds, sample by sample.
struct TruePeakRow: Sendable {
  /// Samples after one that its magnitude depends on.
  static let ahead = 6

  /// The samples before the next block, a row each channel: those that interpolation needs, and one more
  /// for the value before the first.
  private var history: [[Float]]
  private static let count = TruePeakMeter.historyCount + 1

  init(channelCount: Int) {
    history = Array(
      repeating: Array(repeating: 0, count: Self.count), count: max(0, channelCount))
  }

  /// The largest magnitude of all channels at each sample and half way to its neighbours, `ahead` samples
  /// late: number i is for the sample `ahead` before sample i of the block. `nil` where none can be above
  /// a limit.
  ///
  /// Samples that are not numbers count as 0. How the sound is cut into blocks makes no difference.
  mutating func magnitudes(of block: AudioBuffer, above limit: Float) -> [Float]? {
    var largest: [Float]?
    for channel in history.indices {
      var row = history[channel] + block.channels[channel]
      for i in row.indices where row[i].isNaN { row[i] = 0 }
      history[channel] = Array(row.suffix(Self.count))
      var peak: Float = 0
      for sample in row where sample.magnitude > peak { peak = sample.magnitude }
      guard peak * TruePeakMeter.largestGain > limit else { continue }
      let between = TruePeakMeter.magnitudes(between: row)
      var found = largest ?? Array(repeating: 0, count: block.frameCount)
      for i in found.indices {
        // Values of `between` lie before and after the sample.
        let own = row[i + Self.count - Self.ahead].magnitude
        found[i] = max(found[i], own, between[i], between[i + 1])
      }
      largest = found
    }
    return largest
  }
}
