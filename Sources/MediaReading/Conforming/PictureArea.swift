import PlanModel
import Raster
import TimelineModel

/// The part of stored pictures that a conform uses.
struct PictureArea {
  private let crop: CropRect
  private let codedSize: PixelSize

  /// - Parameters:
  ///   - crop: in the upright picture.
  ///   - codedSize: what stored pictures were found to have.
  init(_ crop: CropRect, orientation: Orientation, codedSize: PictureSize) {
    self.crop = crop.stored(orientation, in: codedSize)
    self.codedSize = PixelSize(width: codedSize.width, height: codedSize.height)
  }

  /// The part of a picture of some size; `nil` when there is none. Streams may change their size:
  /// what was said of the first size then counts in proportion.
  func rect(in size: PixelSize) -> CropRect? {
    var area = crop
    if size != codedSize, !codedSize.isEmpty {
      area.x = crop.x * size.width / codedSize.width
      area.y = crop.y * size.height / codedSize.height
      area.width = max(1, crop.width * size.width / codedSize.width)
      area.height = max(1, crop.height * size.height / codedSize.height)
    }
    area.width = min(area.width, size.width - area.x)
    area.height = min(area.height, size.height - area.y)
    return area.x >= 0 && area.y >= 0 && area.width > 0 && area.height > 0 ? area : nil
  }
}

extension CropRect {
  /// The same part in stored pixels, before the picture is turned.
  func stored(_ orientation: Orientation, in coded: PictureSize) -> CropRect {
    // Shown coordinates of a stored pixel (x, y), solved for x and y.
    let flippedX = orientation.shownWidth(coded) - x - width
    let flippedY = orientation.shownHeight(coded) - y - height
    switch orientation {
    case .upright: return self
    case .mirroredHorizontally: return CropRect(x: flippedX, y: y, width: width, height: height)
    case .rotated180: return CropRect(x: flippedX, y: flippedY, width: width, height: height)
    case .mirroredVertically: return CropRect(x: x, y: flippedY, width: width, height: height)
    case .transposed: return CropRect(x: y, y: x, width: height, height: width)
    case .rotatedClockwise: return CropRect(x: y, y: flippedX, width: height, height: width)
    case .transversed: return CropRect(x: flippedY, y: flippedX, width: height, height: width)
    case .rotatedCounterclockwise:
      return CropRect(x: flippedY, y: x, width: height, height: width)
    }
  }
}

extension Orientation {
  func shownWidth(_ coded: PictureSize) -> Int { swapsAxes ? coded.height : coded.width }
  func shownHeight(_ coded: PictureSize) -> Int { swapsAxes ? coded.width : coded.height }
}
