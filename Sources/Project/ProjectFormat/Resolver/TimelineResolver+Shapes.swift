import BaseValues
import TimelineModel

/// A shape in pixels of the canvas.
struct ResolvedShape {
  var style: ShapeStyle
  /// Where its box lies on the canvas by its points; `nil` for those that are placed.
  var corner: ShapePath.Place?
  /// What a path is made larger by.
  var scale = Point(x: .one, y: .one)
  /// The corner of its box, then.
  var origin = ShapePath.Place(x: 0, y: 0)

  /// A path that is written for the shape, where its own is.
  func placed(_ path: ShapePath) -> ShapePath {
    path.scaled(x: scale.x, y: scale.y).counted(from: origin)
  }

  /// Where a point of its box lies on the canvas, in pixels to 1/65536.
  func position(
    of anchor: Point, _ corner: ShapePath.Place
  ) throws(TimeOverflow) -> Point {
    func sum(_ corner: Int, _ length: Int, _ share: Rational) throws(TimeOverflow) -> Rational {
      try ShapePath.pixels(corner) + ShapePath.pixels(length) * share
    }
    return Point(
      x: try sum(corner.x, style.width, anchor.x), y: try sum(corner.y, style.height, anchor.y))
  }
}

extension TimelineResolver {
  /// A shape with its lengths in pixels.
  func shape(_ written: ShapeDocument) throws(TimeOverflow) -> ResolvedShape {
    var resolved = try outline(of: written)
    switch written.fill {
    case .none: resolved.style.fill = nil
    case .color(let color): resolved.style.fill = color
    case .shading(let shading):
      resolved.style.fill = nil
      resolved.style.shading = shading
    }
    if let stroke = written.stroke {
      let own = try self.stroke(stroke)
      resolved.style.stroke = own.width > .zero ? own : nil
      if written.kind == .arrow {
        if let head = written.head {
          resolved.style.headSize = try length(head)
        } else {
          resolved.style.headSize = try own.width * Rational(4)
        }
        resolved.style.heads = written.heads
      }
    }
    func part(_ share: Rational) -> Int {
      Int((try? share * Rational(Int64(ShapeStyle.wholeOutline)))?.rounded() ?? 0)
    }
    resolved.style.drawnFrom = part(written.drawn.from)
    resolved.style.drawnTo = part(written.drawn.to)
    for shadow in written.shadows {
      resolved.style.shadows.append(try self.shadow(shadow, em: .zero))
    }
    return resolved
  }

  private func outline(of written: ShapeDocument) throws(TimeOverflow) -> ResolvedShape {
    var (width, height) = (try side(written.width, .across), try side(written.height, .down))
    if written.kind != .path { (width, height) = (width ?? height, height ?? width) }
    let (w, h) = (width ?? 0, height ?? 0)
    let path: ShapePath
    switch written.kind {
    case .rectangle:
      let radius = try written.radius.map { radius throws(TimeOverflow) in try length(radius) }
      path = .rectangle(width: w, height: h, radius: ShapePath.length(radius ?? .zero))
    case .ellipse: path = .ellipse(width: w, height: h)
    case .polygon where written.points.isEmpty:
      path = .polygon(sides: written.sides, width: w, height: h)
    case .star:
      let inner = try written.inner * Rational(Int64(ShapePath.unit))
      path = .star(points: written.sides, inner: Int(inner.rounded()), width: w, height: h)
    case .line, .arrow, .polygon:
      var places: [ShapePath.Place] = []
      for point in written.points.prefix(ShapeStyle.mostPoints) {
        places.append(
          ShapePath.Place(
            x: ShapePath.length(try lengths.pixels(point.x, .across)),
            y: ShapePath.length(try lengths.pixels(point.y, .down))))
      }
      let outline = ShapePath.polyline(places, isClosed: written.kind == .polygon)
      let extent = outline.extent
      let style = ShapeStyle(
        kind: written.kind, path: outline.counted(from: extent.corner), width: extent.width,
        height: extent.height)
      return ResolvedShape(style: style, corner: extent.corner)
    case .path: return try drawing(written, width: width, height: height)
    }
    return ResolvedShape(style: ShapeStyle(kind: written.kind, path: path, width: w, height: h))
  }

  /// A path: as large as it is drawn, or as its width and height say.
  private func drawing(
    _ written: ShapeDocument, width: Int?, height: Int?
  ) throws(TimeOverflow) -> ResolvedShape {
    let path = written.path ?? ShapePath()
    let natural = path.extent
    func factor(_ length: Int?, _ own: Int) -> Rational? {
      length.flatMap { Rational(Int64($0), Int64(max(1, own))) }
    }
    let (across, down) = (factor(width, natural.width), factor(height, natural.height))
    let unit = try lengths.factor
    let scale = Point(x: across ?? down ?? unit, y: down ?? across ?? unit)
    let scaled = path.scaled(x: scale.x, y: scale.y)
    let extent = scaled.extent
    return ResolvedShape(
      style: ShapeStyle(
        kind: .path, path: scaled.counted(from: extent.corner), width: extent.width,
        height: extent.height), scale: scale, origin: extent.corner)
  }

  private func stroke(_ written: ShapeStrokeDocument) throws(TimeOverflow) -> ShapeStroke {
    var stroke = ShapeStroke(width: try length(written.width), color: written.color)
    for dash in written.dashes { stroke.dashes.append(try length(dash)) }
    if let offset = written.dashOffset { stroke.dashOffset = try length(offset) }
    (stroke.cap, stroke.join, stroke.side) = (written.cap, written.join, written.side)
    return stroke
  }

  private func length(_ length: Length) throws(TimeOverflow) -> Rational {
    try lengths.pixels(length, .both)
  }

  /// A side in 1/65536 pixel; bare numbers keep the shape's proportions.
  private func side(
    _ length: Length?, _ direction: LengthScale.Direction
  ) throws(TimeOverflow) -> Int? {
    guard let length else { return nil }
    let pixels = try lengths.pixels(length, length.unit == .pixels ? .both : direction)
    return min(max(ShapePath.length(pixels), 1), ShapePath.farthest)
  }
}
