import AudioMixing
import Foundation
import BaseValues
import SeededNumbers
import Testing

/// Rates of a source and of the result, samples a second.
private struct Rates: CustomTestStringConvertible, Sendable {
  var source: Int
  var result: Int
  /// Half the slower rate, Hz.
  var nyquist: Double { Double(min(source, result)) / 2 }
  /// Up to where sound stays as it is, Hz.
  var flat: Double { min(20_000, 0.9535 * nyquist) }
  var testDescription: String { "\(source) to \(result) Hz" }

  init(_ source: Int, _ result: Int) {
    self.source = source
    self.result = result
  }

  static let all = [
    Rates(44_100, 48_000), Rates(48_000, 44_100), Rates(96_000, 48_000), Rates(8000, 48_000),
    Rates(32_000, 48_000), Rates(11_025, 48_000), Rates(192_000, 44_100),
    // More places between samples than are tabulated.
    Rates(44_056, 48_000), Rates(47_952, 44_100),
  ]

  /// A part of a sine of ½ and 0.3 of a turn, converted, from sample `from` on.
  func sine(_ frequency: Double, from: Int64 = 12_345, count: Int = 400) -> [Float] {
    let converter = RateConverter(from: source, to: result)
    let needed = converter.needed(for: from..<from + Int64(count))
    let samples = needed.map { sample in
      // Whole turns are taken away before the number gets large.
      let turns = (Double(sample) * frequency / Double(source) + 0.3)
        .truncatingRemainder(dividingBy: 1)
      return Float(sin(turns * 2 * .pi) / 2)
    }
    return convert(samples, startingAt: needed.lowerBound, from, count, converter)
  }

  func convert(
    _ samples: [Float], startingAt start: Int64, _ from: Int64, _ count: Int,
    _ converter: RateConverter? = nil
  ) -> [Float] {
    let converter = converter ?? RateConverter(from: source, to: result)
    var made = [Float](repeating: 9, count: count)
    var span = made.mutableSpan
    converter.fill(&span, 0..<count, from: from, source: samples.span, startingAt: start)
    return made
  }
}

private func decibels(_ energy: Double, over other: Double) -> Double {
  10 * log10(energy / other + 1e-30)
}

@Suite("conversion of rates")
struct RateConverterTests {
  @Test(
    "a sine is the same sine at the other rate, to -130 dB, up to 20 kHz or 0.9535 of half the slower one",
    arguments: Rates.all)
  private func sines(rates: Rates) {
    for share in [0.01, 0.25, 0.5, 0.9, 0.95, 0.99, 1] {
      let frequency = rates.flat * share
      let from: Int64 = 12_345
      let made = rates.sine(frequency, from: from)
      var (noise, energy) = (0.0, 0.0)
      for (index, sample) in made.enumerated() {
        let turns = ((Double(from) + Double(index)) * frequency / Double(rates.result) + 0.3)
          .truncatingRemainder(dividingBy: 1)
        let exact = sin(turns * 2 * .pi) / 2
        energy += exact * exact
        noise += (Double(sample) - exact) * (Double(sample) - exact)
      }
      // Level and phase are part of what is compared: -130 dB is 0.000003 dB of droop.
      let residual = decibels(noise, over: energy)
      #expect(residual < -130, "\(frequency) Hz: \(residual) dB")
    }
  }

  @Test(
    "what is above half the slower rate is taken away, not folded back, to -130 dB",
    arguments: Rates.all.filter { $0.result < $0.source })
  private func aliases(rates: Rates) {
    for share in [1.0005, 1.01, 1.1, 1.6] where rates.nyquist * share * 2 < Double(rates.source) {
      let energy = rates.sine(rates.nyquist * share).reduce(0) { $0 + Double($1) * Double($1) }
      let level = decibels(energy, over: 400 / 8)
      #expect(level < -130, "\(share): \(level) dB")
    }
  }

  @Test("an impulse stays at its place, symmetric to both sides", arguments: Rates.all)
  private func impulse(rates: Rates) throws {
    let step = try #require(Rational(Int64(rates.source), Int64(rates.result)))
    // Of 100 periods of both grids the source sample that meets a result sample.
    let samples: [Float] = [1]
    let (place, start) = (step.denominator * 100, step.numerator * 100)
    let made = rates.convert(samples, startingAt: start, place - 60, 121)
    let peak = try #require(made.max())
    #expect(made[60] == peak)
    for distance in 1...60 {
      // Found between tabulated places, both sides are rounded differently.
      #expect(abs(made[60 - distance] - made[60 + distance]) < peak * 2e-7)
    }
  }

