import BaseValues
import PictureKinds
import Testing
import TimelineModel

@testable import PlanModel
@testable import RenderPlanning

@Suite struct HardCutTests {
  private var scene = Scene()
  private let a: MediaID
  private let b: MediaID

  init() {
    a = scene.add("a")
    b = scene.add("b")
  }

  private func cuts(_ body: (inout Scene) -> Void) throws -> [Int] {
    var scene = scene
    body(&scene)
    return try scene.plan().hardCuts()
  }

  @Test("clips that follow each other have a cut, also of one source")
  func cut() throws {
    #expect(
      try cuts { scene in
        scene.add(
          .video,
          [
            scene.clip(a, r(0), r(1)), scene.clip(a, r(1), r(2), in: r(5)),
            scene.clip(b, r(2), r(3)),
          ])
      } == [30, 60])
  }

  @Test("a transition has no cut at either end, also where another track begins within it")
  func transitions() throws {
    let overlay = try cuts { scene in
      scene.add(
        .video, [scene.clip(a, r(0), r(2), in: r(9)), scene.clip(b, r(2), r(4), in: r(9))],
        [transition(.dissolve, r(3, 2), r(5, 2), from: 0, to: 1)])
      scene.add(.video, [scene.clip(a, r(2), r(3)) { $0.placement.opacity = .half }])
    }
    #expect(overlay == [])
  }

  @Test("transitions that follow each other have no cut, one that leaves its clip has")
  func chain() throws {
    #expect(
      try cuts { scene in
        scene.add(
          .video,
          [
            scene.clip(a, r(0), r(2)), scene.clip(b, r(1), r(3)), scene.clip(a, r(2), r(4)),
            scene.clip(b, r(4), r(5)),
          ],
          [
            transition(.dissolve, r(1), r(2), from: 0, to: 1),
            transition(.push(.left), r(2), r(3), from: 1, to: 2),
          ])
      } == [120])
  }

  @Test("gaps and titles have no cuts")
  func gaps() throws {
    #expect(
      try cuts { scene in
        scene.add(.video, [scene.clip(a, r(0), r(1)), scene.clip(b, r(2), r(3))])
      } == [])
  }

  @Test("a cut that cannot be seen is none")
  func hidden() throws {
    let below = { (scene: inout Scene) in
      _ = scene.add(.video, [scene.clip(a, r(0), r(1)), scene.clip(b, r(1), r(2))])
    }
    #expect(try cuts(below) == [30])
    let color = MediaContent.color(Color.white)
    #expect(
      try cuts { scene in
        below(&scene)
        let white = scene.add("white", content: color)
        scene.add(.video, [scene.clip(white, r(0), r(2)) { $0.fit = .stretch }])
      } == [])
  }

  @Test("a frame is named by what it shows, from back to front")
  func labels() throws {
    var scene = scene
    scene.add(.video, [scene.clip(a, r(0), r(2))])
    scene.add(.video, [scene.clip(b, r(1), r(2)) { $0.placement.opacity = .half }])
    let plan = try scene.plan()
    #expect(plan.labels(at: 29) == ["a"])
    #expect(plan.labels(at: 30) == ["a", "b"])
    #expect(plan.labels(at: 60) == [])
  }
}
