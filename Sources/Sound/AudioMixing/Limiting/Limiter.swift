/// Keeps true peaks below a ceiling by lowering the gain of all channels around them.
///
/// What each sample is lowered by is a function of the samples around it alone, so that sound that is
/// limited in parts is the same as in one:
///
/// ```
///           5 ms        10 ms
///   ──────╮ ahead  peak hold  ╭─── 60 dB a second, evenly in decibels
///   gain  ╰─╮       │       ╭─╯
///           ╰───────┴───────╯
/// ```
///
/// The reduction that a sample needs, in decibels, is held over the samples around it, falls off at a
/// steady rate and is averaged twice over what lies ahead, all in whole numbers. No sample is lowered by less
/// than it needs; by more than 120 dB none is.
package struct Limiter: Sendable {
  /// How many samples later than they were taken in samples come out.
  package let delay: Int
  /// Samples before a stretch that its samples depend on.
  package let history: Int

  private let ceiling: Double
  private let hold: Int
  private let slope: Int64
  private let boxes: (first: Int, second: Int)

  /// The last `delay` samples taken in.
  private var waiting: AudioBuffer
  private var peaks: TruePeakRow
  /// Reductions that samples need; the last ones of the block before.
  private var needed: [Int64]
  private var released: Int64 = 0
  private var firstBox: [Int64]
  private var secondBox: [Int64]

  /// Decibels in whole numbers.
  private static let unit: Int64 = 1 << 24
  private static let greatest: Int64 = 120 * unit
  private static let decibelsPerSecond: Int64 = 60

  /// A limiter that has heard nothing but silence.
  ///
  /// - Parameters:
  ///   - sampleRate: above 0.
  ///   - ceiling: dBTP that no true peak exceeds, in the sense of ITU-R BS.1770-4, annex 2.
  package init(channelCount: Int, sampleRate: Int, ceiling: Double) {
    let rate = max(1, sampleRate)
    let ahead = max(2, rate / 200)
    hold = rate / 100
    self.ceiling = Decibels.amplitude(ceiling)
    slope = max(1, Self.decibelsPerSecond * Self.unit / Int64(rate))
    boxes = (ahead / 2, ahead - ahead / 2 + 1)
    delay = ahead + TruePeakRow.ahead
    let longest = Int(Self.greatest / slope) + 1
    history = longest + ahead + hold + TruePeakRow.ahead + TruePeakMeter.historyCount
    waiting = AudioBuffer(channelCount: channelCount, frameCount: delay)
    peaks = TruePeakRow(channelCount: channelCount)
    needed = Array(repeating: 0, count: ahead + hold)
    firstBox = Array(repeating: 0, count: boxes.first - 1)
    secondBox = Array(repeating: 0, count: boxes.second - 1)
  }

  /// Takes in the samples that follow.
  ///
  /// - Returns: as many samples, those taken in `delay` samples earlier, limited.
  /// - Precondition: the block has the limiter's channels.
  /// - Complexity: O(samples).
  package mutating func limit(_ block: AudioBuffer) -> AudioBuffer {
    precondition(block.channelCount == waiting.channelCount, "channels differ")
    let count = block.frameCount
    let reductions = reductions(for: block)
    var result = AudioBuffer(channelCount: block.channelCount, frameCount: count)
    var rest = AudioBuffer(channelCount: block.channelCount, frameCount: delay)
    for channel in 0..<block.channelCount {
      let all = waiting.channels[channel] + block.channels[channel]
      result.withChannel(channel) { samples in
        for i in samples.indices { samples[i] = all[i] }
        if let reductions { Self.lower(&samples, by: reductions) }
      }
      rest.withChannel(channel) { samples in
        for i in samples.indices { samples[i] = all[count + i] }
      }
    }
    waiting = rest
    return result
  }

  // MARK: - Reductions

  /// By what the samples that come out are lowered; `nil` where none is.
  private mutating func reductions(for block: AudioBuffer) -> [Int64]? {
    let magnitudes = peaks.magnitudes(of: block, above: Float(ceiling))
    let isQuiet =
      magnitudes == nil && released == 0 && needed.allSatisfy { $0 == 0 }
      && firstBox.allSatisfy { $0 == 0 } && secondBox.allSatisfy { $0 == 0 }
    if isQuiet { return nil }
    let new = magnitudes?.map(reduction) ?? Array(repeating: 0, count: block.frameCount)
    let all = needed + new
    var falling = SlidingMaximum.values(of: all, over: needed.count + 1)
    needed = Array(all.suffix(needed.count))
    for i in falling.indices {
      released = max(falling[i], released - slope)
      falling[i] = released
    }
    let once = Self.sums(falling, over: boxes.first, after: &firstBox)
    let twice = Self.sums(once, over: boxes.second, after: &secondBox)
    let area = Int64(boxes.first * boxes.second)
    return twice.map { ($0 + area - 1) / area }
  }

  /// What a magnitude needs to be lowered by, rounded up.
  private func reduction(_ magnitude: Float) -> Int64 {
    let factor = Double(magnitude) / ceiling
    guard factor > 1 else { return 0 }
    guard factor < 1e6 else { return Self.greatest }
    let decibels = Decibels.ofAmplitude(factor) * Double(Self.unit)
    return min(Self.greatest, Int64(decibels.rounded(.up)))
  }

  private static func lower(_ samples: inout MutableSpan<Float>, by reductions: [Int64]) {
    for i in samples.indices where reductions[i] > 0 {
      let factor = Decibels.amplitude(-Double(reductions[i]) / Double(unit))
      samples[i] = Float(Double(samples[i]) * factor)
    }
  }

  /// The sum of each number and those before it, `length` in all.
  private static func sums(
    _ values: [Int64], over length: Int, after rest: inout [Int64]
  ) -> [Int64] {
    let all = rest + values
    var sum = rest.reduce(0, +)
    var result: [Int64] = []
    result.reserveCapacity(values.count)
    for index in values.indices {
      sum += all[index + length - 1]
      result.append(sum)
      sum -= all[index]
    }
    rest = Array(all.suffix(length - 1))
    return result
  }
}

/// The largest of each number and its neighbours.
enum SlidingMaximum {
  /// The largest number of each window of `length` numbers, from the first whole one to the last.
  ///
  /// - Precondition: `length` is above 0.
  /// - Complexity: O(numbers), by blocks of a window: the largest so far from each side of a block
  ///   (van Herk 1992; Gil and Werman 1993).
  static func values(of numbers: [Int64], over length: Int) -> [Int64] {
    precondition(length > 0)
    guard numbers.count >= length else { return [] }
    var forward = numbers
    var backward = numbers
    for i in numbers.indices where !i.isMultiple(of: length) {
      forward[i] = max(forward[i - 1], numbers[i])
    }
    for i in numbers.indices.dropLast().reversed() where !(i + 1).isMultiple(of: length) {
      backward[i] = max(backward[i + 1], numbers[i])
    }
    return (0...numbers.count - length).map { max(backward[$0], forward[$0 + length - 1]) }
  }
}
