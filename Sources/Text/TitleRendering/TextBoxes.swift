internal import BaseValues
internal import Raster
internal import TimelineModel

/// A rectangle of output pixels relative to a text's origin, with round corners.
struct RoundedRect: Equatable {
  var columns: Range<Int>
  var rows: Range<Int>
  /// In layout units.
  var radius: LayoutUnit

  var isEmpty: Bool { columns.isEmpty || rows.isEmpty }

  /// Smaller by a distance in layout units on all sides; sides in layout units.
  func inset(by distance: LayoutUnit) -> (left: Int, top: Int, right: Int, bottom: Int, radius: Int)
  {
    let unit = layoutUnitsPerPixel
    let left = columns.lowerBound * unit + distance
    let top = rows.lowerBound * unit + distance
    let right = max(left, columns.upperBound * unit - distance)
    let bottom = max(top, rows.upperBound * unit - distance)
    let most = min(right - left, bottom - top) / 2
    return (left, top, right, bottom, max(0, min(radius - distance, most)))
  }

  /// Its edge clockwise from the upper left, in layout units.
  func edge(inset distance: LayoutUnit) -> [(x: Int, y: Int)] {
    let (left, top, right, bottom, radius) = inset(by: distance)
    guard right > left, bottom > top else { return [] }
    guard radius > 0 else { return [(left, top), (right, top), (right, bottom), (left, bottom)] }
    let corners = [
      (right - radius, top + radius, 0), (right - radius, bottom - radius, 1),
      (left + radius, bottom - radius, 2), (left + radius, top + radius, 3),
    ]
    let quarter = Self.quarter(radius: radius)
    return corners.flatMap { x, y, turns in
      quarter.map { point in
        switch turns {
        case 0: (x + point.x, y - point.y)
        case 1: (x + point.y, y + point.x)
        case 2: (x - point.x, y + point.y)
        default: (x - point.y, y - point.x)
        }
      }
    }
  }

  /// A quarter of a circle from its upper to its right end, about its centre, as the cubic curve that comes
  /// nearest to it. In chords, as FreeType takes curves for straight that are less than half a pixel from it.
  private static func quarter(radius: LayoutUnit) -> [(x: Int, y: Int)] {
    let reach = scale(radius, by: 36_195, over: 65_536)
    let count = 48
    return (0...count).map { step in
      let (t, s) = (step, count - step)
      func point(_ first: Int, _ second: Int, _ third: Int, _ fourth: Int) -> Int {
        let sum =
          s * s * s * first + 3 * s * s * t * second + 3 * s * t * t * third + t * t * t * fourth
        return floorDivide(sum + count * count * count / 2, by: count * count * count)
      }
      return (point(0, reach, radius, radius), point(radius, radius, reach, 0))
    }
  }
}

extension TextDrawing {
  /// Boxes that belong together: what they cover is painted once.
  struct BoxGroup {
    var box: TextBox
    var rects: [RoundedRect]
  }

  /// The boxes behind a text and its runs, from the lowest.
  ///
  /// - Parameters:
  ///   - x: of the text's box from its origin, below a pixel.
  ///   - y: the same downwards.
  static func boxes(
    of style: TextStyle, _ layout: TextLayout, x: LayoutUnit, y: LayoutUnit
  ) -> [BoxGroup] {
    func rect(
      _ columns: Range<LayoutUnit>, _ rows: Range<LayoutUnit>, _ box: TextBox
    ) -> RoundedRect {
      let padding = box.padding.fixed(layoutUnitsPerPixel, in: StyleLimits.length)
      let (left, top) = (
        wholePixel(x + columns.lowerBound - padding), wholePixel(y + rows.lowerBound - padding)
      )
      return RoundedRect(
        columns: left..<max(left, wholePixel(x + columns.upperBound + padding)),
        rows: top..<max(top, wholePixel(y + rows.upperBound + padding)),
        radius: box.radius.fixed(layoutUnitsPerPixel, in: StyleLimits.length))
    }
    func rows(_ line: Int, _ rows: Range<LayoutUnit>) -> Range<LayoutUnit> {
      let baseline = layout.lines[line].baseline
      return baseline + rows.lowerBound..<baseline + rows.upperBound
    }
    var groups: [BoxGroup] = []
    if !style.box.isClear {
      var group = BoxGroup(box: style.box, rects: [])
      if style.isBoxPerLine {
        for (number, line) in layout.lines.enumerated() where line.width > 0 {
          group.rects.append(
            rect(
              line.left..<line.left + line.width,
              rows(number, -line.ascent..<max(-line.ascent, line.descent)), style.box))
        }
      } else {
        group.rects = [rect(0..<layout.width, 0..<max(0, layout.height), style.box)]
      }
      groups.append(group)
    }
    for box in layout.boxes {
      groups.append(
        BoxGroup(box: box.box, rects: [rect(box.columns, rows(box.line, box.rows), box.box)]))
    }
    return groups
  }
}

