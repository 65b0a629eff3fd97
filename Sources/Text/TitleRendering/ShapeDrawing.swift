internal import BaseValues
internal import Raster
internal import TimelineModel

/// A shape that is drawn and whose layers are still apart.
///
/// Coordinates are raster pixels from the anchor, or pixels of the canvas that it is turned on.
struct ShapeDrawing {
  private var tiles = GlyphTiles()
  private let style: ShapeStyle
  private let scale: Int
  private let canvas: TextCanvas?
  /// The corner of the box in 1/65536 output pixel from the anchor.
  private let left: Int
  private let top: Int
  private var fill: CoverageMask?
  private var stroke: CoverageMask?

  init(
    _ style: ShapeStyle, anchorX: Int, anchorY: Int, scale: Int, on canvas: TextCanvas?
  ) throws(TitleError) {
    self.style = style
    self.scale = scale
    self.canvas = canvas
    left = -TextDrawing.offset(anchorX, of: style.width)
    top = -TextDrawing.offset(anchorY, of: style.height)
    let rasterizer = GlyphRasterizer(try FreeTypeLibrary())
    let clip = canvas?.clip(style.shadows, margin: 0, scale: scale)
    let (left, top) = (left, top)
    /// From the path to 1/64 raster pixel from the anchor.
    func place(_ place: ShapePath.Place) -> ShapePath.Place {
      ShapePath.Place(
        x: TextDrawing.subpixels(place.x + left, scale),
        y: TextDrawing.subpixels(place.y + top, scale))
    }
    let outline = ShapeOutline(style.path, place)
    if style.fill != nil || style.shading != nil || style.stroke?.side != .center {
      // Turned places are rounded once.
      let edge =
        canvas.map { canvas in
          ShapeOutline(style.path) { place in
            let turned = canvas.transform.place((place.x + left) * scale, (place.y + top) * scale)
            return ShapePath.Place(
              x: TextDrawing.subpixels(turned.x, 1), y: TextDrawing.subpixels(turned.y, 1))
          }
        } ?? outline
      fill = try rasterizer.fill(contours: edge.polygons.points, clip: clip, &tiles)
    }
    if let line = style.stroke, line.width > .zero, line.color.alpha > 0 {
      stroke = try Self.stroke(
        line, of: outline, style, scale: scale, canvas?.transform, clip, rasterizer, &tiles)
      switch line.side {
      case .center: break
      case .inside: stroke = fill.flatMap { stroke?.intersecting($0) }
      case .outside: if let fill { stroke = stroke?.subtracting(fill) }
      }
    }
    if style.fill == nil, style.shading == nil { fill = nil }
  }

  /// What the stroke and the heads of an arrow cover.
  private static func stroke(
    _ line: ShapeStroke, of outline: ShapeOutline, _ style: ShapeStyle, scale: Int,
    _ transform: TextTransform?, _ clip: Rect?, _ rasterizer: GlyphRasterizer,
    _ tiles: inout GlyphTiles
  ) throws(TitleError) -> CoverageMask? {
    // Only half of what is widened to both sides is seen of one on one side.
    let width = line.width.fixed(64 * scale, in: StyleLimits.length)
    let stroker = try ShapeStroker(
      rasterizer, radius: line.side == .center ? (width + 1) / 2 : width, cap: line.cap,
      join: line.join, transform: transform, clip: clip)
    let unit = MeasuredContour.unit * scale
    let whole = ShapeStyle.wholeOutline
    let from = min(max(style.drawnFrom, 0), whole)
    let drawn = from..<min(max(style.drawnTo, from), whole)
    let headSize = style.headSize.fixed(unit, in: StyleLimits.head)
    var heads: [[ShapePath.Place]] = []
    for contour in outline.contours {
      let measured = MeasuredContour(contour)
      var pattern = MeasuredContour.Pattern(line, drawn: drawn, unit: unit)
      if headSize > 0, measured.length > 0 {
        heads += measured.cutHeads(style.heads, size: headSize, &pattern)
      }
      for piece in measured.parts(pattern) { try stroker.add(piece, &tiles) }
    }
    var masks = [try stroker.mask(&tiles)].compactMap(\.self)
    for head in heads {
      let points = head.map { point in
        guard let transform else { return point }
        let turned = transform.place(point.x * 1024, point.y * 1024)
        return ShapePath.Place(
          x: TextDrawing.subpixels(turned.x, 1), y: TextDrawing.subpixels(turned.y, 1))
      }
      if let mask = try rasterizer.fill(contours: [points].points, clip: clip, &tiles) {
        masks.append(mask)
      }
    }
    return masks.isEmpty ? nil : masks.count == 1 ? masks[0] : CoverageMask(uniting: masks)
  }

  // MARK: - Layers

