package import BaseValues
import Raster
package import TimelineModel

extension TextRenderer {
  /// What is painted of the letters of each line of a text, with their outline but without box and
  /// shadow: raster pixels relative to the anchor. Lines without letters are left out.
  ///
  /// - Throws: as `render`, whose arguments these are.
  package func ink(
    of style: TextStyle, anchorX: Int, anchorY: Int, scale: Int
  ) throws(TitleError) -> [Rect] {
    let scale = max(1, min(scale, 8))
    let drawing = try withEngine { engine throws(TitleError) in
      try TextDrawing(style, anchorX: anchorX, anchorY: anchorY, scale: scale, engine)
    }
    return drawing.inkOfLines
  }
}

extension TextRenderer {
  /// A rectangle that holds all that `ink` tells, by what the fonts say of their glyphs and without drawing them;
  /// `nil` where they do not say it, or nothing is painted.
  ///
  /// - Throws: as `ink`, whose arguments these are.
  package func reach(
    of style: TextStyle, anchorX: Int, anchorY: Int, scale: Int
  ) throws(TitleError) -> Rect? {
    try withEngine { engine throws(TitleError) in
      let layout = try TextLayout(style, in: engine.library, engine.shaper)
      guard let box = layout.inkBox else { return nil }
      let pixel = layoutUnitsPerPixel
      // Baselines and rules are put on whole pixels.
      let margin = style.outlineWidth.fixed(pixel, in: StyleLimits.length) + 2 * pixel
      let scale = max(1, min(scale, 8))
      func low(_ place: LayoutUnit, _ anchor: Int, _ length: LayoutUnit) -> Int {
        floorDivide((place - margin - TextDrawing.offset(anchor, of: length)) * scale, by: pixel)
      }
      func high(_ place: LayoutUnit, _ anchor: Int, _ length: LayoutUnit) -> Int {
        low(place + 2 * margin, anchor, length) + 1
      }
      let (x, y) = (
        low(box.left, anchorX, layout.width), low(box.top, anchorY, layout.height)
      )
      return Rect(
        x: x, y: y, width: high(box.right, anchorX, layout.width) - x,
        height: high(box.bottom, anchorY, layout.height) - y)
    }
  }
}

extension TextLayout {
  /// The smallest rectangle that holds all outlines and rules; `nil` where there are none, or where a font does not
  /// tell how large they are.
  fileprivate var inkBox:
    (left: LayoutUnit, top: LayoutUnit, right: LayoutUnit, bottom: LayoutUnit)?
  {
    var box: (left: LayoutUnit, top: LayoutUnit, right: LayoutUnit, bottom: LayoutUnit)?
    func add(
      _ left: LayoutUnit, _ top: LayoutUnit, _ right: LayoutUnit, _ bottom: LayoutUnit
    ) {
      guard left < right, top < bottom else { return }
      let old = box ?? (left, top, right, bottom)
      box = (min(old.left, left), min(old.top, top), max(old.right, right), max(old.bottom, bottom))
    }
    for glyph in glyphs {
      let face = faces[glyph.face]
      guard !face.hasColor, face.isScalable, let extents = face.extents(of: glyph.glyph) else {
        return nil
      }
      func length(_ units: Int) -> LayoutUnit {
        scale(units, by: glyph.size, over: face.unitsPerEm)
      }
      let baseline = lines[glyph.line].baseline + glyph.rise
      add(
        glyph.x + length(extents.left), baseline - length(extents.top),
        glyph.x + length(extents.right), baseline - length(extents.bottom))
    }
    for rule in rules {
      let baseline = lines[rule.line].baseline
      add(
        rule.columns.lowerBound, baseline + rule.rows.lowerBound, rule.columns.upperBound,
        baseline + rule.rows.upperBound)
    }
    return box
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
