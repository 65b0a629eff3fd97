internal import BaseValues
internal import Raster
internal import TimelineModel

/// A text whose glyphs are drawn and whose layers are still apart.
///
/// Coordinates are raster pixels relative to the text's origin: a whole output pixel near the box's
/// top left corner.
struct TextDrawing: Sendable {
  private var tiles = GlyphTiles()
  /// The line and the paint of each of the tiles' fills, outlined masks and pictures.
  private let tileOwners: TileOwners
  private let style: TextStyle
  private let paints: [TextLayout.Paint]
  private let scale: Int
  /// What is behind the letters, from the lowest.
  private let backdrops: [TitleComposer.Backdrop]
  /// From the origin to the text's box, in layout units.
  private let shiftX: LayoutUnit
  private let shiftY: LayoutUnit
  /// From the anchor to the origin, in output pixels.
  private let originX: Int
  private let originY: Int
  private let boxWidth: LayoutUnit
  private let boxHeight: LayoutUnit
  /// Where it is drawn if it is turned; then tiles are in the canvas's pixels.
  private let canvas: TextCanvas?

  init(
    _ style: TextStyle, anchorX: Int, anchorY: Int, scale: Int,
    _ engine: borrowing TextRenderer.Engine
  ) throws(TitleError) {
    let layout = try TextLayout(style, in: engine.library, engine.shaper)
    try self.init(style, layout, anchorX, anchorY, scale, nil, engine)
  }

  /// The same turned; `nil` where that cannot be.
  init?(
    _ style: TextStyle, anchorX: Int, anchorY: Int, scale: Int, on canvas: TextCanvas,
    _ engine: borrowing TextRenderer.Engine
  ) throws(TitleError) {
    let isPlain =
      (style.outlineColor.alpha == 0 || style.outlineWidth <= .zero)
      && style.shadows.allSatisfy { $0.color.alpha == 0 || $0.blur <= .zero }
    guard isPlain || canvas.transform.evenScale != nil else { return nil }
    let layout = try TextLayout(style, in: engine.library, engine.shaper)
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

    let stroke = style.outlineWidth.fixed(layoutUnitsPerPixel, in: StyleLimits.length)
    let evenScale = canvas?.transform.evenScale ?? 65536
    let strokeWidth = TitleRendering.scale(stroke * scale, by: evenScale, over: 65536 * 1024)
    let clip = canvas?.clip(style, scale: scale)
    var options = GlyphRasterizer.Options(
      size: 1, strokeWidth: style.outlineColor.alpha > 0 ? strokeWidth : 0,
      strokeSide: style.outlineSide, foreground: (0, 0, 0), transform: canvas?.transform,
      clip: clip)
    let (originX, originY) = (originX, originY)
    /// A place relative to the text's origin in 1/64 pixel of what is drawn on.
    func place(_ x: LayoutUnit, _ y: LayoutUnit) -> (x: Int, y: Int) {
      guard let canvas else { return (Self.subpixels(x, scale), Self.subpixels(y, scale)) }
      let place = canvas.transform.place(
        (x + originX * layoutUnitsPerPixel) * scale, (y + originY * layoutUnitsPerPixel) * scale)
      return (Self.subpixels(place.x, 1), Self.subpixels(place.y, 1))
    }
    var tileOwners = TileOwners()
    for glyph in layout.glyphs where layout.paints[glyph.paint].opacity > 0 {
      let color = layout.paints[glyph.paint].color(of: style)
      let drawn = tiles.counts
      options.foreground = (color.red, color.green, color.blue)
      options.size = max(1, Self.subpixels(glyph.size, scale))
      let baseline = Self.wholePixel(shiftY + layout.lines[glyph.line].baseline)
      let (x, y) = place(shiftX + glyph.x, baseline * layoutUnitsPerPixel + glyph.rise)
      try engine.rasterizer.draw(
        glyph.glyph, of: layout.faces[glyph.face], x: x, y: y, options, into: &tiles)
      tiles.fade(since: drawn, to: layout.paints[glyph.paint].opacity)
      tileOwners.note(line: glyph.line, paint: glyph.paint, tiles)
    }
    for rule in layout.rules where layout.paints[rule.paint].opacity > 0 {
      let drawn = tiles.counts
      let rect = Self.rect(of: rule, layout, shiftX, shiftY)
      let corners = rect.edge(inset: 0).map { place($0.x, $0.y) }
      if corners.isEmpty { continue }
      try engine.rasterizer.draw(corners: corners, options, into: &tiles)
      tiles.fade(since: drawn, to: layout.paints[rule.paint].opacity)
      tileOwners.note(line: rule.line, paint: rule.paint, tiles)
    }
    self.tileOwners = tileOwners

    var backdrops: [TitleComposer.Backdrop] = []
    for group in Self.boxes(of: style, layout, x: shiftX, y: shiftY) {
      backdrops += try Self.backdrops(
        of: group, scale: scale, isTurned: canvas != nil, clip, place, engine, &tiles)
    }
    self.backdrops = backdrops
    boxWidth = layout.width
    boxHeight = layout.height
    paints = layout.paints
    (self.shiftX, self.shiftY) = (shiftX, shiftY)
    self.style = style
    self.scale = scale
  }

