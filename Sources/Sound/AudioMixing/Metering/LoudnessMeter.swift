/// Loudness after ITU-R BS.1770-4 (annex 1) and EBU R 128 (Tech 3341) of a sound given in blocks.
///
/// Values are in LUFS: a 1 kHz sine of −23 dBFS peak in both channels of a stereo sound has −23.
/// Integrated loudness is the mean over blocks of 400 ms, one every 100 ms, that are above −70 LUFS
/// and above 10 LU below the mean of those. A last block that is not full does not count.
///
/// How the sound is cut into calls makes no difference. Memory grows by 8 bytes for 100 ms.
package struct LoudnessMeter: Sendable {
  /// The largest momentary loudness so far.
  package var maximumMomentary: Double? { Self.loudness(largestMomentary) }
  /// The largest short-term loudness so far.
  package var maximumShortTerm: Double? { Self.loudness(largestShortTerm) }

  /// Of tenths of a second.
  private var meter: PowerMeter
  private var largestMomentary: Double?
  private var largestShortTerm: Double?

  private static let momentaryTenths = 4
  private static let shortTermTenths = 30

  /// A meter for mono, stereo, 5.1 or 7.1, or any channels that count alike.
  ///
  /// - Returns: `nil` for a rate outside of 4000…6144000 Hz.
  package init?(sampleRate: Int, channelCount: Int) {
    let layout = ChannelLayout(channels: channelCount)
    self.init(
      sampleRate: sampleRate,
      weights: layout.weights.count == channelCount
        ? layout.weights : Array(repeating: 1, count: max(0, channelCount)))
  }

  /// A meter whose channels count differently: 1 in front, 1.41 at the sides, 0 for low-frequency
  /// effects.
  ///
  /// - Returns: `nil` for a rate outside of 4000…6144000 Hz.
  package init?(sampleRate: Int, weights: [Double]) {
    guard let meter = PowerMeter(sampleRate: sampleRate, weights: weights, partsPerSecond: 10)
    else { return nil }
    self.meter = meter
  }

  /// Measures the samples that follow. Samples that are not finite count as 0.
  ///
  /// - Precondition: the block has the meter's channels.
  package mutating func add(_ block: AudioBuffer) {
    let known = powers.count
    meter.add(block)
    for end in known..<powers.count {
      if let now = mean(of: Self.momentaryTenths, before: end + 1) {
        largestMomentary = max(largestMomentary ?? now, now)
      }
      if let now = mean(of: Self.shortTermTenths, before: end + 1) {
        largestShortTerm = max(largestShortTerm ?? now, now)
      }
    }
  }

  /// Over the last 400 ms; `nil` before these, and for silence.
  package var momentary: Double? {
    Self.loudness(mean(of: Self.momentaryTenths, before: powers.count))
  }

  /// Over the last 3 s; `nil` before these, and for silence.
  package var shortTerm: Double? {
    Self.loudness(mean(of: Self.shortTermTenths, before: powers.count))
  }

  /// Over everything, gated; `nil` where no block is above −70 LUFS.
  ///
  /// - Complexity: O(seconds).
  package var integrated: Double? { Self.integrated(over: powers) }

  /// The weighted mean squares of the tenths of a second that are complete.
  package var powers: [Double] { meter.powers }

  /// Integrated loudness of sound whose tenths of a second were measured elsewhere, as `integrated` is.
  ///
  /// - Parameter powers: those of `powers`, in order and without gap.
  /// - Complexity: O(seconds).
  package static func integrated(over powers: [Double]) -> Double? {
    guard let ungated = mean(ofBlocksIn: powers, above: absoluteGate) else { return nil }
    return loudness(mean(ofBlocksIn: powers, above: max(absoluteGate, ungated * 0.1)))
  }

  /// The loudness range in LU (EBU Tech 3342): from the 10th to the 95th percentile of the short-term loudness
  /// at each tenth of a second, as far as it is above −70 LUFS and above 20 LU below the mean of that; `nil`
  /// where there is none.
  ///
  /// - Complexity: O(n log n) for n seconds.
  package var range: Double? {
    let powers = powers.indices.dropFirst(Self.shortTermTenths - 1).map { end in
      mean(of: end - (Self.shortTermTenths - 1)..<end + 1)
    }.filter { $0 > Self.absoluteGate }
    guard !powers.isEmpty else { return nil }
    let gate = powers.reduce(0, +) / Double(powers.count) * 0.01
    let counted = powers.filter { $0 > gate }.sorted()
    func percentile(_ share: Double) -> Double {
      counted[Int((Double(counted.count - 1) * share).rounded())]
    }
    guard !counted.isEmpty else { return nil }
    return Decibels.ofPower(percentile(0.95) / percentile(0.1))
  }

  // MARK: - Blocks

  /// The power of −70 LUFS: 10^((−70 + 0.691) / 10).
  private static let absoluteGate = Decibels.power(-70 + 0.691)

  private static func loudness(_ power: Double?) -> Double? {
    guard let power, power > 0 else { return nil }
    return -0.691 + Decibels.ofPower(power)
  }

  /// `nil` where there are not so many.
  private func mean(of count: Int, before end: Int) -> Double? {
    end < count ? nil : mean(of: end - count..<end)
  }

  private func mean(of places: Range<Int>) -> Double { Self.mean(of: powers[places]) }

  private static func mean(of powers: ArraySlice<Double>) -> Double {
    var sum = 0.0
    for power in powers { sum += power }
    return sum / Double(powers.count)
  }

  private static func mean(ofBlocksIn powers: [Double], above gate: Double) -> Double? {
    var sum = 0.0
    var count = 0
    for end in powers.indices.dropFirst(momentaryTenths - 1) {
      let power = mean(of: powers[end - (momentaryTenths - 1)..<end + 1])
      guard power > gate else { continue }
      sum += power
      count += 1
    }
    return count > 0 ? sum / Double(count) : nil
  }
}
