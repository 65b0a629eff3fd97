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
          try TextDrawing(style, anchorX: 0, anchorY: 0, scale: scale, engine).checkSize()
        }
        var findings: [Diagnostic] = []
        findings += Self.findings(of: layout.used, range)
        findings += Self.axisFindings(of: layout.used, style, range)
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

  /// Axes that fonts do not have, or on which they do not go as far.
  private static func axisFindings(
    of forms: [OpenedForm], _ style: TextStyle, _ range: SourceRange
  ) -> [Diagnostic] {
    var findings: [Diagnostic] = []
    var told: Set<FontChoice> = []
    for form in forms where !style.axes.isEmpty && told.insert(form.form.font).inserted {
      let face = form.resolved.face
      for setting in style.axes.prefix(FontSetting.most) where FontSetting.isTag(setting.tag) {
        let code = FontFace.code(of: setting.tag)
        let asked = setting.value.fixed(65536, in: FontSetting.axes)
        let axis = face.axes.first { $0.tag == code }
        if let axis, axis.range.contains(asked) { continue }
        let nearest = axis.map { max($0.range.lowerBound, min(asked, $0.range.upperBound)) }
        findings.append(
          TitleMessages.fontAxis(
            form.form.font, setting.tag, asked: setting.value.decimalApproximation(places: 2),
            nearest: nearest.flatMap { Rational(Int64($0), 65536) }?.decimalApproximation(
              places: 2),
            others: face.axes.map { FontFace.name(of: $0.tag) }, range))
      }
    }
    return findings
  }

  /// Whether the glyphs with their outlines, or the picture that holds them all, could come near the limit on pixels.
  private static func mayBeTooLarge(
    _ style: TextStyle, _ layout: TextLayout, _ scale: Int
  ) -> Bool {
    let pixel = layoutUnitsPerPixel
    let size = layout.glyphs.map(\.size).max() ?? 0
    let outline = style.outlineWidth.fixed(pixel, in: StyleLimits.length)
    let side = (size + 2 * outline) / pixel * scale
    let box = style.box.isClear ? 0 : style.box.padding.fixed(pixel, in: StyleLimits.length)
    // A blur reaches three times as far as its deviation.
    let shadow =
      style.shadows.map { shadow in
        let offset = [shadow.offset.x, shadow.offset.y].map {
          abs($0.fixed(pixel, in: StyleLimits.offset))
        }
        return max(offset[0], offset[1]) + 3 * shadow.blur.fixed(pixel, in: StyleLimits.length)
      }.max() ?? 0
    let margin = (2 * size + outline + box + shadow) / pixel
    // Marks upon marks stand far out of their line.
    let (columns, rows) = layout.spread
    let width = (columns / pixel + 2 * margin) * scale
    let height = (rows / pixel + 2 * margin) * scale
    return layout.glyphs.count * side * side > GlyphTiles.pixelLimit / 4
      || max(width, height) > GlyphTiles.sideLimit || width * height > GlyphTiles.pixelLimit
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

extension TextLayout {
  /// How far the box and the origins of all glyphs lie apart.
  fileprivate var spread: (width: LayoutUnit, height: LayoutUnit) {
    var (left, right, top, bottom) = (0, width, 0, height)
    for glyph in glyphs {
      let y = lines[glyph.line].baseline + glyph.rise
      (left, right) = (min(left, glyph.x), max(right, glyph.x))
      (top, bottom) = (min(top, y), max(bottom, y))
    }
    return (right - left, bottom - top)
  }
}
