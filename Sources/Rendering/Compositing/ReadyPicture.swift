import Raster
import RenderPlanning

/// A picture of one frame with its pixels at hand, ready to be blended.
struct ReadyPicture {
  enum Place {
    /// The image's top left corner in the output.
    case offset(x: Int, y: Int)
    /// From output places to places in the image.
    case projective(Homography)
  }

  var image: Image
  var place: Place
  /// 1…32768
  var weight: Int
  /// The output pixels that the picture can touch, cut to its window and the output.
  var area: PixelRect
  /// The same without the picture's own edges: the window cut to the output.
  var window: PixelRect

  init(image: Image, place: Place, weight: Int, window: PixelRect) {
    self.image = image
    self.place = place
    self.weight = weight
    self.window = window
    switch place {
    case .offset(let x, let y):
      area = image.size.bounds.offset(x: x, y: y).intersection(window)
    case .projective(let homography):
      area = homography.footprint(of: image.size, within: window)
    }
  }

  var isOpaque: Bool { !image.format.hasAlpha }

  /// Whether every pixel of `output` is replaced by the picture.
  func hides(_ output: PixelRect) -> Bool {
    guard case .offset = place else { return false }
    return isOpaque && weight == Weight.one && area == output
  }

  /// Whether rows of `plane` can be used as they are: luma always, chroma where the picture and its
  /// area lie on the chroma grid (or end with the output).
  func isAligned(to plane: Int, output: PixelRect) -> Bool {
    guard case .offset(let x, let y) = place else { return false }
    if PixelFormat.isLuma(plane) { return true }
    return x & 1 == 0 && y & 1 == 0 && area.x & 1 == 0 && area.y & 1 == 0
      && (area.columns.upperBound & 1 == 0 || area.columns.upperBound == output.width)
      && (area.rows.upperBound & 1 == 0 || area.rows.upperBound == output.height)
  }
}

/// 1.15 fixed-point shares.
enum Weight {
  static let one = 32768
}

extension PixelFormat {
  static func isLuma(_ plane: Int) -> Bool { plane == Plane.luma || plane == Plane.alpha }
}

extension PixelRect {
  /// The samples of a 4:2:0 chroma plane that the rectangle touches.
  var chroma: PixelRect {
    guard !isEmpty else { return .empty }
    let left = x >> 1
    let top = y >> 1
    return PixelRect(
      x: left, y: top, width: (x + width + 1) >> 1 - left, height: (y + height + 1) >> 1 - top)
  }
}
