import PixelGeometry
public import PlanModel
public import Raster
import TimelineModel

/// Makes output frames: the only place where pictures are blended.
///
/// Works in the output's own planar Y′CbCr with integers, so a frame has the same bits whatever
/// made it. Every layer is one rule for each sample of each plane:
///
///     result = from·wf + to·wt + below·(1 − αf·wf − αt·wt)
///
/// computed exactly and rounded once, to nearest, ties up. Samples are premultiplied; α is alpha /
/// 255, one for opaque pictures. The weights are 1.15 fixed point: the share of the sample that the
/// picture covers (1 in luma; in chroma the share of the sample's luma pixels that show it), times
/// the input's opacity, times its share of a mix, each product rounded to nearest. A layer of one
/// input has no `to`. A resampled picture carries its coverage in alpha, and in chroma the weight is
/// the window's share.
///
/// Layers that an opaque one hides are neither fetched nor drawn. Used by one worker only.
public final class Compositor {
  private let plan: RenderPlan
  private let images: any ImageSource
  private let texts: any TextSource
  private let output: Rect
  private let pool: ImagePool
  private var painter: LayerPainter
  private var drawings = RecentImages<PictureContent>()
  private var reductions = RecentImages<ReductionKey>()

  private struct ReductionKey: Hashable {
    var original: ObjectIdentifier
    var level: Int
  }

  /// A compositor of a plan's frames.
  ///
  /// - Parameters:
  ///   - images: asked for the pictures of sources, for each frame from front to back.
  ///   - texts: asked for the pictures of texts.
  public init(plan: RenderPlan, images: any ImageSource, texts: any TextSource) {
    self.plan = plan
    self.images = images
    self.texts = texts
    output = plan.output.size.bounds
    pool = ImagePool(limitBytes: 16 * output.width * output.height * 3 / 2)
    painter = LayerPainter(width: output.width)
  }

  /// What the memory of composed frames does.
  var poolStatistics: ImagePool.Statistics { pool.statistics }

  /// The composed output frame. A frame that is one untouched picture is that picture; outside the
  /// movie it is the background.
  ///
  /// - Throws: what the sources throw.
  public func compose(_ frame: Int) throws(RenderError) -> Image {
    defer {
      drawings.endFrame()
      reductions.endFrame()
    }
    var layers: [ReadyLayer] = []
    var isHidden = false
    for layer in plan.layers(at: frame).reversed() {
      guard let ready = try prepare(layer) else { continue }
      layers.append(ready)
      isHidden = ready.hides(output)
      if isHidden { break }
    }
    if layers.count == 1, let image = layers[0].wholeOutput { return image }
    var result = MutableImage(format: .yuv420p8, size: output.size, pool: pool)
    if !isHidden {
      let background = plan.output.background
      result.fill(y: background.y, u: background.cb, v: background.cr)
    }
    for layer in layers.reversed() { painter.draw(layer, on: &result) }
    return result.freeze()
  }

  // MARK: - Getting the pictures

  private func prepare(_ layer: PictureLayer) throws(RenderError) -> ReadyLayer? {
    guard layer.blendMode == .normal else {
      throw RenderError(.media, "blend mode '\(layer.blendMode.rawValue)' cannot be drawn")
    }
    var inputs: [ReadyInput] = []
    for input in layer.inputs {
      if let ready = try prepare(input) { inputs.append(ready) }
    }
    guard inputs.count <= 2 else { throw RenderError(.media, "a layer has more than two inputs") }
    return inputs.first.map { ReadyLayer(from: $0, to: inputs.count > 1 ? inputs[1] : nil) }
  }

  private func prepare(_ input: PictureInput) throws(RenderError) -> ReadyInput? {
    guard let picture = input.picture else {
      throw RenderError(.media, "groups cannot be drawn")
    }
    if let effect = input.effects.first {
      throw RenderError(.media, "effect '\(effect.name)' cannot be drawn")
    }
    var window = output
    switch input.coverage[0] {
    case .all: break
    case .window(let part):
      window =
        part
        .intersection(output)
    case .mask: throw RenderError(.media, "masks cannot be drawn")
    }
    let content = try image(of: picture[0])
    let showing = InputShowing(
      opacity: input.opacity[0], share: input.share[0], window: window, output: output)
    switch input.geometry[0] {
    case .offset(let x, let y):
      return ReadyInput(
        image: content.image, x: x + content.originX, y: y + content.originY, showing)
    case .projective(let projection):
      return ReadyInput(
        image: content.image,
        map: Homography(projection, originX: content.originX, originY: content.originY),
        showing, halved: halved)
    }
  }

  private func image(of content: PictureContent) throws(RenderError) -> PlacedImage {
    switch content {
    case .source(let conform, let sourceFrame):
      let image = try images.image(conform, sourceFrame: sourceFrame)
      return PlacedImage(image: image, originX: 0, originY: 0)
    case .text(let raster):
      return try texts.image(of: plan.rasters[raster.index])
    case .color(let color, let size):
      return drawn(content) { SolidColor(color).image(size: Size(drawing: size), pool: pool) }
    case .gradient(let from, let to, let isVertical, let size):
      return drawn(content) {
        Gradient.image(
          size: Size(drawing: size), from: SolidColor(from), to: SolidColor(to),
          direction: isVertical ? .down : .right, pool: pool)
      }
    }
  }

  /// The image of a content that needs no source, made once.
  private func drawn(_ content: PictureContent, _ draw: () -> Image) -> PlacedImage {
    if let known = drawings.find(content) {
      return PlacedImage(image: known, originX: 0, originY: 0)
    }
    let image = draw()
    drawings.insert(image, for: content, keeping: nil)
    return PlacedImage(image: image, originX: 0, originY: 0)
  }

  /// The image halved `level` times.
  private func halved(_ image: Image, _ level: Int) -> Image {
    guard level > 0 else { return image }
    let key = ReductionKey(original: image.identity, level: level)
    if let known = reductions.find(key) { return known }
    let reduced = halved(image, level - 1).halved(pool: pool)
    // While the original is kept no other image can have its identity.
    reductions.insert(reduced, for: key, keeping: image)
    return reduced
  }
}

extension SolidColor {
  fileprivate init(_ color: Color) {
    self.init(red: color.red, green: color.green, blue: color.blue, alpha: color.alpha)
  }
}

extension Size {
  /// The size of something that is drawn, within what can be.
  fileprivate init(drawing size: Size) {
    self.init(width: min(max(1, size.width), 65536), height: min(max(1, size.height), 65536))
  }
}

extension Homography {
  /// A planned map for a picture whose top left corner is at (`originX`, `originY`) of the plan's
  /// picture coordinates.
  init(_ projection: Projection, originX: Int, originY: Int) {
    let (x, y) = (Int128(2 * originX), Int128(2 * originY))
    let p = projection
    let (g, h, i) = (Int128(p.g), Int128(p.h), Int128(p.i))
    self.init(normalizing: [
      Int128(p.a) - x * g, Int128(p.b) - x * h, Int128(p.c) - x * i,
      Int128(p.d) - y * g, Int128(p.e) - y * h, Int128(p.f) - y * i,
      g, h, i,
    ])
  }
}
