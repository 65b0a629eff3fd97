import PixelGeometry
import PlanModel
import Raster
import Rendering
import Testing
import TimelineModel

/// Scenes of one frame, made of everything that a plan can hold.
private struct SceneGenerator {
  private var generator: FrameGenerator
  private var scene: PictureScene
  private let isProjective: Bool

  init(seed: UInt64, projective: Bool) {
    generator = FrameGenerator(seed: seed)
    isProjective = projective
    scene = PictureScene(generator.number(1...23), generator.number(1...19))
    scene.background = YCbCr(
      y: UInt8(generator.number(0...255)), cb: UInt8(generator.number(0...255)),
      cr: UInt8(generator.number(0...255)))
  }

  mutating func make() -> PictureScene {
    var layers: [PictureLayer] = []
    for _ in 0..<generator.number(1...4) { layers.append(layer()) }
    scene.frames = [layers]
    return scene
  }

  private mutating func layer() -> PictureLayer {
    switch generator.number(0...5) {
    case 0:
      return PictureLayer(picture(window: generator.chance(1, in: 2) ? window() : nil))
    case 1:
      let isAlpha = generator.chance(1, in: 2)
      let text = scene.text(
        image(isAlpha ? .yuva420p8 : .yuv420p8), originX: generator.number(-9...3),
        originY: generator.number(-9...3), geometry(), weight: weight())
      return PictureLayer(text)
    case 2:
      let color = Color(
        red: 200, green: 30, blue: 90, alpha: generator.chance(1, in: 2) ? 255 : 100)
      return PictureLayer(
        scene.color(
          color, generator.number(1...30), generator.number(1...30), x: generator.number(-8...8),
          y: generator.number(-8...8)))
    case 3, 4:
      let from = generator.chance(1, in: 6) ? nil : picture()
      let to = generator.chance(1, in: 6) ? nil : picture()
      return scene.dissolve(from, to, weight())
    default:
      let (first, second) = windows()
      let from = generator.chance(1, in: 6) ? nil : picture(window: first)
      let to = generator.chance(1, in: 6) ? nil : picture(window: second)
      return scene.disjoint(from, to)
    }
  }

  private mutating func weight() -> Int {
    generator.chance(1, in: 2) ? 32768 : generator.number(0...32768)
  }

  private mutating func picture(window: Rect? = nil) -> PictureInput {
    let isAlpha = generator.chance(1, in: 3)
    // Often a picture that covers the output, as clips do.
    if generator.chance(1, in: 3) {
      let image = Image.noise(isAlpha ? .yuva420p8 : .yuv420p8, scene.size, seed: generator.next())
      return scene.source(image, weight: weight(), window: window)
    }
    return scene.source(
      image(isAlpha ? .yuva420p8 : .yuv420p8), geometry(), weight: weight(), window: window)
  }

  private mutating func image(_ format: PixelFormat) -> Image {
    let size = Size(width: generator.number(1...40), height: generator.number(1...40))
    return .noise(format, size, seed: generator.next())
  }

  private mutating func geometry() -> Geometry {
    if isProjective && generator.chance(2, in: 3) { return .projective(projection()) }
    return .offset(x: generator.number(-18...18), y: generator.number(-18...18))
  }

  private mutating func projection() -> Projection {
    let one = 1 << 20
    // From much smaller to much larger, turned, moved and a little in perspective.
    let scale = generator.number(1...4) * one / generator.number(1...2)
    let turn = generator.number(-one...one)
    func wide(_ value: Int) -> Int64 { Int64(value) }
    return Projection(
      a: wide(scale), b: wide(turn), c: wide(generator.number(-30...30) * one),
      d: wide(-turn), e: wide(scale), f: wide(generator.number(-30...30) * one),
      g: wide(generator.number(-one / 200...one / 200)), h: 0, i: wide(one))
  }

  private mutating func window() -> Rect {
    Rect(
      x: generator.number(-3...scene.size.width), y: generator.number(-3...scene.size.height),
      width: generator.number(0...24), height: generator.number(0...24))
  }

  /// Two windows that share no pixel.
  private mutating func windows() -> (Rect, Rect) {
    let (width, height) = (scene.size.width, scene.size.height)
    let pair: (Rect, Rect)
    if generator.chance(1, in: 2) {
      let x = generator.number(0...width)
      pair = (
        Rect(x: 0, y: 0, width: x, height: height),
        Rect(x: x, y: 0, width: width - x, height: height)
      )
    } else {
      let y = generator.number(0...height)
      pair = (
        Rect(x: 0, y: 0, width: width, height: y),
        Rect(x: 0, y: y, width: width, height: height - y)
      )
    }
    return generator.chance(1, in: 2) ? pair : (pair.1, pair.0)
  }
}

@Suite struct CompositorRuleTests {
  @Test(
    "any stack of layers follows the rule bit by bit",
    arguments: [false, true])
  func rule(projective: Bool) throws {
    for seed in UInt64(0)..<(projective ? 300 : 800) {
      var generator = SceneGenerator(seed: seed, projective: projective)
      let scene = generator.make()
      let image = try scene.compositor().compose(0)
      let expected = PlainCompositor(scene).compose(0)
      guard image.size == scene.size, image.format == .yuv420p8 else {
        Issue.record("seed \(seed): \(image.format) of \(image.size)")
        continue
      }
      let planes = image.planes()
      if planes != expected {
        Issue.record("seed \(seed): \(difference(planes, expected)) of \(scene.size)")
      }
    }
  }

  private func difference(_ a: [[[UInt8]]], _ b: [[[UInt8]]]) -> String {
    for plane in a.indices {
      for y in a[plane].indices {
        for x in a[plane][y].indices where a[plane][y][x] != b[plane][y][x] {
          return "plane \(plane) (\(x), \(y)) is \(a[plane][y][x]), not \(b[plane][y][x])"
        }
      }
    }
    return "none"
  }
}
