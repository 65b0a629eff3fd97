import Diagnostics
import BaseValues
import PictureKinds
import Testing
import TimelineModel

@testable import PlanModel
@testable import RenderPlanning

/// Two clips with a transition of one second from frame 60 to 90.
private func plan(_ kind: KindChoice, easing: Easing = .linear) throws -> RenderPlan {
  var scene = Scene()
  let a = scene.add("a")
  let b = scene.add("b")
  scene.add(
    .video, [scene.clip(a, r(0), r(5, 2), in: r(1)), scene.clip(b, r(5, 2), r(5), in: r(1))],
    [transition(kind, r(2), r(3), from: 0, to: 1, easing: easing)])
  return try scene.plan()
}

/// Both sides of the first layer in a frame, which must be a transition that mixes nothing.
private func disjoint(
  _ plan: RenderPlan, at frame: Int
) throws -> (from: PictureInput?, to: PictureInput?) {
  let segment = try #require(plan.segment(at: frame))
  let offset = frame - segment.frames.lowerBound
  let layer = segment.layers[0].slice(offset..<offset + 1)
  #expect(!layer.name.isEmpty && layer.mix == nil)
  return (layer.input(.from), layer.input(.to))
}

@Suite struct TransitionTests {
  @Test("a dissolve begins with weight 0 and has one half in its middle")
  func dissolve() throws {
    let plan = try plan(.dissolve)
    let weights = try #require(plan.segments[1].layers[0].mix)
    #expect(weights[0] == 0)
    #expect(weights[15] == 16384)
    #expect(weights == .varying((0..<30).map { ($0 * 32768 * 2 + 30) / 60 }))
    let layer = plan.layers(at: 75)[0]
    #expect(layer.inputs.map(\.side) == [.from, .to])
    #expect(layer.inputs.map(\.share) == [.constant(16384), .constant(16384)])
    #expect(layer.inputs.map(\.origin.label) == ["a", "b"])
  }

  @Test("the frame on which a dissolve has no share of one picture shows the other alone")
  func dissolveEnds() throws {
    #expect(try plan(.dissolve).alone(at: 60)?.origin.label == "a")
  }

  @Test("easing bends a dissolve and leaves its middle")
  func easing() throws {
    let plan = try plan(.dissolve, easing: easeInOut)
    let weights = try #require(plan.segments[1].layers[0].mix)
    #expect(weights[0] == 0)
    #expect(weights[15] == 16384)
    for offset in 1..<15 {
      #expect(weights[offset] < (offset * 32768) / 30)
      #expect(abs(weights[offset] + weights[30 - offset] - 32768) <= 1)
    }
  }

  @Test("a push left at one quarter has the pictures at −320 and 960 of 1280")
  func pushQuarter() throws {
    var scene = Scene()
    let a = scene.add("a")
    scene.add(
      .video, [scene.clip(a, r(0), r(2)), scene.clip(a, r(2), r(4), in: r(1))],
      [transition(.push(.left), r(1), r(3), from: 0, to: 1)])
    let pictures = try disjoint(try scene.plan(), at: 45)
    #expect(pictures.from?.geometry[0] == .offset(x: -320, y: 0))
    #expect(pictures.from?.coverage[0].window == Rect(x: 0, y: 0, width: 960, height: 720))
    #expect(pictures.to?.geometry[0] == .offset(x: 960, y: 0))
    #expect(pictures.to?.coverage[0].window == Rect(x: 960, y: 0, width: 320, height: 720))
  }

  @Test("pushed and wiped pictures abut on every frame", arguments: Direction.allCases)
  func abut(direction: Direction) throws {
    for kind in [KindChoice.push(direction), .wipe(direction)] {
      let plan = try plan(kind)
      for frame in 60..<90 {
        let pictures = try disjoint(plan, at: frame)
        let from = pictures.from?.coverage[0].window ?? Rect(x: 0, y: 0, width: 0, height: 0)
        let to = pictures.to?.coverage[0].window ?? Rect(x: 0, y: 0, width: 0, height: 0)
        #expect(from.width * from.height + to.width * to.height == 1280 * 720)
        switch direction {
        case .left: #expect(to.width == 0 || to.x == from.width)
        case .right: #expect(to.width == 0 || from.x == to.width)
        case .up: #expect(to.height == 0 || to.y == from.height)
        case .down: #expect(to.height == 0 || from.y == to.height)
        }
      }
    }
  }

  @Test("a wipe down has uncovered the upper half in its middle")
  func wipeHalf() throws {
    let pictures = try disjoint(try plan(.wipe(.down)), at: 75)
    #expect(pictures.from?.coverage[0].window == Rect(x: 0, y: 360, width: 1280, height: 360))
    #expect(pictures.to?.coverage[0].window == Rect(x: 0, y: 0, width: 1280, height: 360))
    #expect(pictures.from?.geometry[0] == .offset(x: 0, y: 0))
  }

  @Test("a transition with one side fades from what is behind the track")
  func oneSided() throws {
    var scene = Scene()
    let a = scene.add("a")
    scene.add(
      .video, [scene.clip(a, r(0), r(2))], [transition(.dissolve, r(0), r(1), from: nil, to: 0)])
    let plan = try scene.plan()
    #expect(plan.layers(at: 0).isEmpty)
    let fade = plan.layers(at: 15)[0]
    #expect(fade.inputs.map(\.side) == [.to] && fade.mix == .constant(16384))
    #expect(fade.inputs[0].picture == .constant(.source(ConformID(0), sourceFrame: 15)))
    #expect(plan.sourceFrame(at: 30) == 30)
  }

