import PixelGeometry
import Raster
import TimelineModel

extension Raster.Image {
  /// The picture as it is shown: turned and mirrored by whole quarter turns, sample by sample.
  func turned(_ orientation: Orientation, pool: ImagePool) -> Raster.Image {
    guard orientation != .upright else { return self }
    let shown =
      orientation.swapsAxes
      ? Size(width: size.height, height: size.width) : size
    var result = MutableImage(format: format, size: shown, pool: pool)
    for plane in 0..<planeCount {
      let width = self.width(of: plane)
      let height = self.height(of: plane)
      for y in 0..<result.height(of: plane) {
        var row = result.mutableRow(plane, y)
        switch orientation {
        case .upright, .mirroredVertically:
          let source = self.row(plane, orientation == .upright ? y : height - 1 - y)
          for x in row.indices { row[x] = source[x] }
        case .mirroredHorizontally, .rotated180:
          let source = self.row(plane, orientation == .rotated180 ? height - 1 - y : y)
          for x in row.indices { row[x] = source[width - 1 - x] }
        case .transposed:
          for x in row.indices { row[x] = self.row(plane, x)[y] }
        case .rotatedClockwise:
          for x in row.indices { row[x] = self.row(plane, height - 1 - x)[y] }
        case .transversed:
          for x in row.indices { row[x] = self.row(plane, height - 1 - x)[width - 1 - y] }
        case .rotatedCounterclockwise:
          for x in row.indices { row[x] = self.row(plane, x)[width - 1 - y] }
        }
      }
    }
    return result.freeze()
  }
}