  /// The layers, from the lowest.
  private func composer() throws(TitleError) -> TitleComposer {
    let evenScale = canvas?.transform.evenScale ?? 65536
    func length(_ value: Rational) -> Int {
      value.fixed(layoutUnitsPerPixel, in: StyleLimits.offset) * scale
    }
    let shadows = style.shadows.prefix(TextStyle.mostShadows).map { shadow in
      let deviation = shadow.blur.fixed(layoutUnitsPerPixel, in: StyleLimits.length) * scale / 2
      let (x, y) = (length(shadow.offset.x), length(shadow.offset.y))
      let turned = canvas?.transform.direction(x, y) ?? (x: x, y: y)
      return TitleComposer.Shadow(
        color: shadow.color, x: turned.x, y: turned.y,
        deviation: TitleRendering.scale(deviation, by: evenScale, over: 65536))
    }
    let strokes = [stroke].compactMap(\.self)
    let letters = fill.map { fill in
      TitleComposer.Letters(ink: ink, alpha: 255, fills: [fill])
    }
    let whole = [fill, stroke].compactMap(\.self)
    return try TitleComposer(
      [letters].compactMap(\.self),
      // Shadows are those of both together.
      outlined: strokes.isEmpty || shadows.isEmpty ? [] : whole, strokes: strokes,
      strokesAreInside: style.stroke?.side == .inside, style.stroke?.color ?? .clear,
      shadows: shadows, backdrops: [])
  }

  private var ink: TitleComposer.Ink {
    guard let shading = style.shading else { return .color(style.fill ?? .clear) }
    func pixels(_ length: Int) -> Double {
      Double(length) / Double(layoutUnitsPerPixel) * Double(scale)
    }
    return .gradient(
      TextGradient(
        shading, width: pixels(style.width), height: pixels(style.height), left: pixels(left),
        top: pixels(top), anchorX: 0, anchorY: 0, canvas?.transform))
  }

  /// What is painted, in raster pixels from the anchor.
  func painted() throws(TitleError) -> Rect { try composer().bounds }

  /// Puts the layers together, as those of a text are.
  func image(depth: Int, recoloring: LightTransform?) throws(TitleError) -> TextImage {
    let composer = try composer()
    let painted = composer.bounds
    var area: Rect
    if let canvas {
      let seen = painted.intersection(canvas.bounds)
      let (x, y) = (seen.x & ~1, seen.y & ~1)
      area = Rect(
        x: x, y: y, width: max(2, seen.x + seen.width - x),
        height: max(2, seen.y + seen.height - y))
    } else {
      // A clear pixel around everything, and edges on even raster pixels as seen from the anchor.
      let (x, y) = ((painted.x - 1) & ~1, (painted.y - 1) & ~1)
      area = Rect(
        x: x, y: y, width: ((painted.x + painted.width + 2) & ~1) - x,
        height: ((painted.y + painted.height + 2) & ~1) - y)
    }
    let image = composer.image(of: area, depth: depth, recoloring: recoloring)
    return TextImage(
      image: image, originX: area.x, originY: area.y, boxWidth: style.width,
      boxHeight: style.height, scale: scale)
  }
}

extension Sequence<[ShapePath.Place]> {
  /// As FreeType takes them; empty ones are left out.
  fileprivate var points: [[GlyphRasterizer.ShapePoint]] {
    filter { !$0.isEmpty }.map { $0.map { GlyphRasterizer.ShapePoint(x: $0.x, y: $0.y) } }
  }
}

// MARK: - Heads of arrows

extension MeasuredContour {
  /// The heads at the ends of what is drawn, as triangles as wide as long; shortens the line so that it ends
  /// within them.
  fileprivate func cutHeads(
    _ heads: ArrowHeads, size: Int, _ pattern: inout Pattern
  ) -> [[ShapePath.Place]] {
    let whole = ShapeStyle.wholeOutline
    var from = TitleRendering.scale(length, by: pattern.drawn.lowerBound, over: whole)
    var to = TitleRendering.scale(length, by: pattern.drawn.upperBound, over: whole)
    let count = (heads.isAtStart ? 1 : 0) + (heads.isAtEnd ? 1 : 0)
    // A line that is shorter than its heads has smaller ones.
    let size = min(size, (to - from) / count)
    guard size > 0 else { return [] }
    var triangles: [[ShapePath.Place]] = []
    if heads.isAtEnd {
      triangles.append(head(tip: to, base: to - size))
      to -= size * 3 / 4
    }
    if heads.isAtStart {
      triangles.append(head(tip: from, base: from + size))
      from += size * 3 / 4
    }
    let shown = max(1, length)
    let first = TitleRendering.scale(from, by: whole, over: shown)
    pattern.drawn = first..<max(first, TitleRendering.scale(to, by: whole, over: shown))
    return triangles.filter { !$0.isEmpty }
  }

  private func head(tip: Int, base: Int) -> [ShapePath.Place] {
    guard let tip = point(at: tip), let base = point(at: base), tip != base else { return [] }
    // Half as far to each side as the head is long.
    let (x, y) = (roundDivide(tip.x - base.x, by: 2), roundDivide(tip.y - base.y, by: 2))
    return [
      tip, ShapePath.Place(x: base.x - y, y: base.y + x),
      ShapePath.Place(x: base.x + y, y: base.y - x),
    ]
  }
}
