import Foundation
import Testing
import SeededNumbers

@testable import AudioMixing

/// Levels of EBU Tech 3341's test signals: 1 kHz sines, their peak in dBFS.
@Suite struct LoudnessTests {
  /// Seconds of sound whose channels have these peaks.
  private struct Part {
    var seconds: Double
    var peaks: [Double]

    init(_ seconds: Double, _ peak: Double) {
      self.init(seconds, [peak, peak])
    }

    init(_ seconds: Double, _ peaks: [Double]) {
      self.seconds = seconds
      self.peaks = peaks
    }
  }

  private func measure(
    _ parts: [Part], rate: Int = 16_000, weights: [Double] = [1, 1], frequency: Double = 1000,
    each: (LoudnessMeter, Double) -> Void = { _, _ in }
  ) throws -> LoudnessMeter {
    var meter = try #require(LoudnessMeter(sampleRate: rate, weights: weights))
    let second = (0..<rate).map { sin(Double($0) * frequency / Double(rate) * 2 * .pi) }
    var position = 0
    for part in parts {
      let end = position + Int((part.seconds * Double(rate)).rounded())
      let rows = part.peaks.map { peak in
        second.map { Float($0 * pow(10, peak / 20)) }
      }
      while position < end {
        let first = position % rate
        let count = min(rate / 10 - first % (rate / 10), rate - first, end - position)
        meter.add(buffer(rows.map { Array($0[first..<first + count]) }))
        position += count
        each(meter, Double(position) / Double(rate))
      }
    }
    return meter
  }

  private func expect(
    _ value: Double?, _ expected: Double, within tolerance: Double = 0.1,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let distance = value.map { abs($0 - expected) } ?? .infinity
    #expect(distance <= tolerance, "\(value as Any)", sourceLocation: sourceLocation)
  }

  @Test("cases 1 and 2: a steady sine has its level's loudness", arguments: [-23.0, -33])
  func steady(level: Double) throws {
    let meter = try measure([Part(5, level)], rate: 48_000)
    expect(meter.integrated, level)
    expect(meter.momentary, level)
    expect(meter.shortTerm, level)
    expect(meter.maximumMomentary, level)
    expect(meter.maximumShortTerm, level)
  }

  @Test(
    "a steady sine has its level's loudness at any rate",
    arguments: [7350, 8000, 11_025, 12_000, 22_050, 24_000, 32_000, 44_100, 64_000, 96_000])
  func rates(rate: Int) throws {
    expect(try measure([Part(2, -23)], rate: rate).integrated, -23)
  }

  @Test("case 3: quiet ends are gated away")
  func relativeGate() throws {
    expect(try measure([Part(10, -36), Part(60, -23), Part(10, -36)]).integrated, -23)
  }

  @Test("case 4: near silence is gated away before the mean is taken")
  func bothGates() throws {
    let parts = [Part(10, -72), Part(10, -36), Part(60, -23), Part(10, -36), Part(10, -72)]
    expect(try measure(parts).integrated, -23)
  }

  @Test("case 5: what is within the gate counts")
  func insideGate() throws {
    expect(try measure([Part(20, -26), Part(20.1, -20), Part(20, -26)]).integrated, -23)
  }

  @Test("case 6: channels of 5.0 have the standard's weights")
  func surround() throws {
    let part = Part(5, [-28, -28, -24, -30, -30])
    expect(try measure([part], weights: [1, 1, 1, 1.41, 1.41]).integrated, -23)
  }

