import AudioMixing
import Foundation
import Testing

@Suite struct EnvelopeTests {
  private func expect(
    _ envelope: Envelope, _ gain: Double, atMilliseconds time: Int64,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let found = envelope.gain(at: time * 48)
    // Points are rounded to 24 bits.
    #expect(abs(found - gain) < 1e-7, "\(time) ms", sourceLocation: sourceLocation)
  }

  @Test("a step, a ramp that holds its end and a second step")
  func stepsAndRamp() {
    let envelope = Envelope([
      .at(0, 0.5, .hold), .at(2000, 0.5), .at(4000, 0.8, .hold), .at(7000, 0.3, .hold),
    ])
    expect(envelope, 0.5, atMilliseconds: 0)
    expect(envelope, 0.5, atMilliseconds: 2000)
    expect(envelope, 0.65, atMilliseconds: 3000)
    expect(envelope, 0.8, atMilliseconds: 4000)
    expect(envelope, 0.8, atMilliseconds: 5000)
    expect(envelope, 0.8, atMilliseconds: 6999)
    #expect(abs(envelope.gain(at: 7 * 48000 - 1) - 0.8) < 1e-7)
    expect(envelope, 0.3, atMilliseconds: 7000)
    expect(envelope, 0.3, atMilliseconds: 1_000_000)
  }

  @Test("a ramp jumps to its first gain")
  func jump() {
    let envelope = Envelope([
      .at(0, 1, .hold), .at(2000, 0.2), .at(4000, 0.6, .hold),
    ])
    #expect(envelope.gain(at: 2 * 48000 - 1) == 1)
    expect(envelope, 0.2, atMilliseconds: 2000)
    expect(envelope, 0.4, atMilliseconds: 3000)
  }

  @Test("a fade-out over [6, 8) stays silent afterwards")
  func fadeOut() {
    let envelope = Envelope([.at(0, 1, .hold), .at(6000, 1), .at(8000, 0, .hold)])
    expect(envelope, 1, atMilliseconds: 5900)
    expect(envelope, 0.5, atMilliseconds: 7000)
    #expect(envelope.gain(at: 8 * 48000 - 1) > 0)
    #expect(envelope.gain(at: 8 * 48000) == 0)
    #expect(envelope.gain(at: 9 * 48000) == 0)
    #expect(envelope.gain(at: .max) == 0)
  }

  @Test("a duck between fades multiplies with them")
  func duckAndFades() {
    let duck = Envelope([
      .at(1500, 1), .at(2000, 0.2, .hold), .at(7000, 0.2), .at(7500, 1, .hold),
    ])
    let fades = Envelope([.at(0, 0), .at(1500, 1, .hold), .at(13500, 1), .at(15000, 0, .hold)])
    let vector: [(milliseconds: Int, gain: Double)] = [
      (0, 0), (750, 0.5), (1500, 1), (1750, 0.6), (2000, 0.2), (6999, 0.2), (7250, 0.6), (7500, 1),
      (13_000, 1), (14_250, 0.5), (15_000, 0),
    ]
    for (milliseconds, gain) in vector {
      var row = GainRow(count: 1)
      row.multiply(by: duck, from: Int64(milliseconds) * 48)
      row.multiply(by: fades, from: Int64(milliseconds) * 48)
      #expect(abs(row.values[0] - gain) < 1e-7, "\(milliseconds) ms")
    }
  }

  @Test("of two points at one sample a ramp runs to the first and the second counts from there")
  func twoAtOneSample() {
    let envelope = Envelope([.at(0, 0), .at(1000, 1, .hold), .at(1000, 0.25, .hold)])
    expect(envelope, 0.5, atMilliseconds: 500)
    #expect(envelope.gain(at: 47999) > 0.9999)
    expect(envelope, 0.25, atMilliseconds: 1000)
  }

  @Test("equal-power fades that cross keep their power and follow the sine")
  func equalPower() {
    let up = Envelope([.at(0, 0, .equalPower), .at(100, 1, .hold)])
    let down = Envelope([.at(0, 1, .equalPower), .at(100, 0, .hold)])
    for sample in Int64(0)...4800 {
      let (rising, falling) = (up.gain(at: sample), down.gain(at: sample))
      #expect(abs(rising * rising + falling * falling - 1) < 1e-12)
      #expect(abs(rising - sin(Double(sample) / 4800 * .pi / 2)) < 1e-12)
    }
  }

  @Test("an equal-power ramp between other gains has the same shape, mirrored when it falls")
  func equalPowerBetween() {
    let up = Envelope([.at(0, 0.25, .equalPower), .at(100, 0.75, .hold)])
    let down = Envelope([.at(0, 0.75, .equalPower), .at(100, 0.25, .hold)])
    expect(up, 0.25 + 0.5 * sin(.pi / 8), atMilliseconds: 25)
    for sample in stride(from: Int64(0), through: 4800, by: 7) {
      #expect(abs(up.gain(at: sample) - down.gain(at: 4800 - sample)) < 1e-15)
    }
  }

  @Test("curves follow their formulas on the way up, backwards on the way down")
  func curves() {
    let formulas: [(GainPoint.Curve, (Double) -> Double)] = [
      (.sCurve, { (1 - cos(.pi * $0)) / 2 }), (.exponential, { (pow(1000, $0) - 1) / 999 }),
      (.logarithmic, { log(1 + 999 * $0) / log(1000) }),
      (.decibels, { (pow(1000, $0) - 1) / 999 }),
    ]
    for (curve, formula) in formulas {
      let up = Envelope([.at(0, 0, curve), .at(100, 1, .hold)])
      let down = Envelope([.at(0, 1, curve), .at(100, 0, .hold)])
      for sample in Int64(0)...4800 {
        let wanted = formula(Double(sample) / 4800)
        #expect(abs(up.gain(at: sample) - wanted) < 1e-11, "\(curve) \(sample)")
        #expect(abs(down.gain(at: 4800 - sample) - wanted) < 1e-11, "\(curve) \(sample)")
      }
    }
  }

  @Test("between two gains decibels move evenly")
  func evenDecibels() {
    for (from, to) in [(1.0, 0.2), (0.2, 1), (0.001, 4), (0.5, 0.5)] {
      let envelope = Envelope([.at(0, from, .decibels), .at(100, to, .hold)])
      // Gains are kept to 2^-24.
      let decibels = [from, to].map { 20 * log10(($0 * 16_777_216).rounded() / 16_777_216) }
      for sample in Int64(0)...4800 {
        let wanted = decibels[0] + (decibels[1] - decibels[0]) * Double(sample) / 4800
        #expect(abs(20 * log10(envelope.gain(at: sample)) - wanted) < 1e-9, "\(sample)")
      }
    }
  }

  @Test("a point after its successor counts as if it were there")
  func notRising() {
    let envelope = Envelope([.at(0, 0), .at(10, 1), .at(5, 0.5, .hold), .at(20, 0.25)])
    #expect(envelope.points.map(\.sample) == [0, 240, 240, 960])
    expect(envelope, 0, atMilliseconds: 0)
    expect(envelope, 0.8, atMilliseconds: 4)
    expect(envelope, 0.5, atMilliseconds: 5)
    expect(envelope, 0.5, atMilliseconds: 19)
    expect(envelope, 0.25, atMilliseconds: 20)
  }

  @Test("without points gain is one")
  func empty() {
    #expect(Envelope([]).gain(at: 0) == 1)
    #expect(Envelope([]).gain(at: .min) == 1)
  }
}
