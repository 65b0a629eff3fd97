import BaseValues

/// Finds where sound begins suddenly: in many bands of half an octave at once it is stronger than
/// it was in the 50 ms before, and nowhere for some distance to both sides does it rise more.
///
/// ```
/// bands   ░░░░░░░░░█▓▒░░░░░░        rise: how many times each band has doubled, at most four,
///         ▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒        on average of all bands; 0.4 is an onset
///         ░░░░░░░░░█▓▓▒▒░░░░
///                  ↑ onset
/// ```
/// Spectra are counted in steps of 2.5 ms from sample 0, and whether there is an onset depends on
/// those near it alone, so that the same onsets are found from wherever reading began.
struct OnsetFinder: Sendable {
  /// Samples before and after a place that have to be at hand to know whether there is an onset.
  let before: Int64
  let after: Int64

  /// Samples from a spectrum to the next.
  private let hop: Int64
  private let length: Int64
  /// Spectra between one onset and the next, at least.
  private let apart: Int
  private let transform: FourierTransform
  private let window: [Double]
  /// First bins of the bands, and the end of the last.
  private let edges: [Int]

  /// The number of the first spectrum that is known.
  private var first: Int64 = 0
  /// Energies of the bands, spectrum after spectrum.
  private var energies: [Double] = []
  private var rises: [Double] = []

  /// Spectra that say what was before, and the nearest that does not overlap.
  private static let memory = 24
  private static let nearest = 4
  private static let leastRise = 0.4
  /// What a band counts as having had at least, of the loudest: -36 dB.
  private static let share = 2.5e-4
  /// Energy of a sample that counts as silence: -86 dB.
  private static let silence = 2.5e-9

  /// - Parameters:
  ///   - length: samples of a spectrum, a power of two; 11 ms.
  ///   - apart: samples between onsets, at least.
  init(sampleRate: Int64, length: Int, apart: Int64) {
    hop = max(1, sampleRate / 400)
    self.length = Int64(length)
    self.apart = Int(apart / hop)
    transform = FourierTransform(count: length)
    window = transform.hann
    // Half octaves from 1.5 bins on.
    edges = [1, 2, 3, 4, 5, 6, 8, 11, 16, 22, 32, 45, 64, 90, 128, 181, 256, 362, 512]
      .filter { $0 <= length / 2 }
    after = apart + 2 * hop + 3 * self.length
    before = after + Int64(Self.memory) * hop
  }

  /// Takes in what has come to hand.
  ///
  /// - Parameter start: the first sample that matters from now on.
  /// - Complexity: O(n log n) in the new samples.
  mutating func update(_ sound: SampleWindow, from start: Int64) {
    let lowest = floorDivide(start + hop - 1, by: hop)
    let end = floorDivide(sound.end - length, by: hop) + 1
    if lowest < first || lowest > first + Int64(rises.count) {
      (first, energies, rises) = (lowest, [], [])
    }
    let bands = edges.count - 1
    let unused = Int(lowest - first)
    if unused > 4096, unused * 2 > rises.count {
      energies.removeFirst(unused * bands)
      rises.removeFirst(unused)
      first = lowest
    }
    while first + Int64(rises.count) < end {
      add(spectrumAt: (first + Int64(rises.count)) * hop, sound)
    }
  }

  private mutating func add(spectrumAt start: Int64, _ sound: SampleWindow) {
    let bands = edges.count - 1
    let offsets = sound.offsets(start..<start + length)
    var now = [Double](repeating: 0, count: bands)
    // Two channels are transformed at once, as real and imaginary parts.
    for channel in stride(from: 0, to: sound.channelCount, by: 2) {
      var real = sound.windowed(channel, offsets, window)
      var imaginary =
        channel + 1 < sound.channelCount
        ? sound.windowed(channel + 1, offsets, window)
        : [Double](repeating: 0, count: real.count)
      transform.transform(&real, &imaginary)
      let count = real.count
      for band in 0..<bands {
        var sum = 0.0
        for bin in edges[band]..<edges[band + 1] {
          sum += real[bin] * real[bin] + imaginary[bin] * imaginary[bin]
          let mirrored = count - bin
          sum += real[mirrored] * real[mirrored] + imaginary[mirrored] * imaginary[mirrored]
        }
        now[band] += sum / 2
      }
    }
    let known = rises.count
    energies += now
    // Where too little is known of what was before, nothing is said.
    rises.append(known >= Self.memory ? rise(to: now, at: known) : 0)
  }