  @Test("case 9: short-term loudness is the same wherever its window lies")
  func shortTerm() throws {
    let parts = Array(repeating: [Part(1.34, -20), Part(1.66, -30)], count: 3).flatMap(\.self)
    _ = try measure(parts) { meter, time in
      if time >= 3 { expect(meter.shortTerm, -23) } else { #expect(meter.shortTerm == nil) }
    }
  }

  @Test("case 12: momentary loudness is the same wherever its window lies")
  func momentary() throws {
    let parts = Array(repeating: [Part(0.18, -20), Part(0.22, -30)], count: 10).flatMap(\.self)
    _ = try measure(parts) { meter, time in
      if time >= 1 { expect(meter.momentary, -23) }
    }
  }

  @Test(
    "EBU Tech 3342: the loudness range of its first four signals",
    arguments: [
      ([-20, -30], 10), ([-20, -15], 5), ([-40, -20], 20), ([-50, -35, -20, -35, -50], 15),
    ] as [([Double], Double)])
  func range(levels: [Double], wanted: Double) throws {
    let meter = try measure(levels.map { Part(20, $0) })
    expect(meter.range, wanted, within: 1)
  }

  @Test("what is too short or silent has no loudness range")
  func noRange() throws {
    #expect(try measure([Part(2.9, -20)]).range == nil)
    #expect(try measure([Part(10, -200)]).range == nil)
    expect(try measure([Part(10, -20)]).range, 0, within: 0.01)
  }

  @Test("997 Hz at full scale in one channel has −3.01 LUFS")
  func calibration() throws {
    let meter = try measure([Part(2, [0, -200])], rate: 48_000, frequency: 997)
    expect(meter.integrated, -3.01, within: 0.005)
  }

  @Test("maxima are remembered")
  func maxima() throws {
    let meter = try measure([Part(3.5, -20), Part(5, -40)])
    expect(meter.maximumMomentary, -20)
    expect(meter.maximumShortTerm, -20)
    expect(meter.momentary, -40)
    expect(meter.shortTerm, -40)
  }

  @Test("silence and sound shorter than a block have no loudness")
  func nothing() throws {
    #expect(try measure([Part(1, -200)]).integrated == nil)
    #expect(try measure([Part(0.39, -23)]).integrated == nil)
    #expect(try measure([Part(0.39, -23)]).momentary == nil)
    #expect(try measure([Part(0.4, -23)]).integrated != nil)
    var meter = try #require(LoudnessMeter(sampleRate: 48_000, channelCount: 2))
    meter.add(AudioBuffer(channelCount: 2, frameCount: 96_000))
    #expect(meter.integrated == nil)
    #expect(meter.momentary == nil)
    #expect(LoudnessMeter(sampleRate: 0, channelCount: 2) == nil)
    #expect(LoudnessMeter(sampleRate: .max, channelCount: 2) == nil)
  }

  @Test("samples that are not finite do not spoil what follows")
  func notFinite() throws {
    var meter = try #require(LoudnessMeter(sampleRate: 8000, channelCount: 1))
    meter.add(buffer([[.nan, .infinity, -.infinity, .nan]]))
    meter.add(buffer([(0..<16_000).map { Float(0.5 * sin(Double($0) * .pi / 4)) }]))
    expect(meter.integrated, -9.03, within: 0.2)
  }

  @Test("how the sound is cut into blocks makes no difference", arguments: [1, 100, 3000])
  func blocks(longest: Int) throws {
    var generator = SeededGenerator(seed: UInt64(longest))
    let sound = generator.noise(channels: 2, frames: 11_025)
    var whole = try #require(LoudnessMeter(sampleRate: 11_025, channelCount: 2))
    whole.add(sound)
    var cut = try #require(LoudnessMeter(sampleRate: 11_025, channelCount: 2))
    for part in generator.cuts(0..<11_025, longest: longest) { cut.add(sound.part(part)) }
    #expect(whole.integrated != nil)
    #expect(whole.integrated == cut.integrated)
    #expect(whole.momentary == cut.momentary)
  }

  @Test("the filters have the standard's coefficients at 48 kHz")
  func coefficients() {
    func expect(_ filter: Biquad, _ coefficients: [Double]) {
      let found = [filter.b0, filter.b1, filter.b2, filter.a1, filter.a2]
      for (value, expected) in zip(found, coefficients) {
        #expect(abs(value - expected) < 1e-9)
      }
    }
    expect(
      .shelf(sampleRate: 48_000),
      [
        1.53512485958697, -2.69169618940638, 1.19839281085285, -1.69065929318241,
        0.73248077421585,
      ])
    expect(.highPass(sampleRate: 48_000), [1, -2, 1, -1.99004745483398, 0.99007225036621])
  }

  @Test("a decay ends in zeros, not in numbers that processors are slow with")
  func decay() {
    var filter = KWeighting(sampleRate: 48_000)
    var energy = 0.0
    filter.addEnergy(of: [1 as Float].span, to: &energy)
    #expect(energy > 1)
    let silence = [Float](repeating: 0, count: 4800)
    for _ in 0..<60 {
      energy = 0
      filter.addEnergy(of: silence.span, to: &energy)
      filter.settle()
    }
    #expect(energy == 0)
  }
}
