import BaseValues
import PlanModel
import Raster
import Testing
import TimelineModel

@testable import Rendering

@Suite struct ExpressionPictureTests {
  @Test("a plain group is drawn as its layers")
  func plainGroup() throws {
    var scene = PictureScene(8, 6)
    let layers = [
      PictureLayer(scene.source(.noise(.yuv420p8, scene.size, seed: 1))),
      PictureLayer(scene.source(.noise(.yuva420p8, scene.size, seed: 2), weight: 20000)),
    ]
    var group = scene.color(.white, 1, 1)
    group.content = .group(
      Composition(size: Size(width: 8, height: 6), layers: layers))
    let drawn = try scene.compose([PictureLayer(group)])
    #expect(try scene.compose(layers).planes() == drawn.planes())
  }

  @Test("a gradient is the generator's")
  func gradient() throws {
    var scene = PictureScene(8, 6)
    let size = Size(width: 8, height: 6)
    var picture = scene.color(.white, 8, 6)
    let (from, to) = (Color(red: 9, green: 90, blue: 200), Color(red: 200, green: 9, blue: 90))
    picture.content = .picture(.constant(.gradient(from: from, to: to, size, isVertical: true)))
    let expected = Gradient.image(
      size: scene.size, from: SolidColor(red: 9, green: 90, blue: 200),
      to: SolidColor(red: 200, green: 9, blue: 90), direction: .down)
    #expect(try scene.compose([PictureLayer(picture)]).planes() == expected.planes())
  }

  @Test("a group at half opacity shows no layer through another one of it")
  func groupOpacity() throws {
    var scene = PictureScene(6, 6)
    let (below, above) = (
      PictureLayer(scene.source(.flat(200, 50, 60, scene.size))),
      PictureLayer(scene.source(.flat(100, 150, 160, scene.size)))
    )
    let group = scene.group([below, above], weight: 16384)
    // Halfway to the upper one alone.
    let drawn = try scene.compose([PictureLayer(group)])
    #expect(drawn.planes() == Image.flat(58, 139, 144, scene.size).planes())
  }

  @Test("a group is transparent where nothing is in it, and is moved as a picture")
  func groupPlace() throws {
    var scene = PictureScene(8, 6)
    let dot = scene.source(.flat(200, 90, 80, Size(width: 2, height: 2)), x: 2, y: 0)
    let group = scene.group(
      [PictureLayer(dot)], size: Size(width: 4, height: 2), .offset(x: 2, y: 2))
    let below = PictureLayer(scene.source(.flat(50, 60, 70, scene.size)))
    let drawn = try scene.compose([below, PictureLayer(group)])
    #expect(drawn.samples(0, 2) == [50, 50, 50, 50, 200, 200, 50, 50])
    #expect(drawn.samples(0, 1) == [UInt8](repeating: 50, count: 8))
    #expect(drawn.samples(1, 1) == [60, 60, 90, 60] && drawn.samples(2, 1) == [70, 70, 80, 70])
  }

  @Test("an opaque group hides what is below it, and what it hides itself is not asked for")
  func groupHides() throws {
    var scene = PictureScene(8, 6)
    let images = (1...3).map { Image.noise(.yuv420p8, scene.size, seed: $0) }
    let below = PictureLayer(scene.source(images[0]))
    let covered = PictureLayer(scene.source(images[1]))
    let above = PictureLayer(scene.source(images[2]))
    let group = scene.group([covered, above], coverage: .window(scene.wholeWindow))
    scene.frames = [[below, PictureLayer(group)]]
    let source = scene.source
    #expect(try scene.compositor(source).compose(0).planes() == images[2].planes())
    #expect(source.asked == [2])
    // The plan knows.
    let opaque = PictureLayer(scene.color(.white, 8, 6))
    #expect(scene.plan.hides(PictureLayer(scene.group([opaque]))))
    #expect(!scene.plan.hides(PictureLayer(scene.group([opaque], weight: 32767))))
    #expect(!scene.plan.hides(PictureLayer(scene.group([PictureLayer(scene.color(.white, 8, 5))]))))
  }

  @Test("a group that stays the same is drawn once")
  func groupKept() throws {
    var scene = PictureScene(8, 6)
    let still = PictureLayer(scene.source(.noise(.yuva420p8, scene.size, seed: 4)))
    scene.frames = (0..<4).map { frame in
      [PictureLayer(scene.group([still], .offset(x: frame, y: 0), weight: 30000))]
    }
    let source = scene.source
    let compositor = scene.compositor(source)
    for frame in 0..<4 { _ = try compositor.compose(frame) }
    #expect(source.asked == [0])
  }

  @Test("in a transition a mask shows the incoming picture, and outside of it the outgoing one")
  func maskedTransition() throws {
    var scene = PictureScene(8, 4)
    var from = scene.source(.flat(100, 110, 120, scene.size))
    var to = scene.source(.flat(200, 210, 220, scene.size))
    to.coverage = .constant(scene.mask(.rectangle(Rect(x: 0, y: 0, width: 4, height: 4))))
    from.coverage = .constant(.outside(MaskID(0), threshold: 16384, softness: 0))
    let drawn = try scene.compose([scene.disjoint(from, to)])
    #expect(drawn.samples(0, 1) == [200, 200, 200, 200, 100, 100, 100, 100])
    #expect(drawn.samples(1, 1) == [210, 210, 110, 110])
    #expect(drawn.samples(2, 0) == [220, 220, 120, 120])
  }

