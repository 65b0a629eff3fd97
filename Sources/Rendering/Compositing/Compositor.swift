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
/// the picture's opacity, times its share of a dissolve, each product rounded to nearest. A single
/// layer has no `to`; in a push or wipe the two have different luma pixels and share the chroma
/// samples that lie on the edge. A resampled picture carries its coverage in alpha, and in chroma
/// the weight is the window's share.
///
/// Layers that an opaque one hides are neither fetched nor drawn. Used by one worker only.
public final class Compositor {
  private let plan: RenderPlan
  private let images: any ImageSource
  private let texts: any TextSource
  private let output: PixelRect
  private let pool: ImagePool
  private var painter: LayerPainter
  private var colors = RecentImages<ColorKey>()
  private var reductions = RecentImages<ReductionKey>()

  private struct ColorKey: Hashable {
    var color: Color
    var size: PictureSize
  }

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
    output = PixelRect(
      x: 0, y: 0, width: plan.output.size.width, height: plan.output.size.height)
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
      colors.endFrame()
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
    if layers.count == 1, case .single(let picture) = layers[0], picture.isWholeOutput {
      return picture.image
    }
    var result = MutableImage(format: .yuv420p8, size: output.size, pool: pool)
    if !isHidden {
      let background = plan.output.background
      result.fill(y: background.y, u: background.cb, v: background.cr)
    }
    for layer in layers.reversed() { painter.draw(layer, on: &result) }
    return result.freeze()
  }

  // MARK: - Getting the pictures

  private func prepare(_ layer: FrameLayer) throws(RenderError) -> ReadyLayer? {
    switch layer {
    case .single(let picture):
      return try ready(picture).map(ReadyLayer.single)
    case .dissolve(let from, let to, let weight):
      let (from, to) = (try prepare(from), try prepare(to))
      return from == nil && to == nil ? nil : .dissolve(from: from, to: to, weight: weight)
    case .disjoint(let from, let to):
      let (from, to) = (try prepare(from), try prepare(to))
      return from == nil && to == nil ? nil : .disjoint(from: from, to: to)
    }
  }

  private func prepare(_ picture: FramePicture?) throws(RenderError) -> ReadyPicture? {
    guard let picture else { return nil }
    return try ready(picture)
  }

  private func ready(_ picture: FramePicture) throws(RenderError) -> ReadyPicture? {
    var originX = 0
    var originY = 0
    let image: Image
    switch picture.content {
    case .source(let conform, let sourceFrame):
      image = try images.image(conform, sourceFrame: sourceFrame)
    case .text(let raster):
      let text = try texts.image(of: plan.rasters[raster.index])
      image = text.image
      originX = text.originX
      originY = text.originY
    case .color(let color, let size):
      image = solid(color, size)
    }
    let window =
      picture.window.map {
        PixelRect(x: $0.x, y: $0.y, width: $0.width, height: $0.height).intersection(output)
      } ?? output
    switch picture.geometry {
    case .offset(let x, let y):
      return ReadyPicture(
        image: image, x: x + originX, y: y + originY, weight: picture.weight, window: window,
        output: output)
    case .projective(let projection):
      return ReadyPicture(
        image: image, map: Homography(projection, originX: originX, originY: originY),
        weight: picture.weight, window: window, output: output, halved: halved)
    }
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

  private func solid(_ color: Color, _ size: PictureSize) -> Image {
    let key = ColorKey(color: color, size: size)
    if let known = colors.find(key) { return known }
    let solid = SolidColor(
      red: color.red, green: color.green, blue: color.blue, alpha: color.alpha)
    let image = solid.image(
      size: PixelSize(
        width: min(max(1, size.width), 65536), height: min(max(1, size.height), 65536)),
      pool: pool)
    colors.insert(image, for: key, keeping: nil)
    return image
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
