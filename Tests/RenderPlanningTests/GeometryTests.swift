import BaseValues
import Testing
import TimelineModel
import SeededNumbers

@testable import PlanModel
@testable import RenderPlanning

private func layer(
  _ video: VideoFacts = Scene.movie, size: Size = Size(width: 1280, height: 720),
  change: (inout FrameProperties) -> Void = { _ in }
) throws -> (plan: RenderPlan, picture: PictureInput?) {
  var scene = Scene()
  scene.size = size
  let a = scene.add("a", video)
  scene.add(.video, [scene.clip(a, r(0), r(1), change: change)])
  let plan = try scene.plan()
  return (plan, plan.alone(at: 0))
}

private func still(_ width: Int, _ height: Int, _ orientation: Orientation = .upright) -> VideoFacts
{
  VideoFacts(
    codedSize: Size(width: width, height: height), orientation: orientation, frames: .still)
}

@Suite struct GeometryTests {
  @Test("contain fits the whole picture and centres it")
  func contain() throws {
    let (plan, picture) = try layer(still(640, 480))
    #expect(plan.conforms[0].size == Size(width: 960, height: 720))
    #expect(picture?.geometry[0] == .offset(x: 160, y: 0))
  }

  @Test("cover crops the source and scales nothing that is hidden")
  func cover() throws {
    let (plan, picture) = try layer(still(640, 480)) { $0.fit = .cover }
    #expect(plan.conforms[0].crop == Rect(x: 0, y: 60, width: 640, height: 360))
    #expect(plan.conforms[0].size == Size(width: 1280, height: 720))
    #expect(picture?.geometry[0] == .offset(x: 0, y: 0))
  }

