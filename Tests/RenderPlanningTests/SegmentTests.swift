import BaseValues
import Testing
import TimelineModel

@testable import PlanModel
@testable import RenderPlanning

/// Three clips whose overlaps are transitions, as on AV Foundation's A/B tracks.
private func staggered(_ clip: Rational, _ overlap: Rational) throws -> Scene {
  var scene = Scene()
  let media = (0..<3).map { scene.add("clip\($0)") }
  var clips: [Clip] = []
  var transitions: [Transition] = []
  var start = Rational.zero
  for index in 0..<3 {
    let end = try start + clip
    clips.append(scene.clip(media[index], start, end, in: r(10)))
    if index < 2 {
      transitions.append(
        transition(.dissolve, try end - overlap, end, from: index, to: index + 1))
    }
    start = try end - overlap
  }
  scene.add(.video, clips, transitions)
  return scene
}

private func isTransition(_ segment: PictureSegment) -> Bool {
  segment.layers.first?.name.isEmpty == false
}

@Suite struct SegmentTests {
  @Test(
    "staggered clips give pass-through and transition segments",
    arguments: [
      (r(2), [0, 90, 150, 180, 240, 330]), (r(1), [0, 120, 150, 240, 270, 390]),
      (r(1, 2), [0, 135, 150, 270, 285, 420]),
    ])
  func stagger(overlap: Rational, bounds: [Int]) throws {
    let plan = try staggered(r(5), overlap).plan()
    #expect(plan.output.frameCount == bounds.last)
    #expect(plan.segments.map(\.frames) == zip(bounds, bounds.dropFirst()).map { $0..<$1 })
    #expect(plan.segments.map(isTransition) == [false, true, false, true, false])
  }

  @Test("a clip that its transitions use up has no segment of its own")
  func consumed() throws {
    var scene = Scene()
    let media = scene.add("a")
    scene.add(
      .video,
      [
        scene.clip(media, r(0), r(5)), scene.clip(media, r(3), r(7)),
        scene.clip(media, r(5), r(10)),
      ],
      [
        transition(.dissolve, r(3), r(5), from: 0, to: 1),
        transition(.dissolve, r(5), r(7), from: 1, to: 2),
      ])
    let plan = try scene.plan()
    #expect(plan.segments.map(\.frames) == [0..<90, 90..<150, 150..<210, 210..<300])
    #expect(plan.segments.map(isTransition) == [false, true, true, false])
  }

  @Test(
    "three clips of 17/3 s with 1 s overlaps are 450 frames",
    arguments: [r(17, 3), r(5_666_666_667, 1_000_000_000)])
  func compensated(clip: Rational) throws {
    #expect(try staggered(clip, r(1)).plan().output.frameCount == 450)
  }

