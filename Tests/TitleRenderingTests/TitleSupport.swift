import BaseValues
import Raster
import TimelineModel

@testable import TitleRendering

/// A renderer with the machine's fonts. DejaVu Sans is taken to be installed.
func makeRenderer() -> TextRenderer {
  TextRenderer(FontAccess(projectFolder: "/"))
}

/// White DejaVu Sans, unless `edit` says otherwise.
func style(
  _ text: String, size: Int64 = 40, family: String = "DejaVu Sans",
  _ edit: (inout TextStyle) -> Void = { _ in }
) -> TextStyle {
  var style = TextStyle(text: text, font: .family(family), size: Rational(size))
  edit(&style)
  return style
}

extension FontLibrary {
  /// The face of a style's own form.
  func resolve(_ style: TextStyle) throws(TitleError) -> Resolved {
    try resolve(style.font, weight: style.weight, italic: style.italic)
  }
}

/// What of a layout can be told outside of the engine.
struct SeenLayout: Sendable, Equatable {
  struct Glyph: Sendable, Equatable {
    var glyph: UInt32
    var x, rise, line, size, paint: Int
  }

  var glyphs: [Glyph]
  var lines: [TextLayout.LinePlace]
  var rules: [TextLayout.Rule]
  var boxes: [TextLayout.RunBox]
  var width: Int
  var height: Int
  var excess: TextExcess?

  /// Where the glyphs stand from left to right.
  var xs: [Int] { glyphs.map(\.x) }
}

extension TextRenderer {
  /// The layout of a text.
  func seen(_ style: TextStyle) throws -> SeenLayout {
    try withEngine { engine throws(TitleError) in
      let layout = try TextLayout(style, in: engine.library, engine.shaper)
      return SeenLayout(
        glyphs: layout.glyphs.map {
          SeenLayout.Glyph(
            glyph: $0.glyph, x: $0.x, rise: $0.rise, line: $0.line, size: $0.size, paint: $0.paint)
        }, lines: layout.lines, rules: layout.rules, boxes: layout.boxes, width: layout.width,
        height: layout.height, excess: layout.excess)
    }
  }

  /// Drawn with the box's top left corner at the anchor.
  func draw(_ style: TextStyle, scale: Int = 1) throws -> TextImage {
    try render(style, anchorX: 0, anchorY: 0, scale: scale)
  }
}

extension TextImage {
  var hash: ImageHash { ImageHash(image) }

  /// Alpha at a place relative to the anchor; 0 outside of the picture.
  func alpha(x: Int, y: Int) -> Int { sample(Plane.alpha, x, y) }

  /// Premultiplied luma at a place relative to the anchor; 0 outside of the picture.
  func luma(x: Int, y: Int) -> Int { sample(Plane.luma, x, y) }

  private func sample(_ plane: Int, _ x: Int, _ y: Int) -> Int {
    let (column, row) = (x - originX, y - originY)
    guard column >= 0, row >= 0, column < image.size.width, row < image.size.height else {
      return 0
    }
    return Int(image.row(plane, row)[column])
  }

  /// Where alpha is not 0, relative to the anchor.
  var ink: Rect {
    var ink = Rect.empty
    for y in 0..<image.size.height {
      let row = image.row(Plane.alpha, y)
      for x in row.indices where row[x] > 0 {
        ink = .union(ink, Rect(x: originX + x, y: originY + y, width: 1, height: 1))
      }
    }
    return ink
  }

  /// Sum of alpha in pixels.
  var coverage: Double {
    var sum = 0
    for y in 0..<image.size.height {
      let row = image.row(Plane.alpha, y)
      for x in row.indices { sum += Int(row[x]) }
    }
    return Double(sum) / 255
  }
}
