import BaseValues
import PlanModel
import Raster
import TimelineModel
import SeededNumbers

/// Scenes of one frame, made of everything that a plan can hold.
struct SceneGenerator {
  private var generator: SeededGenerator
  private var scene: PictureScene
  private let isProjective: Bool
  /// Whether there are groups, masks and blend modes.
  private let isExpression: Bool
  private let depths: ClosedRange<Int>
  private var nesting = 0
  /// What is drawn on: the output, or a group's own.
  private var canvas: Size

  init(seed: UInt64, projective: Bool, expression: Bool = false, depth: Int = 8) {
    generator = SeededGenerator(seed: seed)
    isProjective = projective
    isExpression = expression
    depths = 8...depth
    scene = PictureScene(generator.number(1...13), generator.number(1...11))
    canvas = scene.size
    scene.background = YCbCr(
      y: UInt16(generator.number(0...255)), cb: UInt16(generator.number(0...255)),
      cr: UInt16(generator.number(0...255)))
  }

  mutating func make() -> PictureScene {
    var layers: [PictureLayer] = []
    for _ in 0..<generator.number(1...4) { layers.append(layer()) }
    scene.frames = [layers]
    return scene
  }

  private mutating func layer() -> PictureLayer {
    var layer = plainLayer()
    guard isExpression else { return layer }
    if layer.name != "push" {
      for index in layer.inputs.indices where generator.chance(1, in: 3) {
        layer.inputs[index].coverage = .constant(mask())
      }
    } else if layer.inputs.count == 2, generator.chance(1, in: 2),
      case .mask(let mask, let threshold, let softness) = mask()
    {
      let outside = Coverage.outside(mask, threshold: threshold, softness: softness)
      layer.inputs[0].coverage = .constant(outside)
      layer.inputs[1].coverage = .constant(
        .mask(mask, threshold: threshold, softness: softness))
    }
    if generator.chance(1, in: 3) {
      let mode = scene.blendModes[generator.number(0...1)]
      layer.blendMode = BlendModeName(rawValue: mode.name)
    }
    return layer
  }

  private mutating func mask() -> Coverage {
    let mask: PlannedMask
    switch generator.number(0...3) {
    case 0: mask = .rectangle(window())
    case 1: mask = .ellipse(window())
    case 2: mask = .wipe(generator.chance(1, in: 2) ? 1 : 41, canvas)
    default:
      // Mostly conformed to the canvas.
      let size =
        generator.chance(3, in: 4)
        ? canvas : Size(width: generator.number(1...16), height: generator.number(1...16))
      _ = scene.source(
        .noise(format(isAlpha: generator.chance(1, in: 2)), size, seed: generator.next()))
      mask = .picture(ConformID(scene.images.count - 1), sourceFrame: 0)
    }
    return scene.mask(
      mask, threshold: generator.number(-32768...32768),
      softness: generator.chance(1, in: 3) ? 0 : generator.number(0...32768))
  }

  private mutating func group(window: Rect?) -> PictureInput {
    let outer = canvas
    nesting += 1
    if generator.chance(1, in: 2) {
      canvas = Size(width: generator.number(1...14), height: generator.number(1...14))
    }
    var layers: [PictureLayer] = []
    for _ in 0..<generator.number(1...3) { layers.append(layer()) }
    let size = canvas
    canvas = outer
    nesting -= 1
    let place = generator.chance(1, in: 3) ? Geometry.offset(x: 0, y: 0) : geometry()
    return scene.group(
      layers, size: size, place, weight: weight(),
      coverage: window.map(Coverage.window) ?? .all)
  }

  private mutating func plainLayer() -> PictureLayer {
    switch generator.number(0...5) {
    case 0:
      return PictureLayer(picture(window: generator.chance(1, in: 2) ? window() : nil))
    case 1:
      let isAlpha = generator.chance(1, in: 2)
      let text = scene.text(
        image(format(isAlpha: isAlpha)), originX: generator.number(-9...3),
        originY: generator.number(-9...3), geometry(), weight: weight())
      return PictureLayer(text)
    case 2:
      let color = Color(
        red: 200, green: 30, blue: 90, alpha: generator.chance(1, in: 2) ? 255 : 100)
      return PictureLayer(
        scene.color(
          color, generator.number(1...18), generator.number(1...18), x: generator.number(-5...5),
          y: generator.number(-5...5)))
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
    if isExpression && nesting < 2 && generator.chance(1, in: 3) {
      return group(window: window)
    }
    let isAlpha = generator.chance(1, in: 3)
    // Often a picture that covers the output, as clips do.
    if generator.chance(1, in: 3) {
      let image = Image.noise(format(isAlpha: isAlpha), canvas, seed: generator.next())
      return scene.source(image, weight: weight(), window: window)
    }
    return scene.source(
      image(format(isAlpha: isAlpha)), geometry(), weight: weight(), window: window)
  }

  private mutating func format(isAlpha: Bool) -> PixelFormat {
    let isDeep = depths.count > 1 && generator.chance(1, in: 2)
    return isDeep ? (isAlpha ? .yuva420p10 : .yuv420p10) : (isAlpha ? .yuva420p8 : .yuv420p8)
  }

  private mutating func image(_ format: PixelFormat) -> Image {
    let size = Size(width: generator.number(1...24), height: generator.number(1...24))
    return .noise(format, size, seed: generator.next())
  }

  private mutating func geometry() -> Geometry {
    if isProjective && generator.chance(2, in: 3) {
      return generator.chance(1, in: 4) ? .nearest(projection()) : .projective(projection())
    }
    return .offset(x: generator.number(-11...11), y: generator.number(-11...11))
  }

  private mutating func projection() -> Projection {
    let one = 1 << 20
    // From much smaller to much larger, turned, moved and a little in perspective; or upright.
    let scale = generator.number(1...6) * one / generator.number(1...3)
    if generator.chance(1, in: 3) {
      let sign: Int64 = generator.chance(1, in: 4) ? -1 : 1
      return Projection(
        a: sign * Int64(scale), b: 0, c: Int64(generator.number(-18 * one...18 * one)),
        d: 0, e: Int64(generator.number(1...6) * one / generator.number(1...3)),
        f: Int64(generator.number(-18 * one...18 * one)), g: 0, h: 0, i: Int64(one))
    }
    let turn = generator.number(-one...one)
    func wide(_ value: Int) -> Int64 { Int64(value) }
    return Projection(
      a: wide(scale), b: wide(turn), c: wide(generator.number(-18...18) * one),
      d: wide(-turn), e: wide(scale), f: wide(generator.number(-18...18) * one),
      g: wide(generator.number(-one / 200...one / 200)), h: 0, i: wide(one))
  }

  private mutating func window() -> Rect {
    Rect(
      x: generator.number(-3...canvas.width), y: generator.number(-3...canvas.height),
      width: generator.number(0...14), height: generator.number(0...14))
  }

  /// Two windows that share no pixel.
  private mutating func windows() -> (Rect, Rect) {
    let (width, height) = (canvas.width, canvas.height)
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
