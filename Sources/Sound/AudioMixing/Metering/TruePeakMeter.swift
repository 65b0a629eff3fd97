/// The largest value that a sound reaches between its samples too, after ITU-R BS.1770-4, annex 2:
/// four times as many samples by the recommendation's filter of 48 taps. Below 1 is below 0 dBTP.
///
/// The filter is meant for 48 kHz; it is used at every rate, where it looks at the same part of the
/// band. The sound's own samples count too, so the result is never below the sample peak.
package struct TruePeakMeter: Sendable {
  /// The largest magnitude in each channel; 0 before the first sample.
  package private(set) var peaks: [Float]

  /// The samples before the next block, oldest first, a row each channel.
  private var history: [[Float]]
  private static let tapCount = 12
  /// Samples before a block that its true peak depends on.
  static let historyCount = tapCount - 1
  /// More than the sums of the magnitudes of the filter's taps: a true peak is at most so many times as large
  /// as the largest of the samples around it.
  static let largestGain: Float = 2.03

  /// A meter for so many channels.
  package init(channelCount: Int) {
    peaks = Array(repeating: 0, count: max(0, channelCount))
    history = Array(
      repeating: Array(repeating: 0, count: Self.tapCount - 1), count: max(0, channelCount))
  }

  /// The largest magnitude of all channels.
  package var peak: Float { peaks.max() ?? 0 }

  /// The largest magnitude in decibels, dBTP; −infinity for silence.
  package var decibels: Double { Decibels.ofAmplitude(Double(peak)) }

  /// Measures the samples that follow. Samples that are not numbers count as 0.
  ///
  /// How the sound is cut into blocks makes no difference. What rings on after the last sample does
  /// not count.
  /// - Precondition: the block has the meter's channels.
  package mutating func add(_ block: AudioBuffer) {
    precondition(block.channelCount == peaks.count, "channels differ")
    guard block.frameCount > 0 else { return }
    for channel in 0..<block.channelCount {
      var row = history[channel] + block.channels[channel]
      for i in row.indices where row[i].isNaN { row[i] = 0 }
      history[channel] = Array(row.suffix(Self.tapCount - 1))
      peaks[channel] = max(peaks[channel], Self.peak(of: row))
    }
  }

  /// - Parameter row: starts with `tapCount` − 1 samples that were measured before.
  static func peak(of row: [Float]) -> Float {
    var peak: Float = 0
    for sample in row where sample.magnitude > peak { peak = sample.magnitude }
    interpolate(row) { target in
      for i in target.indices where target[i].magnitude > peak { peak = target[i].magnitude }
    }
    return peak
  }

  /// The largest magnitude between samples: number i is for what lies between samples i + 5 and i + 6.
  ///
  /// - Parameter row: starts with `tapCount` − 1 samples that were measured before.
  static func magnitudes(between row: [Float]) -> [Float] {
    var largest = [Float](repeating: 0, count: max(0, row.count - historyCount))
    interpolate(row) { target in
      for i in target.indices { largest[i] = max(largest[i], target[i].magnitude) }
    }
    return largest
  }

  /// Gives the row's values at each of four phases between its samples.
  private static func interpolate(_ row: [Float], each: (Span<Float>) -> Void) {
    let count = max(0, row.count - historyCount)
    var sums = [Float](repeating: 0, count: count)
    for (phase, mirrored) in [(outer, false), (inner, false), (inner, true), (outer, true)] {
      var target = sums.mutableSpan
      target.update(repeating: 0)
      for tap in 0..<tapCount {
        // The first tap is for the newest sample.
        let factor = phase[mirrored ? tapCount - 1 - tap : tap]
        let first = tapCount - 1 - tap
        accumulate(row.span.extracting(first..<first + count), factor, into: &target)
      }
      each(sums.span)
    }
  }

  private static func accumulate(
    _ samples: Span<Float>, _ factor: Float, into sums: inout MutableSpan<Float>
  ) {
    precondition(samples.count == sums.count)
    for i in sums.indices { sums[i] += samples[i] * factor }
  }

  // Phases 0 and 1 of the recommendation's table; 3 and 2 are these backwards.
  private static let outer: [Float] = [
    0.0017089843750, 0.0109863281250, -0.0196533203125, 0.0332031250000, -0.0594482421875,
    0.1373291015625, 0.9721679687500, -0.1022949218750, 0.0476074218750, -0.0266113281250,
    0.0148925781250, -0.0083007812500,
  ]
  private static let inner: [Float] = [
    -0.0291748046875, 0.0292968750000, -0.0517578125000, 0.0891113281250, -0.1665039062500,
    0.4650878906250, 0.7797851562500, -0.2003173828125, 0.1015625000000, -0.0582275390625,
    0.0330810546875, -0.0189208984375,
  ]
}
