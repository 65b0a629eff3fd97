package import Diagnostics
internal import BaseValues
internal import Raster
package import TimelineModel

extension TextRenderer {
  /// How many code points without a glyph are named one by one.
  private static let namedGlyphs = 8

  /// What is wrong with a text: families that are not installed, unreadable files, weights and
  /// italics that a family lacks, code points that no font has, a picture that is too large.
  ///
  /// - Parameters:
  ///   - scale: raster pixels for an output pixel, 1…8; 1 where that is not known yet.
  ///   - range: the place to report.
  package func check(_ style: TextStyle, scale: Int = 1, range: SourceRange) -> [Diagnostic] {
    do throws(TitleError) {
      let length = style.text.unicodeScalars.count
      if length > longestText { throw .textTooLong(count: length, limit: longestText) }
      return try withEngine { engine throws(TitleError) in
        let layout = try TextLayout(style, in: engine.library, engine.shaper)
        let width = layout.width / layoutUnitsPerPixel
        let height = layout.height / layoutUnitsPerPixel
        if width > GlyphTiles.sideLimit || height > GlyphTiles.sideLimit
          || width * height > GlyphTiles.pixelLimit
        {
          throw .tooLarge(width: width, height: height)
        }
        // Only what is painted tells, which takes its time; few texts come near.
        if Self.mayBeTooLarge(style, layout, scale) {
          _ = try TextDrawing(style, anchorX: 0, anchorY: 0, scale: scale, engine).inkOfLines
        }
        var findings: [Diagnostic] = []
        findings += Self.findings(of: layout.used, range)
        if let excess = layout.excess {
          findings.append(
            style.overflow == .error
              ? TitleMessages.textTooHigh(excess, style.text, range)
              : TitleMessages.textOverflow(excess, style.text, range))
        }
        if let word = layout.cutWord {
          findings.append(TitleMessages.textCutWord(word, style.text, range))
        }
        for scalar in layout.missing.prefix(Self.namedGlyphs) {
          findings.append(TitleMessages.fontMissingGlyph(scalar, style.text, range))
        }
        if layout.missing.count > Self.namedGlyphs {
          findings.append(
            TitleMessages.fontMissingGlyphs(more: layout.missing.count - Self.namedGlyphs, range))
        }
        for (number, face) in layout.faces.enumerated() {
          let glyphs = Set(layout.glyphs.lazy.filter { $0.face == number }.map(\.glyph))
          let damaged = glyphs.count { !engine.rasterizer.canLoad($0, of: face) }
          if damaged > 0 {
            findings.append(
              TitleMessages.fontDamaged(face.file.path, damaged, style.text, range))
          }
        }
        return findings
      }
    } catch {
      return [TitleMessages.finding(error, range)]
    }
  }

  /// What fonts lack of what was asked of them, each once.
  private static func findings(of forms: [OpenedForm], _ range: SourceRange) -> [Diagnostic] {
    var slanted: Set<FontChoice> = []
    var weights: Set<[Int]> = []
    var findings: [Diagnostic] = []
    for form in forms {
      let (resolved, font) = (form.resolved, form.form.font)
      if resolved.face.isSheared, slanted.insert(font).inserted {
        findings.append(TitleMessages.fontSlanted(font, range))
      }
      if let nearest = resolved.nearestWeight, resolved.isWeightFar,
        weights.insert([font.hashValue, resolved.style.weight]).inserted
      {
        findings.append(
          TitleMessages.fontWeight(font, asked: resolved.style.weight, nearest: nearest, range))
      }
    }
    return findings
  }

  /// Whether the glyphs with their outlines could come near the limit on pixels.
  private static func mayBeTooLarge(
    _ style: TextStyle, _ layout: TextLayout, _ scale: Int
  ) -> Bool {
    let pixel = layoutUnitsPerPixel
    let size = layout.glyphs.map(\.size).max() ?? 0
    let outline = style.outlineWidth.fixed(pixel, in: StyleLimits.length)
    let side = (size + 2 * outline) / pixel * scale
    return layout.glyphs.count * side * side > GlyphTiles.pixelLimit / 4
  }

  /// A hash of what decides a text's picture beside the values of its style: the bytes of the fonts
  /// it is drawn with, fallbacks among them, which face of a file and where on its variation axes,
  /// every glyph and its place, and the version of the drawing.
  ///
  /// Glyphs and places stand for the versions of the shaping libraries and their Unicode tables:
  /// machines whose libraries differ share a picture when they lay the text out alike.
  ///
  /// - Throws: as `render`.
  package func contentHash(of style: TextStyle) throws(TitleError) -> UInt64 {
    try withEngine { engine throws(TitleError) in
      let layout = try TextLayout(style, in: engine.library, engine.shaper)
      var hash = XXH64()
      hash.update(Self.drawingVersion)
      hash.update(engine.library.freeType.version)
      for face in layout.faces {
        hash.update(face.file.contentHash)
        hash.update(UInt64(truncatingIfNeeded: face.index))
        hash.update(face.isSheared ? 1 : 0)
        hash.update(UInt64(truncatingIfNeeded: face.variation.count))
        for value in face.variation { hash.update(UInt64(truncatingIfNeeded: value)) }
      }
      for length in [layout.width, layout.height] + layout.baselines {
        hash.update(UInt64(truncatingIfNeeded: length))
      }
      for glyph in layout.glyphs {
        hash.update(UInt64(truncatingIfNeeded: glyph.face) << 32 | UInt64(glyph.glyph))
        for value in [glyph.x, glyph.rise, glyph.line] {
          hash.update(UInt64(truncatingIfNeeded: value))
        }
      }
      layout.addForms(to: &hash, of: style)
      return hash.finalize()
    }
  }

  /// Raised when the same style and fonts give another picture than before.
  private static let drawingVersion: UInt64 = 1
}
