import Diagnostics
import BaseValues
import Testing
import TimelineModel

@testable import PlanModel
@testable import RenderPlanning

private let style = TextStyle(text: "Golden Gate", font: .family("DejaVu Sans"), size: r(54))

private func title(
  _ start: Rational, _ end: Rational, _ layer: [Animation] = [], group: [Animation] = [],
  content: TitleLayer.Content = .text(style), change: (inout Placement) -> Void = { _ in }
) -> Title {
  var placement = Placement(position: Point(x: r(640), y: r(470)))
  change(&placement)
  return Title(
    placed: range(start, end),
    layers: [
      TitleLayer(content: content, placement: placement, animations: layer, range: .none)
    ], animations: group, range: .none)
}

private func plan(_ titles: [Title], until end: Rational = r(10)) throws -> RenderPlan {
  var scene = Scene()
  scene.duration = end
  scene.add(.titles, titles: titles)
  return try scene.plan()
}

private func picture(_ plan: RenderPlan, at frame: Int) -> PictureInput? { plan.alone(at: frame) }

private let fade = animation(
  .opacity, [[.zero], [.one], [.one], [.zero]], keyTimes: [.zero, r(1, 5), r(4, 5), .one],
  duration: r(3))

@Suite struct TitlePlanTests {
  @Test("an untouched text stands on whole pixels at its own size")
  func untouched() throws {
    let plan = try plan([title(r(1), r(4)) { $0.position = Point(x: r(1281, 2), y: r(4683, 10)) }])
    #expect(plan.rasters.map(\.scale) == [1])
    #expect(plan.rasters[0].anchorX == 32768)
    #expect(picture(plan, at: 30)?.geometry[0] == .offset(x: 641, y: 468))
    #expect(plan.segments.map(\.frames) == [0..<30, 30..<120, 120..<300])
  }

  @Test("a fading title is dropped from the frames on which it cannot be seen")
  func fading() throws {
    let plan = try plan([title(r(1), r(4), [fade])])
    #expect(plan.segments.map(\.frames) == [0..<31, 31..<120, 120..<300])
    #expect(picture(plan, at: 30) == nil)
    #expect(picture(plan, at: 39)?.opacity[0] == 16384)
    #expect(picture(plan, at: 48)?.opacity[0] == 32768)
    #expect(picture(plan, at: 102)?.opacity[0] == 32768)
    #expect(picture(plan, at: 111)?.opacity[0] == 16384)
  }

  @Test("a text that moves through many frames is measured once")
  func measuredOnce() throws {
    var scene = Scene()
    scene.duration = r(10)
    let rise = animation(.opacity, [[.zero], [.one]], duration: r(8))
    let move = animation(
      .position, [[r(100), r(100)], [r(900), r(500)]], duration: r(8))
    scene.add(.titles, titles: [title(r(1), r(9), [rise, move])])
    let plan = try scene.plan()
    #expect(plan.segments.contains { $0.frames.count > 200 })
    for box in [Rect(x: 0, y: 0, width: 90, height: 30), nil] {
      var (reached, drawn) = (0, 0)
      let findings = PlanCheck.findings(
        plan, of: scene.timeline, catalog: scene.catalog,
        ink: { _ in
          drawn += 1
          return [Rect(x: 0, y: 0, width: 80, height: 20)]
        },
        reach: { _ in
          reached += 1
          return box
        })
      // Where that can be told without drawing nothing is drawn.
      #expect(findings.isEmpty && reached == 1 && drawn == (box == nil ? 1 : 0))
    }
  }

  @Test("an animation that begins at 0 shows at 0")
  func atZero() throws {
    let rise = animation(.opacity, [[r(1, 2)], [.one]], duration: .one)
    #expect(picture(try plan([title(r(0), r(2), [rise])]), at: 0)?.opacity[0] == 16384)
  }