  @Test("a steady level stays exactly as it is", arguments: Rates.all)
  private func steady(rates: Rates) {
    let samples = [Float](repeating: 0.75, count: 4000)
    let made = rates.convert(samples, startingAt: -2000, -10, 20)
    #expect(made.allSatisfy { abs($0 - 0.75) < 1e-7 })
  }

  @Test("outside of the source it is silent")
  private func outside() {
    let rates = Rates(44_100, 48_000)
    #expect(rates.convert([], startingAt: 0, 5, 10).allSatisfy { $0 == 0 })
    #expect(rates.convert([1], startingAt: 0, 300, 10).allSatisfy { $0 == 0 })
    #expect(rates.convert([1], startingAt: 0, 1 << 60, 3).allSatisfy { $0 == 0 })
    #expect(rates.convert([1], startingAt: 0, -(1 << 60), 3).allSatisfy { $0 == 0 })
  }

  @Test("how the result is cut changes no bit", arguments: Rates.all)
  private func blocks(rates: Rates) {
    var noise = SeededGenerator(seed: 5)
    let samples = noise.noise(8000)
    let converter = RateConverter(from: rates.source, to: rates.result)
    let range = converter.samples(in: 0..<Int64(samples.count))
    let count = min(range.count, 1500)
    let whole = rates.convert(samples, startingAt: 0, 0, count, converter)
    for cut in noise.cuts(0..<count, longest: 400) {
      let first = Int64(cut.lowerBound)
      // Only what is needed is given.
      let needed = converter.needed(for: first..<first + Int64(cut.count))
        .clamped(to: 0..<Int64(samples.count))
      let part = Array(samples[Int(needed.lowerBound)..<Int(needed.upperBound)])
      let made = rates.convert(
        part, startingAt: needed.lowerBound, first, cut.count, converter)
      #expect(made == Array(whole[cut]))
    }
  }

  @Test("at the same rate no bit changes")
  private func natural() {
    var noise = SeededGenerator(seed: 6)
    let samples = noise.noise(1000)
    let made = Rates(48_000, 48_000).convert(samples, startingAt: 40, 30, 1020)
    #expect(made == [Float](repeating: 0, count: 10) + samples + [Float](repeating: 0, count: 10))
  }

  @Test("a result has the samples that lie in its source")
  private func counts() {
    let converter = RateConverter(from: 44_100, to: 48_000)
    #expect(converter.samples(in: 0..<44_100) == 0..<48_000)
    #expect(converter.samples(in: 1..<2) == 2..<3)
    #expect(converter.samples(in: 0..<147) == 0..<160)
    #expect(converter.place(of: 160) == 147)
    #expect(converter.place(of: -1) == -1)
    #expect(RateConverter(from: 0, to: .max).reach > 0)
  }

  @Test("rates beyond all reason are converted within bounds")
  private func hostile() {
    for rates in [Rates(1 << 31, 8000), Rates(1, 192_000), Rates(.max, 1)] {
      let made = rates.convert([.nan, .infinity, 1], startingAt: 0, 0, 2)
      #expect(made.count == 2)
    }
  }

  @Test("two channels at once are the same bits as one after the other", arguments: Rates.all)
  private func pairs(rates: Rates) {
    let converter = RateConverter(from: rates.source, to: rates.result)
    var random = SeededGenerator(seed: 7)
    let (from, count): (Int64, Int) = (-40, 3000)
    let needed = converter.needed(for: from..<from + Int64(count))
    // Begins later and ends earlier than what is needed: silence.
    let sources = (0..<2).map { _ in
      (0..<needed.count - 20).map { _ in Float(random.next() % 2001) / 1000 - 1 }
    }
    var (first, second) = ([Float](repeating: 9, count: count), [Float](repeating: 9, count: count))
    var a = first.mutableSpan
    var b = second.mutableSpan
    let (one, other) = (sources[0], sources[1])
    converter.fill(
      &a, &b, 0..<count, from: from, sources: (one.span, other.span),
      startingAt: needed.lowerBound + 10)
    for (made, source) in zip([first, second], sources) {
      #expect(made == rates.convert(source, startingAt: needed.lowerBound + 10, from, count))
    }
  }
}
