import BaseValues
import PlanModel
import Raster

/// How strong an input is shown, and in what part of its canvas.
struct InputShowing {
  /// 1…32768
  var opacity: Int
  /// 1…32768
  var share: Int
  /// Cut to the canvas.
  var window: Rect
  /// The coverage of each luma sample of the canvas; `nil` where that is one.
  var mask: Image?
  var canvas: Size
}

/// An input of a layer of one frame with its pixels at hand, ready to be blended.
struct ReadyInput {
  enum Place {
    /// The image's top left corner on the canvas, and how its chroma lies there.
    case offset(x: Int, y: Int, ChromaPlacement)
    /// Resampled without being turned, chroma from planes of its own where there are any.
    case upright(SeparableSampler, ColorDetail.Planes?)
    /// Its pixels as they are, chroma from planes of its own where there are any.
    case nearest(NearestSampler, ColorDetail.Planes?)
    /// Turned or in perspective, with the image in the sizes that the sampler needs, and chroma from planes of
    /// its own where there are any.
    case projective(
      ProjectiveSampler, levels: [Image], (sampler: DetailSampler, levels: DetailSampler.Levels)?)
  }

  let image: Image
  let place: Place
  let showing: InputShowing
  /// The canvas pixels that the picture can touch, cut to its window and the canvas.
  let area: Rect
  /// The canvas chroma samples that the picture can touch.
  let chromaArea: Rect

  /// A picture moved by whole pixels; `nil` where nothing of it can be seen.
  init?(image: Image, x: Int, y: Int, _ showing: InputShowing) {
    let placement = ChromaPlacement(
      source: image.size, x: x, y: y, region: showing.window, output: showing.canvas)
    guard !placement.visible.isEmpty else { return nil }
    self.image = image
    self.showing = showing
    area = placement.visible
    chromaArea = Rect(columns: placement.columns, rows: placement.rows)
    place = .offset(x: x, y: y, placement)
  }

  private init?(
    image: Image, place: Place, _ showing: InputShowing, area: Rect, chromaArea: Rect
  ) {
    guard !area.isEmpty || !chromaArea.isEmpty else { return nil }
    self.image = image
    self.place = place
    self.showing = showing
    self.area = area
    self.chromaArea = chromaArea
  }

  /// A picture that a map shows; `nil` where the map cannot be drawn: the picture is seen edge on,
  /// or too far off.
  static func mapped(
    _ image: Image, by map: Homography, _ showing: InputShowing,
    resized: (Image, LayerLevel) -> Image
  ) throws(RenderError) -> ReadyInput? {
    if map.isUpright { return try upright(image, by: map, showing) }
    guard
      let sampler = ProjectiveSampler(
        homography: map, layer: image.size, output: showing.canvas)
    else { return nil }
    let area = sampler.bounds.intersection(showing.window)
    let chromaArea = sampler.chromaBounds.intersection(showing.window.chroma)
    guard !area.isEmpty || !chromaArea.isEmpty else { return nil }
    let levels = sampler.levels.map { resized(image, $0) }
    var detail: (sampler: DetailSampler, levels: DetailSampler.Levels)?
    if let planes = try planes(of: image), let sampler = DetailSampler(sampler) {
      detail = (
        sampler,
        DetailSampler.Levels(
          cb: sampler.levels.map { resized(planes.cb, $0) },
          cr: sampler.levels.map { resized(planes.cr, $0) },
          alpha: image.format.hasAlpha ? sampler.levels.map { resized(image, $0) } : nil)
      )
    }
    return ReadyInput(
      image: image, place: .projective(sampler, levels: levels, detail), showing, area: area,
      chromaArea: chromaArea)
  }

  /// A picture whose pixels a map shows as they are; `nil` where the map cannot be drawn.
  static func picked(
    _ image: Image, by map: Homography, _ showing: InputShowing
  ) throws(RenderError) -> ReadyInput? {
    if let (x, y) = map.wholeOffset, x % 2 == 0, y % 2 == 0 {
      return ReadyInput(image: image, x: x, y: y, showing)
    }
    guard let sampler = NearestSampler(homography: map, layer: image.size, output: showing.canvas)
    else { return nil }
    return ReadyInput(
      image: image, place: .nearest(sampler, try planes(of: image)), showing,
      area: sampler.bounds.intersection(showing.window),
      chromaArea: sampler.chromaBounds.intersection(showing.window.chroma))
  }

  /// Chroma at luma's size, of pictures that have it.
  private static func planes(of image: Image) throws(RenderError) -> ColorDetail.Planes? {
    guard let detail = image.detail else { return nil }
    guard let planes = detail.planes() else {
      throw RenderError(.media, "there is no memory to resample a picture's colours")
    }
    return planes
  }

