import Foundation
import BaseValues
import SeededNumbers
import Testing

@testable import AudioMixing

@Suite("parts of stretched sound")
struct StretchPartsTests {
  @Test(
    "the transform is the sum that defines it, and its inverse gives back", arguments: [2, 8, 64])
  func transform(count: Int) {
    var generator = SeededGenerator(seed: 4)
    let (x, y) = (
      generator.noise(count).map { Double($0) }, generator.noise(count).map { Double($0) }
    )
    var (real, imaginary) = (x, y)
    let transform = FourierTransform(count: count)
    transform.transform(&real, &imaginary)
    for bin in 0..<count {
      var sum = (0.0, 0.0)
      for index in 0..<count {
        let angle = -2 * Double.pi * Double(index * bin % count) / Double(count)
        sum.0 += x[index] * cos(angle) - y[index] * sin(angle)
        sum.1 += x[index] * sin(angle) + y[index] * cos(angle)
      }
      #expect(abs(real[bin] - sum.0) < 1e-10 && abs(imaginary[bin] - sum.1) < 1e-10)
    }
    transform.transform(&imaginary, &real)
    for index in 0..<count {
      #expect(abs(real[index] / Double(count) - x[index]) < 1e-12)
      #expect(abs(imaginary[index] / Double(count) - y[index]) < 1e-12)
    }
  }

  @Test("the filter between rates has the values of its formula")
  func kernel() {
    // I₀ by its integral, (1/π)∫ exp(x cos t) dt over half a turn, by the trapezoidal rule.
    func bessel(_ x: Double) -> Double {
      (0..<400).reduce(0) { $0 + exp(x * cos((Double($1) + 0.5) * .pi / 400)) } / 400
    }
    for distance in [0.25, 1, 17.3, 99.9, 150, 199.5] {
      let x = Double.pi * distance * 0.97675
      let window = bessel(14.469 * (1 - distance * distance / 40_000).squareRoot()) / bessel(14.469)
      #expect(abs(KaiserSinc.value(distance) - 0.97675 * sin(x) / x * window) < 1e-11)
      #expect(KaiserSinc.value(-distance) == KaiserSinc.value(distance))
    }
    #expect(KaiserSinc.value(200) == 0)
    #expect(KaiserSinc.value(0) == 0.97675)
  }

  @Test(
    "a tone without any onset is the same from wherever it is begun, past the minute at which it is renewed",
    arguments: [(1, 2), (3, 2)])
  func renewals(numerator: Int64, denominator: Int64) throws {
    let speed = try #require(Rational(numerator, denominator))
    // Low, so that minutes are short.
    let rate = 1000
    func render(_ range: Range<Int>) -> [Float] {
      var source = Source { Float(sin(Double($0 % 1000) / 1000 * 50 * 2 * .pi) / 2) }
      var window = SampleWindow(channelCount: 1)
      var stretch = TimeStretch(speed: speed, sampleRate: rate)
      var buffer = AudioBuffer(channelCount: 1, frameCount: range.count)
      stretch.fill(&buffer, from: Int64(range.lowerBound), window: &window) { source.read($0, &$1) }
      return buffer.channels[0]
    }
    let whole = render(0..<130_000)
    for start in [100, 39_990, 40_010, 59_980, 60_010, 79_900, 80_001, 119_990, 120_000, 125_000] {
      #expect(render(start..<start + 200) == Array(whole[start..<start + 200]), "from \(start)")
    }
    // Not silent anywhere.
    for start in stride(from: 0, to: 130_000, by: 1000) {
      #expect(whole[start..<start + 1000].contains { $0 > 0.4 })
    }
  }

  @Test("both channels are turned alike: what is the same in both stays the same")
  func channels() {
    var generator = SeededGenerator(seed: 12)
    let noise = generator.noise(4000)
    var window = SampleWindow(channelCount: 3)
    var stretch = TimeStretch(speed: Rational(3, 2) ?? .one, sampleRate: 16_000)
    var buffer = AudioBuffer(channelCount: 3, frameCount: 8000)
    stretch.fill(&buffer, from: 0, window: &window) { (start: Int64, block: inout AudioBuffer) in
      for channel in 0..<3 {
        block.withChannel(channel) { samples in
          for index in samples.indices {
            let sample = noise[Int((start + Int64(index) + 400_000) % 4000)]
            samples[index] = channel == 1 ? -sample / 2 : sample
          }
        }
      }
    }
    for index in 0..<8000 {
      #expect(abs(buffer.channels[0][index] + 2 * buffer.channels[1][index]) < 1e-6)
      #expect(abs(buffer.channels[0][index] - buffer.channels[2][index]) < 1e-6)
    }
  }
}
