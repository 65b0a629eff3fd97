package import BaseValues
package import Raster
internal import Synchronization
package import TimelineModel

/// Draws styled text. Safe to use from several threads: fonts are opened and glyphs are drawn by one
/// at a time, everything else goes on side by side.
///
/// The same style and the same font files give the same picture, whatever the thread and the order:
/// nothing depends on hinting, on the locale or on the time. The fonts of the machine are looked at
/// once, when the first text is drawn or checked.
package final class TextRenderer: Sendable {
  /// What may be used by one thread at a time.
  struct Engine {
    var library: FontLibrary
    var shaper: Shaper
    var rasterizer: GlyphRasterizer
  }

  private let access: FontAccess
  /// Most code points of a text.
  let longestText: Int
  private let engine = Mutex<Engine?>(nil)

  /// A renderer with the fonts of `access`. Opens nothing yet.
  ///
  /// - Parameter longestText: most code points of a text that ``check(_:range:)`` finds nothing in;
  ///   20,000 is the limit in any case.
  package init(_ access: FontAccess, longestText: Int = StyleLimits.textLength) {
    self.longestText = longestText
    self.access = access
  }

  /// Draws a text.
  ///
  /// Baselines are put on whole output pixels, so that all lines are equally sharp; across, glyphs
  /// stand to 1/64 raster pixel. Lines break at the same places at every scale.
  ///
  /// - Parameters:
  ///   - anchorX: the point of the text's box that the picture is placed by, in 1/65536 of the
  ///     box's width: 0 is the left edge, 32768 the middle.
  ///   - anchorY: the same down the box.
  ///   - scale: raster pixels for an output pixel, 1…8; others are taken as the nearer end. A text
  ///     that grows in an animation is drawn larger and shown smaller.
  ///   - depth: bits of the picture's samples, 8 or 10.
  ///   - recoloring: from the codes of BT.709 to those of the picture; `nil` where they are these.
  /// - Throws: `TitleError` for fonts that are not there and for pictures that are too large.
  package func render(
    _ style: TextStyle, anchorX: Int, anchorY: Int, scale: Int, depth: Int = 8,
    recoloring: LightTransform? = nil
  ) throws(TitleError) -> TextImage {
    let scale = max(1, min(scale, 8))
    let drawing = try withEngine { engine throws(TitleError) in
      try TextDrawing(style, anchorX: anchorX, anchorY: anchorY, scale: scale, engine)
    }
    return try drawing.image(depth: depth, recoloring: recoloring)
  }

  /// Draws a text as a transform shows it on a canvas: outlines are turned, not pixels.
  ///
  /// - Parameters:
  ///   - transform: from raster pixels.
  ///   - canvas: what can be seen; the picture has nothing but that.
  /// - Returns: the picture, whose origin counts from the canvas's corner; `nil` for texts that have
  ///   to be drawn by `render` and sampled: with glyphs in colour, or with an outline or a blurred
  ///   shadow that the transform makes uneven.
  /// - Throws: as `render`, whose arguments the others are.
  package func render(
    _ style: TextStyle, anchorX: Int, anchorY: Int, scale: Int, through transform: TextTransform,
    on canvas: Rect, depth: Int = 8,
    recoloring: LightTransform? = nil
  ) throws(TitleError) -> TextImage? {
    let scale = max(1, min(scale, 8))
    let target = TextCanvas(transform: transform, bounds: canvas)
    let drawing: TextDrawing? = try withEngine { engine throws(TitleError) in
      try TextDrawing(
        style, anchorX: anchorX, anchorY: anchorY, scale: scale, on: target, engine)
    }
    return try drawing?.image(depth: depth, recoloring: recoloring)
  }

  /// Lends the engine to one thread; the first use starts it.
  func withEngine<Result: Sendable>(
    _ body: (borrowing Engine) throws(TitleError) -> Result
  ) throws(TitleError) -> Result {
    try engine.withLock { engine throws(TitleError) in
      if let engine { return try body(engine) }
      let library = try FontLibrary(access: access)
      let started = Engine(
        library: library, shaper: try Shaper(),
        rasterizer: GlyphRasterizer(library.freeType))
      engine = started
      return try body(started)
    }
  }
}