  /// A picture that is moved, scaled or mirrored.
  private static func upright(
    _ image: Image, by map: Homography, _ showing: InputShowing
  ) throws(RenderError) -> ReadyInput? {
    if let (x, y) = map.wholeOffset, x % 2 == 0, y % 2 == 0 {
      return ReadyInput(image: image, x: x, y: y, showing)
    }
    guard
      let sampler = SeparableSampler(
        homography: map, layer: image.size, hasAlpha: image.format.hasAlpha,
        hasDetail: image.detail != nil, output: showing.canvas, area: showing.window)
    else { return nil }
    if sampler.chromaBounds.isEmpty && sampler.bounds.isEmpty { return nil }
    return ReadyInput(
      image: image, place: .upright(sampler, try planes(of: image)), showing, area: sampler.bounds,
      chromaArea: sampler.chromaBounds)
  }

  /// Opacity times share, 0…32768.
  var weight: Int { Weight.product(showing.opacity, showing.share) }

  var isOpaque: Bool { !image.format.hasAlpha }

  /// Whether luma rows can be used as they are, all with the same weight.
  var isAligned: Bool {
    guard case .offset = place else { return false }
    return showing.mask == nil
  }

  /// The pixels that are replaced by an opaque picture shown alone at full opacity.
  fileprivate var solidArea: Rect? {
    guard isOpaque, showing.mask == nil else { return nil }
    switch place {
    case .offset: return area
    case .upright(let sampler, _): return sampler.wholeBounds.intersection(showing.window)
    case .projective, .nearest: return nil
    }
  }

  /// Whether every pixel of `area` is replaced by the picture.
  var hidesItsArea: Bool { isAligned && isOpaque && weight == Weight.one }

  /// Whether the result of drawing only this is the image itself.
  var isWholeCanvas: Bool {
    guard case .offset(0, 0, _) = place else { return false }
    return hidesItsArea && area == showing.canvas.bounds && image.size == showing.canvas
  }

  /// Whether chroma rows can be used as they are: the picture lies on the chroma grid.
  var isChromaAligned: Bool {
    guard isAligned, case .offset(_, _, let placement) = place else { return false }
    return placement.isAligned
  }

  /// Whether no edge of the window runs through a chroma sample.
  var chromaIsWhole: Bool {
    showing.window.x % 2 == 0 && showing.window.y % 2 == 0
      && (showing.window.width % 2 == 0
        || showing.window.columns.upperBound == showing.canvas.width)
      && (showing.window.height % 2 == 0 || showing.window.rows.upperBound == showing.canvas.height)
  }

  /// The share of a chroma sample's luma pixels, those that exist, that lie in the window.
  func windowShare(ofChromaX x: Int, y: Int) -> UInt16 {
    let columns = (2 * x)..<min(2 * x + 2, showing.canvas.width)
    let rows = (2 * y)..<min(2 * y + 2, showing.canvas.height)
    let shown =
      columns.clamped(to: showing.window.columns).count
      * rows.clamped(to: showing.window.rows).count
    return UInt16(truncatingIfNeeded: Weight.one * shown / (columns.count * rows.count))
  }
}

/// A layer of one frame with its pixels at hand; a layer of one input has no `to`.
struct ReadyLayer {
  let from: ReadyInput
  let to: ReadyInput?
  /// `nil` where the layer covers what is below it.
  let mode: BlendMode?
  /// Whether an input is a group, not a picture.
  let hasGroup: Bool

  /// Whether nothing below the layer can be seen.
  func hides(_ canvas: Size) -> Bool {
    mode == nil && [from, to].compactMap { $0?.cover }.hide(canvas.bounds)
  }

  /// The image that the canvas is if it shows only this layer; `nil` where it must be drawn.
  var wholeCanvas: Image? {
    mode == nil && to == nil && from.isWholeCanvas ? from.image : nil
  }
}

extension ReadyInput {
  fileprivate var cover: InputCover {
    InputCover(
      area: solidArea, isSolid: solidArea != nil && showing.opacity == Weight.one,
      share: showing.share)
  }
}

extension Rect {
  fileprivate init(_ area: Rect) {
    self.init(x: area.x, y: area.y, width: area.width, height: area.height)
  }
}

extension Rect {
  /// The samples of a 4:2:0 chroma plane that the rectangle touches.
  var chroma: Rect {
    guard !isEmpty else { return .empty }
    return Rect(
      columns: (x >> 1)..<((x + width + 1) >> 1), rows: (y >> 1)..<((y + height + 1) >> 1))
  }
}