  private struct TileOwners: Sendable {
    struct Owner {
      var line: Int
      var paint: Int
    }

    var fills: [Owner] = []
    var outlined: [Owner] = []
    var pictures: [Owner] = []

    /// Says that all tiles that have come since belong to a line and have a paint.
    mutating func note(line: Int, paint: Int, _ tiles: GlyphTiles) {
      let owner = Owner(line: line, paint: paint)
      while fills.count < tiles.fills.count { fills.append(owner) }
      while outlined.count < tiles.outlined.count { outlined.append(owner) }
      while pictures.count < tiles.pictures.count { pictures.append(owner) }
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
      ? zip(tiles.fills, tileOwners.fills) : zip(tiles.outlined, tileOwners.outlined)
    for (mask, owner) in masks { add(mask.inkBounds, owner.line) }
    for (picture, owner) in zip(tiles.pictures, tileOwners.pictures) {
      add(picture.bounds, owner.line)
    }
    return lines.sorted { $0.key < $1.key }.map(\.value).filter { !$0.isEmpty }.map { bounds in
      Rect(
        x: bounds.x + originX * scale, y: bounds.y + originY * scale, width: bounds.width,
        height: bounds.height)
    }
  }

  /// The layers, from the lowest.
  private func composer() throws(TitleError) -> TitleComposer {
    let evenScale = canvas?.transform.evenScale ?? 65536
    func length(_ value: Rational) -> Int {
      value.fixed(layoutUnitsPerPixel, in: StyleLimits.offset) * scale
    }
    func whole(_ units: Int) -> Int { Self.wholePixel(units) * layoutUnitsPerPixel }
    let shadows = style.shadows.prefix(1 + TextStyle.mostShadows).map { shadow in
      let deviation = shadow.blur.fixed(layoutUnitsPerPixel, in: StyleLimits.length) * scale / 2
      let (x, y) = (length(shadow.offset.x), length(shadow.offset.y))
      guard let canvas else {
        return TitleComposer.Shadow(
          color: shadow.color, x: whole(x), y: whole(y), deviation: deviation)
      }
      let turned = canvas.transform.direction(x, y)
      return TitleComposer.Shadow(
        color: shadow.color, x: turned.x, y: turned.y,
        deviation: TitleRendering.scale(deviation, by: evenScale, over: 65536))
    }
    var groups = paints.map { paint in
      TitleComposer.Letters(
        ink: paint.color.map(TitleComposer.Ink.color) ?? ownInk,
        alpha: paint.color(of: style).alpha, isFaded: paint.opacity < 255)
    }
    for (mask, owner) in zip(tiles.fills, tileOwners.fills) {
      groups[owner.paint].fills.append(mask)
    }
    for (picture, owner) in zip(tiles.pictures, tileOwners.pictures) {
      groups[owner.paint].pictures.append(picture)
    }
    return try TitleComposer(
      groups, outlined: tiles.outlined, strokes: tiles.strokes,
      strokesAreInside: style.outlineSide == .inside, style.outlineColor, shadows: shadows,
      backdrops: backdrops)
  }