  @Test("a centred transition uses the material beyond the cut on both sides")
  func handles() throws {
    var scene = Scene()
    let a = scene.add("a")
    let b = scene.add("b")
    scene.add(
      .video, [scene.clip(a, r(0), r(4), in: r(2)), scene.clip(b, r(4), r(8), in: r(10))],
      [transition(.dissolve, r(7, 2), r(9, 2), from: 0, to: 1)])
    let plan = try scene.plan()
    #expect(plan.segments.map(\.frames) == [0..<105, 105..<135, 135..<240])
    let layer = plan.segments[1].layers[0]
    let conforms = plan.conforms.map(\.media)
    #expect(conforms == [a, b])
    #expect(
      layer.input(.from)?.picture
        == .varying((165..<195).map { .source(ConformID(0), sourceFrame: $0) }))
    #expect(
      layer.input(.to)?.picture
        == .varying((285..<315).map { .source(ConformID(1), sourceFrame: $0) }))
  }

  @Test("a clip beyond its media holds the first and the last frame")
  func freeze() throws {
    var scene = Scene()
    let short = VideoFacts(
      codedSize: scene.size, frames: .regular(start: .zero, rate: scene.rate, count: 60))
    let a = scene.add("a", short)
    let b = scene.add("b", short)
    scene.add(
      .video, [scene.clip(a, r(0), r(2)), scene.clip(b, r(2), r(4))],
      [transition(.dissolve, r(3, 2), r(5, 2), from: 0, to: 1, handles: .freeze)])
    let plan = try scene.plan()
    let layer = plan.segments[1].layers[0]
    let from = (0..<30).map { layer.input(.from)?.picture?[$0] }
    let to = (0..<30).map { layer.input(.to)?.picture?[$0] }
    #expect(from[14] == .source(ConformID(0), sourceFrame: 59))
    #expect(from[29] == .source(ConformID(0), sourceFrame: 59))
    #expect(to[0] == .source(ConformID(1), sourceFrame: 0))
    #expect(to[15] == .source(ConformID(1), sourceFrame: 0))
    #expect(to[16] == .source(ConformID(1), sourceFrame: 1))
  }

  @Test("layers of several tracks are cut where any of them begins or ends, in painter's order")
  func tracks() throws {
    var scene = Scene()
    let a = scene.add("a")
    scene.add(.video, [scene.clip(a, r(0), r(4)), scene.clip(a, r(5), r(6))])
    scene.add(.video, [scene.clip(a, r(1), r(2)), scene.clip(a, r(2), r(7))])
    let plan = try scene.plan()
    #expect(
      plan.segments.map(\.frames) == [0..<30, 30..<60, 60..<120, 120..<150, 150..<180, 180..<210])
    #expect(plan.segments.map(\.layers.count) == [1, 2, 2, 1, 2, 1])
    for segment in plan.segments {
      let tracks = segment.layers.map { $0.alone?.origin.track.index ?? -1 }
      #expect(tracks == tracks.sorted())
    }
  }

  @Test("chunks are whole groups of about two seconds and cover the movie")
  func chunks() {
    func bounds(_ frames: Int, _ rate: FrameRate, _ gop: Int?) -> [Range<Int>] {
      ChunkPlanner.chunks(frameCount: frames, rate: rate, gopFrames: gop).map(\.frames)
    }
    #expect(bounds(150, FrameRate(30)!, nil) == [0..<60, 60..<120, 120..<150])
    #expect(bounds(100, FrameRate(30)!, 12) == [0..<60, 60..<100])
    #expect(bounds(100, FrameRate(30)!, 25) == [0..<50, 50..<100])
    #expect(bounds(300, FrameRate(30)!, 250) == [0..<250, 250..<300])
    #expect(bounds(61, FrameRate(30000, per: 1001)!, nil) == [0..<60, 60..<61])
    #expect(bounds(0, FrameRate(30)!, nil).isEmpty)
  }

  @Test("segments begin with chunks, and no chunk lies in two of them")
  func segmentedChunks() {
    func bounds(_ frames: Int, _ gop: Int?, _ segment: Int) -> [Range<Int>] {
      ChunkPlanner.chunks(
        frameCount: frames, rate: FrameRate(25)!, gopFrames: gop, segmentFrames: segment
      ).map(\.frames)
    }
    // Groups that divide a segment leave the chunks as they are; others begin anew with it.
    #expect(bounds(160, nil, 150) == [0..<50, 50..<100, 100..<150, 150..<160])
    #expect(bounds(120, 40, 100) == [0..<40, 40..<80, 80..<100, 100..<120])
    #expect(bounds(60, 250, 25) == [0..<25, 25..<50, 50..<60])
    #expect(bounds(3, nil, 1) == [0..<1, 1..<2, 2..<3])
  }

  // MARK: - Tracks as one picture

  @Test("a track is seen through another one as long as that shows something, and that is not seen")
  func matte() throws {
    var scene = Scene()
    let (a, b) = (scene.add("a", Scene.movie), scene.add("b", Scene.movie))
    scene.add(.video, [scene.clip(a, r(0), r(2))])
    scene.add(.video, [scene.clip(b, r(1), r(2))])
    scene.tracks[0].matte = TrackMatte(track: TrackID(1), channel: .luma)
    let plan = try scene.plan()
    #expect(plan.segments.map(\.frames) == [0..<30, 30..<60])
    #expect(plan.segments[0].layers.isEmpty)
    let input = try #require(plan.segments[1].layers.first?.inputs.first)
    #expect(input.mattes.map(\.channel) == [.luma])
    #expect(input.mattes[0].canvas.layers.map(\.origin.label) == ["b"])
    #expect(input.pictures.map(\.origin.label) == ["a", "b"])
    scene.tracks[0].matte?.isInverted = true
    let inverted = try scene.plan()
    #expect(inverted.segments[0].layers.map(\.origin.label) == ["a"])
    #expect(inverted.segments[1].layers[0].inputs[0].mattes.map(\.channel) == [.lumaInverted])
  }

  @Test(
    "clips that are seen through the rest of a matte are blended with each other alone, also after it"
  )
  func invertedMatte() throws {
    var scene = Scene()
    let (a, b) = (scene.add("a", Scene.movie), scene.add("b", Scene.movie))
    scene.add(.video, [scene.clip(a, r(0), r(2))])
    scene.add(
      .video,
      [scene.clip(a, r(0), r(2)) { $0.look.blendMode = BlendModeName(rawValue: "screen") }])
    scene.add(.video, [scene.clip(b, r(0), r(1))])
    scene.tracks[1].matte = TrackMatte(track: TrackID(2), channel: .alpha, isInverted: true)
    let plan = try scene.plan()
    #expect(plan.segments.map(\.frames) == [0..<30, 30..<60])
    for segment in plan.segments {
      // The movie below sees a picture that is laid over it.
      #expect(segment.layers[1].blendMode == .normal)
      guard case .group(let canvas) = segment.layers[1].inputs[0].content else {
        Issue.record("no canvas")
        continue
      }
      #expect(canvas.layers.map(\.blendMode.rawValue) == ["screen"])
    }
  }

  @Test("what lies below a clip is all tracks before its own, on the background")
  func below() throws {
    var scene = Scene()
    let (a, b) = (scene.add("a", Scene.movie), scene.add("b", Scene.movie))
    let below = scene.add("below", Scene.movie, nil, content: .generator(.below))
    scene.add(.video, [scene.clip(a, r(0), r(2))])
    scene.add(.video, [scene.clip(below, r(1), r(2))])
    scene.add(.video, [scene.clip(b, r(0), r(2))])
    let plan = try scene.plan()
    let segment = try #require(plan.segment(at: 40))
    #expect(segment.layers.map(\.origin.label) == ["a", "below", "b"])
    guard case .group(let group) = segment.layers[1].inputs[0].content else {
      Issue.record("no group")
      return
    }
    #expect(group.layers.map(\.origin.label) == ["below", "a"])
    // The background makes it opaque.
    #expect(plan.hides(segment.layers[1]))
  }
}
