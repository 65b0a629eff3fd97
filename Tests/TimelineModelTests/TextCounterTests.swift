import BaseValues
import OutputKinds
import Testing

@testable import TimelineModel

private func time(_ numerator: Int64, _ denominator: Int64 = 1) -> Rational {
  Rational(numerator, denominator) ?? .zero
}

@Suite("Counters of texts") struct TextCounterTests {
  /// A counter of a title that begins at 2 s of an edit of 25 frames a second, and stays for 10 s.
  private func says(
    _ kind: TextCounterKind, at seconds: Rational, rate: FrameRate = FrameRate(25)!,
    first: StartTimecode? = nil, change: (inout TextCounter) -> Void = { _ in }
  ) throws -> String {
    var counter = TextCounter(
      kind, clock: CounterClock(rate: rate, first: first, start: time(2)))
    change(&counter)
    return try counter.text(at: seconds, of: time(10)) { 0 }
  }

  private let pal = FrameRate(25)!
  private let ntsc = FrameRate(30_000, per: 1001)!

  @Test("a frame is counted from the edit's first one, and what is passed alone counts")
  func frames() throws {
    #expect(try says(.frame, at: .zero, rate: pal) == "50")
    #expect(try says(.frame, at: time(1, 25), rate: pal) == "51")
    #expect(try says(.frame, at: time(79, 1000), rate: pal) == "51")
    #expect(
      try says(.frame, at: .zero, rate: pal) { ($0.from, $0.digits) = (time(1), 6) } == "000051")
    #expect(try says(.frame, at: time(1), rate: pal) { $0.clock.tempo = time(2) } == "100")
  }

  /// SMPTE ST 12-1: at 30000/1001 drop-frame leaves out ;00 and ;01 of every minute but each tenth one.
  @Test("timecode goes on from the first one, drops numbers, and begins again after a day")
  func timecodes() throws {
    let hour = StartTimecode(frame: 90_000, isDropFrame: false)
    #expect(try says(.timecode, at: time(1, 25), rate: pal, first: hour) == "01:00:02:01")
    #expect(try says(.timecode, at: .zero, rate: pal) == "00:00:02:00")
    let last = StartTimecode(frame: 24 * 90_000 - 50, isDropFrame: false)
    #expect(try says(.timecode, at: .zero, rate: pal, first: last) == "00:00:00:00")
    // Frame 1,800 at the edit's 60.06 s, which is 58.06 s after the title's start.
    let dropped = StartTimecode(frame: 0, isDropFrame: true)
    #expect(try says(.timecode, at: time(5806, 100), rate: ntsc, first: dropped) == "00:01:00;02")
    let beforeDay = StartTimecode(frame: 2_589_408 - 59, isDropFrame: true)
    #expect(try says(.timecode, at: .zero, rate: ntsc, first: beforeDay) == "00:00:00;00")
  }

  @Test("time that has passed is rounded down, time that is left is rounded up")
  func times() throws {
    #expect(try says(.time, at: time(759, 10)) == "1:15")
    #expect(try says(.time, at: time(7599, 100)) { $0.form = .seconds } == "75")
    #expect(
      try says(.time, at: time(7599, 100)) { ($0.form, $0.decimals) = (.hours, 1) } == "0:01:15.9")
    #expect(try says(.time, at: time(1, 2)) { $0.from = time(-10) } == "-0:10")
    #expect(
      try says(.time, at: time(3)) { ($0.from, $0.form) = (time(36_000), .hours) } == "10:00:03")
    #expect(try says(.time, at: time(9)) { $0.digits = 2 } == "00:09")
    // A countdown of ten seconds shows 10 for its first second and 1 for its last one.
    let shown = try (0..<20).map { half in
      try says(.remaining, at: time(Int64(half), 2)) { $0.form = .seconds }
    }
    #expect(shown.first == "10" && shown[1] == "10" && shown[2] == "9" && shown.last == "1")
    #expect(
      try says(.remaining, at: time(39, 10)) { ($0.to, $0.decimals) = (time(60), 2) } == "1:06.10")
    #expect(try says(.remaining, at: time(9999, 1000)) { $0.decimals = 2 } == "0:00.01")
    #expect(
      try says(.remaining, at: time(9999, 1000)) { ($0.decimals, $0.point) = (2, ",") } == "0:00,01"
    )
  }

  @Test("a number goes to the nearest, with its zeros, its point and its thousands")
  func numbers() throws {
    func number(
      _ share: Int128, _ change: (inout TextCounter) -> Void = { _ in }
    ) throws -> String {
      var counter = TextCounter(.number, clock: CounterClock(rate: pal, start: Rational.zero))
      counter.to = time(1500)
      change(&counter)
      return try counter.text(at: .zero, of: time(1)) { share }
    }
    let half = Int128(1) << 43
    #expect(try number(0) == "0")
    #expect(try number(half) == "750")
    #expect(try number(half) { $0.to = time(1) } == "1")
    #expect(try number(half) { ($0.to, $0.decimals) = (time(1), 1) } == "0.5")
    #expect(try number(half) { ($0.to, $0.decimals) = (time(-1), 2) } == "-0.50")
    #expect(try number(2 * half) { ($0.to, $0.separator) = (time(1_250_000), ",") } == "1,250,000")
    #expect(try number(2 * half) { ($0.to, $0.separator) = (time(-999), ",") } == "-999")
    #expect(
      try number(2 * half) {
        ($0.to, $0.separator, $0.point, $0.decimals) = (time(-1234), ".", ",", 2)
      } == "-1.234,00")
    #expect(try number(2 * half) { ($0.to, $0.point) = (time(7), ",") } == "7")
    #expect(
      try number(2 * half) {
        ($0.to, $0.digits, $0.separator, $0.decimals) = (time(5), 4, " ", 2)
      } == "0 005.00")
    #expect(
      try number(2 * half) { ($0.to, $0.decimals) = (TextCounter.numbers.upperBound, 6) }
        == "1000000000000.000000")
    // Beyond its end, as some easings go.
    #expect(try number(3 * half) == "2250")
    #expect(try number(.max) == "12000" && number(.min) == "-12000")
  }

  @Test("texts of other lengths move the runs behind them")
  func replacing() throws {
    let clock = CounterClock(rate: pal, start: Rational.zero)
    var style = TextStyle(text: "a0b0", font: .family("x"), size: time(10))
    style.runs = [1, 1, 1, 1].map { TextRun(length: $0) }
    let counters = [1..<2, 3..<4].map { TextCounter(.frame, place: $0, clock: clock) }
    style.replace(counters, by: ["123", ""])
    #expect(style.text == "a123b")
    #expect(style.runs.map(\.length) == [1, 3, 1, 0])
    var plain = TextStyle(text: "é0!", font: .family("x"), size: time(10))
    plain.replace([TextCounter(.frame, place: 1..<2, clock: clock)], by: ["42"])
    #expect(plain.text == "é42!" && plain.runs.isEmpty)
  }
}