  /// Finds out whether its picture can be made.
  ///
  /// - Throws: `TitleError.tooLarge`.
  func checkSize() throws(TitleError) { _ = try composer() }

  /// What letters without a colour of their own are painted with.
  private var ownInk: TitleComposer.Ink {
    guard let fill = style.fill else { return .color(style.color) }
    let unit = Double(layoutUnitsPerPixel)
    let factor = Double(scale)
    return .gradient(
      TextGradient(
        fill, width: Double(boxWidth) / unit * factor, height: Double(boxHeight) / unit * factor,
        left: (Double(shiftX) / unit + Double(originX)) * factor,
        top: (Double(shiftY) / unit + Double(originY)) * factor,
        anchorX: canvas == nil ? Double(originX) * factor : 0,
        anchorY: canvas == nil ? Double(originY) * factor : 0, canvas?.transform))
  }

  /// Puts the layers together.
  ///
  /// - Parameters:
  ///   - depth: bits of the picture's samples, 8 or 10.
  ///   - recoloring: from the codes of BT.709 to those of the picture; `nil` where they are these.
  func image(depth: Int, recoloring: LightTransform?) throws(TitleError) -> TextImage {
    let composer = try composer()
    if let canvas { return turnedImage(on: canvas, composer, depth, recoloring) }
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
    on canvas: TextCanvas, _ composer: TitleComposer, _ depth: Int, _ recoloring: LightTransform?
  ) -> TextImage {
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
  static func offset(_ anchor: Int, of length: LayoutUnit) -> LayoutUnit {
    let kept = max(-(1 << 26), min(anchor, 1 << 26))
    return TitleRendering.scale(min(length, 1 << 34), by: kept, over: 65536)
  }

  /// Layout units as 1/64 raster pixels.
  static func subpixels(_ length: LayoutUnit, _ scale: Int) -> Int {
    floorDivide(length * scale + 512, by: 1024)
  }

  static func wholePixel(_ length: LayoutUnit) -> Int {
    floorDivide(length + layoutUnitsPerPixel / 2, by: layoutUnitsPerPixel)
  }

  /// The even number at or below.
  private static func even(_ value: Int) -> Int { value & ~1 }
}

extension TitleComposer {
  func image(of area: Rect, depth: Int, recoloring: LightTransform?) -> Image {
    depth > UInt8.depth
      ? image(of: area, as: UInt16.self, recoloring: recoloring)
      : image(of: area, as: UInt8.self, recoloring: recoloring)
  }
}

extension TextCanvas {
  /// What glyphs have to be drawn in for everything to be right that can be seen.
  fileprivate func clip(_ style: TextStyle, scale: Int) -> Rect {
    let outline = style.outlineWidth.fixed(layoutUnitsPerPixel, in: StyleLimits.length)
    return clip(style.shadows, margin: outline * scale / layoutUnitsPerPixel + 1, scale: scale)
  }

  /// What has to be drawn for its shadows to be right as well.
  ///
  /// - Parameter margin: raster pixels beyond what can be seen that matter to it.
  func clip(_ shadows: [TextShadow], margin: Int, scale: Int) -> Rect {
    func pixels(_ units: Int) -> Int { units * scale / layoutUnitsPerPixel + 1 }
    let evenScale = transform.evenScale ?? 65536
    let blur = shadows.map(\.blur).max() ?? .zero
    let reach = 2 * pixels(blur.fixed(layoutUnitsPerPixel, in: StyleLimits.length))
    let margin = (margin + reach) * evenScale / 65536 + 4
    var both = bounds
    for shadow in shadows where shadow.color.alpha > 0 {
      let offsets = [shadow.offset.x, shadow.offset.y].map {
        $0.fixed(layoutUnitsPerPixel, in: StyleLimits.offset) * scale
      }
      let (x, y) = transform.direction(offsets[0], offsets[1])
      let (left, top) = (x / layoutUnitsPerPixel, y / layoutUnitsPerPixel)
      both = .union(
        both,
        Rect(x: bounds.x - left, y: bounds.y - top, width: bounds.width, height: bounds.height))
    }
    return Rect(
      x: both.x - margin, y: both.y - margin, width: both.width + 2 * margin,
      height: both.height + 2 * margin)
  }
}
