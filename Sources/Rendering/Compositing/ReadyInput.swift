import PixelGeometry
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
    /// Resampled; `level` says how often the image was halved.
    case projective(ProjectiveSampler, level: Int)
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

  /// A resampled picture; `nil` where the map cannot be drawn: the picture is seen edge on, or too
  /// far off.
  init?(
    image: Image, map: Homography, _ showing: InputShowing, halved: (Image, Int) -> Image
  ) {
    guard
      let sampler = ProjectiveSampler(
        homography: map, layer: image.size, output: showing.canvas)
    else { return nil }
    area = sampler.bounds.intersection(showing.window)
    chromaArea = sampler.chromaBounds.intersection(showing.window.chroma)
    guard !area.isEmpty || !chromaArea.isEmpty else { return nil }
    let level = sampler.level(limit: 6)
    self.image = halved(image, level)
    self.showing = showing
    place = .projective(sampler, level: level)
  }

  /// Opacity times share, 0…32768.
  var weight: Int { Weight.product(showing.opacity, showing.share) }

  var isOpaque: Bool { !image.format.hasAlpha }

  /// Whether luma rows can be used as they are, all with the same weight.
  var isAligned: Bool {
    if case .projective = place { return false }
    return showing.mask == nil
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
      area: area, isSolid: isAligned && isOpaque && showing.opacity == Weight.one,
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
