import PictureKinds
import BaseValues
import PlanModel
import Raster
import TimelineModel

/// Composes layers on a canvas in samples of one depth: the frame's, and each group's own.
final class CanvasComposer<Sample: PixelSample> {
  let pool: ImagePool
  private let plan: RenderPlan
  private let pictures: InputPictures<Sample>
  private let blendModes: [BlendMode]
  private var groups = RecentValues<Composition, Image>()

  init(
    _ plan: RenderPlan, _ images: any ImageSource, _ texts: any TextSource,
    _ blendModes: [BlendMode], _ effectKinds: [EffectKind]
  ) {
    self.plan = plan
    self.blendModes = blendModes
    let size = plan.output.size
    let samples = size.width * size.height * (plan.output.hasAlpha ? 11 : 6) / 4
    pool = ImagePool(limitBytes: 16 * samples * MemoryLayout<Sample>.size)
    pictures = InputPictures(plan, images, texts, effectKinds, pool)
  }

  func compose(_ frame: Int) throws(RenderError) -> Image {
    defer {
      groups.endFrame()
      pictures.endFrame()
    }
    let background = plan.output.background
    if plan.output.hasAlpha {
      return try compose(plan.layers(at: frame), on: Size(drawing: plan.output.size), over: nil)
        .withAlpha(pool: pool)
    }
    return try compose(
      plan.layers(at: frame), on: Size(drawing: plan.output.size),
      over: ColorCodes(
        y: Sample(code: background.y.code), cb: Sample(code: background.cb.code),
        cr: Sample(code: background.cr.code)))
  }

  /// - Parameter background: `nil` for a canvas that is transparent where nothing is drawn.
  private func compose(
    _ layers: [PictureLayer], on canvas: Size, over background: ColorCodes<Sample>?
  ) throws(RenderError) -> Image {
    var ready: [ReadyLayer] = []
    var isHidden = false
    for layer in layers.reversed() {
      guard let layer = try prepare(layer, on: canvas) else { continue }
      ready.append(layer)
      isHidden = layer.hides(canvas)
      if isHidden { break }
    }
    if ready.count == 1, let image = ready[0].wholeCanvas { return image }
    let hasAlpha = background == nil && !isHidden
    var result = MutableImage(
      format: PixelFormat(Sample.self, hasAlpha: hasAlpha), size: canvas, pool: pool)
    if hasAlpha { result.clear() } else if !isHidden, let background { result.fill(background) }
    var painter = LayerPainter<Sample>(width: canvas.width, isFrame: background != nil)
    for layer in ready.reversed() { painter.draw(layer, on: &result) }
    return result.freeze()
  }

  // MARK: - Getting layers ready

  private func prepare(
    _ layer: PictureLayer, on canvas: Size
  ) throws(RenderError) -> ReadyLayer? {
    let mode = try mode(layer.blendMode)
    var inputs: [ReadyInput] = []
    for input in layer.inputs {
      if let ready = try prepare(input, on: canvas) { inputs.append(ready) }
    }
    guard inputs.count <= 2 else { throw RenderError(.media, "a layer has more than two inputs") }
    return inputs.first.map {
      ReadyLayer(
        from: $0, to: inputs.count > 1 ? inputs[1] : nil, mode: mode,
        hasGroup: layer.inputs.contains(where: \.isGroup))
    }
  }

  private func mode(_ name: BlendModeName) throws(RenderError) -> BlendMode? {
    if name == .normal { return nil }
    guard let mode = blendModes.first(where: { $0.name == name.rawValue }) else {
      throw RenderError(.media, "blend mode '\(name.rawValue)' cannot be drawn")
    }
    return mode
  }

  private func prepare(
    _ input: PictureInput, on canvas: Size
  ) throws(RenderError) -> ReadyInput? {
    var showing = InputShowing(
      opacity: input.opacity[0], share: input.share[0], window: canvas.bounds, canvas: canvas)
    switch input.coverage[0] {
    case .all: break
    case .window(let part):
      showing.window = Rect(part).intersection(canvas.bounds)
    case .mask(let mask, let threshold, let softness):
      showing.mask = try pictures.masks.coverage(
        of: mask, MaskRamp(threshold: threshold, softness: softness), on: canvas)
    case .outside(let mask, let threshold, let softness):
      let ramp = MaskRamp(threshold: threshold, softness: softness, isInverted: true)
      showing.mask = try pictures.masks.coverage(of: mask, ramp, on: canvas)
    }
    if let matte = input.mattes.first {
      showing.mask = pictures.masks.coverage(
        through: try image(of: matte.canvas), matte.channel, on: canvas)
    }
    if case .projective(let projection) = input.geometry[0],
      let text = try pictures.turnedText(
        input, by: Homography(projection, originX: 0, originY: 0), on: canvas)
    {
      return ReadyInput(image: text.image, x: text.originX, y: text.originY, showing)
    }
    let content = try image(of: input)
    switch input.geometry[0] {
    case .offset(let x, let y):
      return ReadyInput(
        image: content.image, x: x + content.originX, y: y + content.originY, showing)
    case .projective(let projection):
      return try .mapped(
        content.image,
        by: Homography(projection, originX: content.originX, originY: content.originY), showing,
        resized: pictures.resized(_:to:))
    case .nearest(let projection):
      return try .picked(
        content.image,
        by: Homography(projection, originX: content.originX, originY: content.originY), showing)
    }
  }

  /// What an input shows, in its own pixels.
  private func image(of input: PictureInput) throws(RenderError) -> PlacedImage {
    let content: PlacedImage
    var isLoose = false
    switch input.content {
    case .picture(let picture):
      content = try pictures.image(of: picture[0])
      if case .text = picture[0] { isLoose = true }
    case .group(let group):
      content = PlacedImage(image: try image(of: group), originX: 0, originY: 0)
    }
    return try pictures.changed(content, by: input.effects, isLoose: isLoose)
  }

  /// The canvas of a group in a frame, drawn once while it stays the same.
  private func image(of group: Composition) throws(RenderError) -> Image {
    // Moments of a movement are not seen again, and there are many.
    if group.isMean { return try compose(group.layers, on: Size(drawing: group.size), over: nil) }
    if let known = groups.find(group) { return known }
    let image = try compose(group.layers, on: Size(drawing: group.size), over: nil)
    groups.insert(image, for: group, keeping: nil)
    return image
  }
}

extension PictureInput {
  fileprivate var isGroup: Bool {
    if case .group = content { true } else { false }
  }
}

extension Rect {
  fileprivate init(_ window: Rect) {
    self.init(x: window.x, y: window.y, width: window.width, height: window.height)
  }
}

extension Homography {
  /// A planned map for a picture whose top left corner is at (`originX`, `originY`) of the plan's
  /// picture coordinates.
  fileprivate init(_ projection: Projection, originX: Int, originY: Int) {
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
