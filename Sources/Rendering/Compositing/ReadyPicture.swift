import PlanModel
import Raster

/// A picture of one frame with its pixels at hand, ready to be blended.
struct ReadyPicture {
  enum Place {
    /// The image's top left corner in the output, and how its chroma lies there.
    case offset(x: Int, y: Int, ChromaPlacement)
    /// Resampled; `level` says how often the image was halved.
    case projective(ProjectiveSampler, level: Int)
  }

  let image: Image
  let place: Place
  /// 1…32768
  let weight: Int
  /// The output pixels that the picture can touch, cut to its window and the output.
  let area: PixelRect
  /// The output chroma samples that the picture can touch.
  let chromaArea: PixelRect
  /// The window cut to the output.
  let window: PixelRect
  private let output: PixelRect

  /// A picture moved by whole pixels; `nil` where nothing of it can be seen.
  init?(image: Image, x: Int, y: Int, weight: Int, window: PixelRect, output: PixelRect) {
    let placement = ChromaPlacement(
      source: image.size, x: x, y: y, region: window, output: output.size)
    guard !placement.visible.isEmpty else { return nil }
    self.image = image
    self.weight = weight
    self.window = window
    self.output = output
    area = placement.visible
    chromaArea = PixelRect(columns: placement.columns, rows: placement.rows)
    place = .offset(x: x, y: y, placement)
  }

  /// A resampled picture; `nil` where the map cannot be drawn: the picture is seen edge on, or too
  /// far off.
  init?(
    image: Image, map: Homography, weight: Int, window: PixelRect, output: PixelRect,
    halved: (Image, Int) -> Image
  ) {
    guard
      let sampler = ProjectiveSampler(
        homography: map, layer: image.size, output: output.size)
    else { return nil }
    area = sampler.bounds.intersection(window)
    chromaArea = sampler.chromaBounds.intersection(window.chroma)
    guard !area.isEmpty || !chromaArea.isEmpty else { return nil }
    let level = sampler.level(limit: 6)
    self.image = halved(image, level)
    self.weight = weight
    self.window = window
    self.output = output
    place = .projective(sampler, level: level)
  }

  var isOpaque: Bool { !image.format.hasAlpha }

  var isProjected: Bool {
    if case .projective = place { return true }
    return false
  }

  /// Whether every pixel of `area` is replaced by the picture.
  var hidesItsArea: Bool { !isProjected && isOpaque && weight == Weight.one }

  /// Whether the result of drawing only this is the image itself.
  var isWholeOutput: Bool {
    guard case .offset(0, 0, _) = place else { return false }
    return hidesItsArea && area == output && image.size == output.size
  }

  /// Whether chroma rows can be used as they are: the picture lies on the chroma grid.
  var isChromaAligned: Bool {
    guard case .offset(_, _, let placement) = place else { return false }
    return placement.isAligned
  }

  /// Whether no edge of the window runs through a chroma sample.
  var chromaIsWhole: Bool {
    window.x % 2 == 0 && window.y % 2 == 0
      && (window.width % 2 == 0 || window.columns.upperBound == output.width)
      && (window.height % 2 == 0 || window.rows.upperBound == output.height)
  }

  /// The share of a chroma sample's luma pixels, those that exist, that lie in the window.
  func windowShare(ofChromaX x: Int, y: Int) -> UInt16 {
    let columns = (2 * x)..<min(2 * x + 2, output.width)
    let rows = (2 * y)..<min(2 * y + 2, output.height)
    let shown =
      columns.clamped(to: window.columns).count * rows.clamped(to: window.rows).count
    return UInt16(truncatingIfNeeded: Weight.one * shown / (columns.count * rows.count))
  }
}

/// A layer of one frame with its pixels at hand.
enum ReadyLayer {
  case single(ReadyPicture)
  case dissolve(from: ReadyPicture?, to: ReadyPicture?, weight: Int)
  case disjoint(from: ReadyPicture?, to: ReadyPicture?)

  /// Whether nothing below the layer can be seen.
  func hides(_ output: PixelRect) -> Bool {
    switch self {
    case .single(let picture):
      return picture.hidesItsArea && picture.area == output
    case .dissolve(let from?, let to?, _):
      return from.hidesItsArea && to.hidesItsArea && from.area == output && to.area == output
    case .disjoint(let from?, let to?):
      // They share no pixel, so the output is full when their areas add up to it.
      return from.hidesItsArea && to.hidesItsArea && from.area.intersection(to.area).isEmpty
        && from.area.count + to.area.count == output.count
    case .disjoint(let picture?, nil), .disjoint(nil, let picture?):
      return picture.hidesItsArea && picture.area == output
    case .dissolve, .disjoint:
      return false
    }
  }
}

extension PixelRect {
  /// The samples of a 4:2:0 chroma plane that the rectangle touches.
  var chroma: PixelRect {
    guard !isEmpty else { return .empty }
    return PixelRect(
      columns: (x >> 1)..<((x + width + 1) >> 1), rows: (y >> 1)..<((y + height + 1) >> 1))
  }

  fileprivate var count: Int { isEmpty ? 0 : width * height }
}
