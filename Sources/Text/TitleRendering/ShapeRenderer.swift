package import BaseValues
package import Diagnostics
package import Raster
package import TimelineModel

/// Draws shapes. The same style gives the same picture on every machine; several threads may draw at once.
package enum ShapeRenderer {
  /// Draws a shape.
  ///
  /// - Parameters:
  ///   - anchorX: the point of the shape's box that the picture is placed by, in 1/65536 of the box's width.
  ///   - anchorY: the same down the box.
  ///   - scale: raster pixels for an output pixel, 1…8; others are taken as the nearer end.
  ///   - depth: bits of the picture's samples, 8 or 10.
  ///   - recoloring: from the codes of BT.709 to those of the picture; `nil` where they are these.
  /// - Throws: `TitleError` for pictures that are too large.
  package static func render(
    _ style: ShapeStyle, anchorX: Int, anchorY: Int, scale: Int, depth: Int = 8,
    recoloring: LightTransform? = nil
  ) throws(TitleError) -> TextImage {
    try ShapeDrawing(
      style, anchorX: anchorX, anchorY: anchorY, scale: max(1, min(scale, 8)), on: nil
    ).image(depth: depth, recoloring: recoloring)
  }

  /// Draws a shape as a transform shows it on a canvas: its outline is turned, not pixels.
  ///
  /// - Parameters:
  ///   - transform: from raster pixels.
  ///   - canvas: what can be seen; the picture has nothing but that.
  /// - Returns: the picture, whose origin counts from the canvas's corner; `nil` for shapes that have to be
  ///   drawn by `render` and sampled: with a blurred shadow that the transform makes uneven.
  /// - Throws: as `render`, whose arguments the others are.
  package static func render(
    _ style: ShapeStyle, anchorX: Int, anchorY: Int, scale: Int, through transform: TextTransform,
    on canvas: Rect, depth: Int = 8, recoloring: LightTransform? = nil
  ) throws(TitleError) -> TextImage? {
    if transform.evenScale == nil,
      style.shadows.contains(where: { $0.color.alpha > 0 && $0.blur > .zero })
    {
      return nil
    }
    return try ShapeDrawing(
      style, anchorX: anchorX, anchorY: anchorY, scale: max(1, min(scale, 8)),
      on: TextCanvas(transform: transform, bounds: canvas)
    ).image(depth: depth, recoloring: recoloring)
  }

  /// What is painted of a shape with its stroke and its shadows, in raster pixels from the anchor.
  ///
  /// - Throws: as `render`.
  package static func ink(
    of style: ShapeStyle, anchorX: Int, anchorY: Int, scale: Int
  ) throws(TitleError) -> Rect {
    try ShapeDrawing(
      style, anchorX: anchorX, anchorY: anchorY, scale: max(1, min(scale, 8)), on: nil
    ).painted()
  }

  /// What is wrong with a shape: a picture that is too large.
  ///
  /// - Parameters:
  ///   - scale: raster pixels for an output pixel, 1…8; 1 where that is not known yet.
  ///   - range: the place to report.
  package static func check(
    _ style: ShapeStyle, scale: Int = 1, range: SourceRange
  ) -> [Diagnostic] {
    do throws(TitleError) {
      let scale = max(1, min(scale, 8))
      let least = Size(
        width: style.width / ShapePath.unit * scale, height: style.height / ShapePath.unit * scale)
      guard least.width <= GlyphTiles.sideLimit, least.height <= GlyphTiles.sideLimit,
        least.width * least.height <= GlyphTiles.pixelLimit
      else { throw .tooLarge(width: least.width, height: least.height) }
      // Drawing takes its time; few come near.
      let reach = ((style.stroke?.width ?? .zero).fixed(1, in: StyleLimits.length) + 1) * scale
      let (width, height) = (least.width + 4 * reach, least.height + 4 * reach)
      if max(width, height) > GlyphTiles.sideLimit / 2
        || width * height > GlyphTiles.pixelLimit / 4 || !style.shadows.isEmpty
      {
        _ = try ink(of: style, anchorX: 0, anchorY: 0, scale: scale)
      }
      return []
    } catch {
      return [TitleMessages.finding(error, of: style.kind.rawValue, range)]
    }
  }

  /// A number that stands for the version of the drawing, for what is kept between renders.
  package static var version: UInt64 { 1 }
}
