import Diagnostics
import BaseValues
import PictureKinds
import Testing
import TimelineModel

@testable import PlanModel
@testable import RenderPlanning

/// Three clips with a dissolve and a wipe, a fading title, sound that fades, music at double speed.
private func busyPlan(rate: FrameRate = FrameRate(30_000, per: 1001)!) throws -> RenderPlan {
  var scene = Scene()
  scene.rate = rate
  let a = scene.add("a")
  let b = scene.add("b")
  let music = scene.add("music", nil, Scene.sound)
  scene.add(
    .video,
    [
      scene.clip(
        a, r(0), r(2), in: r(1), sound: AudioProperties(fadeIn: Fade(duration: r(1), range: .none))),
      scene.clip(b, r(2), r(4), in: r(7, 3)) {
        $0.animations = [animation(.opacity, [[r(0)], [r(1)]], duration: r(2))]
      },
      scene.clip(a, r(4), r(6), in: r(20)),
    ],
    [
      transition(.dissolve, r(3, 2), r(5, 2), from: 0, to: 1, easing: easeInOut),
      transition(.wipe(.left), r(7, 2), r(9, 2), from: 1, to: 2),
    ])
  scene.add(.audio, [scene.clip(music, r(1, 3), r(5), in: r(3), speed: r(2))])
  return try scene.plan()
}

@Suite struct RangeTests {
  @Test(
    "a part shows the frames of the whole movie, wherever it is cut",
    arguments: [0..<180, 0..<1, 17..<53, 44..<60, 59..<61, 60..<120, 100..<180, 179..<180])
  func frames(range: Range<Int>) throws {
    let plan = try busyPlan()
    try #require(plan.output.frameCount == 180)
    let part = plan.restricted(to: range)
    #expect(part.output.frameCount == range.count)
    for frame in range {
      #expect(part.layers(at: frame - range.lowerBound) == plan.layers(at: frame))
    }
    #expect(part.segments.first?.frames.lowerBound == 0)
    #expect(part.segments.last?.frames.upperBound == range.count)
    for (one, next) in zip(part.segments, part.segments.dropFirst()) {
      #expect(one.frames.upperBound == next.frames.lowerBound)
    }
  }

  @Test("chunks keep their boundaries, and whole ones their keys")
  func chunks() throws {
    let plan = try busyPlan()
    #expect(plan.chunks.map(\.frames) == [0..<60, 60..<120, 120..<180])
    let part = plan.restricted(to: 30..<150)
    #expect(part.chunks.map(\.frames) == [0..<30, 30..<90, 90..<120])
    #expect(part.chunks.map(\.index) == [0, 1, 2])
    #expect(part.key(ofChunk: 1) == plan.key(ofChunk: 1))
    #expect(part.key(ofChunk: 0) != plan.key(ofChunk: 0))
    #expect(part.key(ofChunk: 0) == plan.key(ofFrames: 30..<60))
  }

  @Test("a part has the sound of the whole movie", arguments: [0..<180, 1..<2, 31..<97, 150..<180])
  func sound(range: Range<Int>) throws {
    let plan = try busyPlan()
    let part = plan.restricted(to: range)
    let whole = try #require(plan.audio)
    let audio = try #require(part.audio)
    let grid = SampleGrid(rate: 48_000)
    let frames = FrameGrid(plan.output.rate)
    let start = try grid.nearestSample(
      to: frames.time(of: FrameIndex(Int64(range.lowerBound)))
    ).value
    let end = try grid.nearestSample(
      to: frames.time(of: FrameIndex(Int64(range.upperBound)))
    ).value
    #expect(audio.sampleCount == end - start)
    // Every span that sounds, sample by sample, with its place in its source and its gains.
    for sample in stride(from: start, to: end, by: 997) {
      let heard = audio.spans.filter { $0.samples.contains(sample - start) }
      let expected = whole.spans.filter { $0.samples.contains(sample) }
      #expect(heard.map(\.media) == expected.map(\.media))
      for (one, other) in zip(heard, expected) {
        #expect(
          one.sourceSample + sample - start - one.samples.lowerBound
            == other.sourceSample + sample - other.samples.lowerBound)
        #expect(one.gains(at: sample - start) == other.gains(at: sample))
      }
    }
    // A key is made of everything that can change the samples.
    #expect(part.key(ofSamples: 0..<end - start) == plan.key(ofSamples: start..<end))
  }

  @Test("parts that follow each other have every sample once")
  func joined() throws {
    for rate in [FrameRate(24)!, FrameRate(30)!, FrameRate(30_000, per: 1001)!, FrameRate(60)!] {
      let plan = try busyPlan(rate: rate)
      let count = plan.output.frameCount
      var total: Int64 = 0
      for first in stride(from: 0, to: count, by: 7) {
        total += try #require(
          plan.restricted(to: first..<min(first + 7, count)).audio?.sampleCount)
      }
      #expect(total == plan.audio?.sampleCount)
    }
  }

  @Test("a part of a part is a part of the whole")
  func twice() throws {
    let plan = try busyPlan()
    let part = plan.restricted(to: 20..<170).restricted(to: 10..<100)
    let direct = plan.restricted(to: 30..<120)
    #expect(part.segments == direct.segments)
    #expect(part.chunks == direct.chunks)
    #expect(part.output == direct.output)
  }

  @Test("edit points keep their rounding errors, counted from the part's start")
  func ledger() throws {
    let plan = try busyPlan()
    let part = plan.restricted(to: 31..<97)
    #expect(!part.ledger.isEmpty)
    #expect(part.ledger.count < plan.ledger.count)
    for entry in part.ledger {
      let unit =
        try entry.unit == .frame
        ? FrameGrid(plan.output.rate).time(of: FrameIndex(entry.position))
        : SampleGrid(rate: 48_000).time(of: SampleIndex(entry.position))
      #expect(try unit - entry.exact == entry.error)
      #expect(plan.ledger.contains { $0.origin == entry.origin && $0.error == entry.error })
    }
  }

  @Test("what lies outside the movie is left out")
  func outside() throws {
    let plan = try busyPlan()
    #expect(plan.restricted(to: -5..<1000).segments == plan.segments)
    let nothing = plan.restricted(to: 500..<600)
    #expect(nothing.output.frameCount == 0)
    #expect(nothing.segments.isEmpty && nothing.chunks.isEmpty)
    #expect(nothing.audio?.sampleCount == 0)
  }
}

extension AudioSpan {
  fileprivate func gains(at sample: Int64) -> Double {
    envelopes.reduce(1) { $0 * $1.gain(at: sample) }
  }
}
