import AudioMixing
import Testing
import SeededNumbers

@Suite struct GainRowTests {
  private static let curves: [GainPoint.Curve] = [
    .hold, .linear, .equalPower, .sCurve, .exponential, .logarithmic, .decibels,
  ]

  private func points(_ generator: inout SeededGenerator, count: Int, rising: Bool)
    -> [GainPoint]
  {
    let samples = (0..<count).map { _ in Int64.random(in: -200...1200, using: &generator) }
    return (rising ? samples.sorted() : samples).map { sample in
      GainPoint(
        sample: sample, gain: Int64.random(in: 0...(4 << 24), using: &generator),
        curve: Self.curves.randomElement(using: &generator) ?? .hold)
    }
  }

  @Test("each gain is the envelope's at that sample", arguments: [true, false])
  func reference(rising: Bool) {
    var generator = SeededGenerator(seed: 11)
    for count in [1, 2, 3, 5, 20, 200] {
      let points = points(&generator, count: count, rising: rising)
      let envelope = Envelope(points)
      var row = GainRow(count: 1000)
      row.multiply(by: points, from: 0)
      for (index, value) in row.values.enumerated()
      where value != envelope.gain(at: Int64(index)) {
        Issue.record("\(count) points, sample \(index): \(value)")
      }
    }
  }

  @Test("how the samples are cut into rows makes no difference", arguments: [1, 7, 64, 333])
  func blocks(longest: Int) {
    var generator = SeededGenerator(seed: UInt64(longest))
    for rising in [true, false] {
      let first = points(&generator, count: 40, rising: rising)
      let second = points(&generator, count: 3, rising: rising)
      func gains(_ range: Range<Int>) -> [Double] {
        var row = GainRow(count: range.count)
        row.multiply(by: first, from: Int64(range.lowerBound))
        row.multiply(by: second, from: Int64(range.lowerBound))
        return row.values
      }
      let cuts = generator.cuts(-300..<1300, longest: longest)
      #expect(cuts.flatMap(gains) == gains(-300..<1300))
    }
  }

  @Test("envelopes multiply")
  func product() {
    var row = GainRow(count: 3)
    #expect(row.values == [1, 1, 1])
    row.multiply(by: [.at(0, 0.5, .hold)], from: 0)
    row.multiply(by: [.at(0, 0.25, .hold)], from: 0)
    row.multiply(by: [], from: 0)
    #expect(row.values == [0.125, 0.125, 0.125])
  }

  @Test("the largest and smallest positions and gains end in numbers")
  func extremes() {
    let samples: [Int64] = [.min, .min + 1, -1, 0, 1, 1 << 53, .max - 1, .max]
    let gains: [Int64] = [.min, 0, 1, GainPoint.unity, .max]
    var generator = SeededGenerator(seed: 5)
    for start in samples {
      for count in [0, 1, 5] {
        for _ in 0..<40 {
          let points = (0..<4).map { _ in
            GainPoint(
              sample: samples.randomElement(using: &generator) ?? 0,
              gain: gains.randomElement(using: &generator) ?? 0,
              curve: Self.curves.randomElement(using: &generator) ?? .hold)
          }
          var row = GainRow(count: count)
          row.multiply(by: points, from: start)
          #expect(row.values.count == count)
          #expect(row.values.allSatisfy { $0.isFinite })
        }
      }
    }
  }

  @Test("a ramp over all of time is half way at 0")
  func longestRamp() {
    let envelope = Envelope([
      GainPoint(sample: .min, gain: 0, curve: .linear),
      GainPoint(sample: .max, gain: GainPoint.unity, curve: .hold),
    ])
    #expect(envelope.gain(at: 0) == 0.5)
  }

  @Test("a negative count is an empty row")
  func negative() {
    #expect(GainRow(count: -1).values.isEmpty)
  }
}
