import BaseValues
import PictureKinds
import PlanModel
import Raster
import TimelineModel

/// Gets the masks of inputs: how much of each sample is seen. What is made here is kept while it is
/// shown.
final class InputMasks<Sample: PixelSample> {
  private let plan: RenderPlan
  private let images: any ImageSource
  private let pool: ImagePool
  private var brightnesses = RecentValues<MaskCanvas, MaskBrightness>()
  private var coverages = RecentValues<MaskRamping, Image>()
  private var seenThrough = RecentValues<SeenThrough, Image>()
  private var parts = RecentValues<MaskedPart, MaskCoverage>()

  private struct MaskCanvas: Hashable {
    var mask: MaskID
    var canvas: Size
    /// Whether its edges are hard.
    var isHard: Bool
  }

  private struct MaskRamping: Hashable {
    var mask: MaskID
    var ramp: MaskRamp
    var canvas: Size
  }

  /// Masks in a row, of pictures of a size.
  private struct MaskedPart: Hashable {
    var effects: [PlannedEffect]
    var size: Size
    var basis: Size
  }

  /// An image through which a canvas is seen.
  private struct SeenThrough: Hashable {
    var image: ObjectIdentifier
    var channel: PlannedMatte.Channel
    var canvas: Size
  }

  init(_ plan: RenderPlan, _ images: any ImageSource, _ pool: ImagePool) {
    self.plan = plan
    self.images = images
    self.pool = pool
  }

  /// Forgets what neither this frame nor the one before has used.
  func endFrame() {
    brightnesses.endFrame()
    coverages.endFrame()
    seenThrough.endFrame()
    parts.endFrame()
  }

  /// The coverage of each luma sample of a canvas by a mask.
  func coverage(
    of mask: MaskID, _ ramp: MaskRamp, on canvas: Size
  ) throws(RenderError) -> Image {
    let key = MaskRamping(mask: mask, ramp: ramp, canvas: canvas)
    if let known = coverages.find(key) { return known }
    let brightness = try brightness(of: mask, on: canvas, isHard: ramp.softness == 0)
    let coverage =
      brightness.isDeep
      ? ramp.coverage(of: brightness, as: UInt16.self, pool: pool)
      : ramp.coverage(of: brightness, as: Sample.self, pool: pool)
    coverages.insert(coverage, for: key, keeping: nil)
    return coverage
  }

  /// The coverage of each luma sample of a canvas that is seen through an image of its size.
  func coverage(through image: Image, _ channel: PlannedMatte.Channel, on canvas: Size) -> Image {
    let key = SeenThrough(image: image.identity, channel: channel, canvas: canvas)
    if let known = seenThrough.find(key) { return known }
    let brightness =
      switch channel {
      case .alpha, .alphaInverted: MaskBrightness(alphaOf: image, on: canvas, as: Sample.self)
      case .luma, .lumaInverted: MaskBrightness(image, on: canvas, as: Sample.self)
      }
    let coverage = MaskRamp(
      threshold: 0, softness: PictureInput.one, isInverted: channel.isInverted
    ).coverage(of: brightness, as: Sample.self, pool: pool)
    // While the image is kept no other one can have its identity.
    seenThrough.insert(coverage, for: key, keeping: image)
    return coverage
  }

  private func brightness(
    of mask: MaskID, on canvas: Size, isHard: Bool
  ) throws(RenderError) -> MaskBrightness {
    let key = MaskCanvas(mask: mask, canvas: canvas, isHard: isHard)
    if let known = brightnesses.find(key) { return known }
    let made: MaskBrightness
    switch plan.masks[mask.index] {
    case .picture(let conform, let sourceFrame):
      if let deep = try images.brightness(conform, sourceFrame: sourceFrame), deep.canvas == canvas
      {
        made = deep
        break
      }
      var image = try images.image(conform, sourceFrame: sourceFrame)
      if image.format.depth < Sample.depth { image = image.widened(pool: pool) }
      made = MaskBrightness(image, on: canvas, as: Sample.self)
    case .rectangle(let window):
      made = MaskBrightness(MaskShape(.rectangle, window), on: canvas)
    case .ellipse(let window):
      made = MaskBrightness(MaskShape(.ellipse, window), on: canvas)
    case .wipe(let number, let size):
      guard let shape = WipeShape.numbered(number) else {
        throw RenderError(.media, "wipe \(number) cannot be drawn")
      }
      let size = Size(drawing: size)
      made =
        isHard
        ? MaskBrightness(hard: shape, of: size, on: canvas)
        : MaskBrightness(shape, of: size, on: canvas)
    case .noise(let block, _):
      made = MaskBrightness(noiseOfBlocks: block, on: canvas)
    }
    brightnesses.insert(made, for: key, keeping: nil)
    return made
  }

  /// The coverage of masks in a row, found once while they stay the same.
  func coverage(
    of masks: [PictureMask], _ effects: [PlannedEffect], _ size: Size, _ basis: Size
  ) -> MaskCoverage {
    let key = MaskedPart(effects: effects, size: size, basis: basis)
    if let known = parts.find(key) { return known }
    let coverage = PictureMask.coverage(of: masks, size: size, basis: basis)
    parts.insert(coverage, for: key, keeping: nil)
    return coverage
  }
}

extension MaskShape {
  fileprivate init(_ kind: Kind, _ window: Rect) {
    self.init(kind, x: window.x, y: window.y, width: window.width, height: window.height)
  }
}
