import BaseValues
import Testing

@Suite("The frame grid")
struct FrameGridTests {
  private func grid(_ text: String) throws -> FrameGrid {
    FrameGrid(try #require(FrameRate.parse(text)))
  }

  @Test("three clips of 17/3 s that overlap by 1 s last exactly 15 s, 450 frames")
  func exactThirds() throws {
    let clip = try #require(Rational(17, 3))
    let total = try clip * Rational(3) - Rational(2)
    #expect(total == Rational(15))
    #expect(try grid("30").nearestFrame(to: total).value == 450)
  }

  @Test("the same in nanoseconds is a nanosecond too long, and still 450 frames")
  func nearlyThirds() throws {
    let clip = try #require(Rational(5_666_666_667, 1_000_000_000))
    let total = try clip * Rational(3) - Rational(2)
    #expect(total == Rational(15_000_000_001, 1_000_000_000))
    #expect(try grid("30").nearestFrame(to: total).value == 450)
  }

  @Test(
    "staggered clips of 5 s last 15 s less their overlaps",
    arguments: [((2, 1), 330), ((1, 1), 390), ((1, 2), 420)] as [((Int64, Int64), Int64)])
  func stagger(overlap: (Int64, Int64), frames: Int64) throws {
    let transition = try #require(Rational(overlap.0, overlap.1))
    let total = try Rational(5) * Rational(3) - Rational(2) * transition
    #expect(try grid("30").nearestFrame(to: total).value == frames)
  }

  @Test("an edit point half-way between two frames goes to the later one, before zero as well")
  func ties() throws {
    let grid = try grid("30")
    for frame in -4...4 as ClosedRange<Int64> {
      let half = try #require(Rational(2 * frame + 1, 60))
      #expect(grid.nearestFrame(to: half).value == frame + 1)
      let justBefore = try half - (try #require(Rational(1, 1_000_000_000_000)))
      #expect(grid.nearestFrame(to: justBefore).value == frame)
    }
  }

  @Test("a frame covers the time from its start up to the next one")
  func containing() throws {
    let grid = try grid("30000/1001")
    let nanosecond = try #require(Rational(1, 1_000_000_000))
    for frame in -3...3 as ClosedRange<Int64> {
      let start = try grid.time(of: FrameIndex(frame))
      #expect(grid.frameContaining(start).value == frame)
      #expect(grid.firstFrame(atOrAfter: start).value == frame)
      #expect(grid.nearestFrame(to: start).value == frame)
      #expect(grid.frameContaining(try start - nanosecond).value == frame - 1)
      #expect(grid.firstFrame(atOrAfter: try start + nanosecond).value == frame + 1)
    }
  }

  @Test("frame k starts at k/r exactly", arguments: ["30", "30000/1001", "24000/1001", "25/2"])
  func startTimes(text: String) throws {
    let grid = try grid(text)
    for frame in [-7, 0, 1, 1001, 107_892, 1_000_000_007] as [Int64] {
      let time = try grid.time(of: FrameIndex(frame))
      #expect(try time * grid.rate.rational == Rational(frame))
      #expect(try grid.error(of: time) == .zero)
    }
  }

  @Test("many clips of a third of a frame do not drift: each cut is rounded from its own position")
  func noDrift() throws {
    let grid = try grid("30")
    let clip = try #require(Rational(1, 90))
    let half = try #require(Rational(1, 60))
    var position = Rational.zero
    var total: Int64 = 0
    var shorterThanAFrame = 0
    for count in 1...3000 as ClosedRange<Int64> {
      let range = try TimeRange(start: position, duration: clip)
      let frames = grid.frames(of: range)
      #expect(frames.lowerBound == total)
      if frames.isEmpty { shorterThanAFrame += 1 }
      total = frames.upperBound
      position = range.end
      #expect(total == (2 * count + 3) / 6)
      #expect(try grid.error(of: position).magnitude() <= half)
    }
    #expect(position == Rational(3000, 90))
    #expect(total == 1000 && shorterThanAFrame == 2000)
  }

  @Test("rounded durations would have drifted where rounded positions do not")
  func durationsAreNotRounded() throws {
    // Each clip is 1.4 frames long. Ten of them are 14 frames, not ten times one.
    let grid = try grid("30")
    let clip = try #require(Rational(14, 300))
    #expect(grid.nearestFrame(to: clip).value == 1)
    #expect(grid.nearestFrame(to: try clip * Rational(10)).value == 14)
  }

  @Test("the error of an edit point is its grid time less its own")
  func error() throws {
    let grid = try grid("30")
    #expect(try grid.error(of: try #require(Rational(1, 60))) == Rational(1, 60))
    #expect(try grid.error(of: try #require(Rational(1, 90))) == Rational(-1, 90))
    #expect(try grid.error(of: try #require(Rational(-1, 60))) == Rational(1, 60))
  }

  @Test("what is beyond 64 bits becomes the nearest end")
  func saturation() throws {
    let grid = FrameGrid(try #require(FrameRate(1000)))
    #expect(grid.nearestFrame(to: Rational(.max)).value == .max)
    #expect(grid.frameContaining(Rational(.min)).value == .min)
    #expect(throws: TimeOverflow.self) {
      try FrameGrid(try #require(FrameRate(1, per: 1000))).time(of: FrameIndex(.max))
    }
    #expect(FrameIndex(.max).advanced(by: 1).value == .max)
    #expect(FrameIndex(.min).distance(to: FrameIndex(.max)) == .max)
    #expect(FrameIndex(5).advanced(by: -7) == FrameIndex(-2))
    #expect(FrameIndex(5).distance(to: FrameIndex(3)) == -2)
    #expect(FrameIndex(3) < FrameIndex(5))
  }
}
