import BaseValues
import Testing
import SeededNumbers

/// What matters here is that nothing traps; what can be checked beside it is.
@Suite("Hostile input")
struct HostileInputTests {
  /// Texts of the characters times are made of, and some they are not.
  private func randomText(_ random: inout SeededGenerator) -> String {
    let pieces = [
      "0", "1", "5", "9", "00", "59", "60", "23", "9223372036854775807", "9223372036854775808",
      "000000000000000000000000000000", "99999999999999999999999999999999999999999999", ".", ":",
      ":", ":", ";", "/", "-", "+", "e", "E", "s", "ms", "f", " ", "é", "\u{0}", "🎬", "e-18",
      "30000",
    ]
    var text = ""
    for _ in 0..<Int.random(in: 0...9, using: &random) {
      text += pieces[Int.random(in: 0..<pieces.count, using: &random)]
    }
    return text
  }

  @Test("random text is a time that prints back the same, or an error inside the text")
  func randomTexts() throws {
    let seed: UInt64 = 0x5EED_0001
    var random = SeededGenerator(seed: seed)
    let rates = try ["30", "29.97", "59.94", "12.5", "1/1000", "1000"].map {
      try #require(FrameRate.parse($0))
    }
    var times = 0
    for round in 0..<20_000 {
      let text = randomText(&random)
      _ = Rational.decimal(text)
      _ = FrameRate.parse(text)
      do {
        let expression = try TimeExpression(parsing: text)
        times += 1
        #expect(expression.description == text, "seed \(seed), round \(round)")
        for rate in rates {
          guard let time = try? expression.resolved(rate: rate) else { continue }
          _ = FrameGrid(rate).nearestFrame(to: time)
          _ = SampleGrid(rate: 48000).nearestSample(to: time)
        }
      } catch {
        #expect(
          (0...text.utf8.count).contains(error.offset), "\(text), seed \(seed), round \(round)")
        #expect(!error.reason.isEmpty)
      }
    }
    #expect(times > 1000)
  }

  @Test("random bytes are handled too")
  func randomBytes() {
    let seed: UInt64 = 0x5EED_0002
    var random = SeededGenerator(seed: seed)
    for round in 0..<5000 {
      let bytes = (0..<Int.random(in: 0...12, using: &random)).map { _ in
        UInt8.random(in: .min ... .max, using: &random)
      }
      let text = String(decoding: bytes, as: UTF8.self)
      if let expression = try? TimeExpression(parsing: text) {
        #expect(expression.description == text, "seed \(seed), round \(round)")
      }
    }
  }

  @Test("very long texts are read exactly or refused briefly")
  func longTexts() throws {
    let digits = String(repeating: "7", count: 100_000)
    let zeros = String(repeating: "0", count: 100_000)
    #expect(Rational.decimal(digits) == nil)
    #expect(Rational.decimal("1." + zeros) == .one)
    #expect(Rational.decimal(zeros + "5") == Rational(5))
    #expect(Rational.decimal("0." + zeros + "1") == nil)
    #expect(Rational.decimal("1e" + digits) == nil)
    #expect(Rational.decimal("0e" + digits) == .zero)
    for text in [digits + ":00", "00:" + digits, "00:00:00:" + digits, "1/" + digits, digits + "f"]
    {
      #expect(throws: TimeSyntaxError.self) { try TimeExpression(parsing: text) }
    }
    for text in [
      String(repeating: ":", count: 100_000), "5" + String(repeating: "s", count: 100_000),
    ] {
      let error = #expect(throws: TimeSyntaxError.self) { try TimeExpression(parsing: text) }
      #expect(try #require(error).reason.utf8.count < 100)
    }
  }

  @Test("awkward integers never trap arithmetic, and what does not throw is consistent")
  func awkwardArithmetic() throws {
    let seed: UInt64 = 0x5EED_0003
    var random = SeededGenerator(seed: seed)
    var sums = 0
    for round in 0..<20_000 {
      let comment: Comment = "seed \(seed), round \(round)"
      let a = random.awkwardRational()
      let b = random.awkwardRational()
      if let sum = try? a + b {
        sums += 1
        #expect((try? sum - b) == a, comment)
      }
      if let product = try? a * b, b != .zero { #expect((try? product / b) == a, comment) }
      if let quotient = try? a / b { #expect((try? quotient * b) == a, comment) }
      #expect((a < b ? 1 : 0) + (b < a ? 1 : 0) + (a == b ? 1 : 0) == 1, comment)
      #expect(a.floor() <= a.rounded() && a.rounded() <= a.ceil(), comment)
      #expect(Rational(a.floor()) <= a && a <= Rational(a.ceil()), comment)
      if let opposite = try? a.negated() { #expect((try? opposite.negated()) == a, comment) }
      _ = try? a.magnitude()
      _ = try? a.scaled(by: random.awkwardInt64())
      if let text = a.decimalDescription { #expect(Rational.decimal(text) == a, comment) }
      _ = a.decimalApproximation(places: Int(truncatingIfNeeded: random.awkwardInt64()))
    }
    #expect(sums > 1000)
  }

  @Test("awkward integers never trap ranges, rates and grids")
  func awkwardGrids() throws {
    let seed: UInt64 = 0x5EED_0004
    var random = SeededGenerator(seed: seed)
    let rates = try ["30", "29.97", "1000", "1/1000000", "999983/1000000"].map {
      try #require(FrameRate.parse($0))
    }
    for round in 0..<10_000 {
      let comment: Comment = "seed \(seed), round \(round)"
      let (a, b) = (random.awkwardRational(), random.awkwardRational())
      let index = random.awkwardInt64()
      _ = FrameRate(random.awkwardInt64(), per: random.awkwardInt64())
      let grid = FrameGrid(rates[round % rates.count])
      let sound = SampleGrid(rate: Int(truncatingIfNeeded: random.awkwardInt64()))
      #expect(grid.frameContaining(a) <= grid.nearestFrame(to: a), comment)
      #expect(grid.nearestFrame(to: a) <= grid.firstFrame(atOrAfter: a), comment)
      _ = try? grid.error(of: a)
      _ = try? sound.error(of: a)
      if let time = try? grid.time(of: FrameIndex(index)) {
        #expect(grid.nearestFrame(to: time).value == index, comment)
        #expect(grid.frameContaining(time).value == index, comment)
      }
      _ = try? sound.time(of: SampleIndex(index))
      _ = FrameIndex(index).advanced(by: random.awkwardInt64())
      _ = FrameIndex(index).distance(to: FrameIndex(random.awkwardInt64()))
      _ = Timecode(frame: FrameIndex(index), rate: grid.rate, dropFrame: round % 2 == 0)
      guard let range = TimeRange(start: min(a, b), end: max(a, b)) else { continue }
      let frames = grid.frames(of: range)
      let samples = sound.samples(of: range)
      #expect(frames.lowerBound <= frames.upperBound, comment)
      #expect(samples.lowerBound <= samples.upperBound, comment)
      _ = try? range.shifted(by: random.awkwardRational())
      let other = random.awkwardRational()
      if let second = try? TimeRange(start: other, duration: .one) {
        _ = try? range.union(second)
        if let both = range.intersection(second) {
          #expect(range.contains(both) && second.contains(both) && !both.isEmpty, comment)
        }
      }
    }
  }
}
