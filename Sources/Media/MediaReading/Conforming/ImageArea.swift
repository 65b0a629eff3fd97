import BaseValues
import PlanModel
import Raster
import TimelineModel

/// The part of stored pictures that a conform uses.
struct ImageArea {
  private let crop: Rect
  private let codedSize: Size

  /// - Parameters:
  ///   - crop: in the upright picture.
  ///   - codedSize: what stored pictures were found to have.
  init(_ crop: Rect, orientation: Orientation, codedSize: Size) {
    self.crop = crop.stored(orientation, in: codedSize)
    self.codedSize = codedSize
  }

  /// The part of a picture of some size; `nil` when there is none. Streams may change their size:
  /// what was said of the first size then counts in proportion.
  func rect(in size: Size) -> Rect? {
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

extension Rect {
  /// The same part in stored pixels, before the picture is turned.
  func stored(_ orientation: Orientation, in coded: Size) -> Rect {
    // Shown coordinates of a stored pixel (x, y), solved for x and y.
    let flippedX = orientation.shownWidth(coded) - x - width
    let flippedY = orientation.shownHeight(coded) - y - height
    switch orientation {
    case .upright: return self
    case .mirroredHorizontally: return Rect(x: flippedX, y: y, width: width, height: height)
    case .rotated180: return Rect(x: flippedX, y: flippedY, width: width, height: height)
    case .mirroredVertically: return Rect(x: x, y: flippedY, width: width, height: height)
    case .transposed: return Rect(x: y, y: x, width: height, height: width)
    case .rotatedClockwise: return Rect(x: y, y: flippedX, width: height, height: width)
    case .transversed: return Rect(x: flippedY, y: flippedX, width: height, height: width)
    case .rotatedCounterclockwise:
      return Rect(x: flippedY, y: x, width: height, height: width)
    }
  }
}

extension Orientation {
  func shownWidth(_ coded: Size) -> Int { swapsAxes ? coded.height : coded.width }
  func shownHeight(_ coded: Size) -> Int { swapsAxes ? coded.width : coded.height }
}