  /// 60 of 235 is 44/219 of white: 0.2009.
  private static let seenThrough: [(PlannedMatte.Channel, UInt8)] = [
    (.luma, 120), (.lumaInverted, 180), (.alpha, 200), (.alphaInverted, 100),
  ]

  @Test(
    "a picture is seen through the luma or the alpha of layers that are not seen themselves",
    arguments: seenThrough)
  func matte(_ channel: PlannedMatte.Channel, _ expected: UInt8) throws {
    var scene = PictureScene(8, 4)
    let below = PictureLayer(scene.source(.flat(100, 128, 128, scene.size)))
    var seen = scene.source(.flat(200, 128, 128, scene.size))
    let half = scene.source(.flat(60, 20, 240, Size(width: 4, height: 4)))
    seen.mattes = [
      PlannedMatte(
        channel, of: Composition(size: scene.size, layers: [PictureLayer(half)]))
    ]
    let drawn = try scene.compose([below, PictureLayer(seen)])
    // On the right there is nothing to look through.
    let beside: UInt8 = channel.isInverted ? 200 : 100
    let row = Array(repeating: expected, count: 4) + Array(repeating: beside, count: 4)
    #expect(drawn.samples(0, 1) == row)
  }

  @Test("a picture seen through half an opacity is half seen")
  func softMatte() throws {
    var scene = PictureScene(4, 4)
    let below = PictureLayer(scene.source(.flat(100, 128, 128, scene.size)))
    var seen = scene.source(.flat(200, 128, 128, scene.size))
    let half = scene.source(.flat(60, 20, 240, scene.size), weight: 16384)
    seen.mattes = [
      PlannedMatte(.alpha, of: Composition(size: scene.size, layers: [PictureLayer(half)]))
    ]
    let drawn = try scene.compose([below, PictureLayer(seen)])
    for sample in drawn.samples(0, 2) { #expect((149...151).contains(sample)) }
  }

  @Test("a blend mode mixes with what is below on its own canvas only")
  func modeInGroup() throws {
    var scene = PictureScene(4, 4)
    // Full and half of white's light: multiplied they are half of it.
    let white = PictureLayer(scene.source(.flat(235, 128, 128, scene.size)))
    let grey = scene.source(.flat(126, 128, 128, scene.size))
    let multiplied = PictureLayer(grey, blendMode: BlendModeName(rawValue: "multiply"))
    let below = PictureLayer(scene.source(.flat(60, 128, 128, scene.size)))
    func luma(_ layers: [PictureLayer]) throws -> UInt8 {
      try scene.compose(layers).samples(0, 0)[0]
    }
    #expect(try luma([white, multiplied]) == 126)
    // 16 + 44 · 110 / 219
    #expect(try luma([below, multiplied]) == 38)
    // Nothing is below it in the group.
    #expect(try luma([below, PictureLayer(scene.group([multiplied], weight: 32767))]) == 126)
  }

  @Test("a blend mode that there is not is an error")
  func unknownMode() throws {
    var scene = PictureScene(4, 4)
    let layer = PictureLayer(
      scene.source(.flat(9, 9, 9, scene.size)), blendMode: BlendModeName(rawValue: "glow"))
    #expect(throws: RenderError(.media, "blend mode 'glow' cannot be drawn")) {
      try scene.compose([layer])
    }
  }

  // MARK: - Depth

  @Test("a composition in 10 bits has more levels than one in 8")
  func depth() throws {
    var scene = PictureScene(1024, 2)
    var ramp = scene.color(.white, 1, 1)
    ramp.content = .picture(
      .constant(
        .gradient(
          from: .black, to: .white, Size(width: 1024, height: 2), isVertical: false)))
    ramp.opacity = .constant(32767)
    scene.frames = [[PictureLayer(ramp)]]
    let `default` = try scene.compositor().compose(0).planes()
    let deep = try scene.compositor(depth: 10).compose(0).planes(as: UInt16.self)
    #expect(Set(`default`[0][0]).count == 220)
    // There are 877 from black to white; a dithered row of 1024 does not meet each of them.
    #expect(Set(deep[0][0]).count > 660)
    // Both are within a code of their own of the same.
    #expect(
      zip(`default`[0][0], deep[0][0]).allSatisfy { abs(Int($0) * 4 - Int($1)) <= 5 })
  }

  @Test("pictures of 8 bits are widened exactly")
  func widened() throws {
    var scene = PictureScene(7, 5)
    let image = Image.noise(.yuv420p8, scene.size, seed: 3)
    scene.frames = [[PictureLayer(scene.source(image))]]
    let deep = try scene.compositor(depth: 10).compose(0)
    #expect(deep.format == .yuv420p10)
    #expect(
      deep.planes(as: UInt16.self) == image.planes().map { $0.map { $0.map { UInt16($0) * 4 } } })
  }
}
