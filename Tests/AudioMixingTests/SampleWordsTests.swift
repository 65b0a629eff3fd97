import AudioMixing
import Foundation
import SeededNumbers
import Testing

@Suite struct SampleWordsTests {
  /// The definition.
  private func reference(_ sample: Float) -> Int32 {
    guard !sample.isNaN else { return 0 }
    let scaled = (Double(min(max(sample, -1), 1)) * 8_388_608).rounded()
    return Int32(min(max(scaled, -8_388_608), 8_388_607))
  }

  @Test("words are to nearest, ties away from 0, within 24 bits")
  func words() {
    let step = Float(1) / 8_388_608
    var samples: [Float] = [
      0, -0, 1, -1, 2, -2, .infinity, -.infinity, .nan, step, -step, step / 2, -step / 2,
      (step / 2).nextDown, -(step / 2).nextDown, 1 - step, 1 - step / 2, -1 + step / 2,
      .leastNonzeroMagnitude,
      -.leastNonzeroMagnitude, .greatestFiniteMagnitude, step * 1.5, -step * 2.5,
    ]
    var generator = SeededGenerator(seed: 24)
    for _ in 0..<20_000 {
      samples.append(Float.random(in: -1.2...1.2, using: &generator))
      samples.append(Float.random(in: -2e-7...2e-7, using: &generator))
    }
    for sample in samples { #expect(SampleWords.word(sample) == reference(sample), "\(sample)") }
  }

  @Test("bytes beside those that are written stay")
  func bytes() {
    var bytes = [UInt8](repeating: 7, count: 16)
    var span = bytes.mutableSpan
    SampleWords.write([0.5, -1].span, to: &span, from: 2, stride: 6)
    #expect(bytes == [7, 7, 0, 0, 0x40, 7, 7, 7, 0, 0, 0x80, 7, 7, 7, 7, 7])
  }
}
