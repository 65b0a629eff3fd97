/// Finds where sound begins suddenly: a millisecond that is four times as strong as the strongest of
/// the twenty before it, and the most sudden one for some distance to both sides.
///
/// Milliseconds are counted from sample 0, and whether one is an onset depends on those near it alone,
/// so that the same onsets are found from wherever reading began.
struct OnsetFinder: Sendable {
  /// Samples before and after a stretch that have to be at hand to know its onsets, besides the
  /// distance between onsets.
  var context: Int64 { (Self.memory + 4) * length }

  /// Samples in a block.
  private let length: Int64
  /// Blocks between one onset and the next, at least.
  private let apart: Int
  /// The number of the first block that is known.
  private var first: Int64 = 0
  private var energies: [Float] = []
  /// How much stronger each block is than those before it; 0 where that is not much.
  private var rises: [Float] = []

  private static let memory: Int64 = 20
  private static let leastRise: Float = 4
  /// Energy of a sample that counts as silence: -80 dB.
  private static let silence: Float = 1e-8

  /// - Parameter apart: samples between onsets, at least.
  init(sampleRate: Int64, apart: Int64) {
    length = max(1, sampleRate / 1000)
    self.apart = Int(apart / length)
  }

  /// Takes in what has come to hand.
  ///
  /// - Parameter start: the first sample that matters from now on.
  /// - Complexity: O(new samples).
  mutating func update(_ window: SampleWindow, from start: Int64) {
    let lowest = floored(start + length - 1, by: length)
    let end = floored(window.end, by: length)
    if lowest < first || lowest > first + Int64(energies.count) {
      (first, energies, rises) = (lowest, [], [])
    }
    let unused = Int(lowest - first)
    if unused > 4096, unused * 2 > energies.count {
      energies.removeFirst(unused)
      rises.removeFirst(unused)
      first = lowest
    }
    var block = first + Int64(energies.count)
    while block < end {
      let energy = energy(of: block, window)
      let known = energies.suffix(Int(Self.memory))
      var before: Float = 0
      for value in known where value > before { before = value }
      // Where too little is known of what was before, nothing is said.
      let isKnown = known.count == Int(Self.memory)
      let rise = energy / (before + Self.silence * Float(length))
      rises.append(isKnown && rise >= Self.leastRise ? rise : 0)
      energies.append(energy)
      block += 1
    }
  }

  private func energy(of block: Int64, _ window: SampleWindow) -> Float {
    var energy: Float = 0
    for channel in 0..<window.channelCount {
      let samples = window.channel(channel)
      let part = samples.span.extracting(window.offsets(block * length..<(block + 1) * length))
      for index in part.indices { energy += part[index] * part[index] }
    }
    // What is not a number is no sound.
    return energy < .infinity ? energy : 0
  }

  /// The onsets in a stretch, rising.
  func onsets(in stretch: Range<Int64>, _ window: SampleWindow) -> [Int64] {
    let from = max(0, Int(floored(stretch.lowerBound, by: length) - first))
    let to = min(rises.count, Int(floored(stretch.upperBound, by: length) - first))
    guard from < to else { return [] }
    return (from..<to).compactMap { block in
      rises[block] > 0 && isHighest(block) ? attack(in: first + Int64(block), window) : nil
    }
  }

  private func isHighest(_ block: Int) -> Bool {
    let rise = rises[block]
    for other in max(0, block - apart)..<block where rises[other] >= rise { return false }
    let end = min(rises.count, block + apart + 1)
    for other in block + 1..<max(block + 1, end) where rises[other] > rise { return false }
    return true
  }

  /// The first sample that stands out from what is before it.
  private func attack(in block: Int64, _ window: SampleWindow) -> Int64 {
    func peak(_ sample: Int64) -> Float {
      guard sample >= window.start, sample < window.end else { return 0 }
      var peak: Float = 0
      for channel in 0..<window.channelCount {
        let value = window.channel(channel)[Int(sample - window.start)].magnitude
        if value > peak { peak = value }
      }
      return peak
    }
    let start = (block - 1) * length
    var before: Float = 0
    for sample in start - 8 * length..<start { before = max(before, peak(sample)) }
    var highest: Float = 0
    for sample in start..<start + 3 * length { highest = max(highest, peak(sample)) }
    let least = max(before * 1.5, highest / 64)
    return (start..<start + 2 * length).first { peak($0) > least } ?? block * length
  }
}
