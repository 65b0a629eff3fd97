internal import BaseValues
internal import TimelineModel

/// A text as glyphs at their places, relative to the left end and the top of its box.
///
/// The box is typographic: as wide as the widest line's advance, and from the first line's ascent to
/// the last line's descent. Ink may reach beyond it.
struct TextLayout {
  struct Glyph {
    /// Which of `faces`.
    var face: Int
    var glyph: UInt32
    /// Place of the glyph's origin.
    var x: LayoutUnit
    /// Downwards from the line's baseline.
    var rise: LayoutUnit
    var line: Int
  }

  var faces: [FontFace]
  var glyphs: [Glyph] = []
  var width: LayoutUnit = 0
  var height: LayoutUnit
  /// From the box's top to each line's baseline.
  var baselines: [LayoutUnit] = []
  var missing: [Unicode.Scalar]

  init(
    _ style: TextStyle, _ resolved: FontLibrary.Resolved, in library: FontLibrary, _ shaper: Shaper
  ) throws(TitleError) {
    let count = style.text.unicodeScalars.count
    guard count <= StyleLimits.textLength else {
      throw .textTooLong(count: count, limit: StyleLimits.textLength)
    }
    let size = style.size.fixed(layoutUnitsPerPixel, in: StyleLimits.size)
    var selection = FontSelection(resolved, in: library)
    var lines: [Line] = []
    for scalars in Paragraph.split(style.text) {
      let faces = selection.select(scalars)
      let paragraph = try Paragraph(scalars, faces: faces)
      lines += Self.lines(
        of: paragraph, selection.faces, size: size,
        maximum: style.maximumWidth.map {
          max(1, min($0, TextStyle.drawnWidths.upperBound)) * layoutUnitsPerPixel
        }, shaper)
    }
    faces = selection.faces
    missing = selection.missing

    let face = resolved.face
    let ascent = scale(size, by: face.ascender, over: face.unitsPerEm)
    let descent = scale(size, by: face.descender, over: face.unitsPerEm)
    let spacing = style.lineSpacing.fixed(4096, in: TextStyle.lineSpacings)
    let distance = scale(
      scale(size, by: face.lineDistance, over: face.unitsPerEm), by: spacing, over: 4096)
    width = lines.map(\.width).max() ?? 0
    height = ascent + descent + distance * (max(1, lines.count) - 1)
    for (number, line) in lines.enumerated() {
      baselines.append(ascent + distance * number)
      let slack = width - line.width
      let left =
        switch style.alignment {
        case .left: 0
        case .center: floorDivide(slack, by: 2)
        case .right: slack
        }
      for glyph in line.glyphs {
        glyphs.append(
          Glyph(
            face: glyph.face, glyph: glyph.glyph, x: left + glyph.x, rise: glyph.rise, line: number)
        )
      }
    }
  }

  // MARK: - Lines

  private struct Line {
    var glyphs: [Glyph] = []
    var width: LayoutUnit = 0
  }

  private static func lines(
    of paragraph: Paragraph, _ faces: [FontFace], size: LayoutUnit, maximum: LayoutUnit?,
    _ shaper: Shaper
  ) -> [Line] {
    let scalars = paragraph.scalars.map(\.value)
    var widths = [Int](repeating: 0, count: scalars.count)
    if maximum != nil {
      for run in paragraph.runs {
        let face = faces[run.face]
        for glyph in shaper.shape(run, of: scalars, with: face)
        where widths.indices.contains(glyph.cluster) {
          widths[glyph.cluster] += scale(glyph.advance, by: size, over: face.unitsPerEm)
        }
      }
    }
    let ranges = LineBreaking.lines(of: paragraph.scalars, widths: widths, maximum: maximum)
    return ranges.map { range in
      var line = Line()
      for run in paragraph.visualRuns(in: range) {
        let face = faces[run.face]
        // Advances are summed in the font's own units and rounded once a glyph, so that rounding
        // does not add up.
        var pen = 0
        func length(_ units: Int) -> LayoutUnit { scale(units, by: size, over: face.unitsPerEm) }
        for glyph in shaper.shape(run, of: scalars, with: face) {
          line.glyphs.append(
            Glyph(
              face: run.face, glyph: glyph.glyph, x: line.width + length(pen + glyph.offsetX),
              rise: -length(glyph.offsetY), line: 0))
          pen += glyph.advance
        }
        line.width += length(pen)
      }
      line.width = max(0, line.width)
      return line
    }
  }
}
