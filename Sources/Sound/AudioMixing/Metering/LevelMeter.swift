/// The largest sample and the mean power of each channel of a sound that is given in blocks.
package struct LevelMeter: Sendable {
  /// The largest magnitude in each channel; 0 before the first sample.
  package private(set) var peaks: [Float]
  /// Samples in each channel so far.
  package private(set) var frameCount: Int64 = 0
  private var squares: [Double]

  /// A meter for so many channels.
  package init(channelCount: Int) {
    peaks = Array(repeating: 0, count: max(0, channelCount))
    squares = Array(repeating: 0, count: max(0, channelCount))
  }

  /// The root of the mean square of each channel; 0 before the first sample.
  package var rms: [Double] {
    squares.map { frameCount > 0 ? Self.root($0 / Double(frameCount)) : 0 }
  }

  /// The largest magnitude of all channels.
  package var peak: Float { peaks.max() ?? 0 }

  /// Measures the samples that follow. Samples that are not numbers count as 0.
  ///
  /// How the sound is cut into blocks makes no difference.
  /// - Precondition: the block has the meter's channels.
  package mutating func add(_ block: AudioBuffer) {
    precondition(block.channelCount == peaks.count, "channels differ")
    frameCount += Int64(block.frameCount)
    for channel in 0..<block.channelCount {
      var peak = peaks[channel]
      var sum = squares[channel]
      for sample in block.channels[channel] where !sample.isNaN {
        if sample.magnitude > peak { peak = sample.magnitude }
        sum += Double(sample) * Double(sample)
      }
      peaks[channel] = peak
      squares[channel] = sum
    }
  }

  /// Newton's method from a power of two, without libm.
  private static func root(_ x: Double) -> Double {
    guard x > 0, x.isFinite else { return x }
    var root = Double(sign: .plus, exponent: Int(x.exponent) / 2, significand: 1)
    for _ in 0..<7 { root = (root + x / root) / 2 }
    return root
  }
}
