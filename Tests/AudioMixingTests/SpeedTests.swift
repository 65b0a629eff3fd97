import AudioMixing
import Foundation
import BaseValues
import Testing
import SeededNumbers

/// A source that is a function of the sample's number.
struct Source {
  var sample: @Sendable (Int64) -> Float
  private(set) var reads: [Range<Int64>] = []

  init(_ sample: @escaping @Sendable (Int64) -> Float) { self.sample = sample }

  mutating func read(_ start: Int64, _ block: inout AudioBuffer) {
    reads.append(start..<start + Int64(block.frameCount))
    for channel in 0..<block.channelCount {
      block.withChannel(channel) { samples in
        for index in samples.indices { samples[index] = sample(start + Int64(index)) }
      }
    }
  }
}

/// Low, so that unoptimised code is quick.
private let rate = 16_000

/// A sine whose phase is exact; the amplitude is ½.
private func sine(_ frequency: Double) -> @Sendable (Int64) -> Float {
  { sample in
    let turns = Double(sample) * frequency / Double(rate)
    return Float(fastSine(turns - turns.rounded(.down)) / 2)
  }
}

/// sin(2πt) for t from 0 to 1, to 1e-7.
private func fastSine(_ t: Double) -> Double {
  let x = t > 0.75 ? t - 1 : t > 0.25 ? 0.5 - t : t
  let a = x * 6.283_185_307_179_586
  let s = a * a
  return a * (1 - s / 6 * (1 - s / 20 * (1 - s / 42 * (1 - s / 72 * (1 - s / 110)))))
}

/// Clicks of 50 ms, one at each second of the source: a tone of 1 kHz.
private let beeps: @Sendable (Int64) -> Float = { sample in
  let inSecond = ((sample % 16_000) + 16_000) % 16_000
  return inSecond < 800 ? sine(1000)(inSecond) : 0
}

enum Method: CaseIterable {
  case keep
  case voice
  case follow

  func render(
    _ source: inout Source, speed: Rational, _ range: Range<Int64>, blocks: [Range<Int>]? = nil
  ) -> [Float] {
    var window = SampleWindow(channelCount: 1)
    var stretch = TimeStretch(speed: speed, sampleRate: rate)
    var pieces = PieceStretch(speed: speed, sampleRate: rate)
    let varispeed = Varispeed(speed: speed)
    var result: [Float] = []
    for block in blocks ?? [0..<range.count] {
      var buffer = AudioBuffer(channelCount: 1, frameCount: block.count)
      let start = range.lowerBound + Int64(block.lowerBound)
      switch self {
      case .keep:
        stretch.fill(&buffer, from: start, window: &window) { source.read($0, &$1) }
      case .voice:
        pieces.fill(&buffer, from: start, window: &window) { source.read($0, &$1) }
      case .follow:
        varispeed.fill(&buffer, from: start, window: &window) { source.read($0, &$1) }
      }
      result += buffer.channels[0]
    }
    return result
  }
}

/// Times that the sign changes from minus to plus, each found between two samples.
private func crossings(_ samples: [Float]) -> [Double] {
  zip(samples, samples.dropFirst()).enumerated().compactMap { index, pair in
    guard pair.0 < 0, pair.1 >= 0 else { return nil }
    return Double(index) + Double(pair.0 / (pair.0 - pair.1))
  }
}

private func frequency(_ samples: [Float]) -> Double {
  let found = crossings(samples)
  guard let first = found.first, let last = found.last, found.count > 1 else { return 0 }
  return Double(found.count - 1) * Double(rate) / (last - first)
}

/// Levels of pieces of 60 ms relative to a sine of ½, as factors.
private func levels(_ samples: [Float]) -> [Float] {
  stride(from: 0, to: samples.count - 960, by: 960).map { start in
    let energy = samples[start..<start + 960].reduce(Float(0)) { $0 + $1 * $1 }
    return (energy / 960 * 8).squareRoot()
  }
}

