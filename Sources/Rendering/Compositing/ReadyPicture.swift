import Raster
import RenderPlanning

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
  /// The window cut to the output.
  let window: PixelRect

  init(image: Image, x: Int, y: Int, weight: Int, window: PixelRect, output: PixelRect) {
    self.image = image
    self.weight = weight
    self.window = window
    let placement = ChromaPlacement(
      source: image.size, x: x, y: y, region: window, output: output.size)
    area = placement.visible
    place = .offset(x: x, y: y, placement)
  }

  /// `nil` where the map cannot be drawn: the picture is seen edge on, or too far off.
  init?(
    image: Image, map: Homography, weight: Int, window: PixelRect, output: PixelRect,
    halved: (Image, Int) -> Image
  ) {
    guard
      let sampler = ProjectiveSampler(
        homography: map, layer: image.size, output: output.size)
    else { return nil }
    let level = sampler.level(limit: 6)
    self.image = halved(image, level)
    self.weight = weight
    self.window = window
    area = sampler.bounds.intersection(window)
    place = .projective(sampler, level: level)
  }

  var isOpaque: Bool { !image.format.hasAlpha }

  /// Whether every pixel of `output` is replaced by the picture.
  func hides(_ output: PixelRect) -> Bool {
    guard case .offset = place else { return false }
    return isOpaque && weight == Weight.one && area == output
  }

  /// Whether chroma rows can be used as they are: the picture lies on the chroma grid.
  var isChromaAligned: Bool {
    guard case .offset(_, _, let placement) = place else { return false }
    return placement.isAligned
  }

  var isProjected: Bool {
    if case .projective = place { return true }
    return false
  }
}

/// 1.15 fixed-point shares.
enum Weight {
  static let one = 32768
}

extension PixelRect {
  /// The samples of a 4:2:0 chroma plane that the rectangle touches.
  var chroma: PixelRect {
    guard !isEmpty else { return .empty }
    return PixelRect(
      columns: (x >> 1)..<((x + width + 1) >> 1), rows: (y >> 1)..<((y + height + 1) >> 1))
  }
}
