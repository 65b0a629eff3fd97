import BaseValues
import OutputKinds
import PictureKinds
import PlanModel
import Raster
import Rendering
import TimelineModel

private let anyOrigin = PlanOrigin(track: TrackID(0), item: .clip(0), label: "")

/// Pictures that stand ready, and the plan that shows them.
struct PictureScene {
  var size: Size
  /// One for each conform; every source frame shows the same.
  var images: [Image] = []
  /// One for each raster.
  var texts: [PlacedImage] = []
  var masks: [PlannedMask] = []
  var blendModes: [BlendMode] = [.multiply, .difference, .distance]
  var effectKinds: [EffectKind] = []
  /// The layers of each frame.
  var frames: [[PictureLayer]] = []
  /// In codes of 8 bits, whatever the depth.
  var background = PlanModel.YCbCr(y: 16, cb: 128, cr: 128)

  init(_ width: Int, _ height: Int) { size = Size(width: width, height: height) }

  var wholeWindow: Rect { Rect(x: 0, y: 0, width: size.width, height: size.height) }

  /// A picture to be shown.
  mutating func source(
    _ image: Image, x: Int = 0, y: Int = 0, weight: Int = 32768, window: Rect? = nil
  ) -> PictureInput {
    source(image, .offset(x: x, y: y), weight: weight, window: window)
  }

  mutating func source(
    _ image: Image, _ geometry: Geometry, weight: Int = 32768, window: Rect? = nil
  ) -> PictureInput {
    images.append(image)
    return PictureInput(
      origin: anyOrigin,
      content: .picture(.constant(.source(ConformID(images.count - 1), sourceFrame: 0))),
      opacity: .constant(weight), geometry: .constant(geometry),
      coverage: .constant(window.map(Coverage.window) ?? .all))
  }

  mutating func text(
    _ image: Image, originX: Int, originY: Int, _ geometry: Geometry, weight: Int = 32768
  ) -> PictureInput {
    texts.append(PlacedImage(image: image, originX: originX, originY: originY))
    return PictureInput(
      origin: anyOrigin, content: .picture(.constant(.text(RasterID(texts.count - 1)))),
      opacity: .constant(weight), geometry: .constant(geometry))
  }

  func color(_ color: Color, _ width: Int, _ height: Int, x: Int = 0, y: Int = 0) -> PictureInput {
    PictureInput(
      origin: anyOrigin,
      content: .picture(.constant(.color(color, Size(width: width, height: height)))),
      geometry: .constant(.offset(x: x, y: y)))
  }

  /// Layers on a canvas of their own, or on one of the output's size.
  func group(
    _ layers: [PictureLayer], size: Size? = nil, _ geometry: Geometry = .offset(x: 0, y: 0),
    weight: Int = 32768, coverage: Coverage = .all
  ) -> PictureInput {
    let size = size ?? self.size
    return PictureInput(
      origin: anyOrigin,
      content: .group(
        Composition(size: size, layers: layers)),
      opacity: .constant(weight), geometry: .constant(geometry), coverage: .constant(coverage))
  }

  /// A mask to be used at a threshold.
  mutating func mask(_ mask: PlannedMask, threshold: Int = 16384, softness: Int = 0) -> Coverage {
    masks.append(mask)
    return .mask(MaskID(masks.count - 1), threshold: threshold, softness: softness)
  }

  func dissolve(_ from: PictureInput?, _ to: PictureInput?, _ weight: Int) -> PictureLayer {
    var (from, to) = (from, to)
    from?.share = .constant(32768 - weight)
    to?.share = .constant(weight)
    return transition("dissolve", from, to)
  }

  func disjoint(_ from: PictureInput?, _ to: PictureInput?) -> PictureLayer {
    transition("push", from, to)
  }

  private func transition(
    _ name: String, _ from: PictureInput?, _ to: PictureInput?
  ) -> PictureLayer {
    var (from, to) = (from, to)
    from?.side = .from
    to?.side = .to
    return PictureLayer(
      origin: anyOrigin, name: name, inputs: [from, to].compactMap { $0 })
  }

  var plan: RenderPlan {
    RenderPlan(
      output: PlannedOutput(
        size: size, rate: FrameRate(25)!,
        frameCount: frames.count, background: background, video: VideoEncoding(), audio: nil),
      sources: [],
      conforms: images.enumerated().map { index, image in
        Conform(
          media: MediaID(index), crop: Rect(x: 0, y: 0, width: 1, height: 1),
          size: image.size)
      },
      rasters: texts.indices.map { index in
        TextRaster(
          style: TextStyle(text: "\(index)", font: .family("none"), size: .one), anchorX: 0,
          anchorY: 0, scale: 1)
      },
      masks: masks,
      segments: frames.enumerated().map { index, layers in
        PictureSegment(frames: index..<(index + 1), layers: layers)
      },
      audio: nil, chunks: [Chunk(index: 0, frames: 0..<frames.count)], ledger: [])
  }

  var source: SceneImages { SceneImages(images) }

  func compositor(_ images: SceneImages? = nil, depth: Int = 8) -> Compositor {
    var plan = plan
    plan.output.video.bitDepth = depth
    let unit = UInt16(1) << UInt16(depth - 8)
    plan.output.background = PlanModel.YCbCr(
      y: background.y * unit, cb: background.cb * unit, cr: background.cr * unit)
    return Compositor(
      plan: plan, images: images ?? source, texts: SceneTexts(images: texts),
      blendModes: blendModes, effectKinds: effectKinds)
  }

  /// The composed picture of one frame of these layers.
  mutating func compose(_ layers: [PictureLayer]) throws -> Image {
    frames = [layers]
    return try compositor().compose(0)
  }
}

/// Hands out pictures and notes which were asked for.
final class SceneImages: ImageSource {
  private let images: [Image]
  private let frames: [Image]
  private(set) var asked: [Int] = []

  /// - Parameter frames: those of the only source; none where each source is one picture.
  init(_ images: [Image], frames: [Image] = []) {
    self.images = images
    self.frames = frames
  }

  func image(_ conform: ConformID, sourceFrame: Int) throws(RenderError) -> Image {
    if !frames.isEmpty {
      asked.append(sourceFrame)
      return frames[sourceFrame]
    }
    asked.append(conform.index)
    return images[conform.index]
  }

  func retain(only active: Set<MediaID>) {}
}

struct SceneTexts: TextSource {
  var images: [PlacedImage]

  func image(of raster: TextRaster) throws(RenderError) -> PlacedImage {
    guard let index = Int(raster.style.text) else { throw RenderError(.media, "no such text") }
    return images[index]
  }
}