  private func rise(to now: [Double], at number: Int) -> Double {
    let bands = now.count
    var past = [Double](repeating: 0, count: bands)
    for earlier in number - Self.memory...number - Self.nearest {
      for band in 0..<bands { past[band] = max(past[band], energies[earlier * bands + band]) }
    }
    var loudest = 0.0
    for band in 0..<bands { loudest = max(loudest, now[band], past[band]) }
    let least = max(loudest * Self.share, Self.silence * Double(length * length))
    var sum = 0.0
    for band in 0..<bands where now[band] > past[band] {
      sum += min(Exponential.logarithm((now[band] + least) / (past[band] + least)), 4)
    }
    return sum / Double(bands)
  }

  /// The onsets in a stretch, rising.
  ///
  /// What is at hand reaches from `before` before it to `after` behind it.
  func onsets(in stretch: Range<Int64>, _ sound: SampleWindow) -> [Int64] {
    let from = max(0, Int(floorDivide(stretch.lowerBound - 2 * length, by: hop) - first))
    let to = min(rises.count, Int(floorDivide(stretch.upperBound + length, by: hop) + 2 - first))
    guard from < to else { return [] }
    return (from..<to).compactMap { number in
      guard rises[number] > Self.leastRise, isHighest(number) else { return nil }
      let onset = attack(from: (first + Int64(number)) * hop, sound)
      return stretch.contains(onset) ? onset : nil
    }
  }

  private func isHighest(_ number: Int) -> Bool {
    let rise = rises[number]
    for other in max(0, number - apart)..<number where rises[other] >= rise { return false }
    let end = min(rises.count, number + apart + 1)
    for other in number + 1..<max(number + 1, end) where rises[other] > rise { return false }
    return true
  }

  /// The first sample that stands out from what is before it, in the differences between samples,
  /// in and before the spectrum that begins at `start`.
  private func attack(from start: Int64, _ sound: SampleWindow) -> Int64 {
    let block = max(1, hop * 2 / 5)
    let from = floorDivide(start - length / 2, by: block) * block
    let count = 9 + Int((3 * length / 2) / block)
    let differences = sound.differences(from - 8 * block..<from + Int64(count - 8) * block)
    let energies = (0..<count).map { number in
      differences[number * Int(block)..<(number + 1) * Int(block)]
        .reduce(0) { $0 + Double($1) * Double($1) }
    }
    var best = (number: 8, rise: -1.0)
    for number in 8..<count {
      let rise = energies[number] / (energies[number - 8..<number].reduce(0, max) + 1e-9)
      if rise > best.rise { best = (number, rise) }
    }
    let length = Int(block)
    let first = (best.number - 1) * length
    let before = differences[max(0, first - 8 * length)..<first].reduce(0, max)
    let end = min(differences.count, first + 3 * length)
    let highest = differences[first..<end].reduce(0, max)
    let least = max(before * 1.5, highest / 64)
    let found = (first..<first + 2 * length).first { differences[$0] > least }
    return from - 8 * block + Int64(found ?? best.number * length)
  }
}

extension SampleWindow {
  /// A part of a channel in double precision, times a window; what is no number is silence.
  fileprivate func windowed(
    _ channel: Int, _ offsets: Range<Int>, _ window: [Double]
  ) -> [Double] {
    let samples = self.channel(channel)
    let part = samples.span.extracting(offsets)
    var result = window
    for index in result.indices {
      result[index] = part[index].isFinite ? window[index] * Double(part[index]) : 0
    }
    return result
  }

  /// How far each sample is from the one before, in the channel where that is most; 0 outside.
  fileprivate func differences(_ stretch: Range<Int64>) -> [Float] {
    var result = [Float](repeating: 0, count: stretch.count)
    let known = stretch.clamped(to: start + 1..<max(start + 1, end))
    for channel in 0..<channelCount where !known.isEmpty {
      let samples = self.channel(channel)
      for sample in known {
        let offset = Int(sample - start)
        let difference = (samples[offset] - samples[offset - 1]).magnitude
        let target = Int(sample - stretch.lowerBound)
        if difference < .infinity, difference > result[target] { result[target] = difference }
      }
    }
    return result
  }
}
