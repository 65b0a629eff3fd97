import AudioMixing
import BaseValues
import Testing

private func r(_ numerator: Int64, _ denominator: Int64 = 1) -> Rational {
  Rational(numerator, denominator)!
}

/// sin(2πt), to 1e-9 of what counts here.
private func sine(_ turns: Double) -> Double {
  let t = turns - turns.rounded(.down)
  let x = t > 0.75 ? t - 1 : t > 0.25 ? 0.5 - t : t
  let a = x * 6.283_185_307_179_586
  let s = a * a
  return a
    * (1 - s / 6 * (1 - s / 20 * (1 - s / 42 * (1 - s / 72 * (1 - s / 110 * (1 - s / 156))))))
}

@Suite struct RampedSpeedTests {
  private static let rate = 16_000
  /// From 1 to 2.5 and back through 0 to −1.5, where it stays.
  private static let curve = SpeedCurve([
    SpeedCurve.Point(at: r(0), speed: r(1)), SpeedCurve.Point(at: r(1, 2), speed: r(5, 2)),
    SpeedCurve.Point(at: r(1), speed: r(-3, 2)),
  ])

  /// The integral written out by hand, in seconds, and the speed.
  private static func run(_ t: Double) -> (position: Double, speed: Double) {
    if t < 0.5 { return (t + 1.5 * t * t, 1 + 3 * t) }
    let u = t - 0.5
    if t < 1 { return (0.875 + 2.5 * u - 4 * u * u, 2.5 - 8 * u) }
    return (0.875 + 0.25 - 1.5 * (t - 1), -1.5)
  }

  private func render(_ blocks: [Range<Int64>]) throws -> [Float] {
    let ramp = try RampedSpeed(Self.curve, sampleRate: Self.rate)
    var window = SampleWindow(channelCount: 1)
    var source = Source { Float(sine(Double($0) * 440 / 16_000) / 2) }
    var result: [Float] = []
    for block in blocks {
      var buffer = AudioBuffer(channelCount: 1, frameCount: block.count)
      ramp.fill(&buffer, from: block.lowerBound, window: &window) { source.read($0, &$1) }
      result += buffer.channels[0]
    }
    return result
  }

  @Test("a tone is heard at the exact integral of the speed, forward and backwards")
  func tone() throws {
    let heard = try render([0..<24_000])
    for (index, sample) in heard.enumerated() {
      let (position, speed) = Self.run(Double(index) / Double(Self.rate))
      let expected = sine(position * 440) / 2 * min(1, abs(speed) * 32)
      #expect(abs(Double(sample) - expected) < 2e-4, "sample \(index)")
    }
  }

  @Test("a sample is the same in whatever blocks and order it is asked for")
  func blocks() throws {
    let whole = try render([0..<20_000])
    let cuts: [Int64] = [0, 1, 700, 1024, 5000, 12_345, 12_346, 20_000]
    let blocks = zip(cuts, cuts.dropFirst()).map { $0..<$1 }
    #expect(try render(blocks) == whole)
    let backwards = try blocks.reversed().map { try render([$0]) }
    #expect(backwards.reversed().flatMap(\.self) == whole)
  }

  @Test("at rest it is silent, and steady speeds are those of a tape")
  func steady() throws {
    var window = SampleWindow(channelCount: 1)
    var source = Source { _ in 0.5 }
    var buffer = AudioBuffer(channelCount: 1, frameCount: 100)
    let rest = try RampedSpeed(SpeedCurve(constant: .zero), sampleRate: Self.rate)
    rest.fill(&buffer, from: 0, window: &window) { source.read($0, &$1) }
    #expect(buffer.channels[0].allSatisfy { $0 == 0 })
    for speed in [r(1, 3), r(7, 4)] {
      var tone = Source { Float(sine(Double($0) * 300 / 16_000)) }
      var (one, other) = (SampleWindow(channelCount: 1), SampleWindow(channelCount: 1))
      var ramped = AudioBuffer(channelCount: 1, frameCount: 3000)
      var tape = ramped
      let ramp = try RampedSpeed(SpeedCurve(constant: speed), sampleRate: Self.rate)
      ramp.fill(&ramped, from: 500, window: &one) { tone.read($0, &$1) }
      Varispeed(speed: speed).fill(&tape, from: 500, window: &other) { tone.read($0, &$1) }
      // The filter's places are tabulated more finely for one speed: -130 dB.
      let pairs = zip(ramped.channels[0], tape.channels[0])
      #expect(pairs.allSatisfy { abs($0 - $1) < 3e-7 })
    }
  }
}

@Suite struct LoopedPositionTests {
  @Test("times follow each other without drifting, where a time is no whole number of samples")
  func turns() throws {
    // 10⅓ samples from sample 5 on.
    let positions = try LoopedPositions(
      SourceLoop(start: r(5, 30), length: r(31, 90)), sampleRate: 30)
    #expect(positions.part == 5..<15)
    var heard: [Int64] = []
    var position: Int64 = 5
    while heard.count < 62 {
      let turn = positions.turn(at: position)
      heard += turn.source..<turn.source + turn.count
      position += turn.count
    }
    // Times begin at 5, 15⅓, 25⅔ and 36, to the nearest sample.
    let lengths = [10, 11, 10, 10, 11, 10]
    #expect(heard == lengths.flatMap { (0..<Int64($0)).map { 5 + $0 } })
    for start in 0..<60 as Range<Int64> {
      #expect(positions.turn(at: 5 + start).source == heard[Int(start)])
    }
  }

  @Test("no sample of any time is more than half a sample beside its exact place")
  func exact() throws {
    for (start, length, isPingPong) in [
      (r(5, 30), r(31, 90), false), (r(1, 7), r(11, 13), false), (r(1, 7), r(11, 13), true),
    ] {
      let loop = SourceLoop(start: start, length: length, isPingPong: isPingPong)
      let positions = try LoopedPositions(loop, sampleRate: 30)
      for position in 0..<400 as Range<Int64> {
        let turn = positions.turn(at: position)
        let begin = 30 * Double(start.numerator) / Double(start.denominator)
        let long = 30 * Double(length.numerator) / Double(length.denominator)
        let passed = Double(position) - begin - Double(turn.number) * long
        let exact = turn.isBackwards ? begin + long - passed - 1 : begin + passed
        #expect(abs(Double(turn.source) - exact) <= 0.5 + 1e-9, "\(position)")
      }
    }
  }

  @Test("there and back every sample is heard twice")
  func pingPong() throws {
    let positions = try LoopedPositions(
      SourceLoop(start: r(1), length: r(3), isPingPong: true), sampleRate: 1)
    let heard = (-5..<10).map { positions.turn(at: $0).source }
    #expect(heard == [1, 2, 3, 3, 2, 1, 1, 2, 3, 3, 2, 1, 1, 2, 3].suffix(15))
  }

  @Test("a part of less than a sample, and what is beyond exact arithmetic, throw")
  func hostile() {
    for loop in [
      SourceLoop(start: r(0), length: r(1, 50_000)), SourceLoop(start: r(0), length: r(-1)),
      SourceLoop(start: r(1, .max), length: r(.max, 2)),
    ] {
      #expect(throws: TimeOverflow.self) { try LoopedPositions(loop, sampleRate: 48_000) }
    }
  }
}
