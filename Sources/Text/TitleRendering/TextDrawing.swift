internal import BaseValues
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
  /// Where it is drawn if it is turned; then tiles are in the canvas's pixels.
  private let canvas: TextCanvas?
  private let turnedBox: CoverageMask?

  init(
    _ style: TextStyle, anchorX: Int, anchorY: Int, scale: Int,
    _ engine: borrowing TextRenderer.Engine
  ) throws(TitleError) {
    let resolved = try engine.library.resolve(style)
    let layout = try TextLayout(style, resolved, in: engine.library, engine.shaper)
    try self.init(style, layout, anchorX, anchorY, scale, nil, engine)
  }

  /// The same turned; `nil` where that cannot be.
  init?(
    _ style: TextStyle, anchorX: Int, anchorY: Int, scale: Int, on canvas: TextCanvas,
    _ engine: borrowing TextRenderer.Engine
  ) throws(TitleError) {
    let isPlain =
      (style.outlineColor.alpha == 0 || style.outlineWidth <= .zero)
      && (style.shadowColor.alpha == 0 || style.shadowBlur <= .zero)
    guard isPlain || canvas.transform.evenScale != nil else { return nil }
    let resolved = try engine.library.resolve(style)
    let layout = try TextLayout(style, resolved, in: engine.library, engine.shaper)
    if layout.faces.contains(where: \.hasColor) { return nil }
    try self.init(style, layout, anchorX, anchorY, scale, canvas, engine)
  }

  private init(
    _ style: TextStyle, _ layout: TextLayout, _ anchorX: Int, _ anchorY: Int, _ scale: Int,
    _ canvas: TextCanvas?, _ engine: borrowing TextRenderer.Engine
  ) throws(TitleError) {
    self.canvas = canvas
    let left = -Self.offset(anchorX, of: layout.width)
    let top = -Self.offset(anchorY, of: layout.height)
    originX = floorDivide(left, by: layoutUnitsPerPixel)
    originY = floorDivide(top, by: layoutUnitsPerPixel)
    // What is left of the box's place below a whole pixel.
    let shiftX = left - originX * layoutUnitsPerPixel
    let shiftY = top - originY * layoutUnitsPerPixel

    let size = style.size.fixed(layoutUnitsPerPixel, in: StyleLimits.size)
    let stroke = style.outlineWidth.fixed(layoutUnitsPerPixel, in: StyleLimits.length)
    let evenScale = canvas?.transform.evenScale ?? 65536
    let strokeWidth = TitleRendering.scale(stroke * scale, by: evenScale, over: 65536 * 1024)
    let clip = canvas?.clip(style, scale: scale, evenScale: evenScale)
    let options = GlyphRasterizer.Options(
      size: max(1, Self.subpixels(size, scale)),
      strokeWidth: style.outlineColor.alpha > 0 ? strokeWidth : 0,
      foreground: (style.color.red, style.color.green, style.color.blue),
      transform: canvas?.transform, clip: clip)
    let (originX, originY) = (originX, originY)
    /// A place relative to the text's origin in 1/64 pixel of what is drawn on.
    func place(_ x: LayoutUnit, _ y: LayoutUnit) -> (x: Int, y: Int) {
      guard let canvas else { return (Self.subpixels(x, scale), Self.subpixels(y, scale)) }
      let place = canvas.transform.place(
        (x + originX * layoutUnitsPerPixel) * scale, (y + originY * layoutUnitsPerPixel) * scale)
      return (Self.subpixels(place.x, 1), Self.subpixels(place.y, 1))
    }
    var tileLines = TileLines()
    for glyph in layout.glyphs {
      let baseline = Self.wholePixel(shiftY + layout.baselines[glyph.line])
      let (x, y) = place(shiftX + glyph.x, baseline * layoutUnitsPerPixel + glyph.rise)
      try engine.rasterizer.draw(
        glyph.glyph, of: layout.faces[glyph.face], x: x, y: y, options, into: &tiles)
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
    if canvas != nil, style.boxColor.alpha > 0, !box.isEmpty {
      let (left, right) = (columns.lowerBound, columns.upperBound)
      let (top, bottom) = (rows.lowerBound, rows.upperBound)
      let corners = [(left, top), (right, top), (right, bottom), (left, bottom)].map {
        place($0.0 * layoutUnitsPerPixel, $0.1 * layoutUnitsPerPixel)
      }
      turnedBox = try engine.rasterizer.fill(corners: corners, clip: clip, &tiles)
    } else {
      turnedBox = nil
    }
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
  ///
  /// - Parameters:
  ///   - depth: bits of the picture's samples, 8 or 10.
  ///   - recoloring: from the codes of BT.709 to those of the picture; `nil` where they are these.
  func image(depth: Int, recoloring: LightTransform?) throws(TitleError) -> TextImage {
    func length(_ value: Rational) -> Int {
      value.fixed(layoutUnitsPerPixel, in: StyleLimits.offset) * scale
    }
    let blur = style.shadowBlur.fixed(layoutUnitsPerPixel, in: StyleLimits.length) * scale / 2
    let (shadowX, shadowY) = (length(style.shadowOffset.x), length(style.shadowOffset.y))
    if let canvas {
      let evenScale = canvas.transform.evenScale ?? 65536
      let (x, y) = canvas.transform.direction(shadowX, shadowY)
      return try turnedImage(
        on: canvas,
        TitleComposer.Lengths(
          shadowX: x, shadowY: y,
          shadowDeviation: TitleRendering.scale(blur, by: evenScale, over: 65536)), depth,
        recoloring)
    }
    func whole(_ units: Int) -> Int { Self.wholePixel(units) * layoutUnitsPerPixel }
    let composer = try TitleComposer(
      tiles, box: .upright(box), style,
      TitleComposer.Lengths(
        shadowX: whole(shadowX), shadowY: whole(shadowY), shadowDeviation: blur))
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
      image: composer.image(of: area, depth: depth, recoloring: recoloring), originX: x + offsetX,
      originY: y + offsetY,
      boxWidth: boxWidth, boxHeight: boxHeight, scale: scale)
  }

  /// What of the text is on a canvas, from even columns and rows of it on.
  private func turnedImage(
    on canvas: TextCanvas, _ lengths: TitleComposer.Lengths, _ depth: Int,
    _ recoloring: LightTransform?
  ) throws(TitleError) -> TextImage {
    let none = CoverageMask(bounds: .empty)
    let composer = try TitleComposer(tiles, box: .turned(turnedBox ?? none), style, lengths)
    let seen = composer.bounds.intersection(canvas.bounds)
    let (x, y) = (Self.even(seen.x), Self.even(seen.y))
    let area = Rect(
      x: x, y: y, width: max(2, seen.x + seen.width - x), height: max(2, seen.y + seen.height - y))
    return TextImage(
      image: composer.image(of: area, depth: depth, recoloring: recoloring), originX: area.x,
      originY: area.y,
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

extension TitleComposer {
  fileprivate func image(of area: Rect, depth: Int, recoloring: LightTransform?) -> Image {
    depth > UInt8.depth
      ? image(of: area, as: UInt16.self, recoloring: recoloring)
      : image(of: area, as: UInt8.self, recoloring: recoloring)
  }
}

extension TextCanvas {
  /// What glyphs have to be drawn in for everything to be right that can be seen.
  fileprivate func clip(_ style: TextStyle, scale: Int, evenScale: Int) -> Rect {
    func pixels(_ units: Int) -> Int { units * scale / layoutUnitsPerPixel + 1 }
    var margin = pixels(style.outlineWidth.fixed(layoutUnitsPerPixel, in: StyleLimits.length))
    margin += 2 * pixels(style.shadowBlur.fixed(layoutUnitsPerPixel, in: StyleLimits.length))
    margin = margin * evenScale / 65536 + 4
    let offsets = [style.shadowOffset.x, style.shadowOffset.y].map {
      $0.fixed(layoutUnitsPerPixel, in: StyleLimits.offset) * scale
    }
    let (x, y) = style.shadowColor.alpha > 0 ? transform.direction(offsets[0], offsets[1]) : (0, 0)
    let (left, top) = (x / layoutUnitsPerPixel, y / layoutUnitsPerPixel)
    let shaded = Rect(
      x: bounds.x - left, y: bounds.y - top, width: bounds.width, height: bounds.height)
    let both = Rect.union(bounds, shaded)
    return Rect(
      x: both.x - margin, y: both.y - margin, width: both.width + 2 * margin,
      height: both.height + 2 * margin)
  }
}
