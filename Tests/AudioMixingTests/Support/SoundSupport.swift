import AudioMixing
import SeededNumbers

extension SeededGenerator {
  /// Noise in −1…1.
  mutating func noise(_ count: Int) -> [Float] {
    (0..<count).map { _ in Float(Int64(next() >> 40)) / 8_388_608 - 1 }
  }

  mutating func noise(channels: Int, frames: Int) -> AudioBuffer {
    buffer((0..<channels).map { _ in noise(frames) })
  }

  /// The borders of stretches of random lengths that fill a range.
  mutating func cuts(_ range: Range<Int>, longest: Int) -> [Range<Int>] {
    var result: [Range<Int>] = []
    var start = range.lowerBound
    while start < range.upperBound {
      let end = min(range.upperBound, start + Int.random(in: 1...longest, using: &self))
      result.append(start..<end)
      start = end
    }
    return result
  }
}

/// A buffer of channels that are equally long.
func buffer(_ channels: [[Float]]) -> AudioBuffer {
  guard let buffer = AudioBuffer(channels: channels) else { fatalError("channels differ") }
  return buffer
}

extension AudioBuffer {
  func part(_ range: Range<Int>) -> AudioBuffer {
    buffer(channels.map { Array($0[range]) })
  }
}

extension GainPoint {
  static let full = Double(unity)

  /// A point at a time in milliseconds at 48 kHz.
  static func at(_ milliseconds: Int64, _ gain: Double, _ curve: Curve = .linear) -> GainPoint {
    GainPoint(
      sample: milliseconds * 48, gain: Int64((gain * full).rounded()), curve: curve)
  }
}