  @Test("an animated opacity stands for the resting one, and the layer's and the title's multiply")
  func opacities() throws {
    let quarter = animation(.opacity, [[r(1, 4)]], duration: .one)
    func weight(_ layer: [Animation], group: [Animation]) throws -> Int? {
      var half = title(r(0), r(2), layer, group: group) { $0.opacity = r(1, 2) }
      half.opacity = r(1, 2)
      return picture(try plan([half]), at: 0)?.opacity[0]
    }
    #expect(try weight([], group: []) == 8192)
    #expect(try weight([quarter], group: []) == 4096)
    #expect(try weight([], group: [quarter]) == 4096)
    #expect(try weight([quarter], group: [quarter]) == 2048)
  }

  @Test("a text that pops is drawn for its largest scale")
  func pop() throws {
    let pop = animation(
      .scale, [[.one, .one], [r(13, 10), r(13, 10)]], begin: r(13, 10), duration: r(35, 100),
      autoreverses: true)
    let plan = try plan([title(r(11, 2), r(19, 2), [pop])])
    #expect(plan.rasters.map(\.scale) == [2])
    guard case .projective(let map) = picture(plan, at: 165)?.geometry[0] else {
      Issue.record("not projective")
      return
    }
    // The anchor's pixel has its centre half a pixel, so one raster pixel, from the anchor.
    #expect(map.picturePoint(x: 640, y: 470) == (1, 1))
    #expect(map.picturePoint(x: 645, y: 460) == (11, -19))
  }

  @Test("equal texts are drawn once, colours that change once each")
  func rasters() throws {
    let flash = animation(
      .color, [[r(255), .zero, .zero, r(255)], [.zero, .zero, r(255), r(255)]],
      easing: .hold, duration: .one)
    let plan = try plan([
      title(r(0), r(1)), title(r(1), r(2)), title(r(2), r(4), [flash]), title(r(4), r(6), [flash]),
    ])
    #expect(
      plan.rasters.map(\.style.color) == [
        .white, Color(red: 255, green: 0, blue: 0), Color(red: 0, green: 0, blue: 255),
      ])
    #expect(picture(plan, at: 89)?.picture?[0] == .text(RasterID(1)))
    #expect(picture(plan, at: 90)?.picture?[0] == .text(RasterID(2)))
    #expect(picture(plan, at: 120)?.picture?[0] == .text(RasterID(1)))
  }

  @Test("a group turns all layers about the output's centre and moves them by its position")
  func group() throws {
    let turn = animation(.rotationZ, [[r(90)]], duration: .one)
    let move = animation(.position, [[r(10), r(20)]], duration: .one)
    let plan = try plan([
      title(r(0), r(1), group: [turn, move]) { $0.position = Point(x: r(740), y: r(360)) }
    ])
    guard case .projective(let map) = picture(plan, at: 0)?.geometry[0] else {
      Issue.record("not projective")
      return
    }
    // 100 to the right of the centre turns to 100 below it, then moves.
    #expect(map.picturePoint(x: 650, y: 480) == (0.5, -0.5))
  }

  @Test("a title's film runs in the title's own time, at the size asked for")
  func film() throws {
    var scene = Scene()
    let logo = scene.add("logo")
    scene.add(
      .titles, titles: [title(r(2), r(4), content: .image(logo, width: 320, height: nil))])
    let plan = try scene.plan()
    #expect(plan.conforms[0].size == Size(width: 320, height: 180))
    #expect(plan.sourceFrame(at: 60) == 0)
    #expect(plan.sourceFrame(at: 75) == 15)
    #expect(picture(plan, at: 60)?.geometry[0] == .offset(x: 480, y: 380))
  }

  @Test("a spinning title shows its back and vanishes where its edge is seen")
  func spin() throws {
    let spin = animation(.rotationY, [[.zero], [r(-720)]], duration: r(8))
    let plan = try plan([
      title(r(0), r(8), [spin]) { $0.position = Point(x: r(640), y: r(360)) }
    ])
    #expect(picture(plan, at: 30) == nil)
    #expect(picture(plan, at: 29) != nil)
    guard case .projective(let map) = picture(plan, at: 60)?.geometry[0] else {
      Issue.record("not projective")
      return
    }
    #expect(map.picturePoint(x: 640, y: 360) == (-0.5, 0.5))
  }
}
