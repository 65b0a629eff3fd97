public import BaseValues
import Raster
public import TimelineModel

extension TextRenderer {
  /// What is painted of the letters of each line of a text, with their outline but without box and
  /// shadow: raster pixels relative to the anchor. Lines without letters are left out.
  ///
  /// - Throws: as `render`, whose arguments these are.
  public func ink(
    of style: TextStyle, anchorX: Int, anchorY: Int, scale: Int
  ) throws(TitleError) -> [Rect] {
    let scale = max(1, min(scale, 8))
    let drawing = try withEngine { engine throws(TitleError) in
      try TextDrawing(style, anchorX: anchorX, anchorY: anchorY, scale: scale, engine)
    }
    return drawing.inkOfLines
  }
}

extension CoverageMask {
  /// The smallest rectangle that holds all samples that are not 0.
  var inkBounds: Rect {
    func isClear(row: Int) -> Bool {
      samples[row * bounds.width..<(row + 1) * bounds.width].allSatisfy { $0 == 0 }
    }
    guard let top = (0..<bounds.height).first(where: { !isClear(row: $0) }),
      let bottom = (0..<bounds.height).last(where: { !isClear(row: $0) })
    else { return .empty }
    func isClear(column: Int) -> Bool {
      (top...bottom).allSatisfy { samples[$0 * bounds.width + column] == 0 }
    }
    let columns = (0..<bounds.width).filter { !isClear(column: $0) }
    guard let left = columns.first, let right = columns.last else { return .empty }
    return Rect(
      x: bounds.x + left, y: bounds.y + top, width: right - left + 1, height: bottom - top + 1)
  }
}
