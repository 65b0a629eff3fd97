import BaseValues
import Testing
import TimelineModel

@Suite struct ExtentTests {
  private func extent(_ frames: FrameTimes) throws -> MediaExtent {
    try VideoFacts(codedSize: Size(width: 2, height: 2), frames: frames).extent()
  }

  @Test("a still has no ends, a generator only a start")
  func endless() throws {
    #expect(try extent(.still) == MediaExtent(start: nil, end: nil))
    let generator = FrameTimes.regular(start: .zero, rate: FrameRate(30)!, count: nil)
    #expect(try extent(generator) == MediaExtent(start: .zero, end: nil))
  }

  @Test("a movie ends with its last frame, and starts at 0 or before")
  func movie() throws {
    let late = FrameTimes.regular(start: Rational(1, 24)!, rate: FrameRate(24)!, count: 240)
    #expect(try extent(late) == MediaExtent(start: .zero, end: Rational(241, 24)))
    let early = FrameTimes.irregular(times: [-40, 0, 90], end: 130, timeBase: Rational(1, 1000)!)
    let wanted = MediaExtent(start: Rational(-40, 1000), end: Rational(130, 1000))
    #expect(try extent(early) == wanted)
  }

  @Test("a frame is shown until the next one, the last to the end")
  func frames() throws {
    func range(_ times: FrameTimes, _ number: Int) throws -> [Rational?] {
      let range = try times.range(ofFrame: number)
      return [range?.start, range?.end]
    }
    let movie = FrameTimes.regular(start: Rational(1, 48)!, rate: FrameRate(24)!, count: 3)
    #expect(try range(movie, 2) == [Rational(5, 48), Rational(7, 48)])
    #expect(try range(movie, 3) == [nil, nil])
    #expect(try range(movie, -1) == [nil, nil])
    let phone = FrameTimes.irregular(times: [-40, 0, 90], end: 130, timeBase: Rational(1, 1000)!)
    #expect(try range(phone, 0) == [Rational(-1, 25), .zero])
    #expect(try range(phone, 2) == [Rational(9, 100), Rational(13, 100)])
    #expect(try range(phone, 3) == [nil, nil])
    #expect(try range(.still, 0) == [nil, nil])
    let endless = FrameTimes.regular(start: .zero, rate: FrameRate(25)!, count: nil)
    #expect(throws: TimeOverflow.self) { try endless.range(ofFrame: .max) }
  }

  @Test("a time in a message reads back as the same time")
  func text() throws {
    let rate = try #require(FrameRate.parse("29.97"))
    for time in [Rational(5, 2)!, Rational(1001, 30_000)!, Rational(17, 3)!, .zero] {
      let expression = try TimeExpression(parsing: TimeText.text(time, rate))
      #expect(try expression.resolved(rate: rate) == time)
    }
    #expect(TimeText.text(Rational(1001, 30_000)!, rate) == "1f")
  }

  @Test("a time in a fix is spelled like the one it replaces, where it can be")
  func spelling() throws {
    let rate = try #require(FrameRate(24))
    func text(_ time: Rational, like written: String) throws -> String {
      TimeText.text(time, rate, like: try TimeExpression(parsing: written))
    }
    #expect(try text(Rational(10), like: "00:00:10:12") == "00:00:10:00")
    #expect(try text(Rational(1, 2)!, like: "300f") == "12f")
    #expect(try text(Rational(1, 100)!, like: "300f") == "0.01s")
    #expect(try text(Rational(3), like: "4.0") == "3s")
  }
}