  @Test("stretch gives up the shape, none keeps the size")
  func stretchAndNone() throws {
    #expect(
      try layer(still(640, 480)) { $0.fit = .stretch }.plan.conforms[0].size
        == Size(width: 1280, height: 720))
    let (plan, picture) = try layer(still(640, 480)) { $0.fit = .none }
    #expect(plan.conforms[0].size == Size(width: 640, height: 480))
    #expect(picture?.geometry[0] == .offset(x: 320, y: 120))
  }

  @Test("a turned source is as wide as it was high")
  func orientation() throws {
    let (plan, picture) = try layer(still(1280, 720, .rotatedClockwise))
    #expect(plan.conforms[0].crop == Rect(x: 0, y: 0, width: 720, height: 1280))
    #expect(plan.conforms[0].size == Size(width: 405, height: 720))
    #expect(picture?.geometry[0] == .offset(x: 438, y: 0))
  }

  @Test("pixels that are not square are made so by scaling")
  func pixelAspect() throws {
    var facts = still(720, 576)
    facts.pixelAspect = r(64, 45)
    #expect(
      try layer(facts) { $0.fit = .none }.plan.conforms[0].size
        == Size(width: 1024, height: 576))
    facts.orientation = .rotatedClockwise
    #expect(
      try layer(facts) { $0.fit = .none }.plan.conforms[0].size
        == Size(width: 576, height: 1024))
  }

  @Test("a static scale is part of the conform, and the position is put on whole pixels")
  func staticScale() throws {
    let (plan, picture) = try layer {
      $0.placement.scale = Point(x: r(1, 2), y: r(1, 2))
      $0.placement.position = Point(x: r(1003, 10), y: r(2001, 4))
    }
    #expect(plan.conforms[0].size == Size(width: 640, height: 360))
    #expect(picture?.geometry[0] == .offset(x: -220, y: 320))
  }

  @Test("a crop is in pixels of the upright picture")
  func crop() throws {
    let (plan, picture) = try layer(still(1280, 720)) {
      $0.crop = Crop(left: r(1, 4), top: .zero, right: r(1, 4), bottom: .zero)
    }
    #expect(plan.conforms[0].crop == Rect(x: 320, y: 0, width: 640, height: 720))
    #expect(plan.conforms[0].size == Size(width: 640, height: 720))
    #expect(picture?.geometry[0] == .offset(x: 320, y: 0))
  }

  @Test("a quarter turn maps pixel centres exactly onto pixel centres")
  func quarterTurn() throws {
    let (_, picture) = try layer { $0.placement.rotationZ = r(90) }
    guard case .projective(let map) = picture?.geometry[0] else {
      Issue.record("not projective")
      return
    }
    // Clockwise: the picture's left end is up. Output (640 + dx, 360 + dy) shows (640 + dy, 360 − dx).
    for (x, y) in [(640, 360), (700, 100), (300, 719)] {
      let point = map.point(x: x, y: y)
      #expect(point[0] == Int64(2 * (640 + y - 360) + 1) * point[2])
      #expect(point[1] == Int64(2 * (360 - (x + 1 - 640)) + 1) * point[2])
    }
  }

  @Test("a picture that grows keeps its source's pixels and its centre")
  func growing() throws {
    var scene = Scene()
    let a = scene.add("a")
    scene.add(
      .video,
      [
        scene.clip(a, r(0), r(2)) {
          $0.animations = [
            animation(.scale, [[.one, .one], [r(2), r(2)]], duration: .one)
          ]
        }
      ])
    let plan = try scene.plan()
    #expect(plan.conforms[0].size == Size(width: 1280, height: 720))
    func map(_ frame: Int) -> Projection? {
      if case .projective(let map) = plan.alone(at: frame)?.geometry[0] { map } else { nil }
    }
    let first = try #require(map(0)).picturePoint(x: 100, y: 50)
    #expect(first == (100.5, 50.5))
    let last = try #require(map(30)).picturePoint(x: 100, y: 50)
    #expect(last == (370.25, 205.25))
  }

  @Test("a picture that is turned while it shrinks keeps its source's pixels")
  func shrinkingTurned() throws {
    let (plan, _) = try layer {
      $0.placement.rotationZ = r(10)
      $0.animations = [animation(.scale, [[r(2), r(2)], [.one, .one]], duration: .one)]
    }
    #expect(plan.conforms[0].size == Size(width: 1280, height: 720))
  }

  @Test("a moving picture with more pixels than can be seen keeps two for each one shown")
  func largeMoving() throws {
    let (plan, _) = try layer(still(5120, 1440)) {
      $0.fit = .stretch
      $0.animations = [animation(.scale, [[.one, .one], [r(1, 2), r(1, 2)]], duration: .one)]
    }
    #expect(plan.conforms[0].size == Size(width: 2560, height: 1440))
  }

  @Test("perspective shrinks the side that turns away")
  func perspective() throws {
    let (_, picture) = try layer(still(400, 400)) {
      $0.fit = .none
      $0.placement.rotationY = r(60)
    }
    guard case .projective(let map) = picture?.geometry[0] else {
      Issue.record("not projective")
      return
    }
    // The right edge lies 200 · sin 60° behind the plane at 200 · cos 60° to the right:
    // 100 / (1 + 173.2 / 1000) = 85.2 pixels from the centre; the left one in front: 120.9.
    #expect(map.picturePoint(x: 640 + 84, y: 360).x < 400)
    #expect(map.picturePoint(x: 640 + 86, y: 360).x > 400)
    #expect(map.picturePoint(x: 640 - 120, y: 360).x > 0)
    #expect(map.picturePoint(x: 640 - 122, y: 360).x < 0)
  }

  @Test("a plane seen from its edge is left out")
  func edgeOn() throws {
    var scene = Scene()
    let a = scene.add("a")
    scene.add(
      .video,
      [
        scene.clip(a, r(0), r(2)) {
          $0.animations = [animation(.rotationY, [[.zero], [r(180)]], duration: r(2))]
        }
      ])
    let plan = try scene.plan()
    #expect(plan.segments.map(\.frames) == [0..<30, 30..<31, 31..<60])
    #expect(plan.layers(at: 30).isEmpty)
  }

  @Test("maps stay within their integers for layers of all sizes and angles")
  func limits() throws {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<400 {
      let size = Size(
        width: 2 * Int.random(in: 1...4096, using: &generator),
        height: 2 * Int.random(in: 1...4096, using: &generator))
      func number(_ limit: Int64) -> Rational {
        r(Int64.random(in: -limit...limit, using: &generator), 997)
      }
      let (_, picture) = try layer(still(640, 360), size: size) {
        $0.placement.position = Point(x: number(9_000_000), y: number(9_000_000))
        $0.placement.scale = Point(x: number(20_000), y: number(20_000))
        $0.placement.rotationX = number(997 * 360)
        $0.placement.rotationY = number(997 * 360)
        $0.placement.rotationZ = number(997 * 360)
        $0.perspective = r(Int64.random(in: 1...3000, using: &generator))
      }
      guard case .projective(let map) = picture?.geometry[0] else { continue }
      var isInFront = false
      for x in [0, size.width / 2, size.width - 1] {
        for y in [0, size.height / 2, size.height - 1] {
          let point = map.point(x: x, y: y)
          #expect(point[2] <= 1 << 30)
          #expect(point[0].magnitude < 1 << 46 && point[1].magnitude < 1 << 46)
          if point[2] > 0 { isInFront = true }
        }
      }
      #expect(isInFront)
    }
  }

  @Test("black, white and grey become their limited-range codes")
  func background() {
    #expect(YCbCr(.black) == YCbCr(y: 16, cb: 128, cr: 128))
    #expect(YCbCr(.white) == YCbCr(y: 235, cb: 128, cr: 128))
    #expect(YCbCr(Color(red: 255, green: 0, blue: 0)) == YCbCr(y: 63, cb: 102, cr: 240))
    #expect(YCbCr(Color(red: 0, green: 0, blue: 255)) == YCbCr(y: 32, cb: 240, cr: 118))
  }
}
