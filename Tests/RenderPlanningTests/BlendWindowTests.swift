import BaseValues
import PlanModel
import Testing
import TimelineModel

@testable import RenderPlanning

@Suite struct BlendWindowTests {
  private func windows(
    _ times: FrameTimes, rate: FrameRate, _ run: SourceFrameMapping.Run, _ frames: Range<Int>
  ) throws -> [FrameBlend] {
    var run = run
    run.sampling = .blend
    let mapping = try #require(
      try SourceFrameMapping(times: times, rate: rate, run: run, earliest: run.start))
    return try #require(mapping.windows(frames))
  }

  private static let source = FrameTimes.regular(start: .zero, rate: FrameRate(25)!, count: 100)

  @Test("at the source's own speed every frame is shown as it is, both ways")
  func natural() throws {
    for (speed, start, first) in [(r(1), r(1), 25), (r(-1), r(3), 74)] {
      let windows = try windows(
        Self.source, rate: FrameRate(25)!,
        .init(start: .zero, sourceStart: start, speed: speed), 0..<40)
      for (index, window) in windows.enumerated() {
        let frame = speed > .zero ? first + index : first - index
        #expect(window.shares.map(\.frame) == [frame])
        #expect(window.shares.map(\.share) == [32768])
      }
    }
  }

  private func points(
    _ run: SourceFrameMapping.Run, _ frames: Range<Int>, times: FrameTimes = source
  ) throws -> [Int] {
    var run = run
    run.sampling = .flow
    let mapping = try #require(
      try SourceFrameMapping(times: times, rate: FrameRate(25)!, run: run, earliest: run.start))
    #expect(mapping.windows(frames) == nil)
    return try #require(mapping.points(frames)).map(\.position)
  }

  @Test("made frames lie where the source is, forward, backwards and in a loop")
  func madeFrames() throws {
    // A third of a frame of the source in each of the movie: rounded down to 1/32768.
    #expect(
      try points(.init(start: .zero, sourceStart: r(1), speed: r(1, 3)), 0..<5)
        == [
          25 * 32_768, 25 * 32_768 + 10_922, 25 * 32_768 + 21_845, 26 * 32_768,
          26 * 32_768 + 10_922,
        ])
    // Backwards frame 24 is shown at its end, 1 s.
    #expect(
      try points(.init(start: .zero, sourceStart: r(1), speed: r(-1, 2)), 0..<4)
        == [24 * 32_768, 23 * 32_768 + 16_384, 23 * 32_768, 22 * 32_768 + 16_384])
    // Nothing lies after the last frame, nor before the first one.
    #expect(
      try points(.init(start: .zero, sourceStart: r(99, 25), speed: r(1, 2)), 0..<4)
        == [99, 99, 99, 99].map { $0 * 32_768 })
    #expect(
      try points(.init(start: .zero, sourceStart: r(1, 25), speed: r(-1, 2)), 0..<4)
        == [0, 0, 0, 0])
    // Two frames again and again: between the last and the first there is a cut.
    #expect(
      try points(
        .init(
          start: .zero, sourceStart: r(2, 25), speed: r(1, 2),
          loop: SourceLoop(start: r(2, 25), length: r(2, 25))), 0..<6)
        == [
          2 * 32_768, 2 * 32_768 + 16_384, 3 * 32_768, 3 * 32_768, 2 * 32_768, 2 * 32_768 + 16_384,
        ])
  }

  @Test("slower, two neighbours count the more the nearer their time is")
  func slow() throws {
    // A quarter of a frame of the source in each of the movie.
    let windows = try windows(
      Self.source, rate: FrameRate(25)!,
      .init(start: .zero, sourceStart: r(1), speed: r(1, 4)), 0..<9)
    let shares = windows.map { $0.shares.map { "\($0.frame):\($0.share)" } }
    #expect(
      shares == [
        ["25:32768"], ["25:24576", "26:8192"], ["25:16384", "26:16384"],
        ["25:8192", "26:24576"], ["26:32768"], ["26:24576", "27:8192"],
        ["26:16384", "27:16384"], ["26:8192", "27:24576"], ["27:32768"],
      ])
  }

  @Test("faster, what passes counts by how long it is shown, at most 16 frames")
  func fast() throws {
    let double = try windows(
      Self.source, rate: FrameRate(25)!,
      .init(start: .zero, sourceStart: r(1, 50), speed: r(2)), 0..<3)
    // From the middle of a frame over two of them.
    #expect(double[1].shares.map(\.frame) == [2, 3, 4])
    #expect(double[1].shares.map(\.share) == [8192, 16384, 8192])
    let back = try windows(
      Self.source, rate: FrameRate(25)!,
      .init(start: .zero, sourceStart: r(2), speed: r(-3)), 0..<2)
    #expect(back[0].shares.map(\.frame) == [47, 48, 49])
    #expect(back[0].shares.map(\.share).reduce(0, +) == 32768)
    let flight = try windows(
      Self.source, rate: FrameRate(25)!, .init(start: .zero, speed: r(40)), 0..<1)
    #expect(flight[0].shares.map(\.frame) == Array(0..<16))
  }

  @Test("windows end where the media and a loop end")
  func edges() throws {
    let end = try windows(
      Self.source, rate: FrameRate(25)!,
      .init(start: .zero, sourceStart: r(397, 100), speed: r(1, 2)), 0..<9)
    #expect(end.allSatisfy { $0.frames.upperBound <= 99 && $0.isSound })
    #expect(end.last?.shares.map(\.frame) == [99])
    let loop = try windows(
      Self.source, rate: FrameRate(25)!,
      .init(
        start: .zero, sourceStart: r(1), speed: r(3, 4),
        loop: SourceLoop(start: r(1), length: r(2, 25))), 0..<50)
    #expect(loop.allSatisfy { 25 <= $0.frames.lowerBound && $0.frames.upperBound <= 26 })
  }

  @Test("of a variable source time runs evenly within each frame")
  func irregular() throws {
    let windows = try windows(
      .irregular(times: [0, 100, 500, 600], end: 1000, timeBase: r(1, 1000)), rate: FrameRate(10)!,
      .init(start: .zero), 0..<8)
    let shares = windows.map { $0.shares.map { "\($0.frame):\($0.share)" } }
    #expect(
      shares == [
        ["0:32768"], ["1:32768"], ["1:24576", "2:8192"], ["1:16384", "2:16384"],
        ["1:8192", "2:24576"], ["2:32768"], ["3:32768"], ["3:32768"],
      ])
  }

  @Test("shares of every window add up to one, and none is lost to rounding")
  func sums() {
    for start in stride(from: 0, to: 70_000, by: 997) {
      for length in [1, 2, 32_767, 32_768, 32_769, 54_321, 100_003, 16 * 32_768] {
        let blend = FrameBlend(start: start, end: start + length)
        #expect(blend.isSound)
        #expect(blend.shares.map(\.share).reduce(0, +) == 32_768)
        #expect(blend.shares.allSatisfy { blend.frames.contains($0.frame) })
      }
    }
    for blend in [
      FrameBlend(start: -1, end: 5), FrameBlend(start: 5, end: 5),
      FrameBlend(start: 0, end: 17 * 32_768), FrameBlend(start: .max - 1, end: .max),
    ] {
      #expect(!blend.isSound)
      #expect(blend.shares.isEmpty)
    }
  }
}