extension TextDrawing {
  /// Where a rule is, in whole output pixels, so that it is sharp.
  static func rect(
    of rule: TextLayout.Rule, _ layout: TextLayout, _ x: LayoutUnit, _ y: LayoutUnit
  ) -> RoundedRect {
    let baseline = wholePixel(y + layout.lines[rule.line].baseline)
    let top = baseline + wholePixel(rule.rows.lowerBound)
    let left = wholePixel(x + rule.columns.lowerBound)
    return RoundedRect(
      columns: left..<max(left, wholePixel(x + rule.columns.upperBound)),
      rows: top..<top + max(1, wholePixel(rule.rows.upperBound - rule.rows.lowerBound)), radius: 0)
  }

  /// What boxes that belong together are painted as.
  ///
  /// - Parameter place: a place from the origin in layout units as one of what is drawn on in 1/64 pixel.
  static func backdrops(
    of group: BoxGroup, scale: Int, isTurned: Bool, _ clip: Rect?,
    _ place: (LayoutUnit, LayoutUnit) -> (x: Int, y: Int),
    _ engine: borrowing TextRenderer.Engine, _ tiles: inout GlyphTiles
  ) throws(TitleError) -> [TitleComposer.Backdrop] {
    let (box, rects) = (group.box, group.rects.filter { !$0.isEmpty })
    guard !rects.isEmpty else { return [] }
    let border = box.borderWidth.fixed(layoutUnitsPerPixel, in: StyleLimits.length)
    let hasBorder = border > 0 && box.borderColor.alpha > 0
    if !isTurned, !hasBorder, rects.count == 1, rects[0].radius == 0 {
      let rect = rects[0]
      return [
        .rectangle(
          Rect(
            x: rect.columns.lowerBound * scale, y: rect.rows.lowerBound * scale,
            width: rect.columns.count * scale, height: rect.rows.count * scale), box.color)
      ]
    }
    func mask(inset: LayoutUnit) throws(TitleError) -> CoverageMask {
      var masks: [CoverageMask] = []
      for rect in rects {
        let shape = rect.edge(inset: inset).map { point in
          let (x, y) = place(point.x, point.y)
          return GlyphRasterizer.ShapePoint(x: x, y: y)
        }
        if shape.isEmpty { continue }
        if let mask = try engine.rasterizer.fill(shape: shape, clip: clip, &tiles) {
          masks.append(mask)
        }
      }
      return CoverageMask(uniting: masks)
    }
    let whole = try mask(inset: 0)
    var backdrops: [TitleComposer.Backdrop] = []
    if box.color.alpha > 0 { backdrops.append(.mask(whole, box.color)) }
    if hasBorder {
      backdrops.append(.mask(whole.subtracting(try mask(inset: border)), box.borderColor))
    }
    return backdrops
  }
}

extension TextLayout.Paint {
  /// The colour of letters, and of what in letters in colour is the text's.
  func color(of style: TextStyle) -> Color { color ?? style.color }
}
