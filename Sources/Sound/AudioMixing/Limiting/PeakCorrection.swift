/// Lowers sound where an encoder would make it exceed a ceiling.
///
/// What an encoder leaves away and adds moves true peaks by some decibels. So sound is encoded and decoded again;
/// around each place where that is too loud it is lowered by what is missing, and encoded anew:
///
/// ```
///   decoded   ──── ceiling ──╱╲──────────
///   gain      ────╲          ──          ╱────     10 ms down, 5 ms before and after the peak, 10 ms up
///                  ╲____________________╱
/// ```
/// The gain moves evenly in decibels and in whole steps of an eighth at a peak, so that it does not hang on the last
/// bits of a decoder.
package struct PeakCorrection: Sendable {
  /// By how much each sample is lowered, in decibels.
  private var reductions: [Double]
  private let hold: Int
  private let slope: Int
  private let ceiling: Double
  private let channelCount: Int

  /// Decibels below the ceiling to which peaks are brought: other meters look between samples more finely.
  private static let margin = 0.1
  private static let step = 0.125

  /// A correction that does nothing yet.
  ///
  /// - Parameters:
  ///   - sampleCount: samples that are corrected.
  ///   - sampleRate: above 0.
  ///   - ceiling: dBTP.
  package init(channelCount: Int, sampleCount: Int, sampleRate: Int, ceiling: Double) {
    reductions = Array(repeating: 0, count: max(0, sampleCount))
    hold = Self.reach(sampleRate) / 3
    slope = Self.reach(sampleRate) - hold
    self.ceiling = ceiling - Self.margin
    self.channelCount = channelCount
  }

  /// How many samples before and after a peak are lowered.
  private static func reach(_ sampleRate: Int) -> Int { max(3, sampleRate * 15 / 1000) }

  /// Takes over what another one does, whose first sample is one of these.
  package mutating func take(_ other: PeakCorrection, at place: Int) {
    for (index, reduction) in other.reductions.enumerated()
    where reductions.indices.contains(place + index) {
      reductions[place + index] = max(reductions[place + index], reduction)
    }
  }

  /// Lowers the surroundings of samples that are too loud after decoding.
  ///
  /// - Parameters:
  ///   - decoded: what a decoder made of the sound, from its first sample on.
  ///   - places: the samples that are looked at.
  ///   - fence: those that may be lowered; `nil` for all. Near its ends gain moves faster.
  ///   - push: more decibels that are taken where there is anything to take.
  /// - Returns: whether there was any.
  package mutating func lower(
    _ decoded: AudioBuffer, at places: Range<Int>, within fence: Range<Int>? = nil, push: Double = 0
  ) -> Bool {
    let places = places.clamped(to: 0..<min(decoded.frameCount, reductions.count))
    guard !places.isEmpty, decoded.channelCount == channelCount else { return false }
    let limit = Float(Decibels.amplitude(ceiling))
    var row = TruePeakRow(channelCount: channelCount)
    var padded = AudioBuffer(
      channelCount: channelCount, frameCount: decoded.frameCount + TruePeakRow.ahead)
    padded.replace(from: 0, with: decoded)
    guard let magnitudes = row.magnitudes(of: padded, above: limit) else { return false }
    var found: [(place: Int, decibels: Double)] = []
    for place in places {
      let magnitude = magnitudes[place + TruePeakRow.ahead]
      guard magnitude > limit else { continue }
      let excess = Decibels.ofAmplitude(Double(magnitude)) - ceiling + push
      let decibels = (excess / Self.step).rounded(.up) * Self.step
      // Of neighbours the loudest is enough.
      if let last = found.last, place - last.place < hold / 2 {
        if decibels > last.decibels { found[found.count - 1] = (place, decibels) }
      } else {
        found.append((place, decibels))
      }
    }
    var added = Array(repeating: 0.0, count: found.isEmpty ? 0 : reductions.count)
    for (place, decibels) in found {
      let reach = hold + slope
      let bounds = (fence ?? added.indices).clamped(to: added.indices)
      for index in max(bounds.lowerBound, place - reach)..<min(bounds.upperBound, place + reach) {
        let distance = max(0, abs(index - place) - hold)
        let room = index < place ? place - bounds.lowerBound : bounds.upperBound - place
        let left = index < place ? index - bounds.lowerBound : bounds.upperBound - index
        let share = min(
          Double(slope - distance) / Double(slope),
          Double(left) / Double(max(1, room - min(hold, room / 2))))
        added[index] = max(added[index], decibels * share)
      }
    }
    for index in added.indices { reductions[index] += added[index] }
    return !found.isEmpty
  }

  /// Lowers all of some samples as far as their loudest place needs, where lowering that place alone did not help.
  ///
  /// - Parameters:
  ///   - decoded: what a decoder made of the sound, from its first sample on.
  ///   - places: the samples that are looked at.
  ///   - fence: those that may be lowered, evenly but for their ends.
  /// - Returns: whether there was any to lower.
  package mutating func lowerAll(
    _ decoded: AudioBuffer, at places: Range<Int>, within fence: Range<Int>
  ) -> Bool {
    var one = PeakCorrection(
      channelCount: channelCount, sampleCount: reductions.count, ceiling: ceiling, hold: hold,
      slope: slope)
    guard one.lower(decoded, at: places, within: fence) else { return false }
    let most = one.reductions.max() ?? 0
    let bounds = fence.clamped(to: reductions.indices)
    let ramp = max(1, min(slope, bounds.count / 4))
    for index in bounds {
      let left = min(index - bounds.lowerBound, bounds.upperBound - 1 - index)
      let isAtEnd =
        bounds.lowerBound == 0 && index < ramp
        || bounds.upperBound == reductions.count && index >= bounds.upperBound - ramp
      reductions[index] += most * (isAtEnd ? 1 : min(1, Double(left + 1) / Double(ramp)))
    }
    return true
  }

  private init(
    channelCount: Int, sampleCount: Int, ceiling: Double, hold: Int, slope: Int
  ) {
    reductions = Array(repeating: 0, count: sampleCount)
    (self.ceiling, self.hold, self.slope) = (ceiling, hold, slope)
    self.channelCount = channelCount
  }

  /// Lowers a block of the sound.
  ///
  /// - Parameter first: the number of the block's first sample.
  package func apply(to block: inout AudioBuffer, from first: Int) {
    let places = first..<first + block.frameCount
    guard first >= 0, places.upperBound <= reductions.count,
      reductions[places].contains(where: { $0 > 0 })
    else { return }
    for channel in 0..<block.channelCount {
      block.withChannel(channel) { samples in
        for i in samples.indices where reductions[first + i] > 0 {
          samples[i] = Float(
            Double(samples[i]) * Decibels.amplitude(-reductions[first + i]))
        }
      }
    }
  }
}