  @Test("a clip's fade multiplies its opacity, and what is within it keeps its own time")
  func clipFade() throws {
    var scene = Scene()
    let a = scene.add("a")
    scene.add(
      .video,
      [
        scene.clip(a, r(1), r(3)) {
          $0.placement.opacity = r(1, 2)
          $0.fade = [animation(.opacity, [[.zero], [.one]], duration: r(1))]
        }
      ])
    let plan = try scene.plan()
    #expect(plan.layers(at: 30).isEmpty)
    #expect(plan.alone(at: 45)?.opacity == .constant(8192))
    #expect(plan.alone(at: 60)?.opacity == .constant(16384))
  }

  @Test("a luma's first picture is stretched over the canvas, and is a source of the plan")
  func luma() throws {
    var scene = Scene()
    let (a, b) = (scene.add("a"), scene.add("b"))
    let still = VideoFacts(codedSize: Size(width: 99, height: 33), frames: .still)
    let clouds = scene.add("clouds", still, nil)
    var wipe = transition(
      KindChoice("wipe", [.init("luma", .word("clouds"))]), r(2), r(3), from: 0, to: 1)
    wipe.media = Located(value: clouds)
    scene.add(
      .video, [scene.clip(a, r(0), r(5, 2), in: r(1)), scene.clip(b, r(5, 2), r(5), in: r(1))],
      [wipe])
    let plan = try scene.plan()
    guard case .picture(let conform, sourceFrame: 0) = plan.masks.first else {
      return #expect(Bool(false))
    }
    #expect(plan.conforms[conform.index].media == clouds)
    #expect(plan.conforms[conform.index].size == Size(width: 1280, height: 720))
    #expect(plan.conforms[conform.index].crop == Rect(x: 0, y: 0, width: 99, height: 33))
    #expect(plan.sources.count == 3 && plan.faults(kinds: .all).isEmpty)
    let layer = plan.layers(at: 75)[0]
    #expect(
      layer.inputs.map(\.coverage) == [
        .constant(.mask(MaskID(0), threshold: 16384, softness: 0)),
        .constant(.outside(MaskID(0), threshold: 16384, softness: 0)),
      ])
  }

  @Test(
    "an overlay plays its media over the cut, from its first picture on, blended with all below")
  func overlay() throws {
    var scene = Scene()
    let (a, b) = (scene.add("a"), scene.add("b"))
    let times = FrameTimes.regular(
      start: .zero, rate: try #require(FrameRate(30)), count: 20)
    let film = VideoFacts(codedSize: Size(width: 1280, height: 960), frames: times)
    let burn = scene.add("burn", film, nil)
    var overlay = transition(
      KindChoice(
        "overlay",
        [
          .init("media", .word("burn")), .init("blend", .word("screen")),
          .init("cut", .number(r(1, 3))),
        ]), r(2), r(3), from: 0, to: 1)
    overlay.media = Located(value: burn)
    scene.add(
      .video, [scene.clip(a, r(0), r(5, 2), in: r(1)), scene.clip(b, r(5, 2), r(5), in: r(1))],
      [overlay])
    let plan = try scene.plan()
    #expect(plan.faults(kinds: .all).isEmpty && plan.sources.count == 3)
    // From frame 60 to 90; a third of it is over at 70, the media at 80.
    for (frame, label, shown) in [(60, "a", 0), (69, "a", 9), (70, "b", 10), (85, "b", 19)] {
      let layers = plan.layers(at: frame)
      #expect(layers.map(\.blendMode.rawValue) == ["normal", "screen"])
      #expect(layers[0].inputs.map(\.origin.label) == [label])
      guard case .picture(let pictures) = layers[1].inputs[0].content,
        case .source(let conform, let number) = pictures[0]
      else { return #expect(Bool(false)) }
      #expect(number == shown)
      // 4:3 covers 16:9.
      let recipe = plan.conforms[conform.index]
      #expect(recipe.media == burn && recipe.size == Size(width: 1280, height: 720))
      #expect(recipe.crop == Rect(x: 0, y: 120, width: 1280, height: 720))
    }
    #expect(plan.hardCuts() == [])
  }

  @Test("a push moves a turned picture by the same pixels")
  func pushedProjection() throws {
    var scene = Scene()
    let a = scene.add("a")
    scene.add(
      .video,
      [
        scene.clip(a, r(0), r(2)) { $0.placement.rotationZ = r(30) },
        scene.clip(a, r(2), r(4), in: r(1)),
      ],
      [transition(.push(.left), r(1), r(3), from: 0, to: 1)])
    let plan = try scene.plan()
    guard case .projective(let map) = plan.alone(at: 0)?.geometry[0],
      case .projective(let moved) = try disjoint(plan, at: 45).from?.geometry[0]
    else {
      Issue.record("not projective")
      return
    }
    for (x, y) in [(0, 0), (700, 300), (959, 719)] {
      #expect(moved.point(x: x, y: y) == map.point(x: x + 320, y: y))
    }
  }
}

extension Projection {
  /// Numerators and denominator at an output pixel.
  func point(x: Int, y: Int) -> [Int64] {
    let (x, y) = (Int64(2 * x + 1), Int64(2 * y + 1))
    return [a * x + b * y + c, d * x + e * y + f, g * x + h * y + i]
  }

  /// Picture coordinates in pixels of an output pixel's centre.
  func picturePoint(x: Int, y: Int) -> (x: Double, y: Double) {
    let p = point(x: x, y: y)
    return (Double(p[0]) / Double(p[2]) / 2, Double(p[1]) / Double(p[2]) / 2)
  }
}