/// How many decibels tones of known frequencies, fitted by least squares, are over all the rest.
private func purity(of samples: ArraySlice<Float>, _ tones: [Double]) -> Double {
  let waves = tones.flatMap { tone in
    [0, 0.25].map { shift in
      samples.indices.map { index in
        let turns = Double(index) * tone / Double(rate) + shift
        return sin((turns - turns.rounded(.down)) * 2 * .pi)
      }
    }
  }
  func product(_ a: [Double], _ b: [Double]) -> Double { zip(a, b).reduce(0) { $0 + $1.0 * $1.1 } }
  // Waves are made orthogonal one after another, and taken away.
  var bases: [[Double]] = []
  var rest = samples.map { Double($0) }
  let energy = product(rest, rest)
  for wave in waves {
    var base = wave
    for other in bases {
      let share = product(base, other) / product(other, other)
      base = zip(base, other).map { $0 - share * $1 }
    }
    let share = product(rest, base) / product(base, base)
    rest = zip(rest, base).map { $0 - share * $1 }
    bases.append(base)
  }
  let left = product(rest, rest)
  return 10 * log10((energy - left) / left)
}

private let speeds = [
  Rational(1, 2), Rational(11, 10), Rational(3, 1),
].compactMap { $0 }

private let allSpeeds = [
  Rational(1, 32), Rational(1, 8), Rational(1, 2), Rational(9, 10), Rational(13, 9), Rational(3, 1),
  Rational(8, 1), Rational(32, 1),
].compactMap { $0 }

extension Rational {
  fileprivate var approximate: Double { Double(numerator) / Double(denominator) }
}

