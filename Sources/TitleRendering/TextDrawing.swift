internal import MediaTime
internal import PixelGeometry
internal import Raster
internal import TimelineModel

/// A text whose glyphs are drawn and whose layers are still apart.
///
/// Coordinates are raster pixels relative to the text's origin: a whole output pixel near the box's
/// top left corner.
struct TextDrawing: Sendable {
  private var tiles = GlyphTiles()
  /// The line of each of the tiles' fills, outlined masks and pictures.
  private let tileLines: TileLines
  private let style: TextStyle
  private let scale: Int
  /// The box behind the text with its padding.
  private let box: Rect
  /// From the anchor to the origin, in output pixels.
  private let originX: Int
  private let originY: Int
  private let boxWidth: LayoutUnit
  private let boxHeight: LayoutUnit

  init(
    _ style: TextStyle, anchorX: Int, anchorY: Int, scale: Int,
    _ engine: borrowing TextRenderer.Engine
  ) throws(TitleError) {
    let resolved = try engine.library.resolve(style)
    let layout = try TextLayout(style, resolved, in: engine.library, engine.shaper)
    let left = -Self.offset(anchorX, of: layout.width)
    let top = -Self.offset(anchorY, of: layout.height)
    originX = floorDivide(left, by: layoutUnitsPerPixel)
    originY = floorDivide(top, by: layoutUnitsPerPixel)
    // What is left of the box's place below a whole pixel.
    let shiftX = left - originX * layoutUnitsPerPixel
    let shiftY = top - originY * layoutUnitsPerPixel

    let size = style.size.fixed(layoutUnitsPerPixel, in: StyleLimits.size)
    let stroke = style.outlineWidth.fixed(layoutUnitsPerPixel, in: StyleLimits.length)
    let options = GlyphRasterizer.Options(
      size: max(1, Self.subpixels(size, scale)),
      strokeWidth: style.outlineColor.alpha > 0 ? Self.subpixels(stroke, scale) : 0,
      foreground: (style.color.red, style.color.green, style.color.blue))
    var tileLines = TileLines()
    for glyph in layout.glyphs {
      let baseline = Self.wholePixel(shiftY + layout.baselines[glyph.line])
      try engine.rasterizer.draw(
        glyph.glyph, of: layout.faces[glyph.face], x: Self.subpixels(shiftX + glyph.x, scale),
        y: Self.subpixels(baseline * layoutUnitsPerPixel + glyph.rise, scale), options, into: &tiles
      )
      tileLines.note(glyph.line, tiles)
    }
    self.tileLines = tileLines

    let padding = style.boxPadding.fixed(layoutUnitsPerPixel, in: StyleLimits.length)
    let columns =
      Self.wholePixel(shiftX - padding)..<Self.wholePixel(shiftX + layout.width + padding)
    let rows =
      Self.wholePixel(shiftY - padding)..<Self.wholePixel(shiftY + layout.height + padding)
    box = Rect(
      x: columns.lowerBound * scale, y: rows.lowerBound * scale, width: columns.count * scale,
      height: rows.count * scale)
    boxWidth = layout.width
    boxHeight = layout.height
    self.style = style
    self.scale = scale
  }

  private struct TileLines: Sendable {
    var fills: [Int] = []
    var outlined: [Int] = []
    var pictures: [Int] = []

    /// Says that all tiles that have come since belong to a line.
    mutating func note(_ line: Int, _ tiles: GlyphTiles) {
      while fills.count < tiles.fills.count { fills.append(line) }
      while outlined.count < tiles.outlined.count { outlined.append(line) }
      while pictures.count < tiles.pictures.count { pictures.append(line) }
    }
  }

  /// What is painted of the letters of each line, with their outline, in raster pixels relative to
  /// the anchor. Lines without letters are left out.
  var inkOfLines: [Rect] {
    var lines: [Int: Rect] = [:]
    func add(_ bounds: Rect, _ line: Int) {
      lines[line] = Rect.union(lines[line] ?? .empty, bounds)
    }
    // Outlined letters hold the letters themselves.
    let masks =
      tiles.outlined.isEmpty
      ? zip(tiles.fills, tileLines.fills) : zip(tiles.outlined, tileLines.outlined)
    for (mask, line) in masks { add(mask.inkBounds, line) }
    for (picture, line) in zip(tiles.pictures, tileLines.pictures) { add(picture.bounds, line) }
    return lines.sorted { $0.key < $1.key }.map(\.value).filter { !$0.isEmpty }.map { bounds in
      Rect(
        x: bounds.x + originX * scale, y: bounds.y + originY * scale, width: bounds.width,
        height: bounds.height)
    }
  }

  /// Puts the layers together.
  func image() throws(TitleError) -> TextImage {
    func length(_ value: Rational) -> Int {
      let units = value.fixed(layoutUnitsPerPixel, in: StyleLimits.offset)
      return floorDivide(units * scale + layoutUnitsPerPixel / 2, by: layoutUnitsPerPixel)
    }
    let blur = style.shadowBlur.fixed(layoutUnitsPerPixel, in: StyleLimits.length)
    let composer = try TitleComposer(
      tiles, box: box, style,
      TitleComposer.Lengths(
        shadowX: length(style.shadowOffset.x), shadowY: length(style.shadowOffset.y),
        shadowDeviation: blur * scale / 2))
    // A clear pixel around everything, and edges on even raster pixels as seen from the anchor.
    let painted = composer.bounds
    let offsetX = originX * scale
    let offsetY = originY * scale
    let x = Self.even(painted.x - 1 + offsetX) - offsetX
    let y = Self.even(painted.y - 1 + offsetY) - offsetY
    let right = Self.even(painted.x + painted.width + 2 + offsetX) - offsetX
    let bottom = Self.even(painted.y + painted.height + 2 + offsetY) - offsetY
    let area = Rect(x: x, y: y, width: right - x, height: bottom - y)
    return TextImage(
      image: composer.image(of: area), originX: x + offsetX, originY: y + offsetY,
      boxWidth: boxWidth, boxHeight: boxHeight, scale: scale)
  }

  // MARK: - Units

  /// Where an anchor lies in a box; anchors are kept within a thousand boxes.
  private static func offset(_ anchor: Int, of length: LayoutUnit) -> LayoutUnit {
    let kept = max(-(1 << 26), min(anchor, 1 << 26))
    return TitleRendering.scale(min(length, 1 << 34), by: kept, over: 65536)
  }

  /// Layout units as 1/64 raster pixels.
  private static func subpixels(_ length: LayoutUnit, _ scale: Int) -> Int {
    floorDivide(length * scale + 512, by: 1024)
  }

  private static func wholePixel(_ length: LayoutUnit) -> Int {
    floorDivide(length + layoutUnitsPerPixel / 2, by: layoutUnitsPerPixel)
  }

  /// The even number at or below.
  private static func even(_ value: Int) -> Int { value & ~1 }
}
