import BaseValues
import Testing
import TimelineModel

@testable import PlanModel
@testable import RenderPlanning

/// The frames of a source that the output frames show, by fractions instead of running sums.
private func expected(
  _ frame: Int, rate: FrameRate, sourceRate: FrameRate, start: Rational, sourceStart: Rational,
  speed: Rational, earliest: Rational, count: Int
) throws -> Int {
  let time = max(try r(Int64(frame)) / rate.rational, earliest)
  let source = try sourceStart + (time - start) * speed
  return Int(min(max((try source * sourceRate.rational).floor(), 0), Int64(count - 1)))
}

@Suite struct SourceFrameTests {
  @Test("a regular source gives the frame that holds the mapped time, for every rate and speed")
  func regular() throws {
    let rates = [FrameRate(24)!, FrameRate(25)!, FrameRate(30000, per: 1001)!, FrameRate(60)!]
    let starts = [r(0), r(1, 3), r(1001, 30000), r(7, 5)]
    for rate in rates {
      for sourceRate in rates {
        for speed in [r(1), r(1, 2), r(3), r(7, 11)] {
          for start in starts {
            let mapping = try #require(
              try SourceFrameMapping(
                times: .regular(start: .zero, rate: sourceRate, count: 100), rate: rate,
                run: .init(start: start, sourceStart: r(1, 7), speed: speed), earliest: start))
            let first = Int(FrameGrid(rate).nearestFrame(to: start).value)
            let frames = mapping.sourceFrames(first..<(first + 80))
            for offset in 0..<80 {
              let frame = try expected(
                first + offset, rate: rate, sourceRate: sourceRate, start: start,
                sourceStart: r(1, 7), speed: speed, earliest: start, count: 100)
              #expect(frames[offset] == frame)
            }
          }
        }
      }
    }
  }

  @Test("backwards a frame is shown from just after its end to its start, for every rate and speed")
  func backwards() throws {
    let rates = [FrameRate(24)!, FrameRate(25)!, FrameRate(30000, per: 1001)!, FrameRate(60)!]
    for rate in rates {
      for sourceRate in rates {
        for speed in [r(-1), r(-1, 2), r(-3), r(-7, 11)] {
          for start in [r(0), r(1, 3), r(1001, 30000)] {
            for out in [r(3), r(20, 7)] {
              let mapping = try #require(
                try SourceFrameMapping(
                  times: .regular(start: .zero, rate: sourceRate, count: 70), rate: rate,
                  run: .init(start: start, sourceStart: out, speed: speed), earliest: start))
              let first = Int(FrameGrid(rate).nearestFrame(to: start).value)
              let frames = mapping.sourceFrames(first..<first + 80)
              for offset in 0..<80 {
                let time = max(try r(Int64(first + offset)) / rate.rational, start)
                let position = try (out + (time - start) * speed) * sourceRate.rational
                // The last frame whose start lies before the position, not at it.
                let last = (0..<70).last { r(Int64($0)) < position } ?? 0
                #expect(frames[offset] == last)
              }
            }
          }
        }
      }
    }
  }

  @Test("backwards a variable source gives the last frame that had begun before")
  func irregularBackwards() throws {
    let times: [Int64] = [0, 33, 67, 100, 500, 533, 900]
    let mapping = try #require(
      try SourceFrameMapping(
        times: .irregular(times: times, end: 1000, timeBase: r(1, 1000)), rate: FrameRate(30)!,
        run: .init(start: .zero, sourceStart: .one, speed: r(-1)), earliest: .zero))
    let frames = mapping.sourceFrames(0..<40)
    for frame in 0..<40 {
      let index = times.lastIndex { $0 * 30 < 30_000 - Int64(frame) * 1000 } ?? 0
      #expect(frames[frame] == index)
    }
  }

  @Test("a variable source gives the last frame that has begun, in its own time base")
  func irregular() throws {
    let times: [Int64] = [0, 33, 67, 100, 500, 533, 900]
    let mapping = try #require(
      try SourceFrameMapping(
        times: .irregular(times: times, end: 1000, timeBase: r(1, 1000)), rate: FrameRate(30)!,
        run: .init(start: .zero, sourceStart: .zero, speed: .one), earliest: .zero))
    let frames = mapping.sourceFrames(0..<40)
    for frame in 0..<40 {
      let index = times.lastIndex { $0 * 30 <= Int64(frame) * 1000 }
      #expect(frames[frame] == index)
    }
    #expect(mapping.sourceFrames(30..<40) == .constant(6))
  }

  @Test("an in point rounded to an earlier frame still shows its own source frame")
  func roundedDown() throws {
    var scene = Scene()
    let a = scene.add("a")
    // Frame 10 begins 0.4 frames before the clip; unclamped it would show source frame 29.
    let start = r(104, 300)
    scene.add(.video, [scene.clip(a, start, r(2), in: r(1))])
    let plan = try scene.plan()
    #expect(plan.segments[1].frames.lowerBound == 10)
    #expect(plan.sourceFrame(at: 10) == 30)
    #expect(plan.sourceFrame(at: 11) == 30)
    #expect(plan.sourceFrame(at: 12) == 31)
  }

  @Test("a clip that ends with its media never asks for a frame beyond it")
  func endsWithMedia() throws {
    for tenth in 0..<10 {
      var scene = Scene()
      let facts = VideoFacts(
        codedSize: scene.size, frames: .regular(start: .zero, rate: FrameRate(30)!, count: 60))
      let a = scene.add("a", facts)
      let start = r(Int64(tenth), 300)
      scene.add(.video, [scene.clip(a, start, try start + r(2))])
      let plan = try scene.plan()
      let last = try #require(plan.sourceFrame(at: plan.output.frameCount - 1))
      #expect((58...59).contains(last))
    }
  }

  @Test("a still shows frame 0 and a source without frames shows nothing")
  func stillAndEmpty() throws {
    var scene = Scene()
    let still = scene.add("still", VideoFacts(codedSize: scene.size, frames: .still))
    let empty = scene.add(
      "empty",
      VideoFacts(codedSize: scene.size, frames: .irregular(times: [], end: 0, timeBase: .one)))
    scene.add(.video, [scene.clip(still, r(0), r(1)), scene.clip(empty, r(1), r(2))])
    let plan = try scene.plan()
    #expect(plan.sourceFrame(at: 29) == 0)
    #expect(plan.layers(at: 30).isEmpty)
  }
}