@Suite("speed of sound")
struct SpeedTests {
  @Test("a sine keeps its frequency and its level", arguments: speeds)
  func keepsPitch(speed: Rational) {
    for tone in [110.0, 440, 1500] {
      var source = Source(sine(tone))
      let samples = Method.keep.render(&source, speed: speed, 0..<40_000)
      // 1 cent is 0.00058, over any second and over all.
      #expect(abs(frequency(samples) / tone - 1) < 0.0001, "\(tone) Hz at \(speed)")
      for start in stride(from: 0, to: 32_000, by: 16_000) {
        let part = frequency(Array(samples[start..<start + 16_000]))
        #expect(abs(part / tone - 1) < 0.0003, "\(tone) Hz at \(speed) from \(start)")
      }
      // 0.1 dB.
      #expect(
        levels(samples).allSatisfy { abs($0 - 1) < 0.0116 || tone < 200 && abs($0 - 1) < 0.04 },
        "\(tone) Hz at \(speed)")
      let purity = purity(of: samples[8000...], [tone])
      #expect(purity > 70, "\(tone) Hz at \(speed): \(purity) dB")
    }
  }

  @Test("a chord keeps its tones", arguments: speeds)
  func keepsChords(speed: Rational) {
    let tones = [220.0, 330, 440, 550]
    var source = Source { sample in
      tones.reduce(Float(0)) { $0 + sine($1)(sample) / 4 }
    }
    let samples = Method.keep.render(&source, speed: speed, 0..<32_000)
    #expect(purity(of: samples[8000...], tones) > 40)
  }

  @Test("a tone that glides is as loud everywhere", arguments: speeds)
  func glides(speed: Rational) {
    // An octave in a second.
    var source = Source { sample in
      let time = Double(sample) / Double(rate)
      let turns = 200 / log(2) * exp2(time)
      return Float(sin((turns - turns.rounded(.down)) * 2 * .pi) / 2)
    }
    let seconds = 2 / speed.approximate
    let samples = Method.keep.render(
      &source, speed: speed, 0..<Int64(seconds * Double(rate)))
    // 1.2 dB.
    #expect(levels(samples).allSatisfy { $0 > 0.87 && $0 < 1.15 }, "\(levels(samples))")
  }

  @Test("thirty beats over a chord are thirty, each once and in its place", arguments: speeds)
  func beats(speed: Rational) {
    let distance: Int64 = 4000
    var generator = SeededGenerator(seed: 30)
    let noise = generator.noise(800)
    // Noise that fades within 50 ms, over tones that are louder than most of it.
    var source = Source { sample in
      let tone = [220.0, 277, 330].reduce(Float(0)) { $0 + sine($1)(sample) / 8 }
      let number = Int(sample % distance)
      guard sample >= distance, number < 800 else { return tone }
      let rest = 1 - Float(number) / 800
      return tone + noise[number] * rest * rest / 3
    }
    let count = 31 * distance * speed.denominator / speed.numerator
    let samples = Method.keep.render(&source, speed: speed, 0..<count)
    // The second difference leaves the tones out.
    let sharp = samples.indices.dropFirst(2).map { index in
      (samples[index] - 2 * samples[index - 1] + samples[index - 2]).magnitude
    }
    let found = sharp.indices.filter { index in
      sharp[index] > 0.2 && sharp[max(0, index - 100)..<index].allSatisfy { $0 < 0.2 }
    }
    let wanted = (1...30).map { beat in
      Int(Int64(beat) * distance * speed.denominator / speed.numerator)
    }
    #expect(found.count == 30, "at \(speed): \(found)")
    #expect(zip(found, wanted).allSatisfy { abs($0 - $1) < 16 }, "at \(speed): \(found)")
  }

  /// Pulses of 100 Hz rising to 140 Hz in a second that a mouth resonates to: the voice of one who speaks.
  private static let spoken: @Sendable (Int64) -> Float = { sample in
    let time = Double(sample) / Double(rate)
    // The phase of the voice; pulses are where it is a whole number.
    let phase = { (t: Double) in 120 * t - 20 / (2 * Double.pi) * sin(2 * Double.pi * t) }
    var sum = 0.0
    var number = phase(time).rounded(.down)
    for _ in 0..<5 {
      // When that pulse was, by Newton's method.
      var pulse = time
      for _ in 0..<6 {
        pulse -= (phase(pulse) - number) / (120 - 20 * cos(2 * Double.pi * pulse))
      }
      let since = time - pulse
      if since >= 0 {
        for (tone, width) in [(700.0, 130.0), (1220, 70), (2600, 160)] {
          sum += exp(-Double.pi * width * since) * sin(2 * Double.pi * tone * since)
        }
      }
      number -= 1
    }
    return Float(sum / 6)
  }

  @Test("a voice keeps its pulses as sharp as they are, and as many a second", arguments: speeds)
  func keepsVoices(speed: Rational) {
    var source = Source(Self.spoken)
    let seconds = min(3, 3 / speed.approximate)
    let samples = Method.voice.render(&source, speed: speed, 0..<Int64(seconds * Double(rate)))
    let original = (0..<Int64(3 * rate)).map(Self.spoken)
    /// Peaks of blocks of 20 ms over the level of all, in decibels, on average.
    func crest(_ samples: [Float]) -> Double {
      let power = samples.reduce(0.0) { $0 + Double($1 * $1) } / Double(samples.count)
      let peaks = stride(from: 0, to: samples.count - 320, by: 320).map { start in
        Double(samples[start..<start + 320].reduce(Float(0)) { max($0, $1.magnitude) })
      }
      return 20 * log10(peaks.reduce(0, +) / Double(peaks.count) / power.squareRoot())
    }
    #expect(abs(crest(samples) - crest(original)) < 0.5, "\(crest(samples)), \(crest(original))")
    // A period is where the sound is most like itself: 1/140 to 1/100 s. It tells little where the voice
    // glides, or two pieces meet in it.
    var right: [Bool] = []
    for start in stride(from: 1600, to: samples.count - 1600, by: 1600) {
      let time = Double(start + 160) / Double(rate) * speed.approximate
      let wanted = 120 - 20 * cos(2 * Double.pi * time)
      let likeness = (100..<180).map { shift in
        (start..<start + 320).reduce(Float(0)) { sum, index in
          let difference = samples[index] - samples[index + shift]
          return sum + difference * difference
        }
      }
      let best = likeness.indices.min { likeness[$0] < likeness[$1] } ?? 0
      let found = Double(rate) / Double(best + 100)
      // The piece is at most 8 ms of the source beside its place, and the voice glides by at most 126 Hz a second.
      right.append(abs(found - wanted) < 0.05 * wanted)
    }
    #expect(right.count { $0 } * 5 >= right.count * 4, "\(right)")
  }

  @Test("a sine follows the speed like a tape", arguments: speeds)
  func followsPitch(speed: Rational) {
    var source = Source(sine(440))
    let samples = Method.follow.render(&source, speed: speed, 0..<8000)
    let wanted = 440 * Double(speed.numerator) / Double(speed.denominator)
    #expect(abs(frequency(samples) / wanted - 1) < 1e-5)
    #expect(levels(samples).allSatisfy { abs($0 - 1) < 0.05 })
    // Sample n is the source at n · speed.
    for n in [0, 1000, 5001, 7999] {
      let turns = Double(n) * wanted / Double(rate)
      #expect(abs(samples[n] - Float(fastSine(turns - turns.rounded(.down)) / 2)) < 2e-4)
    }
  }

  @Test("what would be above half the rate is taken away, not folded back")
  func aliases() {
    var source = Source(sine(5500))
    let samples = Method.follow.render(&source, speed: Rational(2), 1000..<3000)
    #expect(samples.allSatisfy { abs($0) < 0.001 })
  }

  @Test(
    "beeps lie where their time is mapped to, to a millisecond", arguments: allSpeeds,
    Method.allCases)
  func places(speed: Rational, method: Method) {
    let second = 16_000 * Double(speed.denominator) / Double(speed.numerator)
    // The first seconds, and two far into the sound, where groups of pieces have begun anew.
    for first in [0, 37] {
      let start = Int64((Double(first) * second).rounded(.down)) - (first == 0 ? 0 : 700)
      let count = Int(min(2.2 * second, 47_000))
      var source = Source(beeps)
      let samples = method.render(&source, speed: speed, start..<start + Int64(count))
      var beep = Double(first)
      while beep * second < Double(start + Int64(count)) - 400 {
        let mapped = beep * second
        let from = max(0, Int(mapped) - Int(start) - Int(min(second / 8, 600)))
        let found = samples[from...].firstIndex { abs($0) > 0.1 }
        let late = found.map { Double($0) + Double(start) - mapped }
        // A tape that runs faster makes tones higher, and one above half the rate is gone.
        if method == .follow, speed > Rational(4) { break }
        // The tone's first sample is 0, and nothing shows that it belongs to it. A tape that runs
        // slower makes the tone rise slower.
        let limit =
          method == .follow ? max(16, 8 / speed.approximate) : 16 + 1 / speed.approximate
        #expect(late.map { $0.magnitude <= limit } == true, "\(beep) at \(speed): \(late ?? -1)")
        beep += 1
      }
    }
  }

  @Test("a beep is heard once, however slow", arguments: [Rational(1, 2), Rational(1, 8)])
  func oneAttack(speed: Rational?) throws {
    let speed = try #require(speed)
    // A click of one sample.
    var source = Source { $0 == 20_000 ? 1 : 0 }
    let mapped = 20_000 * speed.denominator / speed.numerator
    let samples = Method.keep.render(&source, speed: speed, mapped - 2000..<mapped + 2000)
    #expect(samples.enumerated().filter { $0.element.magnitude > 0.01 }.map(\.offset) == [2000])
    #expect(samples[2000] == 1)
  }

  @Test(
    "how the result is cut into blocks, and where it begins, changes no bit",
    arguments: Method.allCases)
  func blocks(method: Method) {
    let speed = Rational(13, 9) ?? .one
    var noise = SeededGenerator(seed: 8)
    let table = noise.noise(5000)
    let content: @Sendable (Int64) -> Float = { sample in
      // With a clap every third of a second.
      let loudness: Float = ((sample % 5000) + 5000) % 5000 < 300 ? 2 : 0.01
      return table[Int(((sample % 5000) + 5000) % 5000)] * loudness + sine(220)(sample) / 50
    }
    var source = Source(content)
    let count = 140_000
    let whole = method.render(&source, speed: speed, 0..<Int64(count))
    for start in [1, 479, 61_439, 61_440, 80_001, 122_880, 135_000] {
      var other = Source(content)
      let end = min(count, start + 2000)
      let range = Int64(start)..<Int64(end)
      var generator = SeededGenerator(seed: UInt64(start))
      let part = method.render(
        &other, speed: speed, range, blocks: generator.cuts(0..<range.count, longest: 700))
      #expect(part == Array(whole[start..<end]), "from \(start)")
      #expect(
        zip(other.reads, other.reads.dropFirst()).allSatisfy { $0.upperBound <= $1.lowerBound })
    }
  }

  @Test("natural speed changes no bit")
  func natural() {
    var noise = SeededGenerator(seed: 2)
    let table = noise.noise(10_000)
    var source = Source { table[Int(($0 + 20_000) % 10_000)] }
    let samples = Method.keep.render(&source, speed: .one, 0..<10_000)
    #expect(samples == table)
  }

  @Test("sound that is no number, and speeds beyond all bounds, do no harm")
  func hostile() {
    for method in Method.allCases {
      for speed in [Rational(1, .max), Rational(.max, 1), Rational(.max - 1, .max)] {
        var source = Source { $0 % 7 == 0 ? .nan : .infinity }
        let start: Int64 = method == .follow ? 1 << 39 : 1 << 35
        let samples = method.render(&source, speed: speed ?? .one, start..<start + 100)
        #expect(samples.count == 100)
      }
    }
  }
}
