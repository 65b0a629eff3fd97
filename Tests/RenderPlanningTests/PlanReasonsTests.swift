import BaseValues
import Testing
import TimelineModel

@testable import PlanModel
@testable import RenderPlanning

@Suite("Why a plan is what it is")
struct PlanReasonsTests {
  private func clip(_ index: Int, track: Int = 0) -> PlanOrigin {
    PlanOrigin(track: TrackID(track), item: .clip(index), label: "m")
  }

  @Test("the exact source time lies within the frame that the plan shows, or beyond the media")
  func sources() throws {
    // Ticks of a thousandth, at distances of no rule.
    var ticks: [Int64] = [30]
    for number in 1..<90 { ticks.append(ticks[number - 1] + Int64(1 + (number * 37) % 71)) }
    let end = ticks[89] + 20
    let sources: [FrameTimes] = [
      .irregular(times: ticks, end: end, timeBase: r(1, 1000)),
      .regular(start: r(1, 48), rate: FrameRate(24)!, count: 70),
      .regular(start: .zero, rate: FrameRate(30_000, per: 1001)!, count: 80),
    ]
    var held: Set<SourceMoment.Hold> = []
    for (number, times) in sources.enumerated() {
      for (speed, start) in [(r(1), r(0)), (r(1, 3), r(-1, 10)), (r(7, 3), r(1, 2)), (r(2), r(2))] {
        var scene = Scene()
        var facts = Scene.movie
        facts.frames = times
        let media = scene.add("m", facts)
        scene.add(.video, [scene.clip(media, r(1, 100), r(2), in: start, speed: speed)])
        let plan = try scene.plan()
        let reasons = PlanReasons(plan, of: scene.timeline, catalog: scene.catalog)
        for frame in 0..<plan.output.frameCount {
          let moment = try #require(reasons.layer(clip(0), at: frame)?.source)
          let shown = try #require(moment.shown)
          #expect(moment.sourceFrame == plan.sourceFrame(at: frame), "source \(number)")
          #expect(moment.time == r(Int64(frame), 30))
          #expect(moment.used == max(moment.time, r(1, 100)))
          #expect(moment.sourceTime == (try start + (moment.used - r(1, 100)) * speed))
          held.insert(moment.hold)
          switch moment.hold {
          case .none: #expect(shown.contains(moment.sourceTime), "source \(number) frame \(frame)")
          case .first: #expect(moment.sourceFrame == 0 && moment.sourceTime < shown.start)
          case .last: #expect(moment.sourceTime >= shown.end)
          }
        }
      }
    }
    #expect(held == [.none, .first, .last])
  }

  @Test("a dissolve's weight is its eased progress", arguments: [Easing.linear, easeInOut, .hold])
  func progress(_ easing: Easing) throws {
    var scene = Scene()
    let media = scene.add("m")
    scene.add(
      .video, [scene.clip(media, r(0), r(1), in: r(1)), scene.clip(media, r(1), r(2), in: r(1))],
      [transition(.dissolve, r(3, 4), r(5, 4), from: 0, to: 1, easing: easing)])
    let plan = try scene.plan()
    let reasons = PlanReasons(plan, of: scene.timeline, catalog: scene.catalog)
    let origin = PlanOrigin(track: TrackID(0), item: .transition(0), label: "dissolve")
    for frame in 23..<38 {
      let segment = try #require(plan.segment(at: frame))
      let weights = try #require(segment.layers.first?.mix)
      let moment = try #require(reasons.transition(origin, at: frame))
      #expect(moment.even == (try (r(Int64(frame), 30) - r(3, 4)) * r(2)))
      if easing == .linear { #expect(moment.eased == moment.even) }
      let weight = try (moment.eased * r(32768)).rounded()
      #expect(weights[frame - segment.frames.lowerBound] == Int(weight))
    }
  }

  @Test("an animation's value and weight come from the keys around the moment")
  func animations() throws {
    var scene = Scene()
    let media = scene.add("m")
    let fade = animation(
      .opacity, [[.zero], [.one], [r(1, 2)]], keyTimes: [.zero, r(1, 4), .one], begin: r(1, 2),
      duration: r(1))
    scene.add(
      .video, [scene.clip(media, r(0), r(2)) { $0.animations = [fade] }])
    let plan = try scene.plan()
    let reasons = PlanReasons(plan, of: scene.timeline, catalog: scene.catalog)
    func moment(_ frame: Int) throws -> (AnimationMoment, Int) {
      let layer = try #require(reasons.layer(clip(0), at: frame))
      #expect(layer.isSeen == (layer.weight > 0))
      #expect(layer.weight == Int(try (layer.opacity * r(32768)).rounded()))
      return (try #require(layer.animations.first), layer.weight)
    }
    let (before, none) = try moment(3)
    #expect(before.state == .before && before.key == 0 && before.progress == nil && none == 0)
    // 18/30 s is 0.1 s after its beginning: 0.4 of the way to the key at a quarter.
    let (first, some) = try moment(18)
    #expect(first.state == .running && first.key == 0)
    #expect(first.progress?.even == r(2, 5) && first.progress?.eased == r(2, 5))
    #expect(some == 13107)
    let (second, more) = try moment(30)
    #expect(second.key == 1 && second.progress?.even == r(1, 3) && more == 27307)
    let (after, half) = try moment(50)
    #expect(after.state == .after && after.key == 2 && after.value == [r(1, 2)] && half == 16384)
  }

  @Test("where a number of an effect stands is told as of any animation")
  func effects() throws {
    let amount = animation(.parameter("amount"), [[.zero], [r(2)]], begin: r(1, 2), duration: r(1))
    let kind = KindChoice(
      "sample", [.init("steps", .whole(3)), .init("amount", .number(.one))])
    func scene(_ effects: [Effect]) -> Scene {
      var scene = Scene()
      let media = scene.add("m")
      scene.add(.video, [scene.clip(media, r(1), r(3)) { $0.look.effects = effects }])
      return scene
    }
    // No kind of effect is needed to tell where its animations stand, only to plan it.
    let moving = scene([Effect(kind: kind), Effect(kind: kind, animations: [amount])])
    let reasons = PlanReasons(
      try scene([]).plan(), of: moving.timeline, catalog: moving.catalog)
    let moments = try #require(reasons.layer(clip(0), at: 51)).animations
    let moment = try #require(moments.first)
    #expect(moments.count == 1 && moment.owner == .effect(1))
    #expect(moment.property == .parameter("amount") && moment.state == .running)
    // 1.7 s is 0.2 s after its beginning, a half second after the clip's.
    #expect(moment.progress?.even == r(1, 5) && moment.animation == 0)
    #expect(try moment.value[0].scaled(by: 1_000_000) == 400_000)
  }

  @Test("layers that are covered, beside the output or transparent are told apart")
  func sights() throws {
    var scene = Scene()
    let media = scene.add("m")
    scene.add(.video, [scene.clip(media, r(0), r(1))])
    scene.add(.video, [scene.clip(media, r(0), r(1))])
    scene.add(
      .video,
      [scene.clip(media, r(0), r(1)) { $0.placement.position = Point(x: r(5000), y: r(0)) }])
    scene.add(.video, [scene.clip(media, r(0), r(1)) { $0.placement.opacity = .zero }])
    let plan = try scene.plan()
    let sights = plan.sights(at: 3)
    #expect(sights.count == 3)
    #expect(sights[0] == .hidden(by: 1) && sights[2] == .outside)
    if case .shown(let layers) = sights[1] {
      #expect(layers.map(\.alone?.origin.track) == [TrackID(1)])
    } else {
      Issue.record("\(sights[1])")
    }
    // The transparent one is no layer, but an item of the frame.
    let reasons = PlanReasons(plan, of: scene.timeline, catalog: scene.catalog)
    #expect(reasons.items(at: 3).map(\.track.index) == [0, 1, 2, 3])
    #expect(reasons.layer(clip(0, track: 3), at: 3)?.weight == 0)
    #expect(reasons.items(at: 30).isEmpty && plan.sights(at: 30).isEmpty)
  }

  @Test("one frame with some of its layers is a movie of one frame with these")
  func oneFrame() throws {
    var scene = Scene()
    let media = scene.add("m")
    for track in 0..<3 {
      scene.add(.video, [scene.clip(media, r(0), r(1), in: r(Int64(track)))])
    }
    let plan = try scene.plan()
    let part = plan.oneFrame(7, layers: [0, 2])
    #expect(part.output.frameCount == 1 && part.segments.count == 1)
    let whole = plan.layers(at: 7)
    #expect(part.layers(at: 0) == [whole[0], whole[2]])
    #expect(plan.oneFrame(7, layers: []).layers(at: 0).isEmpty)
  }

  @Test("what is not in the timeline has no reasons")
  func strangers() throws {
    var scene = Scene()
    let media = scene.add("m", nil)
    scene.add(.video, [scene.clip(media, r(0), r(1))])
    let plan = try scene.plan()
    let reasons = PlanReasons(plan, of: scene.timeline, catalog: scene.catalog)
    #expect(reasons.layer(clip(0), at: 0) == nil)
    #expect(reasons.layer(clip(7), at: 0) == nil)
    #expect(reasons.layer(clip(0, track: 7), at: 0) == nil)
    #expect(reasons.transition(clip(0), at: 0) == nil)
  }

  @Test("chunks of sound have each sample once", arguments: [r(1), r(64), r(200)])
  func audioChunks(_ length: Rational) throws {
    var scene = Scene()
    let media = scene.add("m")
    scene.add(.video, [scene.clip(media, r(0), length)])
    let chunks = try scene.plan().audioChunks
    #expect(try #require(chunks.first).keptSamples.lowerBound <= 0)
    #expect(
      try #require(chunks.last).keptSamples.upperBound >= (try length * r(48_000)).rounded())
    for (chunk, next) in zip(chunks, chunks.dropFirst()) {
      #expect(chunk.keptSamples.upperBound == next.keptSamples.lowerBound)
      #expect(chunk.samples.contains(chunk.keptSamples.upperBound - 1))
    }
  }
}
